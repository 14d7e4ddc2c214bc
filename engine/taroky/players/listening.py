"""What the others' words say about their cards: how likely it is that players who bid and declare in a
usual way would have said all that was said, holding what a guess gives them.

The model is rough on purpose. It knows that a bid needs strength and a pass lacks it, that what is
declared or announced is there, and that a player who doubles is strong, and one who answers a double
stronger.
"""

from __future__ import annotations

import math

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.tricks import played_by
from taroky.players.guesses import Hearing
from taroky.players.strength import average, bidding, strength
from taroky.rules.table import Seat

#: How far from the usual strength players bid: at one more, about four in five would.
_SPREAD = 0.7
#: Nobody is quite predictable.
_LEAST = 0.01


def hearing(seat: Seat) -> Hearing:
    """How likely what the others said is, as this seat hears it."""

    def heard(hand: Hand) -> float:
        likely = 1.0
        for other in hand.active:
            if other != seat:
                likely *= _bids(hand, other) * _words(hand, other)
        return likely

    return heard


def _sure(x: float) -> float:
    """From 0 to 1, a half at 0, never quite certain."""
    return _LEAST + (1 - 2 * _LEAST) / (1 + math.exp(-x / _SPREAD))


def _bids(hand: Hand, seat: Seat) -> float:
    """What this seat said in the auction, holding the cards it was dealt."""
    rules = hand.rules
    cards = hand.deal.dealt.get(seat, ())
    calls = rules.auction.calls
    mine = strength(rules, cards)
    standing = -1
    likely = 1.0
    for number, (by, call) in enumerate(hand.auction.calls):
        rank = calls[call].rank
        if by == seat:
            open_to = [row.rank for row in calls.values() if row.rank and row.rank > standing]
            may_pass = any(row.rank is None for row in calls.values())
            forced = number == 0 and rank is not None and rank == min(open_to, default=rank)
            if rank is None and open_to:
                likely *= 1 - _sure(mine - bidding(rules, min(open_to)))
            elif rank is not None and may_pass and not (forced and rules.auction.all_pass is None):
                likely *= _sure(mine - bidding(rules, rank))
        if rank is not None:
            standing = rank
    return likely


def _words(hand: Hand, seat: Seat) -> float:
    """What this seat announced, doubled and declared."""
    rules = hand.rules
    cards: tuple[Card, ...] = (*hand.holds(seat), *played_by(hand, seat))
    likely = 1.0
    for by, bonus in hand.announce.announced:
        card = rules.bonuses[bonus].card
        card = hand.call.called if card == "called" else card
        if by == seat and card and card not in cards:
            likely *= _LEAST
    for double in hand.announce.doubles:
        if double.by == seat:
            above = average(rules) + [*rules.doubling.steps].index(double.word)
            likely *= _sure(strength(rules, cards) - above)
    return likely * _declared(hand, seat)


def _declared(hand: Hand, seat: Seat) -> float:
    """What this seat declared is there; what it did not declare, where one has to or likes to, is
    not."""
    rows = hand.rules.declarations.rows
    spoke = {saying.seat for saying in hand.announce.sayings}
    if not rows or seat not in spoke or not hand.row.says or "declarations" not in hand.row.says:
        return 1.0
    said = hand.announce.declarations.get(seat, ())
    cards = hand.deal.dealt.get(seat, ())
    if hand.rules.declarations.judged == "hand":
        cards = (*hand.holds(seat), *played_by(hand, seat))
    pack = hand.rules.cards
    likely = 1.0
    for name, row in rows.items():
        counts = [
            sum(card in pack.members(of) for card in cards) in span
            for test in row.when.tests() for of, span in test.ranges
            if test.name in ("hand", "dealt")
        ]  # fmt: skip
        if counts and len(row.when.either) == 1:
            if name in said and not all(counts):
                likely *= _LEAST
            elif name not in said and not said and all(counts):
                likely *= 0.3
    return likely
