"""Puts together what the browser needs to run Python: assets/py/.

That is Pyodide's runtime and standard library, our wheels, and a lock file that names library and wheels by
their content: the worker asks for it again each time, so that no browser's cache mixes two builds.
`slimming.assemble` does the same with less to fetch and less to do.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from taroky_build.browser_python.wheels import build_wheels
from taroky_build.errors import BuildError

#: The runtime's own files.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
STDLIB = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
#: Where wheels are kept for the next build, below the root.
KEPT_WHEELS = ".cache/wheels"
#: Where the lock file names the standard library, beside the packages.
LIBRARY = "library"


def assemble(root: Path, target: Path) -> None:
    """Fill `target`. root: a checkout of ours. Raises BuildError."""
    pyodide = pyodide_folder(root)
    target.mkdir(parents=True, exist_ok=True)
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, target / name)
    library = place(pyodide / STDLIB, target)
    wheels = build_wheels(root, root / KEPT_WHEELS)
    write_lock(pyodide, wheels, target, {LIBRARY: library})


def pyodide_folder(root: Path) -> Path:
    """Pyodide as npm brings it. Raises BuildError if it is not there."""
    folder = root / "node_modules" / "pyodide"
    if not (folder / STDLIB).exists():
        raise BuildError(f"Pyodide is missing in {folder}: run npm ci (or make site) first.")
    return folder


def place(file: Path, target: Path) -> str:
    """Copy a zip file under a name that tells its content; returns that."""
    name = f"{file.stem}-{_digest(file)[:12]}.zip"
    shutil.copyfile(file, target / name)
    return name


def write_lock(
    pyodide: Path, wheels: Iterable[Path], target: Path, named_files: Mapping[str, str]
) -> None:
    """Copy the wheels under names that tell their content, and write the lock file. others: what else it
    names."""
    packages = {}
    for wheel in wheels:
        name, version, tags = wheel.name.split("-", 2)
        digest = _digest(wheel)
        file = f"{name}-{version}-0{digest[:12]}-{tags}"  # where wheels have the number of a build
        shutil.copyfile(wheel, target / file)
        packages[name.replace("_", "-")] = _package(name, version, file, digest)
    stock = json.loads((pyodide / LOCK).read_text("utf-8"))
    lock = {**named_files, "info": stock["info"], "packages": packages}
    (target / LOCK).write_text(json.dumps(lock, indent=1) + "\n", "utf-8")


def _package(name: str, version: str, file: str, digest: str) -> dict[str, Any]:
    """A package as Pyodide reads it."""
    return {
        "name": name.replace("_", "-"),
        "version": version,
        "file_name": file,
        "sha256": digest,
        "install_dir": "site",
        "package_type": "package",
        "imports": [],
        "depends": [],
    }


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()
