// Writes down the code that dataclasses write for our classes while Python starts, compiled by the Python
// that will run it (Pyodide under Node): compiling it took the greater part of that start. Reads its order as
// JSON from standard input: {"runtime": folder, "stdlib": zip to start with, "library": zip of its sources, "wheels": [zips that Python starts with],
// "starts": name of the module it starts with, "target": zip to write, with one module in it, "name"}.
import { writeFileSync } from "node:fs";
import { order, read, start } from "./pyodide_in_node.mjs";

const python = await start();
const site = python.runPython("[path for path in sys.path if 'site-packages' in path][0]");
const unpack = python.runPython("from taroky_build.browser_python.bytecode import unpack; unpack");
for (const wheel of order.wheels) unpack(read(wheel), site);
python.globals.set("starts", order.starts);
python.globals.set("name", order.name);
const made = python.runPython(`
import builtins, dataclasses, importlib, marshal
from _md5 import md5
from taroky_build.browser_python.bytecode import bytecode, stored, without_lines

written = {}


def write_down(text, *names):
    code = compile(text, "<string>", "exec")
    written[md5(text.encode()).digest()] = without_lines(code)
    builtins.exec(code, *names)


dataclasses.exec = write_down
importlib.import_module(starts)
# What is not in it is compiled as ever, in a Python with another library for one.
source = f"""
import builtins, dataclasses, marshal
from _md5 import md5
ready = marshal.loads({marshal.dumps(written)!r})
def run(text, *names):
    builtins.exec(ready.pop(md5(text.encode()).digest(), text), *names)
dataclasses.exec = run
"""
stored({f"{name}.pyc": bytecode(source.encode(), name, 2)})
`);
writeFileSync(order.target, made.toJs());
