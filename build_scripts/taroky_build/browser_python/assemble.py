"""Puts together what the browser needs to run Python: assets/py/.

Most of a stock Pyodide start is spent on compiling the standard library from source, so the
standard library and our wheels are compiled here, by the very Python that will run them (Pyodide
under Node), and kept in a cache by the hash of what went in. The library is cut down to what the start
and our code need (see `needed_modules`), the runtime to what can be called (see trim_runtime.mjs).
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from taroky_build.browser_python import needed_modules, stdlib_replacements
from taroky_build.browser_python.bytecode import contents, stored
from taroky_build.browser_python.tricks import used
from taroky_build.browser_python.wheels import AT_START, tagged_name
from taroky_build.errors import BuildError

#: The runtime's own files: copied as they are, or trimmed.
COPIED, TRIMMED = ("pyodide.mjs",), ("pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
#: Where the lock file names the standard library and our classes' ready-made code, beside the packages, and
#: all of this by its content.
LIBRARY, READY, BUILD = "library", "ready", "build"
#: The module that brings that code, and the one that Python starts with.
_READY_MODULE, _STARTS = "taroky_ready", "taroky_tutorials.browser"

_COMPILER = Path(__file__).with_name("compile.mjs")
#: What compiler and writer have in common.
_COMMON = tuple(
    map(Path(__file__).with_name, ("pyodide_in_node.mjs", "bytecode.py", "needed_modules.py"))
)
_TRIMMER = Path(__file__).with_name("trim_runtime.mjs")
_WRITER = Path(__file__).with_name("write_dataclasses.mjs")


@dataclass(frozen=True)
class Job:
    """One zip file to compile: sources in, bytecode out."""

    source: str
    target: str
    prefix: str
    optimize: int
    words: list[str] | None = None
    start: list[str] | None = None
    tricks: tuple[str, ...] = ()


def assemble(
    root: Path, wheels: Iterable[Path], target: Path, tricks: frozenset[str] | None = None
) -> None:
    """Fill `target` with the trimmed runtime, the compiled standard library, the wheels (those with code
    in them compiled), and a lock file that names library and wheels by their content."""
    tricks = used() if tricks is None else tricks
    runtime = root / "node_modules" / "pyodide"
    if not (runtime / STDLIB).exists():
        raise BuildError(f"Pyodide is missing in {runtime}: run npm ci (or make site) first.")
    target.mkdir(parents=True, exist_ok=True)
    cache = root / ".cache" / "pyodide"
    trimmed = _trimmed(runtime, cache) if "runtime" in tricks else runtime
    for folder, names in ((runtime, COPIED), (trimmed, TRIMMED)):
        for name in names:
            shutil.copyfile(folder / name, target / name)

    sources = [*wheels]
    source = _library(runtime, cache, tricks)
    jobs = _jobs(source, sources, tricks)
    compiled = dict(zip(jobs, _compile(runtime, [*jobs.values()], cache), strict=True))
    library = compiled.pop(source)
    first = [made for wheel, made in compiled.items() if _is_first(wheel)]
    tagged = {LIBRARY: _place(library, "python_stdlib", target)}
    if "dataclasses" in tricks:
        ready = _ready(runtime, (source, library), first, cache)
        tagged[READY] = _place(ready, _READY_MODULE, target)
    placed = []
    for wheel in (compiled.get(source, source) for source in sources):
        placed.append(target / tagged_name(wheel))
        shutil.copyfile(wheel, placed[-1])
    build = _key(runtime, [tagged, sorted(tricks)], _TRIMMER, *placed)
    lock = cache / build / LOCK
    if not lock.exists():
        lock.parent.mkdir(exist_ok=True)
        # whole or not at all, should two builds run at once
        half = lock.with_suffix(f".{os.getpid()}")
        _write_lock(runtime / LOCK, placed, {BUILD: build, **tagged}, half)
        half.replace(lock)
    shutil.copyfile(lock, target / LOCK)


def _place(file: Path, name: str, target: Path) -> str:
    """Copy a zip file under a name that tells its content; returns that."""
    content = file.read_bytes()
    full = f"{name}-{hashlib.sha256(content).hexdigest()[:12]}.zip"
    (target / full).write_bytes(content)
    return full


def _is_first(wheel: Path) -> bool:
    return wheel.name.split("-")[0] in AT_START


def _library(runtime: Path, cache: Path, tricks: frozenset[str]) -> Path:
    """The sources of the standard library, with our modules in place of some."""
    ours = stdlib_replacements.sources()
    for path in list(ours):
        if ("later" if path == "sitecustomize.py" else "loop") not in tricks:
            del ours[path]
    key = _key(runtime, {path: text.decode() for path, text in ours.items()}, runtime / STDLIB)
    target = cache / key / STDLIB
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        half = target.with_suffix(f".{os.getpid()}")
        half.write_bytes(stored(contents((runtime / STDLIB).read_bytes()) | ours))
        half.replace(target)
    return target


def _jobs(source: Path, wheels: Sequence[Path], tricks: frozenset[str]) -> dict[Path, Job]:
    """What to compile: the standard library (`source`) as the first wheels need it, and the wheels with
    code in them. What a later one needs of the library beyond that it brings along."""
    code = {wheel: words for wheel in wheels if (words := _imports(wheel))}
    first = {wheel for wheel in code if _is_first(wheel)}
    start = sorted({word for wheel in first for word in code[wheel]})
    # Without lines and docstrings; the library without asserts, too.
    library = Job(str(source.resolve()), "", "/lib/python/", 2, None, start, tuple(sorted(tricks)))
    jobs = {source: library}
    for wheel, words in code.items():
        job = replace(library, source=str(wheel.resolve()), prefix="/lib/site-packages/", optimize=0)
        job = replace(job, start=None)
        jobs[wheel] = job if wheel in first else replace(job, words=words, start=start)
    return jobs


def _imports(wheel: Path) -> list[str]:
    """The names of all that the code in a wheel imports, none if there is no code in it."""
    with zipfile.ZipFile(wheel) as archive:
        sources = [
            (name, archive.read(name)) for name in archive.namelist() if name.endswith(".py")
        ]
    return sorted(
        {word for name, text in sources for word in needed_modules.imports(text.decode(), name)}
    )


def _trimmed(runtime: Path, cache: Path) -> Path:
    """The folder with the files of the runtime that are made from Pyodide's."""
    key = hashlib.sha256((runtime / "package.json").read_bytes() + _TRIMMER.read_bytes())
    kept = cache / f"runtime-{key.hexdigest()[:16]}"
    if not kept.exists():
        cache.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=cache) as scratch:
            made = Path(scratch, "made")
            made.mkdir()
            _node(_TRIMMER, str(runtime.resolve()), str(made))
            if not kept.exists():
                made.replace(kept)
    return kept


