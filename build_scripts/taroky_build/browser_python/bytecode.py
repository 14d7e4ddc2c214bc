"""Compiles sources into bytecode for the browser.

Runs in Pyodide itself, under Node.js (compile.mjs, write_dataclasses.mjs): only the Python that will run
bytecode can make it. It is the same every time, and knows neither lines nor docstrings: a page says in
words what went wrong.
"""

from __future__ import annotations

import ast
import io
import marshal
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from types import CodeType
from typing import Any

from taroky_build.browser_python import needed_modules

#: A file of bytecode may go by a hash of its source instead of a time, and that need not be looked at.
_HASH_NEVER_CHECKED = (1).to_bytes(4, "little")
_DAY = (1980, 1, 1, 0, 0, 0)


class Compiler:
    """Compiles zips of sources.

    library: the zip with the sources of the standard library. loaded: the modules that Python has
    loaded once it has started.
    """

    def __init__(self, library: bytes, loaded: Sequence[str]) -> None:
        self.library = {
            name: content.decode()
            for name, content in contents(library).items()
            if name.endswith(".py")
        }
        self._loaded = tuple(loaded)
        self._first = cache(self._found_first)

    def compiled(
        self,
        source: bytes,
        prefix: str,
        optimize: int,
        words: Sequence[str] | None,
        start: Sequence[str] | None,
        tricks: Sequence[str],
    ) -> bytes:
        """A zip of sources as a zip of bytecode.

        prefix: the folder that it is for. optimize: 2 leaves out asserts as well. start: the names that
        the first wheels import; with it and without `words` the source is the standard library, of which
        as much is kept as they need. words: those that this wheel imports, which brings along what the
        standard library lacks for them. tricks: the names of those that are used.
        """
        sources = contents(source)
        start = start if "library" in tricks else None
        if words is None and start is not None:
            kept = self._first(*start)
            sources = {name: content for name, content in sources.items() if name in kept}
        elif words and start is not None:
            for name in needed_modules.wanted(self.library, words) - self._first(*start or ()):
                sources[name] = self.library[name].encode()
        files: dict[str, bytes] = {}
        record = None
        for name, content in sorted(sources.items()):
            if name.endswith(".dist-info/RECORD"):
                record = name
            elif name.endswith(".py") and "bytecode" in tricks:
                lines = "lines" not in tricks
                files[f"{name}c"] = bytecode(content, prefix + name, optimize, lines=lines)
            else:
                files[name] = content
        if record:
            files[record] = recorded(files, record)
        return stored(files)

    def _found_first(self, *start: str) -> set[str]:
        """Return what the standard library has when Python starts."""
        loaded = needed_modules.needed(self.library, self._loaded)
        return needed_modules.wanted(self.library, [*loaded, *needed_modules.CALLED, *start])


def bytecode(source: bytes, path: str, optimize: int, *, lines: bool = False) -> bytes:
    """The content of a .pyc file. lines: with line numbers and docstrings."""
    if lines:
        made = compile(source, path, "exec", dont_inherit=True, optimize=0)
        return MAGIC_NUMBER + _HASH_NEVER_CHECKED + source_hash(source) + marshal.dumps(made)
    tree = source if optimize else without_docs(ast.parse(source))
    # Only what nothing else refers to any more is written down briefly.
    code = without_lines(compile(tree, path, "exec", dont_inherit=True, optimize=optimize))
    return MAGIC_NUMBER + _HASH_NEVER_CHECKED + source_hash(source) + marshal.dumps(code)


def without_lines(code: CodeType) -> CodeType:
    """Code that does not know its lines."""
    constants = tuple(
        without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts
    )
    return code.replace(co_linetable=b"", co_consts=constants)


def without_docs(tree: ast.Module) -> ast.Module:
    """A source without docstrings. A class keeps a short one: a dataclass without any would write one for
    itself, and takes its time for that."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            if isinstance(node, ast.ClassDef):
                node.body.insert(0, ast.Expr(ast.Constant("-")))
            elif not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.Pass())
    return ast.fix_missing_locations(tree)


def recorded(files: Mapping[str, bytes], name: str) -> bytes:
    """The list of files and hashes that every wheel carries, itself under this name."""
    import base64
    import hashlib

    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*rows, f"{name},,\n"]).encode()


def contents(data: bytes) -> dict[str, bytes]:
    """The files of a zip by their names."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = sorted(name for name in archive.namelist() if not name.endswith("/"))
        return {name: archive.read(name) for name in names}


def unpack(zip_file: Any, folder: str) -> None:
    """Lay the files of a zip out in a folder. zip_file: its bytes, as JavaScript has them."""
    for name, content in contents(zip_file.to_bytes()).items():
        path = Path(folder, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def stored(files: Mapping[str, bytes]) -> bytes:
    """A zip of these files, as they are: the server's compression does better on the whole."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, _DAY), content)
    return out.getvalue()
