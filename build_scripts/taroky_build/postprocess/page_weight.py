"""Makes the built pages appear soon: one style sheet instead of twelve, no script before the page, and
the cards that it shows drawn in it.

A browser shows nothing of a page before it has all style sheets of its head, and each of them costs
a way to the server and back. The theme's own sheets and ours go, in their order, into one file.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Collection, Mapping
from pathlib import Path

import rcssmin

from taroky_build.postprocess.inline_cards import PICTURE, Drawings

#: The sheets of a head that follow each other, with nothing but white space and comments between.
_SHEET = r'<link rel="stylesheet" href="([^":?#]+\.css)">'
_SHEETS = re.compile(rf"{_SHEET}(?:\s*{_SHEET})+")
_HREF = re.compile(_SHEET)
#: The theme's script is below the page; a browser that waits for it there shows the page late.
_BUNDLE = re.compile(r'<script src="([^"]*assets/javascripts/bundle\.\w+\.min\.js)">')
#: The script of all pages, and what it imports before it runs.
MAIN = "assets/js/main.js"
_MAIN = re.compile(r'<script src="([^"]*assets/js/)main\.js" type="module">')
_IMPORTED = re.compile(r"""\bfrom\s*["']\./([\w.-]+\.js)["']""")
#: What it imports on some pages only, by what is there; and where any card may be drawn at once.
_BESIDES = {
    "keeper": ('class="tk-document',),
    "play": ('class="tk-play-here', 'class="tk-puzzles'),
}
_IMPORTS = re.compile(r"""\bimport\(["']\./((\w+)\.[\w.-]*js)["']\)""")
_ANY_CARD = _BESIDES["play"]
_ADDRESS = re.compile(r"""url\((["']?)(?!data:|/|#|\w+:)([^"')]+)\1\)""")
#: Where the one sheet is kept, below the site's root.
FOLDER = "assets/css"
#: The letters of nearly all that is read first, and what stands slanting on a page that says so. A
#: browser learns of them from the sheet alone, and of each only when it lays out the first word in
#: it: it would show the page in other letters before, and break its lines again when these come.
_UPRIGHT = ("alegreya-latin-wght-normal", "alegreya-latin-ext-wght-normal")
_SLANTING = ("alegreya-latin-400-italic", "alegreya-latin-ext-400-italic")
_SAYS_SLANTING = "<em>"
#: The letters of labels, of which a calculator or a sheet is made: where they are late, rows of buttons
#: break again.
_LABELS = ("alegreya-sans-latin-700-normal",)
_HAS_FORM = re.compile('<form class="tk-(?:tool|document|sit-down)"')
_AHEAD = '<link rel="preload" href="{}" as="font" type="font/woff2" crossorigin>'
#: What the answers to a page's first exercise are; our script asks for it only once it runs.
_OUTCOMES = re.compile(r'\bdata-outcomes="([^"]+)"')
_FETCHED_AHEAD = '<link rel="preload" href="{}" as="fetch" crossorigin>'
#: An exercise that is folded away waits until somebody wants it.
_FOLDED = 'class="tk-try'
#: The tricks of this module, each of which may be left out, and what it does.
TRICKS: Mapping[str, str] = {
    "sheet": "one style sheet instead of twelve",
    "defer": "the theme's script waits for the page",
    "cards": "cards that a page shows are drawn in it",
    "fonts": "fonts of a page's text are fetched with its style sheet",
    "modules": "what our script imports is fetched beside it",
    "outcomes": "the answers to the first exercise are fetched beside the sheet",
}


def slim(site: Path, without: Collection[str] = ()) -> None:
    """Let every page below `site` name one style sheet, the fonts of its text, the outcomes of its first exercise
    and all scripts that it starts with, and wait for no script. Sheets that no page names any more are
    taken away. without: tricks that are left out."""
    imported, besides = _imported(site)
    drawn = (site / PICTURE).is_file() and "cards" not in without
    drawings = Drawings(site / PICTURE) if drawn else None
    made: dict[tuple[str, ...], str] = {}
    named: set[str] = set()
    for path in sorted(site.rglob("*.html")):
        html = path.read_text("utf-8")
        text = html if "defer" in without else _BUNDLE.sub(r'<script src="\1" defer>', html)
        if (main := _MAIN.search(text)) and "modules" not in without:
            wanted = [
                name
                for stem, name in besides.items()
                if any(mark in text for mark in _BESIDES[stem])
            ]
            text = text.replace(main[0], _preloads(main[1], [*imported, *wanted]) + main[0])
        sheets = _SHEETS.search(text)
        if sheets:
            hrefs = _HREF.findall(sheets[0])
            root = hrefs[0].partition("assets/")[0]
            names = tuple(href.removeprefix(root) for href in hrefs)
            if all((site / name).is_file() for name in names):
                if "sheet" in without:
                    head = "".join(f'<link rel="stylesheet" href="{href}">' for href in hrefs)
                else:
                    if names not in made:
                        made[names] = _together(site, names)
                    head = f'<link rel="stylesheet" href="{root}{made[names]}">'
                if "fonts" not in without:
                    head += "".join(
                        _AHEAD.format(f"{root}{font}")
                        for font in fonts_of(text)
                        if (site / font).is_file()
                    )
                if "outcomes" not in without:
                    head += _outcomes_ahead(text)
                if drawings and any(mark in text for mark in _ANY_CARD):
                    head += _FETCHED_AHEAD.format(root + PICTURE)
                text = text[: sheets.start()] + head + text[sheets.end() :]
        if drawings:
            text = drawings.into(text)
        named |= {posixpath.basename(href) for href in _HREF.findall(text)}
        if text != html:
            path.write_text(text, "utf-8")
    for name in {name for names in made for name in names}:
        if posixpath.basename(name) not in named:
            (site / name).unlink()
            (site / f"{name}.map").unlink(missing_ok=True)


def fonts_of(page: str) -> list[str]:
    """The fonts in which a page's text is set, as paths below the site's root."""
    slanting = _SLANTING if _SAYS_SLANTING in page else ()
    labels = _LABELS if _HAS_FORM.search(page) else ()
    return [f"assets/fonts/{name}.woff2" for name in (*_UPRIGHT, *slanting, *labels)]


def _outcomes_ahead(text: str) -> str:
    outcomes = _OUTCOMES.search(text)
    return (
        _FETCHED_AHEAD.format(outcomes[1])
        if outcomes and _FOLDED not in text[: outcomes.start()]
        else ""
    )


def _imported(site: Path) -> tuple[list[str], dict[str, str]]:
    """The names of what the script of all pages imports, which is next to it; and of what it imports for some of
    them."""
    script = site / MAIN
    text = script.read_text("utf-8") if script.is_file() else ""
    besides = {stem: name for name, stem in _IMPORTS.findall(text) if stem in _BESIDES}
    return sorted(set(_IMPORTED.findall(text))), besides


def _preloads(folder: str, names: list[str]) -> str:
    return "".join(f'<link rel="modulepreload" href="{folder}{name}">' for name in names)


def _together(site: Path, names: tuple[str, ...]) -> str:
    """Write one sheet out of these, without comments and white space; returns its name, which says what is in it."""
    sheets = (moved((site / name).read_text("utf-8"), name) for name in names)
    text = rcssmin.cssmin("".join(sheets))
    name = f"{FOLDER}/all.{hashlib.sha256(text.encode()).hexdigest()[:8]}.css"
    (site / FOLDER).mkdir(parents=True, exist_ok=True)
    (site / name).write_text(text, "utf-8")
    return name


def moved(css: str, name: str) -> str:
    """A sheet whose addresses are seen from FOLDER."""

    def seen(match: re.Match[str]) -> str:
        target = posixpath.join(posixpath.dirname(name), match[2])
        return f"url({posixpath.relpath(target, FOLDER)})"

    return _ADDRESS.sub(seen, css)
