"""Modules that stand in the browser's standard library in place of Python's and Pyodide's own modules.

Pyodide's start reads asyncio, an event loop made of the browser's, and a loader of packages with all that
unpacks them: a third of its own imports, for what nothing here uses. A page asks one question after the
other and gets its answer at once, and the worker lays Python's files out itself. These modules offer what
that start asks of them and no more. Files lie here as they lie in the library.
"""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def sources() -> dict[str, bytes]:
    """The modules by their path in the library."""
    files = {file.relative_to(_FOLDER).as_posix(): file for file in sorted(_FOLDER.rglob("*.py"))}
    del files["__init__.py"]
    return {path: file.read_bytes() for path, file in files.items()}
