"""The fonts that are laid into the site."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from taroky_build.assets import fonts
from taroky_build.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("fonts")
    fonts.copy_fonts(ROOT, target)
    return target


def test_every_letter_of_the_languages_spoken_is_there(laid: Path) -> None:
    for style in (
        "alegreya-{}-wght-normal",
        "alegreya-{}-400-italic",
        "alegreya-sans-{}-700-normal",
    ):
        known = {
            chr(code)
            for part in ("latin", "latin-ext")
            for code in TTFont(laid / f"{style.format(part)}.woff2").getBestCmap()
        }
        for pangram in (
            "Příliš žluťoučký kůň úpěl ďábelské ódy",
            "PŘÍLIŠ ŽLUŤOUČKÝ KŮŇ",  # Czech
            "Zażółć gęślą jaźń",
            "ZAŻÓŁĆ GĘŚLĄ JAŹŃ",  # Polish
            "Vypätá dĺžeň stŕpla",
            "Zwölf Boxkämpfer groß",
            "L’œuf où naît ça",  # and their neighbours
            "½ × − – “ ”",
        ):
            assert set(pangram) - {" "} <= known, style


def test_accented_fonts_weigh_a_fraction(laid: Path) -> None:
    for name in json.loads(fonts.LIST.read_text("utf-8"))["files"]:
        source = ROOT / name
        share = (laid / source.name).stat().st_size / source.stat().st_size
        assert share < 0.4 if "-latin-ext-" in name else share == 1


def test_a_font_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="alegreya"):
        fonts.copy_fonts(tmp_path, tmp_path / "fonts")


def test_the_style_sheet_names_the_fonts_that_are_laid_and_all_that_stand_in(laid: Path) -> None:
    styles = fonts.styles()
    assert set(re.findall(r'url\("\.\./fonts/([^"]+)"\)', styles)) == {
        f.name for f in laid.iterdir()
    }
    base = (ROOT / "docs/assets/css/base.css").read_text("utf-8")
    named = set(re.findall(r'"(Alegreya[^"]*)"', base))
    assert named == set(re.findall(r'font-family: "([^"]+)"', styles))
