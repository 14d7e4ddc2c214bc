// Compiles zips of Python sources (the standard library, wheels) into zips of bytecode, with the
// Python that will run them: Pyodide under Node. Reads its order as JSON from standard input:
// {"runtime": folder, "stdlib": zip, "jobs": [{source, target, prefix, optimize, leave_out}]}
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// An uncaught error would print a line of the minified runtime, a megabyte long.
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

const order = JSON.parse(readFileSync(0, "utf-8"));
const { loadPyodide } = await import(pathToFileURL(join(order.runtime, "pyodide.mjs")).href);
const pyodide = await loadPyodide({ indexURL: order.runtime, stdLibURL: order.stdlib });

const compileZip = pyodide.runPython(`
import base64, csv, hashlib, io, marshal, zipfile
from importlib.util import MAGIC_NUMBER, source_hash

HASH_NEVER_CHECKED = (1).to_bytes(4, "little")


def bytecode(source, name, optimize):
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    # A hash instead of a time, never checked: the same bytes every time, and no look at sources.
    return MAGIC_NUMBER + HASH_NEVER_CHECKED + source_hash(source) + marshal.dumps(code)


def record(files, name):
    """The list of files and hashes that every wheel carries."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\\n")
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.writerow([path, f"sha256={digest}", len(data)])
    rows.writerow([name, "", ""])
    return text.getvalue().encode()


def compile_zip(data, prefix, optimize, leave_out):
    leave_out = set(leave_out)
    files, record_name = {}, None
    with zipfile.ZipFile(io.BytesIO(data.to_bytes())) as archive:
        for name in sorted(archive.namelist()):
            top = name.split("/")[0].removesuffix(".py")
            if name.endswith("/") or top in leave_out:
                continue
            content = archive.read(name)
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


compile_zip
`);

for (const { source, target, prefix, optimize, leave_out } of order.jobs) {
  const left = pyodide.toPy(leave_out);
  const compiled = compileZip(new Uint8Array(readFileSync(source)), prefix, optimize, left);
  writeFileSync(target, compiled.toJs());
  compiled.destroy();
  left.destroy();
}
