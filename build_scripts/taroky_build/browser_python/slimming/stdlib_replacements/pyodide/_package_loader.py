"""Loads no packages: the worker has laid out all that Python needs. Pyodide asks where they would lie, and
for those that are there."""

from __future__ import annotations

from site import getsitepackages

# Not used here. A memory is kept only if Python holds all of the page's that Pyodide expects it to.
from pyodide_js import loadedPackages  # type: ignore[import-not-found] # noqa: F401


class Folder:
    """A path. Pyodide makes a text of it itself, which it could not of what is one already."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES, DSO_DIR = Folder(getsitepackages()[0]), Folder("/usr/lib")


def init_loaded_packages() -> None:
    """There are none that Pyodide has loaded."""
