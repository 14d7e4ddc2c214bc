"""Which modules of the standard library Python needs, found out by importing what imports them.

Runs in Pyodide under Node.js, before anything else there, and imports nothing that our start does not.
What is imported within a function of the library waits for a call, and none of our requests makes one (the
tests put them all), but for the few in `CALLED`.
"""

from __future__ import annotations

import builtins
import importlib
import sys
from collections.abc import Iterable, Mapping
from types import CodeType

#: Imported by name, or in vain where they are missing: the encodings that archives are in, and those of files
#: that a reader chooses.
CALLED = (
    "encodings.ascii",
    "encodings.cp437",
    "encodings.cp1250",
    "encodings.latin_1",
    "encodings.utf_16_be",
    "encodings.utf_16_le",
    "encodings.utf_32_be",
    "encodings.utf_32_le",
    "encodings.utf_8",
)


class Library:
    """The standard library. paths: of its files."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = {module(path): path for path in paths if path.endswith(".py")}

    def load(self, names: Iterable[str]) -> None:
        """Import those of these names that are modules of the library; `from` names others, too."""
        for name in sorted(self._paths.keys() & set(names)):
            importlib.import_module(name)

    def loaded(self) -> set[str]:
        """The files of all that has been imported, but for what is built into the runtime."""
        return {
            path
            for name, path in self._paths.items()
            if name in sys.modules and _origin(name) != "frozen"
        }

    def loaded_for(self, names: Iterable[str]) -> set[str]:
        """The files that are imported for these names beside what was loaded before. That it forgets
        again."""
        before = dict(sys.modules)
        self.load(names)
        files = self.loaded()
        for name in sys.modules.keys() - before.keys():
            del sys.modules[name]
        return files - self.loaded()


def _origin(name: str) -> str | None:
    return getattr(sys.modules[name].__spec__, "origin", None)


def module(path: str) -> str:
    """The name of the module that a source is."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def written_methods(starts: str) -> Mapping[str, CodeType]:
    """The code that dataclasses write and compile while a module is imported, by its text."""
    import dataclasses

    sources = {}

    def note(text: str, *names: dict[str, object]) -> None:
        sources[text] = compile(text, "<string>", "exec")
        builtins.exec(sources[text], *names)

    setattr(dataclasses, "exec", note)  # noqa: B010 the name is looked up there before the built-in one
    importlib.import_module(starts)
    return sources
