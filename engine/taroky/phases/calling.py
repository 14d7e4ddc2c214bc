"""Calling a partner by a tarok, and what may be chosen instead.

Sources: HLU-CALL-01 to HLU-CALL-10, HLU-BID-15, HLU-BID-16, HLU-BID-19.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Refusal
from taroky.messages import say
from taroky.phases import offers
from taroky.rules.table import Seat, Table


def callable_cards(rules: Table, calling: str, held: Sequence[Card]) -> tuple[Choice, ...]:
    """Every tarok with whether a hand holding `held` may call it, highest first."""
    row = rules.calling[calling]
    path = f"calling.{calling}"
    open_to: dict[Card, str] = {}
    ladder: tuple[Card, ...] = ()
    for name, cell in row.names.items():
        if cell.card:
            open_to[cell.card] = name
        if cell.first_missing:
            ladder = cell.first_missing
            missing = next((card for card in ladder if card not in held), None)
            if missing is not None:
                open_to.setdefault(missing, name)
    found = []
    for card in rules.cards.trumps:
        refusal = None
        if card not in open_to:
            points = rules.points_of(f"{path}.names")
            if ladder and card in ladder:
                if card in held:
                    message = say("calling.own", card=card, top=ladder[0])
                else:
                    higher = next(c for c in ladder if c not in held)
                    message = say("calling.ladder", card=card, missing=higher)
            else:
                message = say("calling.outside", card=card, ladder=list(ladder))
                points = rules.points_of(f"{path}.lowest")
            refusal = Refusal(message, points)
        found.append(Choice("call", card, refusal))
    return tuple(found)


class Calling:
    """Asks the declarer once, in contracts with a called partner."""

    name = "calling"

    def turn(self, hand: Hand) -> Seat | None:
        if not hand.contract or hand.called or hand.row.calling is None:
            return None
        return hand.declarer

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        assert hand.row.calling is not None
        cards = callable_cards(hand.rules, hand.row.calling, hand.holds(seat))
        return Legal(seat, self.name, (*cards, *offers.choices(hand, "before_call", seat)))

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "choose":
            return offers.check(hand, "before_call", action)
        for choice in self.legal(hand, action.seat).choices:
            if choice.kind == "call" and (choice.what,) == action.what:
                return choice.refusal
        assert hand.row.calling is not None
        return Refusal(
            say("calling.not_a_tarok", what=" ".join(action.what)),
            hand.rules.points_of(f"calling.{hand.row.calling}.names"),
        )

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "choose":
            return offers.take(hand, action)
        return replace(hand, called=action.what[0])

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """Drawing without a word calls the card the rules name (HLU-CALL-09)."""
        assert hand.row.calling is not None
        unspoken = hand.rules.calling[hand.row.calling].unspoken
        if action.kind != "draw" or unspoken is None or action.seat != hand.declarer:
            return None
        return replace(hand, called=unspoken, silent_call=True)
