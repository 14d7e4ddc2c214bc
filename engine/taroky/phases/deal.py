"""The deal: cut or knock, packets, and the choice of batches. A hand may also start dealt.

Sources: HLU-DEAL-03 to HLU-DEAL-09, HLU-SEAT-04.
"""

from __future__ import annotations

from dataclasses import replace

from taroky.cards import Card
from taroky.hand import Action, Choice, Hand, Legal, Refusal
from taroky.messages import say
from taroky.rules.table import Seat, Table


def cutter(hand: Hand) -> Seat:
    """Who cuts or knocks: opposite the dealer, or with five at the table the seat the rules name."""
    fifth = hand.rules.seats.fifth
    if hand.players > hand.rules.seats.active and fifth is not None:
        return fifth.cuts
    cutter = hand.rules.deal.cutter
    if cutter == "left":  # whichever way the game goes
        return hand.active[0 if hand.rules.seats.direction == "clockwise" else -2]
    if cutter == "before_dealer":
        return hand.active[-2]
    return hand.active[len(hand.active) // 2 - 1]


def stands_last(hand: Hand) -> Seat:
    """Who takes what the dealer would take: the dealer, or with five the seat the rules name."""
    fifth = hand.rules.seats.fifth
    if hand.players > hand.rules.seats.active and fifth is not None:
        return fifth.stands_for_dealer
    return hand.active[-1]


def lay_out(
    rules: Table, pack: tuple[Card, ...], packets: tuple[int, ...]
) -> tuple[dict[Seat, tuple[Card, ...]], tuple[Card, ...]]:
    """Hands and talon (t1 first) from a pack: the talon first, then packets round and round."""
    talon, at = _talon(rules, pack)
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(rules.active, ())
    turn = 0
    while any(len(cards) < rules.deal.hand for cards in hands.values()):
        size = packets[turn % len(packets)]
        for seat in rules.active:
            hands[seat] += pack[at : at + size]
            at += size
        turn += 1
    return hands, talon


def _talon(rules: Table, pack: tuple[Card, ...]) -> tuple[tuple[Card, ...], int]:
    size = rules.deal.talon.cards
    talon = pack[:size]
    return (talon if rules.deal.talon.top == "first_dealt" else talon[::-1]), size


class Deal:
    """Asks the cutter, then after a knock each player for his batch; the last one is the dealer's."""

    name = "deal"

    def turn(self, hand: Hand) -> Seat | None:
        if hand.dealt:
            return None
        if not hand.way:
            return cutter(hand)
        return next(
            (s for s in hand.active if s not in hand.stacks and s != stands_last(hand)), None
        )

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        misdeal = (Choice("misdeal"),) if "misdeal" in hand.rules.penalties else ()
        if not hand.way:
            ways = hand.rules.deal.ways
            return Legal(seat, self.name, (*(Choice(name) for name in ways), *misdeal))
        taken = set(hand.stacks.values())
        count = len(hand.active)
        return Legal(
            seat,
            self.name,
            (
                *(
                    Choice("batch", str(n), self._taken(hand, n) if n in taken else None)
                    for n in range(1, count + 1)
                ),
                *misdeal,
            ),
        )

    def _taken(self, hand: Hand, number: int) -> Refusal:
        by = next(seat for seat, n in hand.stacks.items() if n == number)
        way = hand.way
        return Refusal(
            say("deal.batch_taken", number=number, seat=by),
            hand.rules.points_of(f"deal.ways.{way}.pick"),
        )

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "misdeal":
            if action.seat != hand.dealer:
                return Refusal(say("deal.misdeal_dealer", dealer=hand.dealer))
            return None
        if action.kind == "batch":
            for choice in self.legal(hand, action.seat).choices:
                if choice.kind == "batch" and (choice.what,) == action.what:
                    return choice.refusal
            return Refusal(say("deal.no_batch", what=" ".join(action.what), last=len(hand.active)))
        way = hand.rules.deal.ways[action.kind]
        if way.pack == "cut":
            at = action.what[0] if len(action.what) == 1 else ""
            if not at.isdecimal() or not 0 < int(at) < len(hand.pack):
                return Refusal(say("deal.cut_where", what=at, last=len(hand.pack) - 1))
        elif action.what:
            return Refusal(say("hand.nothing_more", kind=action.kind))
        return None

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "misdeal":
            return replace(hand, ended="misdeal")
        if action.kind == "batch":
            stacks = {**hand.stacks, action.seat: int(action.what[0])}
            hand = replace(hand, stacks=stacks)
            return hand if self.turn(hand) else self._batches(hand)
        way = hand.rules.deal.ways[action.kind]
        hand = replace(hand, way=action.kind)
        if way.pick:
            return hand
        pack = hand.pack
        if way.pack == "cut":
            at = int(action.what[0])
            pack = pack[at:] + pack[:at]
        return self._dealt(hand, *lay_out(hand.rules, pack, way.packets))

    def _batches(self, hand: Hand) -> Hand:
        talon, at = _talon(hand.rules, hand.pack)
        size = hand.rules.deal.hand
        batches = [hand.pack[i : i + size] for i in range(at, len(hand.pack), size)]
        left = ({*range(1, len(batches) + 1)} - set(hand.stacks.values())).pop()
        chosen = {**hand.stacks, stands_last(hand): left}
        hands = {seat: batches[chosen[seat] - 1] for seat in hand.active}
        return self._dealt(replace(hand, stacks=chosen), hands, talon)

    def _dealt(
        self, hand: Hand, hands: dict[Seat, tuple[Card, ...]], talon: tuple[Card, ...]
    ) -> Hand:
        cards = {seat: hand.rules.cards.sort(hands[seat]) for seat in hand.active}
        return replace(hand, dealt=cards, hands=cards, talon=talon, talon_dealt=talon)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        return None
