"""Who deals the first hand: chance, the cards that everybody draws, and who draws once more.

Sources: HLU-DEAL-01, MACH-DEAL-01, MACH-DEAL-02, VIC-SEAT-02 to VIC-SEAT-04, FR-DEAL-02 to FR-DEAL-04.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from taroky.cards import Card
from taroky.rules.table import Table

#: How a first dealer is found by cards that everybody draws.
_DRAWN = ("highest_draw", "before_high_draw", "draw_lowest")
#: Suits from high to low, where they decide between equal cards drawn.
_SUITS = "SHDC"


def draws_again(table: Table, drawn: Mapping[int, Card]) -> tuple[int, ...]:
    """The places that have to draw another card: the player who drew the excuse where that does not count,
    else those whose cards are equal at the end that decides. () when it is decided."""
    row = table.deal.draw
    if row.excuse == "redraw":
        excused = tuple(place for place, card in drawn.items() if card == "SKYZ")
        if excused:
            return excused
    ranks = {place: _rank(table, card) for place, card in drawn.items()}
    wanted = (min if table.deal.first_dealer == "draw_lowest" else max)(ranks.values())
    best = tuple(place for place, rank in ranks.items() if rank == wanted)
    return best if len(best) > 1 else ()


def _rank(table: Table, card: Card) -> tuple[int, ...]:
    """How a drawn card compares: by points, or taroky above suit cards, each by rank."""
    pack, row = table.cards, table.deal.draw
    suit = 0 if pack.is_tarok(card) or card == "SKYZ" else -_SUITS.index(card[-1])
    tie = (suit,) if row.tie == "suit_order" else ()
    if row.by == "points":
        return (pack.value(card), *tie)
    if card in table.pack.trumps or card == "SKYZ":
        order = ["SKYZ", *(trump for trump in table.pack.trumps if trump != "SKYZ")]
        return (1, -order.index(card), *tie)
    ranks = table.pack.black if card[-1] in ("S", "C") else table.pack.red
    return (0, -ranks.index(card[:-1]), *tie)


def dealer_of(table: Table, drawn: Mapping[int, Card], players: int) -> int:
    """The place that deals first by the cards that decide it, at a table of so many."""
    ranks = {place: _rank(table, card) for place, card in drawn.items()}
    low = table.deal.first_dealer == "draw_lowest"
    place = (min if low else max)(ranks, key=ranks.__getitem__)
    return (place - 1) % players if table.deal.first_dealer == "before_high_draw" else place


def first_dealer(table: Table, drawn: Sequence[Card] | Mapping[int, Card]) -> int | None:
    """The place that deals first when places have drawn these cards (all of them in order, or those
    that drew again); None: it is not decided, and draws_again() says who draws once more."""
    cards = dict(enumerate(drawn)) if not isinstance(drawn, Mapping) else dict(drawn)
    if draws_again(table, cards):
        return None
    return dealer_of(
        table, cards, len(cards) if not isinstance(drawn, Mapping) else table.seats.active
    )


def after_redraw(drawn: Mapping[int, Card], fresh: Mapping[int, Card]) -> dict[int, Card]:
    """The cards that count after some have drawn again: another card in the place of the excuse, or
    only the new cards of those who were equal."""
    if all(drawn[place] == "SKYZ" for place in fresh):
        return {**drawn, **fresh}
    return dict(fresh)


def choose_dealer(
    table: Table, players: int, rng: random.Random
) -> tuple[int, tuple[dict[int, Card], ...]]:
    """The place that deals first, and the cards drawn for it round after round, as far as the table
    leaves it to the cards or to chance. The first to sit down deals where people decide."""
    if table.deal.first_dealer == "random":
        return rng.randrange(players), ()
    if table.deal.first_dealer not in _DRAWN:
        return 0, ()
    pack = list(table.cards.shuffled(rng))
    drawn = {place: pack.pop() for place in range(players)}
    rounds = [dict(drawn)]
    while again := draws_again(table, drawn):
        if len(pack) < players:
            pack = list(table.cards.shuffled(rng))
        fresh = {place: pack.pop() for place in again}
        rounds.append(dict(fresh))
        drawn = after_redraw(drawn, fresh)
    return dealer_of(table, drawn, players), tuple(rounds)
