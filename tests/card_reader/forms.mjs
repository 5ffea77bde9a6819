// Run by Node: prints the properties of characters in WebAssembly.  Argument: the reader's folder;
// standard input: {"code": the source of `character_properties`, "characters": a text}.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [reader] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${reader}/pyodide.mjs`));
const { code, characters } = JSON.parse(readFileSync(0, "utf8"));
const python = await loadPyodide({ indexURL: reader });
python.runPython(code);
console.log(JSON.stringify(python.globals.get("character_properties")(characters).toJs()));
