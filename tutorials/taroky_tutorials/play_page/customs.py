"""Customs that people switch on in the table's menu: that they are asked how to deal, and that a hand ends before its
first card where the rules say so. Without them a hand is dealt at once and played."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from taroky import rules
from taroky.rules.table import Table

#: People cut, knock and choose batches.
ASK_HOW_TO_DEAL = "deal"


def to_play_out(game: str) -> Mapping[str, str]:
    """The options of a game that decide whether a hand is played out, each with the value that does it; none that a
    house has decided itself. Raises TableError."""
    table = rules.load(game)
    return {
        key: row.played_out
        for key, row in table.options.items()
        if row.played_out in row.values and key not in table.chosen
    }


def table_of(game: str, customs: Collection[str]) -> Table:
    """The table of a game as people play by it with these customs. Raises TableError."""
    chosen = {key: value for key, value in to_play_out(game).items() if key not in customs}
    return rules.load(game, chosen)


def known(game: str) -> tuple[str, ...]:
    """The customs that a game has."""
    return (ASK_HOW_TO_DEAL, *to_play_out(game))
