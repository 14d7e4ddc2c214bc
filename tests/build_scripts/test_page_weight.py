"""One style sheet for each page, and scripts that wait for it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from taroky_build.assets.fonts import LIST
from taroky_build.postprocess import page_weight

HEAD = (
    '<link rel="icon" href="{0}x.svg">\n<link rel="stylesheet" href="{0}assets/stylesheets/main.css">'
    '\n\n  <link rel="stylesheet" href="{0}assets/css/base.css">\n'
    '<script src="{0}assets/javascripts/bundle.0a1b.min.js"></script>'
)


def _site(folder: Path) -> Path:
    for name, text in {
        "assets/stylesheets/main.css": "a{b:url(pic.svg)}\n/*# sourceMappingURL=main.css.map */",
        "assets/stylesheets/main.css.map": "{}",
        "assets/css/base.css": "/* why */\n.x > .y,\n.z {\n  width: calc(1px + 2px);\n"
        '  background: url("../images/a.svg");\n  content: "a  /* b */ ;  c";\n}\n',
        "index.html": HEAD.format(""),
        "learn/x/index.html": HEAD.format("../../"),
        "404.html": HEAD.format("/taroky/"),
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return folder


def test_every_page_names_one_sheet_that_says_the_same(tmp_path: Path) -> None:
    site = _site(tmp_path)
    page_weight.slim(site)
    (sheet,) = site.glob("assets/**/*.css*")
    assert sheet.read_text("utf-8") == (
        "a{b:url(../stylesheets/pic.svg)}"
        '.x>.y,.z{width:calc(1px + 2px);background:url(../images/a.svg);content:"a  /* b */ ;  c"}'
    )
    name = sheet.relative_to(site).as_posix()
    for page, root in (
        ("index.html", ""),
        ("learn/x/index.html", "../../"),
        ("404.html", "/taroky/"),
    ):
        assert (site / page).read_text("utf-8") == (
            f'<link rel="icon" href="{root}x.svg">\n<link rel="stylesheet" href="{root}{name}">\n'
            f'<script src="{root}assets/javascripts/bundle.0a1b.min.js" defer></script>'
        )


def test_sheets_that_another_page_names_alone_stay(tmp_path: Path) -> None:
    site = _site(tmp_path)
    alone = '<link rel="stylesheet" href="assets/css/base.css">'
    (site / "own.html").write_text(alone, "utf-8")
    page_weight.slim(site)
    assert (site / "own.html").read_text("utf-8") == alone
    assert (site / "assets/css/base.css").is_file()
    assert not (site / "assets/stylesheets/main.css").exists()


def test_a_sheet_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    site = _site(tmp_path)
    (site / "assets/css/base.css").unlink()
    page_weight.slim(site)
    assert (site / "index.html").read_text("utf-8").count("<link") == 3
    assert (site / "assets/stylesheets/main.css").is_file()


def test_the_fonts_of_a_page_are_fetched_beside_the_sheet(tmp_path: Path) -> None:
    site = _site(tmp_path)
    page, home = site / "learn/x/index.html", site / "index.html"
    page.write_text(page.read_text("utf-8") + "<p>She leads the <em>pagát</em>.</p>", "utf-8")
    for name in page_weight.fonts_of(page.read_text("utf-8")):
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(b"")
    page_weight.slim(site)
    ahead = re.compile(
        r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin>'
    )
    fonts = "assets/fonts/alegreya-latin"
    upright = [f"{fonts}-wght-normal.woff2", f"{fonts}-ext-wght-normal.woff2"]
    slanting = [f"{fonts}-400-italic.woff2", f"{fonts}-ext-400-italic.woff2"]
    text = page.read_text("utf-8")
    assert ahead.findall(text) == [f"../../{name}" for name in upright + slanting]
    assert text.index(".css") < text.index("preload")
    assert ahead.findall(home.read_text("utf-8")) == upright


def test_all_fonts_that_are_fetched_ahead_are_laid_into_the_site() -> None:
    laid = {Path(name).name for name in json.loads(LIST.read_text("utf-8"))["files"]}
    assert {Path(name).name for name in page_weight.fonts_of("<em>a</em>")} <= laid


def test_the_first_outcomes_are_fetched_beside_the_sheet(tmp_path: Path) -> None:
    site = _site(tmp_path)
    page = site / "learn/x/index.html"
    text = page.read_text("utf-8")
    exercises = [f'<div data-outcomes="../../assets/outcomes/{name}.json"></div>' for name in "ab"]
    page.write_text(text + "".join(exercises), "utf-8")
    folded = f'<details class="tk-try">{exercises[0]}</details>'
    home = site / "index.html"
    home.write_text(home.read_text("utf-8") + folded, "utf-8")
    page_weight.slim(site)
    link = '.css"><link rel="preload" href="../../assets/outcomes/a.json" as="fetch" crossorigin>'
    shown = page.read_text("utf-8")
    assert link in shown
    assert shown.count('as="fetch"') == 1
    assert 'as="fetch"' not in home.read_text("utf-8")


def test_what_the_script_imports_is_fetched_beside_it(tmp_path: Path) -> None:
    site = _site(tmp_path)
    main = '<script src="../assets/js/main.js" type="module"></script>'
    (site / "own.html").write_text(main, "utf-8")
    (site / "assets/js").mkdir()
    (site / page_weight.MAIN).write_text(
        'import{a as b}from"./chunk.1A.js";import("./keeper.2B.js");', "utf-8"
    )
    page_weight.slim(site)
    link = '<link rel="modulepreload" href="../assets/js/chunk.1A.js">'
    assert (site / "own.html").read_text("utf-8") == link + main
