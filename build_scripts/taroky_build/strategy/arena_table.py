"""The table of levels on the page about players, from what the arena has kept."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from taroky import rules as tables
from taroky.players.roster import LEVELS

#: Where it stands in a page.
MARK = "<!-- arena -->"
_HEADS = {
    "thumb": "Rules of thumb over beginner",
    "club": "Club over rules of thumb",
    "master": "Master over club",
}


def fill(text: str, kept: Mapping[str, Any]) -> str:
    """The page with the table in the place of its mark."""
    return text.replace(MARK, _table(kept))


def _table(kept: Mapping[str, Any]) -> str:
    upper = [above for _, above in pairwise(LEVELS)]
    shown = [level for level in upper if any(one["above"] == level for one in kept.values())]
    lines = [
        f"| Game | {' | '.join(_HEADS[level] for level in shown)} |",
        f"|---|{'---|' * len(shown)}",
    ]
    for name in tables.ids():
        cells = [_cell(kept.get(f"{name}/{level}")) for level in shown]
        lines.append(f"| {tables.load(name).title} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _cell(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return "not measured yet"
    mean, half = one["gain"]
    sign = "+" if mean >= 0 else "−"
    told = f"{sign}{abs(mean):.2f} ± {half:.2f} {one['unit']} ({one['deals']} deals)"
    if mean - half > 0:
        return told
    if mean <= 0:
        return f"{told}, not shown yet"
    deals = round(one["deals"] * (half / mean) ** 2, -1)
    return f"{told}, not shown yet: a lead as large as this shows in about {deals:,.0f} deals"
