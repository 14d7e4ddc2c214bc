"""Find the modules that the browser's Python gets at its start, from what imports what, not by a list
kept by hand.

Of the standard library that is what Pyodide has loaded once it has started (measured in Pyodide) and what
our code imports, wherever in its text it does; and with each of these what that imports in turn as soon as
it is read. What a module of the library can do without, because it imports it in a `try` that expects an
ImportError (encryption, rare kinds of compression), is left out. What it imports within a function waits for
a call, and none of our requests makes one (the tests put them all), but for the few in `CALLED`.

Also runs in Pyodide itself (see `bytecode`), which alone reads all of its library's syntax.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

#: Imported by name, or in vain where they are missing: the encodings that files and archives are in, and
#: what Python runs first of all.
CALLED = (
    "encodings.ascii",
    "encodings.cp437",
    "encodings.latin_1",
    "encodings.utf_8",
    "sitecustomize",
)

#: Words in a condition under which nothing here is imported, and of what a missing module raises.
_ELSEWHERE = {"TYPE_CHECKING", "__main__", "win32", "_WIN32"}
_MISSING = {"ImportError", "ModuleNotFoundError"}


def wanted(library: Mapping[str, str], names: Iterable[str]) -> set[str]:
    """The files of a library that these modules are in, and those they import as soon as they are read.
    library: sources by path. names: of modules, and of anything else, which is passed over."""
    modules = {module(path): path for path in library}
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        parts = waiting.pop().split(".")
        for n in range(1, len(parts) + 1):
            name = ".".join(parts[:n])
            if name in modules and name not in found:
                found.add(name)
                waiting.update(imports(library[modules[name]], modules[name], at_once=True))
    return {modules[name] for name in found}


def needed(library: Mapping[str, str], loaded: Iterable[str]) -> list[str]:
    """Return those of the loaded modules that the others cannot do without."""
    modules = {module(path): path for path in library}
    tried, meant = set(), set()
    for path in (modules[name] for name in loaded if name in modules):
        package = _package(path)
        for node in ast.walk(ast.parse(library[path])):
            if isinstance(node, ast.Try) and _waits(node):
                tried |= set(_imports(node, package, False))
        meant |= set(imports(library[path], path, at_once=True))
    return [name for name in loaded if name not in tried or name in meant]


@cache
def imports(source: str, path: str = "", *, at_once: bool = False) -> tuple[str, ...]:
    """The names of all that a source may import; what `from` names may be a module, too. at_once: only
    what is imported as soon as it is read, and that it cannot do without."""
    return tuple(_imports(ast.parse(source), _package(path), at_once))


def _imports(tree: ast.AST, package: str, at_once: bool) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            start = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*start, *filter(None, [node.module])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        elif not (at_once and _waits(node)):
            yield from _imports(node, package, at_once)


def _waits(node: ast.AST) -> bool:
    """Whether what is imported in here is imported later, elsewhere or perhaps never."""
    if isinstance(node, ast.If):
        return not _ELSEWHERE.isdisjoint(_words(node.test))
    if isinstance(node, ast.Try):
        caught = {word for one in node.handlers if one.type for word in _words(one.type)}
        return not _MISSING.isdisjoint(caught)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Constant):
            yield str(node.value)


def _package(path: str) -> str:
    return module(path) if path.endswith("__init__.py") else module(path).rpartition(".")[0]


def module(path: str) -> str:
    """The name of the module that a source is."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
