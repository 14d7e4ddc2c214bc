"""Cards that bars, exceptions and the excuse name must be there, facts known at that moment."""

from __future__ import annotations

from collections.abc import Iterable

from taroky.messages import say
from taroky.rules.conditions import ZONES, Condition
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table

#: What the conditions of bars and of `wins` may ask: nothing else is known while cards are played.
_BAR_ASKS = frozenset({"hand", "trick", "trick_no", "lead_card"})
_WINS_ASKS = frozenset({"trick", "trick_in_order", "lead_card", "trick_no", "lost_tricks"})


def check_play(table: Table, place: Places) -> None:
    """Cards that bars, exceptions and the excuse name must be there, facts known at that moment."""
    pack = table.cards

    def known(value: str | None, *path: str, called: tuple[str, ...] = ()) -> None:
        if value is not None and value not in called and not pack.knows_set(value):
            raise place.unknown_set(path, value)

    def asks(conditions: Iterable[Condition | None], may: frozenset[str], *path: str) -> None:
        for test in (t for c in conditions if c is not None for t in c.tests()):
            if test.name not in may:
                raise place(*path).error(
                    say(
                        "table.unknown_fact",
                        key=test.name,
                        path=".".join(path),
                        near=", ".join(sorted(may)),
                    )
                )
            for of in (*(of for of, _ in test.ranges if test.name in ZONES),):
                known(of, *path, called=("called", "suit_of_called"))

    for name, row in table.play.items():
        for key, bar in row.bars.items():
            path = ("play", name, "bars", key)
            if (bar.card is None) == (bar.cards is None):
                raise place(*path).error(say("table.card_or_cards", row=key))
            known(bar.card, *path)
            known(bar.cards, *path, called=("called", "suit_of_called"))
            known(bar.spares_lead, *path, called=("called",))
            asks((bar.when, bar.unless), _BAR_ASKS, *path)
        for key, wins in row.wins.items():
            known(wins.card, "play", name, "wins", key)
            asks((wins.when,), _WINS_ASKS, "play", name, "wins", key)
        if (row.excuse is None) != (not pack.excuse):
            raise place("play", name).error(say("table.excuse", row=name))
        for of in row.excuse.swap if row.excuse else ():
            known(of, "play", name, "excuse", "swap")
