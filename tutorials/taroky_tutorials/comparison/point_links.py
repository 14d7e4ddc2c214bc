"""Rule points as small links, the way a column of a comparison shows them."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.rules.table import Table

from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join


def short(table: Table, points: Sequence[str], base: str) -> Markup:
    """Links whose words leave out what the column and the link before say: SET-01 04, after
    HLU-SET-01 and HLU-SET-04."""
    parts: list[Markup | str] = []
    before = ""
    for point in points:
        section, _, number = point.rpartition("-")
        words = number if section == before else point.removeprefix(f"{table.prefix}-")
        before = section
        link = element(
            "a",
            words,
            class_="tk-rule",
            href=links.rule(table, point, base),
            aria_label=point if words != point else None,
        )
        parts += [" ", link]
    return join(*parts)


def full(table: Table, points: Sequence[str], base: str) -> Markup:
    """Links by the whole id, each with a space before it."""
    return join(
        *(
            join(" ", element("a", point, class_="tk-rule", href=links.rule(table, point, base)))
            for point in points
        )
    )
