// What the scripts that run Pyodide under Node.js share: reading their order, starting it, and giving it
// our own Python files.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

// An uncaught error would print a line of the minified runtime, a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

/** Our Python files that run there. */
const OURS = ["needed_modules.py", "bytecode.py"];

/** The order, as JSON from standard input. Not by reading file 0 at once: a pipe that is not filled yet would
 * make that fail. */
export const order = /** @type {any} */ (await json(process.stdin));

/** @param {string} file */
export const read = (file) => new Uint8Array(readFileSync(file));

/** Start the Python of a runtime with a standard library; `taroky_build.browser_python.bytecode` can be imported in it. */
export async function start() {
  const { loadPyodide } = await import(pathToFileURL(join(order.runtime, "pyodide.mjs")).href);
  const python = await loadPyodide({ indexURL: order.runtime, stdLibURL: order.stdlib });
  // Looking for __all__ loads also what a library of ours would have put off.
  python.globals.set("loaded", python.runPython(
    "import sys; [hasattr(module, '__all__') for module in list(sys.modules.values())]; sorted(sys.modules)"));
  // What ours needs besides may be missing in the library that it starts with.
  python.FS.mkdirTree("/build/taroky_build/browser_python");
  python.FS.writeFile("/build/library.zip", read(order.library));
  for (const name of OURS) {
    python.FS.writeFile(`/build/taroky_build/browser_python/${name}`, readFileSync(new URL(name, import.meta.url)));
  }
  python.runPython("sys.path += ['/build', '/build/library.zip']");
  return python;
}
