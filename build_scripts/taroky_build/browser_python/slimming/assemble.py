"""Puts together what the browser needs to run Python, with less to fetch and less to do than
`browser_python.assemble`, which says what that is.

Most of a stock start is spent on compiling the standard library from source, so library and wheels are compiled
here, by the very Python that will run them (Pyodide under Node.js), and kept by the hash of what went in.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from taroky_build import build_cache
from taroky_build.browser_python import zip_files
from taroky_build.browser_python.assemble import (
    KEPT_WHEELS,
    LIBRARY,
    RUNTIME,
    STDLIB,
    place,
    pyodide_folder,
    write_lock,
)
from taroky_build.browser_python.slimming import split, trim
from taroky_build.browser_python.wheels import AT_START, build_wheels
from taroky_build.errors import BuildError

#: What the lock file names besides: the methods of our dataclasses; and all of this by its content: the worker
#: keeps Python's memory under that name, and uses none of another.
READY, BUILD = "ready", "build"
#: The module that brings these methods.
_READY = "taroky_ready"
#: Our modules for the standard library, as they are there.
REPLACEMENTS = Path(__file__).with_name("stdlib_replacements")
_HERE = Path(__file__).parent
_SCRIPT = _HERE / "run_in_pyodide.mjs"
#: What runs in Pyodide, below the folder of our packages.
_CODE = (
    "zip_files.py",
    "slimming/needed.py",
    "slimming/bytecode.py",
    "slimming/compiling.py",
)


def assemble(root: Path, target: Path, without: Collection[str] = ()) -> None:
    """Fill `target`. root: a checkout of ours; without: tricks that are left out, see switch.py. Raises
    BuildError."""
    pyodide = pyodide_folder(root)
    start = () if "split" in without else split.at_start(root)
    wheels = build_wheels(root, root / KEPT_WHEELS, start)
    code = [wheel for wheel in wheels if _words(wheel)]
    made = _kept(pyodide, code, root / ".cache" / "pyodide", without)
    target.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile((made if (made / name).exists() else pyodide) / name, target / name)
    named_files = {LIBRARY: place(made / STDLIB, target)}
    if "dataclasses" not in without:
        named_files[READY] = place(made / f"{_READY}.zip", target)
    if "memory" not in without:
        named_files[BUILD] = build_cache.digest((made, *wheels)).hex()[:16]
    compiled = [made / wheel.name if wheel in code else wheel for wheel in wheels]
    write_lock(pyodide, compiled, target, named_files)


def _kept(pyodide: Path, wheels: Sequence[Path], cache: Path, without: Collection[str]) -> Path:
    """The folder with all that is made of Pyodide and these wheels, from an earlier build or made now."""
    sources = (_HERE, _HERE.parent / "zip_files.py", pyodide / "package.json", *wheels)
    words = " ".join(sorted(without)).encode()
    kept = cache / hashlib.sha256(build_cache.digest(sources) + words).hexdigest()[:16]
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch, "made")
            made.mkdir()
            if "runtime" not in without:
                trim.trim(pyodide, made)
            _compile(pyodide, wheels, Path(scratch), without)
            # whole or not at all, should two builds run at once
            if not kept.exists():
                made.replace(kept)
    os.utime(kept)
    build_cache.delete_unused(cache)
    return kept


def _compile(pyodide: Path, wheels: Sequence[Path], work: Path, without: Collection[str]) -> None:
    """Let Pyodide compile library and wheels in this folder, see compiling.py."""
    library = zip_files.contents((pyodide / STDLIB).read_bytes())
    if "replacements" not in without:
        library |= replacements()
    (work / STDLIB).write_bytes(zip_files.stored(library))
    for path in _CODE:
        file = work / "code" / "taroky_build" / "browser_python" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(_HERE.parent / path, file)
    (work / "wheels").mkdir()
    for wheel in wheels:
        shutil.copyfile(wheel, work / "wheels" / wheel.name)
        if _is_first(wheel):
            shutil.unpack_archive(wheel, work / "site", "zip")
    words = {wheel: _words(wheel) for wheel in wheels}
    order = {
        "library": list(library),
        "starts": split.STARTS,
        "ready": _READY,
        "without": sorted(without),
        "first": {wheel.name: words[wheel] for wheel in wheels if _is_first(wheel)},
        "later": {wheel.name: words[wheel] for wheel in wheels if not _is_first(wheel)},
    }
    (work / "order.json").write_text(json.dumps(order), "utf-8")
    _node(_SCRIPT, str(pyodide.resolve()), str(work.resolve()))


def replacements() -> dict[str, bytes]:
    """Our modules by their path in the standard library.

    Pyodide's start reads asyncio, an event loop made of the browser's, and a loader of packages with all that
    unpacks them: a third of its own imports, for what nothing here uses. A page asks one question after the
    other and gets its answer at once, and the worker lays Python's files out itself. These offer what that
    start asks of them and no more; so does one in place of colours for terminals.
    """
    files = sorted(REPLACEMENTS.rglob("*.py"))
    return {file.relative_to(REPLACEMENTS).as_posix(): file.read_bytes() for file in files}


def _is_first(wheel: Path) -> bool:
    return wheel.name.split("-")[0] in AT_START


def _words(wheel: Path) -> list[str]:
    """The names of all that the code in a wheel imports, none if there is no code in it."""
    files = zip_files.contents(wheel.read_bytes())
    code = [content for name, content in files.items() if name.endswith(".py")]
    return sorted({word for source in code for word in imports(source)})


def imports(source: bytes) -> Iterator[str]:
    """The names of what a source imports, wherever in its text it does; what `from` names may be a module,
    too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _node(script: Path, *words: str) -> None:
    node = shutil.which("node")
    if node is None:
        raise BuildError("Node.js is missing: install version 20 or later, or run make site.")
    done = subprocess.run(
        [node, str(script), *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise BuildError(f"Python for the browser could not be made under Node.js: {last}")
