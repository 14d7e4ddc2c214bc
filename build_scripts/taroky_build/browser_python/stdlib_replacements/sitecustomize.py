"""Modules that Python's start names and does without: they are read when something of them is asked for.

Python runs this before Pyodide's own part. What traceback and urllib.parse name of these is used within
functions alone, to colour an error in a terminal or where a host is written in brackets.
"""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.abc import Loader

#: None of them changes anything but itself when it is read, or is imported by `from` at the start.
LATER = frozenset({"_colorize", "ipaddress"})


class Later(ModuleType):
    """A module that has not been read yet."""

    def __getattr__(self, name: str) -> object:
        # what imports look for, and modules need not have; all that `from` takes begins with the last one
        if name.startswith("__") and name != "__all__":
            raise AttributeError(name)
        spec, waiting = self.__spec__, type(self)
        assert spec is not None and isinstance(spec.loader, Waiting)
        spec.loader = self.__loader__ = spec.loader.loader
        self.__class__ = ModuleType
        try:
            spec.loader.exec_module(self)
        except BaseException:
            spec.loader = self.__loader__ = Waiting(spec.loader)
            self.__class__ = waiting
            raise
        return getattr(self, name)


class Waiting:
    """Loads a module as one that has not been read yet."""

    def __init__(self, loader: Loader) -> None:
        self.loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return Later(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        pass


class Finder:
    """Finds the modules of LATER where Python would."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name not in LATER:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = Waiting(spec.loader)  # type: ignore[assignment]
        return spec


if __name__ == "sitecustomize":
    sys.meta_path.insert(0, Finder)
