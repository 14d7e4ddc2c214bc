"""The short way through MkDocs for what is HTML already.

A page whose text begins with `HTML` is not read as Markdown. The sections that the search shall not
find are taken out while it reads the page, and put back for the page itself: it would leave them
out in any case, but read them first, and most of a lesson's page is such sections.
"""

from __future__ import annotations

import re

#: First line of a page, after its front matter, whose rest is HTML as it shall stand.
HTML = "<!-- html -->"
_FRONT_MATTER = re.compile(r"\A(?:---[ \t]*\n.*?\n---[ \t]*\n)?", re.DOTALL)
#: A section that the search shall not find; it holds no other section.
_UNSOUGHT = re.compile(r"<section\b[^>]*\bdata-search-exclude\b[^>]*>.*?</section>", re.DOTALL)
_PLACE = re.compile(r"<!-- unsought (\d+) -->")


def split(text: str) -> tuple[str, str | None]:
    """A page's front matter and its HTML; all of it and None if it is Markdown."""
    front = _FRONT_MATTER.match(text)
    end = front.end() if front else 0
    rest = text[end:].lstrip()
    if not rest.startswith(HTML):
        return text, None
    return text[:end], rest.removeprefix(HTML).lstrip()


def unwrapped(html: str) -> str:
    """The page with blocks of HTML out of the paragraphs that Markdown puts around them where they
    stand indented, in a box."""
    return html.replace("<p><div", "<div").replace("</div></p>", "</div>")


def take_out(html: str) -> tuple[str, list[str]]:
    """The page without what the search shall not find, and that."""
    parts: list[str] = []

    def place(match: re.Match[str]) -> str:
        parts.append(match[0])
        return f"<!-- unsought {len(parts) - 1} -->"

    return _UNSOUGHT.sub(place, html), parts


def put_back(html: str, parts: list[str]) -> str:
    """The whole page again."""
    return _PLACE.sub(lambda match: parts[int(match[1])], html)
