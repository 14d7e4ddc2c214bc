"""Lays the site's fonts out of their npm packages; fonts.json names the files and the letters.

The files for Latin with accents hold the letters of a hundred languages. What is laid into the site
keeps those of Central Europe, a quarter of the weight; any other letter is shown in the system's
own font.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

from taroky_build.errors import BuildError

LIST = Path(__file__).with_name("fonts.json")
#: Part of the names of files that are cut down.
_ACCENTED = "-latin-ext-"


def copy_fonts(root: Path, target: Path) -> None:
    """Lay every font that fonts.json names into `target`, those with accents cut down to its
    letters. Raises BuildError if one is not there."""
    target.mkdir(parents=True, exist_ok=True)
    listed = json.loads(LIST.read_text("utf-8"))
    for name in listed["files"]:
        source = root / name
        if not source.exists():
            raise BuildError(
                f"fonts.json names {name}, which is not there: run npm ci, or correct the name."
            )
        if _ACCENTED in source.name:
            source = _cut(source, listed["letters"], root / ".cache" / "fonts")
        shutil.copyfile(source, target / source.name)


def _cut(source: Path, letters: str, cache: Path) -> Path:
    """The font with these letters only, from the cache or made now."""
    key = hashlib.sha256(source.read_bytes() + letters.encode() + Path(__file__).read_bytes())
    kept = cache / key.hexdigest()[:16] / source.name
    if kept.exists():
        return kept
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=letters)
    cutter.subset(font)
    kept.parent.mkdir(parents=True, exist_ok=True)
    half = kept.with_suffix(f".{os.getpid()}")
    subset.save_font(font, str(half), options)
    half.replace(kept)
    return kept
