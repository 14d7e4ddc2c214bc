"""Compiles the message catalogues of a checkout before this package is built from it, an editable one, too."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface):
    """An sdist has them compiled: it is made from a checkout."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before each build."""
        checkout = Path(self.root).parent
        if (checkout / "build_scripts" / "taroky_build").is_dir():
            sys.path[:0] = [str(checkout / name) for name in ("engine", "build_scripts")]
            from taroky_build.catalogues.compiling import compile_changed

            compile_changed(checkout)
