// The worker that reads cards, by CPython in WebAssembly with the modules of the terminal. It loads
// a game, posts the number of bytes fetched, and then answers messages one after another.
import { loadPyodide } from "./pyodide.mjs";

const HERE = new URL("./", import.meta.url);
const TABLES = "/tables";

let python = null;
let cards = null;
let game = null;
let fetched = 0;

const encoder = new TextEncoder();
const fetchBytes = self.fetch.bind(self);

/** Fetch as usual, and post the number of bytes as they arrive, for the progress bar. */
self.fetch = async (...request) => {
  const response = await fetchBytes(...request);
  if (!response.ok) throw new Error(`${response.status} ${response.url}`);
  const count = new TransformStream({
    transform(bytes, out) {
      fetched += bytes.byteLength;
      postMessage({ fetched });
      out.enqueue(bytes);
    },
  });
  return new Response(response.body.pipeThrough(count), response);
};

const tablesOf = async (id) => (await fetch(new URL(`${id}.json`, HERE))).text();

const storeTables = (id, tables) => python.FS.writeFile(`${TABLES}/${id}.json`, encoder.encode(tables));

const start = async (id) => {
  const [tables, opened] = await Promise.all([tablesOf(id), loadPyodide({ indexURL: HERE.href })]);
  python = opened;
  game = id;
  python.FS.mkdir(TABLES);
  storeTables(id, tables);
  cards = python.pyimport("rulebook.card_reader.reading").CardReader(TABLES);
  cards.warm(id);
  return true;
};

/** Return the other game whose card a text looks like; loads the tables of `others` for this. */
const likeliest = async (text, others) => {
  const missing = others.filter((id) => !python.FS.analyzePath(`${TABLES}/${id}.json`).exists);
  const tables = await Promise.all(missing.map(tablesOf));
  missing.forEach((id, at) => storeTables(id, tables[at]));
  return JSON.parse(cards.likeliest(text, game));
};

const answer = ({ ask, text, others }) => {
  if (ask === "start") return start(text);
  if (ask === "likeliest") return likeliest(text, others);
  return JSON.parse(cards.read(text, game));
};

let queue = Promise.resolve();
addEventListener("message", ({ data }) => {
  queue = queue
    .then(() => answer(data))
    .then((result) => postMessage({ id: data.id, result }))
    .catch((error) => postMessage({ id: data.id, failed: String(error) }));
});
