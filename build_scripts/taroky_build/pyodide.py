"""Puts together what the browser needs to run Python: assets/py/.

Most of a stock Pyodide start is spent on compiling the standard library from source, so the
standard library and our wheels are compiled here, by the very Python that will run them (Pyodide
under Node), and kept in a cache by the hash of what went in.
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
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from taroky_build.errors import BuildError
from taroky_build.wheels import tagged_name

#: The runtime's own files, copied as they are.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"

#: Parts of the standard library that a worker in a browser cannot use (terminals, processes,
#: servers and mail over sockets, windows, extensions that are not there) or that only serve
#: development. They are a third of its size.
UNUSABLE = (
    "__hello__", "__phello__", "_pyrepl", "antigravity", "bdb", "cProfile", "cmd", "curses",
    "dbm", "doctest", "ensurepip", "ftplib", "idlelib", "imaplib", "lib2to3", "mailbox",
    "modulefinder", "multiprocessing", "pdb", "poplib", "profile", "pstats", "pty", "pyclbr",
    "pydoc", "pydoc_data", "smtplib", "socketserver", "sqlite3", "tabnanny", "test", "this",
    "tkinter", "trace", "turtle", "turtledemo", "unittest", "venv", "wsgiref", "xmlrpc", "zipapp",
)  # fmt: skip

_COMPILER = Path(__file__).with_name("compile_stdlib.mjs")


@dataclass(frozen=True)
class Job:
    """One zip file to compile: sources in, bytecode out."""

    source: str
    target: str
    prefix: str
    optimize: int
    leave_out: tuple[str, ...] = ()


def assemble(root: Path, wheels: Iterable[Path], target: Path) -> None:
    """Fill `target` with the runtime, the compiled standard library, the wheels (those with code in
    them compiled), and a lock file that names the wheels with their hashes."""
    runtime = root / "node_modules" / "pyodide"
    if not (runtime / STDLIB).exists():
        raise BuildError(f"Pyodide is missing in {runtime}: run npm ci (or make site) first.")
    target.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(runtime / name, target / name)

    sources = [*wheels]
    code = [runtime / STDLIB, *filter(_has_code, sources)]
    compiled = dict(zip(code, _compile(runtime, code, root / ".cache" / "pyodide"), strict=True))
    shutil.copyfile(compiled[runtime / STDLIB], target / STDLIB)
    placed = []
    for wheel in (compiled.get(source, source) for source in sources):
        placed.append(target / tagged_name(wheel))
        shutil.copyfile(wheel, placed[-1])
    lock = root / ".cache" / "pyodide" / _key(runtime, *placed) / LOCK
    if not lock.exists():
        lock.parent.mkdir(exist_ok=True)
        half = lock.with_suffix(
            f".{os.getpid()}"
        )  # whole or not at all, should two builds run at once
        _write_lock(runtime / LOCK, placed, half)
        half.replace(lock)
    shutil.copyfile(lock, target / LOCK)


def _has_code(wheel: Path) -> bool:
    with zipfile.ZipFile(wheel) as archive:
        return any(name.endswith(".py") for name in archive.namelist())


def _compile(runtime: Path, sources: list[Path], cache: Path) -> list[Path]:
    """The compiled form of each source, from the cache or made by Pyodide under Node."""
    targets = [cache / _key(runtime, source) / source.name for source in sources]
    missing = [
        (source, target)
        for source, target in zip(sources, targets, strict=True)
        if not target.exists()
    ]
    if not missing:
        return targets
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as scratch:
        jobs = []
        for number, (source, _) in enumerate(missing):
            made = Path(scratch, str(number), source.name)
            made.parent.mkdir()
            is_stdlib = source.name == STDLIB
            jobs.append(
                Job(
                    source=str(source.resolve()),
                    target=str(made),
                    prefix="/lib/python.zip/" if is_stdlib else "/lib/site-packages/",
                    # The standard library loses docstrings and asserts; our own code keeps both.
                    optimize=2 if is_stdlib else 0,
                    leave_out=UNUSABLE if is_stdlib else (),
                )
            )
        # A standard library that is compiled already makes the compiler itself start sooner.
        stdlib = targets[0] if targets[0].exists() else runtime / STDLIB
        _run_compiler(runtime, stdlib, jobs)
        for job, (_, target) in zip(jobs, missing, strict=True):
            target.parent.mkdir(parents=True, exist_ok=True)
            Path(job.target).replace(target)
    return targets


def _key(runtime: Path, *sources: Path) -> str:
    digest = hashlib.sha256()
    for file in (runtime / "package.json", _COMPILER, Path(__file__), *sources):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def _run_compiler(runtime: Path, stdlib: Path, jobs: list[Job]) -> None:
    order = {
        "runtime": str(runtime.resolve()),
        "stdlib": str(stdlib.resolve()),
        "jobs": [asdict(job) for job in jobs],
    }
    node = shutil.which("node")
    if node is None:
        raise BuildError("Node.js is missing: install version 20 or later, or run make site.")
    done = subprocess.run(
        [node, str(_COMPILER)],
        input=json.dumps(order),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise BuildError(f"Python for the browser could not be compiled under Node.js: {last}")


def _write_lock(stock: Path, wheels: list[Path], target: Path) -> None:
    """A lock file with nothing but our wheels; Pyodide checks their hashes when it loads them."""
    from pyodide_lock import PyodideLockSpec
    from pyodide_lock.utils import add_wheels_to_spec

    # It looks for .py files to learn the import names; ours are compiled, and loaded by name.
    logging.getLogger("pyodide_lock.utils").setLevel(logging.ERROR)
    spec = PyodideLockSpec.from_json(stock)
    spec.packages = {}
    locked = add_wheels_to_spec(spec, wheels, base_path=wheels[0].parent)
    locked.to_json(target, indent=1)
