// Run by Node: opens CPython in WebAssembly and has it compile what the reader needs.
// Arguments: the folder of the package pyodide, the folder to work in, the module to run.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, compiling] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide({
  indexURL: pyodide,
  lockFileContents: readFileSync(`${folder}/pyodide-lock.json`, "utf8"),
  args: ["-X", "no_debug_ranges"],
});
python.FS.mkdir("/work");
python.mountNodeFS("/work", folder);
const run = `${readFileSync(compiling, "utf8")}\nbundle("/work/lib", "/work/tables", "/work/python_stdlib.zip")`;
python.runPython(run);
