"""Find the owner of every card at the end, in many worlds at once, and what the piles are worth. The
rules are those of `taroky.settling.counting`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from taroky.cards import Card
from taroky.hand.sides import SIDES
from taroky.phases import play
from taroky.phases.discard import goes_to
from taroky.phases.talon import rest_of
from taroky.players.playout.bitsets import Plane, Planes, add, bits_of, number_of
from taroky.players.playout.tricks import Worlds
from taroky.settling.counting import points as counting

#: Hand by hand what a pile has besides tricks: discards, and cards of the talon.
Aside = list[tuple[tuple[Card, ...], tuple[Card, ...]]]


@dataclass(frozen=True)
class Pile:
    """What lies with a side, or with a seat where each plays alone. cards: those of tricks, with their
    worlds; got, paid: where it has the excuse back and where it let it go, where it gave a card for
    it and where it took one."""

    name: str
    cards: Planes
    aside: Aside
    got: Sequence[Plane]
    paid: Sequence[Plane]


def piles_of(w: Worlds) -> list[Pile]:
    """The piles that are counted, each with its worlds."""
    each = w.first.row.sides == "each"
    names: Sequence[str] = w.seats if each else SIDES
    if each:
        mine = [[w.all if s == p else 0 for s in range(w.players)] for p in range(w.players)]
    else:
        mine = [w.declarers, [w.all & ~plane for plane in w.declarers]]
    piles: list[Planes] = []
    for own in mine:
        pile: Planes = {}
        for s, where in enumerate(own):
            for i, plane in w.taken[s].items():
                if plane & where:
                    pile[i] = pile.get(i, 0) | plane & where
        piles.append(pile)
    aside = [_aside(w, name) for name in names]
    got, paid = _excuses(w, mine, piles, aside)
    return [Pile(*parts) for parts in zip(names, piles, aside, got, paid, strict=True)]


def _aside(w: Worlds, name: str) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
    """Hand by hand what a pile has besides tricks: discards, and cards of the talon."""
    asides = []
    for hand in w.hands:
        each = hand.row.sides == "each"
        discards = tuple(
            card
            for seat, cards in hand.discard.discards.items()
            if (seat if each else goes_to(hand, seat)) == name
            for card in cards
        )
        rest = () if play.lays_on(hand) else tuple(rest_of(hand).get(name, ()))
        asides.append((discards, rest))
    return asides


def _excuses(
    w: Worlds, mine: list[list[Plane]], piles: list[Planes], aside: list[Aside]
) -> tuple[list[list[Plane]], list[list[Plane]]]:
    """Pile by pile where it gets the excuse back and where it has to let it go; and where a card
    is given for it and taken for it."""
    nothing = [[0, 0] for _ in piles]
    row = w.row.excuse
    if row is None:
        return nothing, nothing
    got, paid = [[0, 0] for _ in piles], [[0, 0] for _ in piles]
    gifts = {w.index[c] for name in row.swap for c in w.table.cards.members(name)}
    gifts.discard(w.excuse)
    for p, own in enumerate(mine):
        owed = 0
        for s, where in enumerate(own):
            owed |= w.excused[s] & where
        owed &= ~piles[p].get(w.excuse, 0) & ~w.lost_excuse
        has = 0
        for i in gifts:
            has |= piles[p].get(i, 0)
        if row.swap_from == "tricks_and_discards":
            for block, (discards, _) in zip(w.blocks, aside[p], strict=True):
                if gifts & {w.index[card] for card in discards}:
                    has |= block
        kept = owed if row.no_swap_card == "keep" else owed & has
        for q, pile in enumerate(piles):
            here = pile.get(w.excuse, 0) if q != p else 0
            got[p][0] |= kept & here
            got[q][1] |= kept & here
            paid[p][0] |= owed & has & here
            paid[q][1] |= owed & has & here
    return got, paid


def worths(w: Worlds, pile: Pile) -> list[tuple[Fraction, int]]:
    """Return what a pile is worth and how many cards are in it, world by world."""
    table, cards, each = w.table, w.bits.cards, w.first.row.sides == "each"
    aside = pile.aside
    if table.count.left_over == "worthless":  # it has to be known which cards are left over
        return [_exactly(w, pile, world, each) for world in range(w.n)]
    faces: list[Plane] = []
    number: list[Plane] = []
    for i, plane in pile.cards.items():
        add(number, plane)
        value = table.cards.value(cards[i])
        for b in range(value.bit_length()):
            if value >> b & 1:
                add(faces, plane, b)
    excuse = table.cards.value(table.cards.excuse[0]) if w.excuse >= 0 else 0
    gift = min(map(table.cards.value, cards))
    digits = [*pile.got, *pile.paid, *faces]
    more = [
        (sum(map(table.cards.value, (*discards, *rest))), len(discards) + len(rest))
        for discards, rest in aside
    ]
    # What faces and cards come to is asked again and again, and the same in every hand.
    counted: dict[tuple[int, int], Fraction] = table.memo.setdefault(f"worths {each}", {})
    known: dict[tuple[tuple[str, ...], tuple[int, int]], tuple[Fraction, int]] = {}
    worth_in_worlds: list[tuple[Fraction, int]] = []
    for world, bits in enumerate(bits_of([*digits, *number], w.n)):
        key = bits, more[world // w.each]
        worth_of = known.get(key)
        if worth_of is None:
            back, gone, gave, took = (bit == "1" for bit in bits[:4])
            points, size = key[1]
            points += number_of(bits[4 : 4 + len(faces)])
            points += excuse * (back - gone) - gift * (gave - took)
            size += number_of(bits[4 + len(faces) :]) + back - gone - gave + took
            worth = counted.get((points, size))
            if worth is None:
                worth = counted[points, size] = counting.worth(table, points, size, each)
            worth_of = known[key] = worth, size
        worth_in_worlds.append(worth_of)
    return worth_in_worlds


def _exactly(w: Worlds, pile: Pile, world: int, each: bool) -> tuple[Fraction, int]:
    """The worth and the size of a pile card by card."""
    cards = w.bits.cards
    laid, rest = pile.aside[world // w.each]
    lies = (*(cards[i] for i, plane in pile.cards.items() if plane >> world & 1), *laid, *rest)
    return counting.value(w.table, lies, each), len(lies)
