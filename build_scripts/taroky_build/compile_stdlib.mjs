// Compiles zips of Python sources (the standard library, wheels) into zips of bytecode, with the
// Python that will run them: Pyodide under Node. Reads its order as JSON from standard input: {"runtime":
// folder, "stdlib": zip to start with, "library": zip of sources, "jobs": [{source, target, prefix,
// optimize, words, start}]}. start: names that the first wheels import; words: those that this
// wheel imports, which brings along what the standard library lacks for them; or null.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { pathToFileURL } from "node:url";

// An uncaught error would print a line of the minified runtime, a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

// Not by reading file 0 at once: a pipe that is not filled yet would make that fail.
const order = await json(process.stdin);
const { loadPyodide } = await import(pathToFileURL(join(order.runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({
  indexURL: order.runtime,
  stdLibURL: order.stdlib,
});
const read = (/** @type {string} */ file) => new Uint8Array(readFileSync(file));
pyodide.globals.set("library", read(order.library));
pyodide.globals.set("loaded", pyodide.runPython("import sys; sorted(sys.modules)"));
pyodide.runPython(readFileSync(new URL("stdlib.py", import.meta.url), "utf-8"));

const compileZip = pyodide.runPython(`
import base64, functools, hashlib, io, json, marshal, types, zipfile
from importlib.util import MAGIC_NUMBER, source_hash

HASH_NEVER_CHECKED = (1).to_bytes(4, "little")


def bytecode(source, name, optimize):
    if optimize == 0:
        source_or_tree = without_docs(ast.parse(source))
    else:
        source_or_tree = source
    code = compile(source_or_tree, name, "exec", dont_inherit=True, optimize=optimize)
    code = without_lines(code)
    # A hash instead of a time, never checked: the same bytes every time, and no look at sources.
    return MAGIC_NUMBER + HASH_NEVER_CHECKED + source_hash(source) + marshal.dumps(code)


def without_docs(tree):
    """A source without docstrings, which nobody reads here. A class keeps a short one: a dataclass without any
    would write one for itself, and takes its time for that."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            if isinstance(node, ast.ClassDef):
                node.body.insert(0, ast.Expr(ast.Constant("-")))
            elif not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.Pass())
    return ast.fix_missing_locations(tree)


def without_lines(code):
    """Code that does not know its lines: a page shows what went wrong in words."""
    constants = tuple(
        without_lines(one) if isinstance(one, types.CodeType) else one for one in code.co_consts
    )
    return code.replace(co_linetable=b"", co_consts=constants)


def record(files, name):
    """The list of files and hashes that every wheel carries."""
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\\n")
    return "".join([*rows, f"{name},,\\n"]).encode()


def contents(data):
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        return {name: archive.read(name) for name in names}


@functools.cache
def first_modules(*start):
    """What the standard library has when Python starts."""
    return wanted(library, [*needed(library, loaded), *CALLED, *start])


def compile_zip(data, prefix, optimize, words, start):
    sources = contents(data.to_bytes())
    words, start = json.loads(words), json.loads(start)
    if words is None and start is not None:
        kept = first_modules(*start)
        sources = {name: content for name, content in sources.items() if name in kept}
    elif words:
        for name in wanted(library, words) - first_modules(*start):
            sources[name] = library[name].encode()
    files, record_name = {}, None
    for name, content in sorted(sources.items()):
        if name.endswith(".dist-info/RECORD"):
            record_name = name
        elif name.endswith(".py"):
            files[name + "c"] = bytecode(content, prefix + name, optimize)
        else:
            files[name] = content
    if record_name:
        files[record_name] = record(files, record_name)
    out = io.BytesIO()
    # Stored, not deflated: the server's compression does better on the whole.
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


library = {
    name: content.decode()
    for name, content in contents(library.to_bytes()).items() if name.endswith(".py")
}
compile_zip
`);

for (const { source, target, prefix, optimize, words, start } of order.jobs) {
  const compiled = compileZip(
    read(source), prefix, optimize, JSON.stringify(words), JSON.stringify(start),
  );
  writeFileSync(target, compiled.toJs());
  compiled.destroy();
}
