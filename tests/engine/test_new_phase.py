"""A phase is a file, a line in a list, a word that tables know and a part of the hand: one that the engine
has never heard of keeps a state of its own, asks, refuses, and plays along with the others."""

from __future__ import annotations

import random
from dataclasses import field
from typing import get_args

import pytest
from taroky import rules
from taroky.errors import IllegalAction
from taroky.game import apply, check, current, legal, undealt
from taroky.game.view import view
from taroky.hand import (
    Action,
    Choice,
    Hand,
    Legal,
    Phase,
    Refusal,
    State,
    legal_among,
    replace,
    state_class,
)
from taroky.messages import known, say
from taroky.phases import PHASES
from taroky.players.random_player import RandomBot
from taroky.rules.table import PhaseName, Seat


@state_class
class Toasts(State):
    """Who has raised a glass, in order."""

    raised: tuple[Seat, ...] = ()


@state_class
class HandWithToasts(Hand):
    """A hand with a field for what the new phase has to remember."""

    toasts: Toasts = field(default_factory=Toasts)


def toasts_of(hand: Hand) -> tuple[Seat, ...]:
    assert isinstance(hand, HandWithToasts)
    return hand.toasts.raised


class Toast(Phase):
    """Once the cards are dealt everybody drinks to the dealer, who does not."""

    name = "toast"
    kinds = ("toast",)

    def turn(self, hand: Hand) -> Seat | None:
        raised = toasts_of(hand)
        left = [seat for seat in hand.active[:-1] if seat not in raised]
        return left[0] if hand.deal.dealt and left else None

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        sober = Refusal(say("hand.nothing_more", kind="water"))
        choices = (Choice("toast", "wine"), Choice("toast", "water", sober))
        return legal_among(seat, self.name, choices)

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        choices = hand.options_of(self, action.seat).choices
        chosen = [choice for choice in choices if (choice.what,) == action.what]
        return chosen[0].refusal if chosen else Refusal(say("hand.nothing_more", kind="toast"))

    def apply(self, hand: Hand, action: Action) -> Hand:
        return replace(hand, toasts=Toasts((*toasts_of(hand), action.seat)))

    def done(self, hand: Hand) -> bool:
        return self.turn(hand) is None


def start(seed: str) -> Hand:
    table = rules.load("hlucin")
    hand = undealt(table, table.cards.shuffled(random.Random(seed)))
    first, *rest = hand.phases
    phases = (first, Toast(), *rest)
    return HandWithToasts(table, phases, phases, players=hand.players, deal=hand.deal)


def test_a_new_phase_asks_keeps_its_state_and_is_over() -> None:
    hand = start("toast")
    player = RandomBot(hand.table, random.Random(1))
    seen = []
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        if asked[0].name == "toast":
            seen.append(asked[1])
            with pytest.raises(IllegalAction, match="water"):
                apply(hand, Action(asked[1], "toast", ("water",)))
            out_of_turn = check(hand, Action("D", "toast", ("wine",)))
            assert out_of_turn is not None and out_of_turn.message.id == "hand.not_turn"
            hand = apply(hand, Action(asked[1], "toast", ("wine",)))
        else:
            hand = apply(hand, player.act(view(hand, asked[1]), options)[0])
    assert seen == ["A", "B", "C"]
    assert toasts_of(hand) == ("A", "B", "C")
    assert toasts_of(view(hand, "A").unseen().hand) == ("A", "B", "C")
    assert len(hand.actions) > 3


def test_tables_may_list_every_phase_and_each_has_a_name() -> None:
    assert {*PHASES, "score"} == {*get_args(PhaseName)}
    assert [name for name in get_args(PhaseName) if not known(f"phase.{name}")] == []


def test_parts_refuse_fields_they_do_not_have() -> None:
    hand = start("fields")
    with pytest.raises(TypeError, match=r"not fields of HandWithToasts: \['calls'\]"):
        replace(hand, calls=())
    with pytest.raises(TypeError, match=r"not fields of AuctionState: \['tricks'\]"):
        replace(hand.auction, tricks=())
