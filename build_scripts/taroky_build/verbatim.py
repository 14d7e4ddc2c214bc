"""The short way through MkDocs for what is HTML already.

A page whose text begins with `HTML` is not read as Markdown. What stands between `UNSOUGHT` marks
is taken out while the search reads the page, and put back for the page itself: the search leaves
such parts out in any case, but would read all of them first.
"""

from __future__ import annotations

import re

#: First line of a page, after its front matter, whose rest is HTML as it shall stand.
HTML = "<!-- html -->"
#: Around a part that the search shall not find.
UNSOUGHT = ("<!-- unsought -->", "<!-- /unsought -->")

_FRONT_MATTER = re.compile(r"\A(?:---[ \t]*\n.*?\n---[ \t]*\n)?", re.DOTALL)
_UNSOUGHT = re.compile(rf"{UNSOUGHT[0]}(.*?){UNSOUGHT[1]}", re.DOTALL)
_PLACE = re.compile(r"<!-- unsought (\d+) -->")


def split(text: str) -> tuple[str, str | None]:
    """A page's front matter and its HTML; all of it and None if it is Markdown."""
    front = _FRONT_MATTER.match(text)
    end = front.end() if front else 0
    rest = text[end:].lstrip()
    if not rest.startswith(HTML):
        return text, None
    return text[:end], rest.removeprefix(HTML).lstrip()


def take_out(html: str) -> tuple[str, list[str]]:
    """The page without what the search shall not find, and that."""
    parts: list[str] = []

    def place(match: re.Match[str]) -> str:
        parts.append(match[1])
        return f"<!-- unsought {len(parts) - 1} -->"

    return _UNSOUGHT.sub(place, html), parts


def put_back(html: str, parts: list[str]) -> str:
    """The whole page again."""
    return _PLACE.sub(lambda match: parts[int(match[1])], html)
