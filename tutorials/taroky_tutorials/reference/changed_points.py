"""The points of the reference in which a house table has another number or name: the paragraph, with
what is there no more and what is there instead."""

from __future__ import annotations

import re
from html import escape

from taroky import rules

from taroky_tutorials.page_parts import placeholders
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.reference import house_reference

_POINT = re.compile(
    r'<p(?=[^>]* id="(?P<id>[A-Z]+-[A-Z]+-\d+)")[^>]*>(?P<text>.*?)</p>\s*<!-- at ', re.DOTALL
)
_PERMALINK = re.compile(r'\s*<span class="tk-point-at">.*?</span>', re.DOTALL)
_PLACEHOLDER = re.compile(r"\{\{.*?\}\}")


def paragraphs(game: str, template: str) -> tuple[tuple[str, Markup], ...]:
    """(point, paragraph) for a packed house table, in the order of the page of the rule set that it
    extends; links as the template has them (see `templates`). Raises TarokyError."""
    page, houses = house_reference.page_of(game), {rules.origin(game): game}
    by_point = []
    for match in _POINT.finditer(template):
        text = _PERMALINK.sub("", match["text"])
        changed = False

        def fill(open_: re.Match[str]) -> str:
            nonlocal changed
            was = placeholders.fill(open_[0], page, None, escape)
            now = placeholders.fill(open_[0], page, houses, escape)
            if was == now:
                return now
            changed = True
            return f"{element('del', Markup(was))} {element('ins', Markup(now))}"

        text = _PLACEHOLDER.sub(fill, text)
        if changed:
            by_point.append((match["id"], Markup(text)))
    return tuple(by_point)
