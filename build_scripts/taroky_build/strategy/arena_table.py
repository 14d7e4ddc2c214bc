"""The table of levels on the page about players, from what the arena has kept."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from taroky import rules
from taroky.messages import given_name, number, say, term
from taroky.players.roster import LEVELS
from taroky_tutorials.play_page.new_table import games

from taroky_build.strategy.numbers import thousands

#: Where it is in a page.
MARK = "<!-- arena -->"


def fill(text: str, kept: Mapping[str, Any]) -> str:
    """The page with the table in the place of its mark."""
    return text.replace(MARK, _table(kept))


def _table(kept: Mapping[str, Any]) -> str:
    upper = [above for _, above in pairwise(LEVELS)]
    shown = [level for level in upper if any(one["above"] == level for one in kept.values())]
    lines = [
        '<div class="tk-levels" markdown>',
        "",
        f"| {say('arena.game').text()} | {' | '.join(_head(level) for level in shown)} |",
        f"|---|{'---|' * len(shown)}",
    ]
    for name in games():
        cells = [_cell(kept.get(f"{name}/{level}")) for level in shown]
        table = rules.load(name)
        title = f"{given_name(table.title)} <small>{term('unit', table.unit.name)}</small>"
        lines.append(f"| {title} | {' | '.join(cells)} |")
    return "\n".join([*lines, "", "</div>"])


def _head(level: str) -> str:
    return say(f"arena.over.{level}").text()


def _cell(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return say("arena.not_measured").text()
    mean, half = one["gain"]
    sign = "+" if mean >= 0 else "−"
    parts = [say("arena.deals", deals=thousands(one["deals"])).text()]
    if mean <= 0:
        parts.append(say("arena.not_shown").text())
    elif mean - half <= 0:
        deals = round(one["deals"] * (half / mean) ** 2, -1)
        parts.append(say("arena.shows_in", deals=thousands(round(deals))).text())
    gain = f"{sign}{number(f'{abs(mean):.2f}')} ± {number(f'{half:.2f}')}"
    return f"{gain}<br><small>{', '.join(parts)}</small>"
