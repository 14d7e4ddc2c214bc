"""Work out what a side or a player can have counted without a single trick: whether one may have taken
none, where nobody has told the tricks. Sources: HLU-VAR-22, HEUN-BONUS-18, VIC-PEN-14.
"""

from __future__ import annotations

from fractions import Fraction

from taroky.cards import Card
from taroky.rules.table import Table
from taroky.settling.counting import points as counting
from taroky.settling.finished_hand import Finished


def most_points(table: Table, contract: str, side: str) -> Fraction:
    """The most card points of a side ("declarers", "opponents"), or of one who plays alone ("each"),
    without a trick: what may be discarded, the rest of the talon that goes to this side, and an excuse
    that came back."""
    row, pack, cards = table.contracts[contract], table.cards, table.deal.talon.cards
    talon = table.talon[row.talon]
    cards_without: set[Card] = set(pack.excuse)
    number = len(pack.excuse)
    if row.discard is not None and side in _who_counts_discards(table, contract):
        never = table.discard[row.discard].never
        cards_without |= set(pack.cards) - {card for of in never for card in pack.members(of)}
        number += max(talon.sets, default=cards)
    rest = [rest_row.cards for rest_row in talon.rest.values() if rest_row.to == side]
    if rest:
        cards_without |= set(pack.cards)
        left = cards - min(talon.sets, default=0)
        number += min(left, sum(_most_cards(rest_row, left) for rest_row in rest))
    best = sorted(cards_without, key=pack.value, reverse=True)[:number]
    return max((counting.value(table, best[:n]) for n in range(len(best) + 1)), default=Fraction(0))


def _who_counts_discards(table: Table, contract: str) -> set[str]:
    """The sides that may count cards somebody discarded; each player a side where each plays alone."""
    row = table.contracts[contract]
    assert row.discard is not None
    if row.sides == "each":
        return {"each"}
    discard, talon = table.discard[row.discard], table.talon[row.talon]
    declarers = {"discarder": "declarers"}.get(discard.counts_for, "opponents")
    if not any(draw.after_declarer for draw in talon.draws.values()):
        return {declarers}
    return {declarers, "declarers", "opponents"}


def _most_cards(which: str, left: int) -> int:
    """How many cards of the talon a row of its rest can be about: "1-3" are three, else all left."""
    low, dash, top = which.partition("-")
    return int(top) - int(low) + 1 if dash and low.isdigit() else left


def may_have_none(table: Table, facts: Finished, side: str) -> bool:
    """Whether a side may have been without a trick, as far as its points tell."""
    points = facts.points.get(side)
    return points is None or points <= most_points(table, facts.contract, side)


def least_of_a_trick(table: Table) -> Fraction:
    """The fewest points of a pile that holds a trick."""
    cheap = sorted(table.cards.cards, key=table.cards.value)[: table.seats.active]
    return counting.value(table, cheap)
