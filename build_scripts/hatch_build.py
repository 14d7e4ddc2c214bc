"""Lets a wheel of this package carry the ready-made files of the site (see taroky_build/site_build/prebuilt.py)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CarryHook(BuildHookInterface):
    """Refuses a wheel without these files: a club could do nothing with it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is built; version: "standard" or "editable"."""
        if version == "editable":
            return  # a checkout makes them itself
        if not (Path(self.root) / "taroky_build" / "prebuilt" / "site").is_dir():
            raise RuntimeError(
                "taroky_build/prebuilt is missing: build the wheels with make wheels in the checkout."
            )
