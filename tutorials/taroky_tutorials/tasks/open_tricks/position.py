"""A few cards for each seat, played to the end by the engine: the learner at A, the others by a
beginner's rule of thumb or in the order that the position gives.

The tricks are the last ones of a hand, so that what a table rules for the last trick holds for the last of
these.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.game import apply, current, view
from taroky.hand import (
    Action,
    AuctionState,
    CallState,
    Cards,
    Choice,
    DealState,
    Hand,
    PlayState,
    Trick,
)
from taroky.phases import PHASES
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Seat, Table

from taroky_tutorials.tasks.exercise import Position
from taroky_tutorials.tasks.open_tricks.goals import Goal
from taroky_tutorials.tasks.open_tricks.trick_counts import YOU


@dataclass(frozen=True)
class FewCards(Position):
    """Cards of all seats, as many for each; who leads first. open: whether the learner sees them all.

    declarer: "" where you play against all others; called: the card that makes the partner. plays: seats
    that play their cards in this order, as far as they may.
    """

    contract: str
    hands: Mapping[Seat, tuple[Card, ...]]
    leader: Seat
    goal: Goal
    open: bool = False
    declarer: Seat = ""
    called: Card = ""
    plays: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)


def begin(table: Table, position: FewCards) -> Hand:
    """The hand when the learner is first asked. The tricks before are of no concern but for their
    number and their last winner, who leads; nobody has had them all."""
    seats, size = table.active, len(position.hands[YOU])
    before = [seats[n % len(seats)] for n in range(table.deal.hand - size - 1)]
    tricks = tuple(Trick(seat, winner=seat) for seat in (*before, position.leader))
    play = (PHASES["play"],)
    each = table.contracts[position.contract].sides == "each"
    hand = Hand(
        table=table,
        phases=play,
        waiting=play,
        players=len(seats),
        contract=position.contract,
        declarer=position.declarer or ("" if each else YOU),
        cards=Cards(position.hands),
        deal=DealState(dealt=position.hands),
        auction=AuctionState(opener=position.declarer or position.leader),
        call=CallState(position.called, call_row(table, position.contract, position.called)),
        play=PlayState(tricks),
    )
    return _after_others(hand, position)


def call_row(table: Table, contract: str, called: Card) -> str:
    """The name of the row by which that card is called; "" if it never is."""
    calling = table.contracts[contract].calling
    for name, row in table.calling[calling].names.items() if calling and called else ():
        named = {card for of in row.cards for card in table.cards.members(of)}
        if called in (row.card, *row.first_missing, *named):
            return name
    return ""


def go_on(hand: Hand, position: FewCards, card: Card) -> Hand:
    """The hand after the learner's card, when the learner is asked again or nobody is."""
    return _after_others(apply(hand, Action(YOU, "play", (card,))), position)


def _after_others(hand: Hand, position: FewCards) -> Hand:
    while (asked := current(hand)) is not None and asked[1] != YOU:
        hand = apply(hand, Action(asked[1], "play", (_card(hand, position, asked[1]),)))
    return hand


def _card(hand: Hand, position: FewCards, seat: Seat) -> Card:
    """Return what another seat plays."""
    legal = [choice.what for choice in choices(hand) if choice.legal]
    planned = next((card for card in position.plays.get(seat, ()) if card in legal), "")
    if planned or len(legal) == 1:
        return planned or legal[0]
    options = hand.options
    assert options is not None
    action, _ = RuleOfThumb(hand.table, random.Random(0)).act(view(hand, seat), options)
    return action.what[0]


def choices(hand: Hand) -> tuple[Choice, ...]:
    """Every card of the seat that is asked, with the reason against those that may not be played."""
    return tuple(c for c in hand.options.choices if c.kind == "play") if hand.options else ()
