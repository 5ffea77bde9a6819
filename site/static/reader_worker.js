// The worker that reads cards: CPython in WebAssembly, with the code that reads them in the terminal.
// It is told a game, tells how many bytes have come, and then answers texts, one after another.
import { loadPyodide } from "./pyodide.mjs";

const HERE = new URL("./", import.meta.url);
const TABLES = "/tables";

let python = null;
let cards = null;
let game = null;
let fetched = 0;

const told = new TextEncoder();
const load = self.fetch.bind(self);

/** All that is loaded goes by here, and its bytes are counted as they come. */
self.fetch = async (...request) => {
  const response = await load(...request);
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

const keep = (id, tables) => python.FS.writeFile(`${TABLES}/${id}.json`, told.encode(tables));

const start = async (id) => {
  const [tables, opened] = await Promise.all([tablesOf(id), loadPyodide({ indexURL: HERE.href })]);
  python = opened;
  game = id;
  python.FS.mkdir(TABLES);
  keep(id, tables);
  cards = python.pyimport("rulebook.card_reader.reading").CardReader(TABLES);
  cards.warm(id);
  return true;
};

/** Which other game a text looks like; the tables of the others are loaded for it. */
const likeliest = async (text, others) => {
  const missing = others.filter((id) => !python.FS.analyzePath(`${TABLES}/${id}.json`).exists);
  const tables = await Promise.all(missing.map(tablesOf));
  missing.forEach((id, at) => keep(id, tables[at]));
  return JSON.parse(cards.likeliest(text, game));
};

const answer = ({ ask, text, others }) => {
  if (ask === "start") return start(text);
  if (ask === "likeliest") return likeliest(text, others);
  return JSON.parse(cards.read(text, game));
};

let turn = Promise.resolve();
addEventListener("message", ({ data }) => {
  turn = turn
    .then(() => answer(data))
    .then((said) => postMessage({ id: data.id, said }))
    .catch((error) => postMessage({ id: data.id, failed: String(error) }));
});