def _ready(runtime: Path, libraries: tuple[Path, Path], first: Sequence[Path], cache: Path) -> Path:
    """The code that dataclasses write for the classes of the first wheels, from the cache or written down
    by Pyodide under Node. libraries: the standard library's sources, and compiled."""
    source, library = libraries
    target = cache / _key(runtime, _STARTS, _WRITER, library, *first) / f"{_READY_MODULE}.zip"
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        half = target.with_suffix(f".{os.getpid()}")
        order = {
            "runtime": str(runtime.resolve()),
            "stdlib": str(library.resolve()),
            "library": str(source.resolve()),
            "wheels": [str(wheel.resolve()) for wheel in first],
            "starts": _STARTS,
            "name": _READY_MODULE,
            "target": str(half.resolve()),
        }
        _node(_WRITER, given=json.dumps(order))
        half.replace(target)
    return target


def _compile(runtime: Path, jobs: list[Job], cache: Path) -> list[Path]:
    """The compiled form of each source, the library's first, from the cache or made by Pyodide under
    Node."""
    targets = [
        cache / _key(runtime, [job.words, job.start, job.tricks], Path(job.source)) / Path(job.source).name
        for job in jobs
    ]
    missing = [
        (job, target) for job, target in zip(jobs, targets, strict=True) if not target.exists()
    ]
    if not missing:
        return targets
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        orders = []
        for number, (job, target) in enumerate(missing):
            made = Path(scratch, str(number), target.name)
            made.parent.mkdir()
            orders.append(replace(job, target=str(made)))
        # A standard library that is compiled already makes the compiler itself start sooner.
        source = Path(jobs[0].source)
        library = targets[0] if targets[0].exists() else source
        _run_compiler(runtime, (source, library), orders)
        for order, (_, target) in zip(orders, missing, strict=True):
            target.parent.mkdir(parents=True, exist_ok=True)
            Path(order.target).replace(target)
    return targets


def _key(runtime: Path, words: object, *sources: Path) -> str:
    digest = hashlib.sha256(json.dumps(words).encode())
    code = (_COMPILER, *_COMMON, Path(__file__))
    for file in (runtime / "package.json", *code, *sources):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _run_compiler(runtime: Path, libraries: tuple[Path, Path], jobs: list[Job]) -> None:
    source, library = libraries
    order = {
        "runtime": str(runtime.resolve()),
        "stdlib": str(library.resolve()),
        "library": str(source.resolve()),
        "jobs": [asdict(job) for job in jobs],
    }
    _node(_COMPILER, given=json.dumps(order))


def _node(script: Path, *words: str, given: str = "") -> None:
    node = shutil.which("node")
    if node is None:
        raise BuildError("Node.js is missing: install version 20 or later, or run make site.")
    done = subprocess.run(
        [node, str(script), *words],
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise BuildError(f"Python for the browser could not be made under Node.js: {last}")


def _write_lock(stock: Path, wheels: list[Path], ours: dict[str, str], target: Path) -> None:
    """A lock file with nothing but our wheels, and what the worker wants to know besides; Pyodide checks the
    hashes of those that it loads."""
    from pyodide_lock import PyodideLockSpec
    from pyodide_lock.utils import add_wheels_to_spec

    # It looks for .py files to learn the import names; ours are compiled, and loaded by name.
    logging.getLogger("pyodide_lock.utils").setLevel(logging.ERROR)
    spec = PyodideLockSpec.from_json(stock)
    spec.packages = {}
    locked = add_wheels_to_spec(spec, wheels, base_path=wheels[0].parent)
    locked.to_json(target, indent=1)
    told: dict[str, Any] = json.loads(target.read_text("utf-8"))
    target.write_text(json.dumps({**ours, **told}, indent=1) + "\n", "utf-8")
