"""Cards that bars, exceptions and the excuse name must be there."""

from __future__ import annotations

from taroky.messages import say
from taroky.rules.reading.checks.conditions import OF_A_HAND
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table


def check_play(table: Table, place: Places) -> None:
    """Cards that bars, exceptions and the excuse name must be there."""
    pack = table.cards

    def known(value: str | None, *path: str, called: tuple[str, ...] = ()) -> None:
        if value is not None and value not in called and not pack.knows_set(value):
            raise place.unknown_set(path, value, table.cards)

    for name, row in table.play.items():
        for key, bar in row.bars.items():
            path = ("play", name, "bars", key)
            if (bar.card is None) == (bar.cards is None):
                raise place(*path).error(say("table.card_or_cards", row=key))
            known(bar.card, *path)
            known(bar.cards, *path, called=OF_A_HAND)
            known(bar.spares_lead, *path, called=("called",))
        for key, wins in row.wins.items():
            known(wins.card, "play", name, "wins", key)
        if (row.excuse is None) != (not pack.excuse):
            raise place("play", name).error(say("table.excuse", row=name))
        for of in row.excuse.swap if row.excuse else ():
            known(of, "play", name, "excuse", "swap")
