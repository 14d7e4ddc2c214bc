"""Copies the site's fonts out of their npm packages; fonts.json names the files."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from taroky_build.errors import BuildError

LIST = Path(__file__).with_name("fonts.json")


def copy_fonts(root: Path, target: Path) -> None:
    """Copy every font that fonts.json names into `target`."""
    target.mkdir(parents=True, exist_ok=True)
    for name in json.loads(LIST.read_text("utf-8"))["files"]:
        source = root / name
        if not source.exists():
            raise BuildError(
                f"fonts.json names {name}, which is not there: run npm ci, or correct the name."
            )
        shutil.copyfile(source, target / source.name)
