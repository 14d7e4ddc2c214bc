// Writes down the code that dataclasses write for our classes while Python starts, compiled by the Python
// that will run it (Pyodide under Node): compiling it took the greater part of that start. Reads its order as
// JSON from standard input: {"runtime": folder, "stdlib": zip, "wheels": [zips that Python starts with],
// "starts": name of the module it starts with, "target": zip to write, with one module in it, "name"}.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

// An uncaught error would print a line of the minified runtime, a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const order = await json(process.stdin);
const { loadPyodide } = await import(pathToFileURL(join(order.runtime, "pyodide.mjs")).href);
const log = console.log;
console.log = () => {};
const python = await loadPyodide({ indexURL: order.runtime, stdLibURL: order.stdlib });
const site = python.runPython("import site, sys; [path for path in sys.path if 'site-packages' in path][0]");
for (const wheel of order.wheels) {
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "zip", { extractDir: site });
}
console.log = log;
python.globals.set("starts", order.starts);
python.globals.set("name", order.name);
const made = python.runPython(`
import builtins, dataclasses, importlib, io, marshal, types, zipfile
from _md5 import md5
from importlib.util import MAGIC_NUMBER, source_hash

HASH_NEVER_CHECKED = (1).to_bytes(4, "little")
written = {}


def write_down(text, *names):
    code = compile(text, "<string>", "exec")
    written[md5(text.encode()).digest()] = without_lines(code)
    builtins.exec(code, *names)


def without_lines(code):
    constants = tuple(
        without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts
    )
    return code.replace(co_linetable=b"", co_consts=constants)


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
code = without_lines(compile(source, name, "exec", dont_inherit=True, optimize=2))
module = MAGIC_NUMBER + HASH_NEVER_CHECKED + source_hash(b"") + marshal.dumps(code)
out = io.BytesIO()
with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
    archive.writestr(zipfile.ZipInfo(f"{name}.pyc", (1980, 1, 1, 0, 0, 0)), module)
out.getvalue()
`);
writeFileSync(order.target, made.toJs());
