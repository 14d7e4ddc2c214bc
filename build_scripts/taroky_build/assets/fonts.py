"""Lays the site's fonts out of their npm packages, and writes the style sheet that names them. fonts.json
has the files, the letters and the faces.

The files for Latin with accents hold the letters of a hundred languages. What is laid into the site
keeps those of Central Europe and of the alphabets of our languages, a quarter of the weight; any other letter is shown in the system's
own font.

What is shown until a font is there (`stand_ins`) is as wide and as high as that on the average, so that
nothing moves when it comes. Widths by letters of English text: Alegreya 0.410 em, slanting 0.364, Alegreya
Sans bold 0.397; Georgia 0.446 and 0.455, Times 0.406 and 0.408, Noto Serif 0.481 and 0.469, Arial bold
0.480, Roboto bold 0.452 (metrics of @capsizecss 4.3.0), DejaVu Sans bold 0.578 (by the same letters from the file).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from taroky.messages import languages, say

from taroky_build.errors import BuildError

LIST = Path(__file__).with_name("fonts.json")
#: The style sheet that names the fonts, and their folder as seen from there.
STYLES, _FOLDER = "assets/css/fonts.css", "../fonts"
#: Part of the names of files that are cut down.
_ACCENTED = "-latin-ext-"


def styles() -> str:
    """The style sheet with all faces of our fonts, and with what stands in for them."""
    listed = json.loads(LIST.read_text("utf-8"))
    return "".join([*_faces(listed), *_stand_ins(listed)])


def _faces(listed: Mapping[str, Any]) -> Iterator[str]:
    for face in listed["faces"]:
        for subset, letters in listed["subsets"].items():
            file = face["file"].format(subset=subset)
            yield _rule(
                face,
                {
                    "font-display": "swap",
                    "src": f'url("{_FOLDER}/{file}") format("woff2")',
                    "unicode-range": letters,
                },
            )


def _stand_ins(listed: Mapping[str, Any]) -> Iterator[str]:
    for face in listed["stand_ins"]:
        yield _rule(
            face,
            {
                "src": ", ".join(f'local("{name}")' for name in face["local"]),
                "size-adjust": face["size"],
                "ascent-override": face["ascent"],
                "descent-override": face["descent"],
                "line-gap-override": face["gap"],
            },
        )


def _rule(face: Mapping[str, Any], more: Mapping[str, str]) -> str:
    columns = {
        "font-family": f'"{face["family"]}"',
        "font-style": face["style"],
        "font-weight": face["weight"],
        **more,
    }
    lines = "".join(f"  {name}: {value};\n" for name, value in columns.items())
    return f"@font-face {{\n{lines}}}\n"


def copy_fonts(root: Path, target: Path) -> None:
    """Lay every font that fonts.json names into `target`, those with accents cut down to its
    letters. Raises BuildError if one is not there."""
    target.mkdir(parents=True, exist_ok=True)
    listed = json.loads(LIST.read_text("utf-8"))
    letters = _with_alphabets(listed["letters"])
    for name in listed["files"]:
        source = root / name
        if not source.exists():
            raise BuildError(
                f"fonts.json names {name}, which is not there: run npm ci, or correct the name."
            )
        if _ACCENTED in source.name:
            source = _cut(source, letters, root / ".cache" / "fonts")
        shutil.copyfile(source, target / source.name)


def _with_alphabets(letters: str) -> str:
    """The letters that fonts.json lists, and those that the languages of our catalogues have besides."""
    alphabets = (say("list.alphabet").text(language) for language in languages())
    accented = {letter for alphabet in alphabets for letter in alphabet if not letter.isascii()}
    more = accented | {letter.upper() for letter in accented}
    return letters + "".join(sorted(more.difference(letters)))


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
