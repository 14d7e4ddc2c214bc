"""The switches of what makes Python's start in the browser shorter: one for each trick.

The environment variable TAROKY_SLIMMING is "0" for a build without any of them, or names those that are left
out: "-runtime -memory". `python -m taroky_devtools.bench_tricks` measures what each brings.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

#: The names of all tricks, with what each does.
TRICKS: Mapping[str, str] = {
    "runtime": "Pyodide's runtime trimmed to what can be called",
    "bytecode": "library and wheels compiled at build time",
    "library": "the standard library cut down by imports",
    "loop": "small modules in place of asyncio and Pyodide's package loader",
    "later": "modules that are only named are read when they are used",
    "dataclasses": "the methods of dataclasses compiled at build time",
    "lines": "bytecode without docstrings and line numbers",
    "split": "code that the start does not import comes later, in a wheel of its own",
    "memory": "Python's memory is kept in the browser for later visits",
    "zeros": "of that memory the pages that are all zeros are left out",
    "ahead": "all files are asked for at once, before Pyodide asks for them",
}


def used(told: str | None = None) -> frozenset[str]:
    """The tricks that a build uses. told: what the environment variable says. Raises ValueError."""
    told = os.environ.get("TAROKY_SLIMMING", "") if told is None else told
    if told == "0":
        return frozenset()
    left_out = {name.removeprefix("-") for name in told.split()}
    if not left_out <= TRICKS.keys():
        raise ValueError(f"TAROKY_SLIMMING is 0, or names some of {', '.join(TRICKS)}, each after -.")
    return frozenset(TRICKS.keys() - left_out)
