// Run by Node: says what CPython in WebAssembly knows of characters.  Argument: the reader's folder;
// standard input: {"code": a function `forms` of Python, "characters": a text}.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [reader] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${reader}/pyodide.mjs`));
const { code, characters } = JSON.parse(readFileSync(0, "utf8"));
const python = await loadPyodide({ indexURL: reader });
python.runPython(code);
console.log(JSON.stringify(python.globals.get("forms")(characters).toJs()));
