"""Draws SVG documents as PNG, by sharp from npm. What was drawn once is kept."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from taroky_build.errors import BuildError

_SCRIPT = Path(__file__).with_name("rasterise.mjs")
_LIBRARY = "node_modules/sharp/package.json"


def png(root: Path, documents: Mapping[str, str], colours: int) -> dict[str, bytes]:
    """The documents as PNG, by the same names. root: a checkout, with sharp; colours: so many at most in each.
    Raises BuildError."""
    library = root / _LIBRARY
    if not library.exists():
        raise BuildError(f"{library.parent} is missing: run npm ci (or make site) first.")
    kept = root / ".cache" / "pictures"
    kept.mkdir(parents=True, exist_ok=True)
    by = _SCRIPT.read_bytes() + library.read_bytes() + bytes([colours])
    files = {
        name: kept / f"{hashlib.sha256(by + document.encode()).hexdigest()}.png"
        for name, document in documents.items()
    }
    missing = {name: file for name, file in files.items() if not file.exists()}
    if missing:
        _draw(root, {file: documents[name] for name, file in missing.items()}, colours)
    return {name: file.read_bytes() for name, file in files.items()}


def _draw(root: Path, documents: Mapping[Path, str], colours: int) -> None:
    """Draw documents into files. The script is in the checkout while it runs, where it finds sharp."""
    with tempfile.TemporaryDirectory(prefix="pictures-", dir=root / ".cache") as folder:
        scratch = Path(folder)
        script = scratch / _SCRIPT.name
        script.write_bytes(_SCRIPT.read_bytes())
        drawn = {file: scratch / file.name for file in documents}
        places: list[Path] = []
        for file, document in documents.items():
            source = scratch / f"{file.stem}.svg"
            source.write_text(document, "utf-8")
            places += [source, drawn[file]]
        node = shutil.which("node")
        if node is None:
            raise BuildError("Node.js is missing: install version 20.9 or later, or run make site.")
        done = subprocess.run(
            [node, script, str(colours), *places],
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        if done.returncode != 0:
            raise BuildError(f"The pictures for previews could not be drawn: {done.stderr.strip()}")
        for file, picture in drawn.items():
            picture.replace(file)  # whole or not at all, should two builds run at once
