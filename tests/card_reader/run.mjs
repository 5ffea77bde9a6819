// Run by Node: opens a built reader and reads the cards on standard input, one on each line.
// Arguments: the folder of the reader, the folder of the tables.
import { createInterface } from "node:readline";
import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [reader, tables] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${reader}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: reader });
python.FS.mkdir("/tables");
for (const name of readdirSync(tables)) {
  python.FS.writeFile(`/tables/${name}`, readFileSync(`${tables}/${name}`));
}
const warm = new Set();
const cards = python.pyimport("rulebook.card_reader.reading").CardReader("/tables");
for await (const line of createInterface({ input: process.stdin })) {
  const { text, game } = JSON.parse(line);
  if (!warm.has(game)) cards.warm(game);
  warm.add(game);
  const start = process.cpuUsage();
  const output = cards.read(text, game);
  const { user, system } = process.cpuUsage(start);
  console.log(JSON.stringify({ output, milliseconds: (user + system) / 1000 }));
}
