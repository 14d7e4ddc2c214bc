"""Put cards in order, the strongest first: of one suit, or taroky among themselves. Phases of a hand
are ordered the same way."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.messages import Message, say, term
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.checks import bad, cards_of
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.ordering import Ordering, OrderingParts, Parts
from taroky_tutorials.tasks.outcome import Outcome, said


@dataclass(frozen=True)
class Row(Position):
    """Cards as they are there, to be put in order."""

    cards: tuple[Card, ...]


class OrderCards(Ordering[Row]):
    """Cards of one suit, or taroky, from the strongest to the weakest."""

    name = "order-cards"
    topics = ("black", "red", "taroky")

    def read(self, table: Table, data: Mapping[str, Any]) -> Row:
        cards = cards_of(table, data, "cards")
        if not 2 <= len(cards) <= 9 or len({table.cards.suit(card) for card in cards}) != 1:
            raise bad(" ".join(cards))
        return Row(cards)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        suits = {"black": ("S", "C"), "red": ("H", "D"), "taroky": ("T",)}[topic]
        suit = rng.choice(suits)
        of_suit = [card for card in pack.shuffled(rng) if pack.suit(card) == suit]
        return {"cards": of_suit[: 3 + level]}

    def _cards(self, exercise: Exercise[Row]) -> tuple[Card, ...]:
        position = exercise.position
        return position.cards

    def in_order(self, exercise: Exercise[Row]) -> tuple[str, ...]:
        return exercise.table.cards.sort(self._cards(exercise))

    def too_early(
        self, exercise: Exercise[Row], value: str, due: str
    ) -> tuple[Message, RulePoints]:
        return said(trick_questions.winner(exercise.table, (value, due)).cards[value])

    def whole(self, exercise: Exercise[Row]) -> tuple[Message, RulePoints]:
        table, cards = exercise.table, self.in_order(exercise)
        suit = table.cards.suit(cards[0])
        cell = {"T": "trumps", "S": "black", "C": "black"}.get(suit, "red")
        return say("order.cards", cards=list(cards)), table.points_of(f"pack.{cell}")

    def task(self, state: State[Row], outcome: Outcome) -> Message:
        return say("order.task")

    def board(self, state: State[Row], outcome: Outcome) -> Markup:
        return show.hand(
            state.exercise.table,
            self._cards(state.exercise),
            state.base,
            state.id,
            event="tap",
            marks=outcome.marks,
            label=say("order.label").text(),
        )


class OrderPhases(OrderingParts[Parts]):
    """The parts of a hand in the order in which they come."""

    name = "order-phases"
    topics = ("hand",)
    term = "phase"

    def read(self, table: Table, data: Mapping[str, Any]) -> Parts:
        parts = data.get("parts") or [p for p in table.phases if self._asks(table, p)]
        known = [part for part in parts if part in table.phases] if isinstance(parts, list) else []
        if len(known) < 2 or len(known) != len(parts):
            raise bad(parts)
        return Parts(tuple(known))

    def _asks(self, table: Table, phase: str) -> bool:
        """Whether anything happens in that phase in this rule set."""
        there = {
            "auction": bool(table.auction.calls),
            "calling": bool(table.calling),
            "discard": self._discards_after(table),
            "announce": bool(table.announce.stages),
        }
        return there.get(phase, True)

    def _discards_after(self, table: Table) -> bool:
        """Whether discarding is a part of its own. Where each discards before the next one draws, it
        goes with drawing."""
        phases = table.phases
        return bool(table.discard) and phases.index("discard") > phases.index("talon")

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        parts = [part for part in table.phases if self._asks(table, part)]
        shuffled = rng.sample(parts, len(parts))
        return {"parts": shuffled} if shuffled != parts else None

    def in_order(self, exercise: Exercise[Parts]) -> tuple[str, ...]:
        position = exercise.position
        phases = [phase for phase in exercise.table.phases if phase in position.parts]
        if {"talon", "discard"} <= {*phases}:  # nobody discards before drawing
            phases.remove("discard")
            phases.insert(phases.index("talon") + 1, "discard")
        return tuple(phases)

    def too_early(
        self, exercise: Exercise[Parts], value: str, due: str
    ) -> tuple[Message, RulePoints]:
        return say("order.phase_first", phase=value, due=due), self._points(exercise)

    def whole(self, exercise: Exercise[Parts]) -> tuple[Message, RulePoints]:
        names = [term("phase", phase) for phase in self.in_order(exercise)]
        return say("order.phases", phases=names), self._points(exercise)

    def _points(self, exercise: Exercise[Parts]) -> RulePoints:
        return exercise.table.points.get("phases", ())

    def task(self, state: State[Parts], outcome: Outcome) -> Message:
        return say("order.task_phases")
