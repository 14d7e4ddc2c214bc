"""The switches of what makes Python's start shorter.

The environment variable TAROKY_SLIMMING is "0" for a build without any of it, or names the tricks that are left
out: "-runtime -lines". `python -m taroky_devtools.bench_tricks` measures what each brings.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from taroky_build.browser_python import assemble as plain
from taroky_build.browser_python.slimming import assemble as slim
from taroky_build.errors import BuildError

VARIABLE = "TAROKY_SLIMMING"
#: The names of all tricks, with what each does.
TRICKS: Mapping[str, str] = {
    "runtime": "no exports of Pyodide's runtime that nothing here calls",
    "bytecode": "library and wheels compiled at build time",
    "lines": "bytecode without docstrings and line numbers",
    "library": "a standard library of what is imported, and no more",
    "replacements": "small modules in place of asyncio, Pyodide's package loader and colours",
    "dataclasses": "the methods of dataclasses compiled at build time",
    "split": "code of ours that the start does not import comes later",
    "memory": "Python's memory is kept in the browser for later visits",
}


def assemble(root: Path, target: Path, without: Collection[str] | None = None) -> None:
    """Fill `target` with what the browser needs to run Python. root: a checkout of ours; without: the tricks
    that are left out, by default those that the environment names. Raises BuildError."""
    without = left_out(os.environ.get(VARIABLE, "")) if without is None else without
    if TRICKS.keys() <= set(without):
        plain.assemble(root, target)
    else:
        slim.assemble(root, target, without)


def left_out(setting: str) -> frozenset[str]:
    """The tricks that are left out. told: what the environment says. Raises BuildError."""
    if setting == "0":
        return frozenset(TRICKS)
    names = frozenset(name.removeprefix("-") for name in setting.split())
    if not names <= TRICKS.keys():
        raise BuildError(f"{VARIABLE} is 0, or some of -{', -'.join(TRICKS)}.")
    return names
