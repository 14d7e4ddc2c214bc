"""Spaces that do not break, put into finished HTML once for all: words that a language joins to the
next one never end a line, nor does a number before what it counts. What is not prose stays as it is: tags, code, fields."""

from __future__ import annotations

import re

from taroky.messages import unbroken

#: Elements whose text is not prose.
_NOT_PROSE = re.compile(
    r"<(?P<name>textarea|pre|code|script|style|svg|kbd)\b.*?</(?P=name)\s*>", re.S | re.I
)


def with_spaces(html: str) -> str:
    """This HTML in the language that is spoken, its prose with spaces that do not break where a line must not end."""
    parts, start = [], 0
    kept = [one.span() for one in _NOT_PROSE.finditer(html)]
    for place in unbroken(html):
        while kept and kept[0][1] <= place:
            del kept[0]
        in_tag = html.rfind("<", 0, place) > html.rfind(">", 0, place)
        if in_tag or (kept and kept[0][0] < place):
            continue
        parts.append(html[start:place])
        start = place + 1
    return "\u00a0".join([*parts, html[start:]])
