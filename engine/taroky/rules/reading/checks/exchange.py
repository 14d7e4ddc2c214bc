"""The talon and the discards: nobody draws more than there is, and who draws discards."""

from __future__ import annotations

import re

from taroky.messages import say
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table

#: What becomes of the rest of the talon: all of it, some of its cards by number, so many of them.
_REST = re.compile(r"all|others|unseen|[1-9](-[1-9])?|(random|chosen)_[1-9]")


def check_talon(table: Table, place: Places) -> None:
    """Check that what is drawn, chosen and left over is in the talon."""
    for name, use in table.talon.items():
        drawn = sum(draw.cards for draw in use.draws.values())
        if max(drawn, sum(use.sets)) > table.deal.talon.cards:
            raise place("talon", name).error(
                say(
                    "table.overdrawn",
                    row=name,
                    drawn=max(drawn, sum(use.sets)),
                    talon=table.deal.talon.cards,
                )
            )
        for key, choice in use.choose.items():
            if choice.take > len(use.sets) or choice.looks > len(use.sets):
                raise place("talon", name, "choose", key).error(
                    say("table.no_set", row=key, sets=len(use.sets))
                )
        for key, rest in use.rest.items():
            if not _REST.fullmatch(rest.cards):
                raise place("talon", name, "rest", key).error(
                    say("table.not_talon_cards", row=key, value=rest.cards)
                )


def check_drawn_cards(table: Table, place: Places) -> None:
    """A contract in which cards are drawn has a row for the discards."""
    for name, contract in table.contracts.items():
        use = table.talon[contract.talon]
        if (use.draws or use.choose) and contract.discard is None:
            raise place("contracts", name).error(
                say("table.draws_without_discard", row=name, talon=contract.talon)
            )


def check_discard(table: Table, place: Places) -> None:
    """Check that what may not be discarded, or is shown or told, are cards of the pack."""
    for name, limits in table.discard.items():
        for of in (*limits.never, *limits.only_if_short, *limits.shown, *limits.told):
            if of != "called" and not table.cards.knows_set(of):
                raise place.unknown_set(("discard", name), of, table.cards)
