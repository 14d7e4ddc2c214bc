// Runs compiling.py in Pyodide under Node.js. Usage: node run_in_pyodide.mjs PYODIDE FOLDER; in the folder lie
// the library to start with, `code` with compiling.py and what it imports, and its order.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// An uncaught error would print a line of the minified runtime, a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const [, , pyodide, folder] = process.argv;
const { loadPyodide } = await import(pathToFileURL(join(pyodide, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: pyodide, stdLibURL: join(folder, "python_stdlib.zip") });
python.mountNodeFS("/mounted", folder);
python.runPython(`
import sys
sys.path += ["/mounted/code", "/mounted/site"]
from taroky_build.browser_python.slimming import compiling
compiling.main("/mounted")
`);
