"""Which of our modules Python starts with: those that are loaded once the door to the pages and the kinds of
tasks have been imported. All others come in a wheel of their own when something of them is wanted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from taroky_tutorials.tasks.kinds import MODULES

from taroky_build.browser_python.wheels import PACKAGES

#: What Python starts with in the browser.
STARTS = "taroky_tutorials.browser"
#: Kinds of tasks that few lessons have and that import much, or read data that lie beside their code.
_LATER_KINDS = ("pick-best", "true-false", "whole-hand")
_LOADED = """
import importlib, json, sys
for name in sys.argv[1:]:
    importlib.import_module(name)
print(json.dumps([getattr(module, "__file__", None) for module in list(sys.modules.values())]))
"""


def at_start(root: Path) -> tuple[str, ...]:
    """The files of these modules, below the folders of their packages."""
    kinds = {module for kind, module in MODULES.items() if kind not in _LATER_KINDS}
    names = [STARTS, *(f"taroky_tutorials.tasks.{module}" for module in sorted(kinds))]
    folders = [root.resolve() / folder for folder in PACKAGES]
    done = subprocess.run(
        [sys.executable, "-c", _LOADED, *names],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, folders))},
        capture_output=True,
        text=True,
        check=True,
    )
    files = [Path(file) for file in json.loads(done.stdout) if file]
    return tuple(
        sorted(
            file.relative_to(folder).as_posix()
            for file in files
            for folder in folders
            if file.is_relative_to(folder)
        )
    )
