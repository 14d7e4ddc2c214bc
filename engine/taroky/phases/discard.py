"""Laying cards away after a draw.

Sources: HLU-DISC-01 to HLU-DISC-09, HLU-TALON-01, HLU-CALL-13, HLU-CALL-14.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Refusal
from taroky.messages import say
from taroky.phases import offers
from taroky.rules.table import Discard as Row
from taroky.rules.table import Seat, Table


def judge(
    rules: Table, row_name: str, cards: Sequence[Card], n: int, called: Card = ""
) -> tuple[Choice, ...]:
    """Every card of a hand that has to lay away n cards: may it go, must it go, and why not."""
    row = rules.discard[row_name]
    path = f"discard.{row_name}"

    def within(card: Card, names: Sequence[str]) -> bool:
        return any(
            card == called if name == "called" else card in rules.cards.members(name)
            for name in names
        )

    barred = {card for card in cards if within(card, row.never)}
    short = {card for card in cards if within(card, row.only_if_short)} - barred
    free = [card for card in cards if card not in barred and card not in short]
    found = []
    for card in cards:
        refusal = None
        must = False
        if card in barred:
            others = [name for name in row.never if name != "called"]
            cell = "never" if within(card, others) else "called"
            refusal = Refusal(say(f"discard.{cell}", card=card), rules.points_of(f"{path}.{cell}"))
        elif card in short:
            if len(free) >= n:
                refusal = Refusal(
                    say("discard.not_short", card=card, others=free, n=n),
                    rules.points_of(f"{path}.only_if_short"),
                )
            else:
                must = len(free) + len(short) == n
        else:
            must = len(free) <= n
        found.append(Choice("discard", card, refusal, must))
    return tuple(found)


def check_set(
    rules: Table, row_name: str, cards: Sequence[Card], n: int, chosen: Sequence[Card],
    called: Card = "",
) -> Refusal | None:  # fmt: skip
    """Why these cards may not be laid away together; None if they may."""
    path = f"discard.{row_name}"
    if len(set(chosen)) != len(chosen):
        twice = next(card for card in chosen if list(chosen).count(card) > 1)
        return Refusal(say("card.twice", card=twice))
    for card in chosen:
        if card not in cards:
            return Refusal(say("hand.not_held", card=card))
    if len(chosen) != n:
        return Refusal(
            say("discard.count", n=n, given=len(chosen)), rules.points_of(f"{path}.count")
        )
    choices = {choice.what: choice for choice in judge(rules, row_name, cards, n, called)}
    for card in chosen:
        if choices[card].refusal is not None:
            return choices[card].refusal
    missing = [card for card, choice in choices.items() if choice.must and card not in chosen]
    if missing:
        return Refusal(
            say("discard.first", cards=missing), rules.points_of(f"{path}.only_if_short")
        )
    return None


def shown(row: Row, rules: Table, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Those of the discards that are laid face up."""
    return tuple(c for c in cards if any(c in rules.cards.members(name) for name in row.shown))


class Discard:
    """Asks whoever holds too many cards."""

    name = "discard"

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract:
            return None
        size = hand.rules.deal.hand
        for seat in hand.from_seat(hand.declarer):
            if len(hand.holds(seat)) > size and seat not in hand.discards:
                return seat
        return None

    def _judged(self, hand: Hand, seat: Seat) -> tuple[str, int]:
        assert hand.row.discard is not None
        return hand.row.discard, len(hand.holds(seat)) - hand.rules.deal.hand

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        row, n = self._judged(hand, seat)
        cards = judge(hand.rules, row, hand.holds(seat), n, hand.called)
        return Legal(
            seat,
            self.name,
            (*cards, *offers.choices(hand, "after_draw", seat)),
            {"discard": (n, n)},
        )

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            return offers.check(hand, "after_draw", action)
        row, n = self._judged(hand, action.seat)
        return check_set(hand.rules, row, hand.holds(action.seat), n, action.what, hand.called)

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        seat = action.seat
        assert hand.row.discard is not None
        row = hand.rules.discard[hand.row.discard]
        kept = tuple(card for card in hand.holds(seat) if card not in action.what)
        return replace(
            hand,
            hands={**hand.hands, seat: kept},
            discards={**hand.discards, seat: action.what},
            shown=(*hand.shown, *shown(row, hand.rules, action.what)),
        )

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
