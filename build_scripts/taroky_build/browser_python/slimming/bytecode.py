"""Compiles sources into bytecode for the browser.

Runs in Pyodide itself, under Node.js (run_in_pyodide.mjs): only the Python that will run bytecode can make it.
It is the same every time, and knows neither lines nor docstrings: a page says in words what went wrong.
"""

from __future__ import annotations

import ast
import hashlib
import marshal
from collections.abc import Collection, Mapping
from importlib.util import MAGIC_NUMBER, source_hash
from types import CodeType

from taroky_build.browser_python.zip_files import stored

#: A file of bytecode may go by a hash of its source instead of a time, and that need not be looked at.
_HASH_NEVER_CHECKED = (1).to_bytes(4, "little")


def compiled(
    sources: Mapping[str, bytes], prefix: str, without: Collection[str] = (), optimize: int = 0
) -> bytes:
    """A zip of these files with bytecode in place of sources, without what is written about a package, which
    nobody asks for. prefix: the folder that it is for; without: tricks that are left out, see switch.py;
    optimize: 2 leaves out asserts as well."""
    if "bytecode" in without:
        return stored(sources)
    lines = "lines" in without
    files: dict[str, bytes] = {}
    for name, content in sorted(sources.items()):
        if name.endswith(".py"):
            files[f"{name}c"] = bytecode(content, prefix + name, optimize, lines=lines)
        elif ".dist-info/" not in name:
            files[name] = content
    return stored(files)


def bytecode(source: bytes, path: str, optimize: int = 0, *, lines: bool = False) -> bytes:
    """The content of a .pyc file. lines: with lines and docstrings."""
    tree = source if optimize or lines else without_docs(ast.parse(source))
    code = compile(tree, path, "exec", dont_inherit=True, optimize=0 if lines else optimize)
    # Only what nothing else refers to any more is written down briefly.
    code = code if lines else without_lines(code)
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


def ready(name: str, methods: Mapping[str, CodeType]) -> bytes:
    """A zip with one module that hands dataclasses the code of these methods by the hash of their text: to
    compile them again was a good part of the start. What is not among them is compiled as ever."""
    codes = {
        hashlib.md5(text.encode()).digest(): without_lines(code) for text, code in methods.items()
    }
    source = f"""
import builtins, dataclasses, marshal
from _md5 import md5
ready = marshal.loads({marshal.dumps(codes)!r})
def run(text, *names):
    builtins.exec(ready.pop(md5(text.encode()).digest(), text), *names)
dataclasses.exec = run
"""
    return stored({f"{name}.pyc": bytecode(source.encode(), name)})
