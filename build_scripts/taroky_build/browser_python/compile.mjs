// Compiles zips of Python sources (the standard library, wheels) into zips of bytecode, with the
// Python that will run them: Pyodide under Node. Reads its order as JSON from standard input: {"runtime":
// folder, "stdlib": zip to start with, "library": zip of sources, "jobs": [{source, target, prefix,
// optimize, words, start}]}, of which bytecode.py says what they mean.
import { writeFileSync } from "node:fs";
import { order, read, start } from "./pyodide_in_node.mjs";

const python = await start();
python.globals.set("library", read(order.library));
const compiled = python.runPython(`
import json
from taroky_build.browser_python.bytecode import Compiler

compiler = Compiler(library.to_bytes(), loaded)
lambda source, job: compiler.compiled(source.to_bytes(), **json.loads(job))
`);

for (const { source, target, ...job } of order.jobs) {
  const made = compiled(read(source), JSON.stringify(job));
  writeFileSync(target, made.toJs());
  made.destroy();
}
