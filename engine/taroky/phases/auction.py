"""The auction: each player speaks once, from the first player on.

Sources: HLU-BID-01 to HLU-BID-14.
"""

from __future__ import annotations

from dataclasses import replace

from taroky.hand import Action, Choice, Hand, Legal, Refusal
from taroky.knowing import facts_for, standing
from taroky.messages import say
from taroky.rules.table import Seat


def refusal(hand: Hand, seat: Seat, call: str) -> Refusal | None:
    """Why that seat may not say this call now."""
    rules = hand.rules
    row = rules.auction.calls[call]
    path = f"auction.calls.{call}"
    first = hand.opener
    stands = standing(hand)
    if row.who == "opener" and seat != first:
        return Refusal(say("auction.only_first", call=call), rules.points_of(path + ".who"))
    if row.who == "others" and seat == first:
        why = "auction.first_must_bid" if row.rank is None else "auction.not_first"
        return Refusal(say(why, call=call), rules.points_of(path + ".who"))
    if row.rank is not None and stands is not None:
        rank = rules.auction.calls[stands].rank
        if rank is not None and row.rank <= rank:
            return Refusal(
                say("auction.too_low", call=call, standing=stands),
                rules.points_of("auction.calls"),
            )
    if not row.when.holds(facts_for(hand, seat)):
        needs = next(
            (of for test in row.when.tests() if test.name == "hand" for of, _ in test.ranges), None
        )
        over = next((w for t in row.when.tests() if t.name == "standing" for w in t.words), None)
        points = rules.points_of(path + ".when")
        if over is not None and (stands or "none") != over:
            return Refusal(say("auction.only_over", call=call, over=over), points)
        return Refusal(say("auction.needs", call=call, card=needs), points)
    return None


class Auction:
    """One turn each; the highest bid is played."""

    name = "auction"

    def turn(self, hand: Hand) -> Seat | None:
        if hand.contract or not hand.dealt or len(hand.calls) == len(hand.active):
            return None
        return hand.active[len(hand.calls)]

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        calls = hand.rules.auction.calls
        return Legal(
            seat, self.name, tuple(Choice("bid", call, refusal(hand, seat, call)) for call in calls)
        )

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        calls = hand.rules.auction.calls
        if len(action.what) != 1 or action.what[0] not in calls:
            return Refusal(
                say("hand.no_such", what=" ".join(action.what), expected=list(calls)),
                hand.rules.points_of("auction.calls"),
            )
        return refusal(hand, action.seat, action.what[0])

    def apply(self, hand: Hand, action: Action) -> Hand:
        hand = replace(hand, calls=(*hand.calls, (action.seat, action.what[0])))
        if len(hand.calls) < len(hand.active):
            return hand
        calls = hand.rules.auction.calls
        declarer, contract = next(
            (s, call) for s, call in reversed(hand.calls) if calls[call].rank is not None
        )
        return replace(hand, contract=contract, declarer=declarer)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
