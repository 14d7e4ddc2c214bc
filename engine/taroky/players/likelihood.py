"""Judge what the others' words say about their cards: how likely it is that players who bid and declare
in a usual way would have said all that was said, holding what a guess gives them.

The model is rough on purpose. It knows that a bid needs strength and a pass lacks it, that what is
declared or announced is there, and that a player who doubles is strong, and one who answers a double
stronger.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.tricks import played_by
from taroky.players.guesses import Hearing
from taroky.players.strength import bidding, doubling, strengths
from taroky.rules.conditions import Range
from taroky.rules.table import Seat, Table

#: How far from the usual strength players bid: at one more, about seven in eight would.
_BIDS = 0.5
#: How far from it they double: at one more, about two in three would.
_DOUBLES = 1.5
#: Nobody is quite predictable; but who bids high is rarely weak, and strong hands are rarer still.
_LEAST = 0.0003

#: How likely somebody with these cards would have said something.
Word = Callable[[Iterable[Card]], float]


def hearing(hand: Hand, seat: Seat) -> Hearing:
    """How likely what the others have said in this hand is, as this seat hears it, where the cards lie
    as in a guess."""
    speakers = [other for other in hand.active if other != seat]
    dealt = {other: [*_bids(hand, other)] for other in speakers}
    had = {other: [*_words(hand, other)] for other in speakers}
    of_hand = hand.table.declarations.judged == "hand"
    for other in speakers:
        (had if of_hand else dealt)[other] += _declared(hand, other)
    played = {other: played_by(hand, other) for other in speakers}

    def heard(guess: Hand) -> float:
        likely = 1.0
        for other in speakers:
            for word in dealt[other]:
                likely *= word(guess.deal.dealt.get(other, ()))
            if had[other]:
                cards = (*guess.holds(other), *played[other])
                for word in had[other]:
                    likely *= word(cards)
        return likely

    return heard


def _strong(table: Table, enough: float, spread: float, sign: int = 1) -> Word:
    """Said by who has strength enough, more or less; with -1 by who lacks it."""
    counts = strengths(table)

    def word(cards: Iterable[Card]) -> float:
        above = sign * (sum(map(counts.__getitem__, cards)) - enough)
        return _LEAST + (1 - 2 * _LEAST) / (1 + math.exp(-above / spread))

    return word


def _bids(hand: Hand, seat: Seat) -> Iterator[Word]:
    """Yield what this seat said in the auction, by the cards it was dealt."""
    table = hand.table
    calls = table.auction.calls
    may_pass = any(row.rank is None for row in calls.values())
    standing = -1
    for number, (by, call) in enumerate(hand.auction.calls):
        rank = calls[call].rank
        if by == seat:
            open_to = {
                name: row.rank for name, row in calls.items() if row.rank and row.rank > standing
            }
            lowest = min(open_to, key=open_to.__getitem__, default=call)
            forced = number == 0 and call == lowest and table.auction.all_pass is None
            if rank is None and open_to:
                yield _strong(table, bidding(table, lowest), _BIDS, -1)
            elif rank is not None and may_pass and not forced:
                yield _strong(table, bidding(table, call), _BIDS)
        if rank is not None:
            standing = rank


def _words(hand: Hand, seat: Seat) -> Iterator[Word]:
    """Yield what this seat announced and doubled, by the cards it has had since."""
    table = hand.table
    for by, bonus in hand.undertaken if hand.contract else ():
        card = table.bonuses[bonus].card
        card = hand.call.called if card == "called" else card
        if by == seat and card:
            yield _has(card)
    for double in hand.announce.doubles:
        if double.by == seat:
            yield _strong(table, doubling(table, double.word), _DOUBLES)


def _has(card: Card) -> Word:
    return lambda cards: 1.0 if card in cards else _LEAST


def _declared(hand: Hand, seat: Seat) -> Iterator[Word]:
    """Yield what this seat declared is there; what it did not declare, where one has to or likes to, is
    not."""
    rows = hand.table.declarations.rows
    spoke = {saying.seat for saying in hand.announce.sayings}
    if not rows or seat not in spoke or not hand.row.says or "declarations" not in hand.row.says:
        return
    said = hand.announce.declarations.get(seat, ())
    for name, row in rows.items():
        spans = [
            (hand.table.cards.members(of), span)
            for test in row.when.tests()
            for of, span in test.ranges
            if test.name in ("hand", "dealt")
        ]
        if spans and len(row.when.either) == 1 and (name in said or not said):
            yield _holds(spans, name in said)


def _holds(spans: Sequence[tuple[frozenset[Card], Range]], said: bool) -> Word:
    """Whether that many cards of each of these sets are there, as was said or not."""

    def word(cards: Iterable[Card]) -> float:
        there = all(len(group.intersection(cards)) in span for group, span in spans)
        if said:
            return 1.0 if there else _LEAST
        return 0.3 if there else 1.0

    return word
