"""Puts the drawings of the cards that a page shows into the page.

Cards name the picture of all cards, a file. A browser reads that as a document of its own, some four
thousand elements, before it draws the first of them; a page shows a handful of cards, or one pack.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

#: The picture of all cards, below the site's root.
PICTURE = "assets/cards.svg"
#: What the ids of a page's own drawings begin with; elements.js knows it, too.
OURS = "drawn-"
_CARD = re.compile(rf'(xlink:href=")[^"#]*{re.escape(PICTURE)}#([\w-]+)"')
#: Where scripts run this is no part of the page.
_FOLDED = re.compile(r"(<noscript>.*?</noscript>)", re.DOTALL)
#: What holds it is exchanged by the theme when it shows another page. Words need not wait for drawings.
_ARTICLE = "</article>"
_SHEET = '<svg class="tk-drawn" aria-hidden="true">'


def without(page: str) -> str:
    """A page without the drawings that `Drawings.into` put there: its cards name those of the picture,
    which has to be in the page."""
    before, sheet, after = page.partition(_SHEET)
    if not sheet:
        return page
    return (before + after.partition("</svg>")[2]).replace(f'"#{OURS}', '"#')


class Drawings:
    """The parts of a picture, by their ids."""

    def __init__(self, picture: Path) -> None:
        """Raises FileNotFoundError, or ElementTree.ParseError if it is no picture."""
        self._text: dict[str, str] = {}
        self._parts: dict[str, set[str]] = {}
        root = ElementTree.parse(picture).getroot()
        for element in root.iter():
            element.tag = element.tag.rpartition("}")[2]
        for part in root.findall("./defs/*") + root.findall("./symbol"):
            name, needs = part.get("id", ""), set[str]()
            for element in part.iter():
                if "id" in element.attrib:
                    element.set("id", OURS + element.get("id", ""))
                if "href" in element.attrib:
                    needed = element.attrib.pop("href").removeprefix("#")
                    needs.add(needed)
                    # Not plain href, which the theme's instant navigation tries to write.
                    element.set("xlink:href", f"#{OURS}{needed}")
            part.tail = None
            self._text[name] = ElementTree.tostring(part, encoding="unicode")
            self._parts[name] = needs

    def into(self, page: str) -> str:
        """A page with the cards that it shows drawn in it, and named so."""
        pieces = _FOLDED.split(page)
        shown = {name for piece in pieces[::2] for _, name in _CARD.findall(piece)}
        if not shown <= self._text.keys() or not shown or _ARTICLE not in page:
            return page
        pieces[::2] = [_CARD.sub(rf'\1#{OURS}\2"', piece) for piece in pieces[::2]]
        drawn = "".join(self._text[name] for name in self._with_parts(shown))
        return "".join(pieces).replace(_ARTICLE, f"{_ARTICLE}{_SHEET}{drawn}</svg>", 1)

    def _with_parts(self, names: Iterable[str]) -> list[str]:
        """These and all that they are put together from, in the picture's order."""
        codes: set[str] = set()
        coming = list(names)
        while coming:
            name = coming.pop()
            if name not in codes:
                codes.add(name)
                coming += self._parts[name]
        return [name for name in self._text if name in codes]
