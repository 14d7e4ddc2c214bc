"""Which of these cards are taroky, hearts, court cards, honours, worth 5? All of them are to be touched."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.cards import Card
from taroky.messages import Message, say
from taroky.numbers import is_whole
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.checks import bad, cards_of, word_of
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll

_SUITS = ("S", "H", "D", "C")
_COURTS = {"K": "kings", "Q": "queens", "R": "riders", "J": "jacks"}


@dataclass(frozen=True)
class Spread(Position):
    """Cards in a row. sought: a suit by its letter, "taroky", "courts", "trul", or the number of points that
    they are worth."""

    cards: tuple[Card, ...]
    sought: str


class FindCards(PickAll[Spread]):
    """Every card of a kind is right; for each other one it is said what it is."""

    name = "find-cards"
    topics = ("suit", "courts", "taroky", "trul", "worth")
    words = (
        ("is-right is-legal", "widget.yes"),
        ("is-wrong", "widget.no"),
        ("is-dim", "widget.no"),
    )

    def read(self, table: Table, data: Mapping[str, Any]) -> Spread:
        cards = cards_of(table, data, "cards")
        sought = word_of(data, "sought", self._sought(table))
        position = Spread(cards, sought)
        if not 2 <= len(cards) <= 12 or not any(self._is(table, card, sought) for card in cards):
            raise bad(f"{sought} {' '.join(cards)}")
        return position

    def _sought(self, table: Table) -> tuple[str, ...]:
        return (*_SUITS, "taroky", "courts", "trul", *_worths(table))

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        kinds = {"suit": _SUITS, "worth": _worths(table)}.get(topic, (topic,))
        sought = rng.choice(kinds)
        cards = table.cards.shuffled(rng)[: 5 + level]
        right = [card for card in cards if self._is(table, card, sought)]
        if not 2 <= len(right) < len(cards):
            return None
        return {"cards": list(cards), "sought": sought}

    def _is(self, table: Table, card: Card, sought: str) -> bool:
        pack = table.cards
        if sought == "taroky":
            return pack.is_tarok(card)
        if sought == "courts":
            return _court(table, card) is not None
        if sought == "trul":
            return card in pack.members("trul")
        if sought in _SUITS:
            return pack.suit(card) == sought
        return str(pack.value(card)) == sought

    def answers(self, exercise: Exercise[Spread]) -> Mapping[Card, Answer]:
        table, position = exercise.table, exercise.position
        return {
            card: Answer(
                self._is(table, card, position.sought), *self._what(table, card, position.sought)
            )
            for card in position.cards
        }

    def _what(self, table: Table, card: Card, sought: str) -> tuple[Message, RulePoints]:
        """Return what that card is, as far as it matters here."""
        pack = table.cards
        if sought == "trul" and card in pack.members("trul"):
            return say("find.trul", card=card), table.points_of("pack.sets.trul")
        if is_whole(sought):
            worth = pack.value(card)
            return say("find.worth", card=card, n=worth), _value_points(table, card)
        if pack.is_excuse(card):
            return say("find.excuse", card=card), table.points_of("pack.excuse")
        if pack.is_tarok(card):
            return say("find.tarok", card=card), table.points_of("pack.trumps")
        suit = pack.suit(card)
        points = table.points_of("pack.black" if suit in "SC" else "pack.red")
        if sought not in ("courts", "trul"):
            return say("find.suit", card=card, suit=suit), points
        return say("find.court" if _court(table, card) else "find.pip", card=card), points

    def conclusion(self, exercise: Exercise[Spread]) -> tuple[Message, RulePoints]:
        table, position = exercise.table, exercise.position
        right = [card for card in position.cards if self._is(table, card, position.sought)]
        points = self._what(table, right[0], position.sought)[1]
        return say("find.done", cards=list(table.cards.sort(right)), n=len(right)), points

    def task(self, state: State[Spread], outcome: Outcome) -> Message:
        position = state.exercise.position
        if position.sought in _SUITS:
            return say("find.task_suit", suit=position.sought)
        if is_whole(position.sought):
            return say("find.task_worth", n=int(position.sought))
        return say(f"find.task_{position.sought}", set=position.sought)

    def board(self, state: State[Spread], outcome: Outcome) -> Markup:
        position = state.exercise.position
        return show.hand(
            state.exercise.table,
            position.cards,
            state.base,
            state.id,
            event="tap",
            marks=outcome.marks,
            label=say("find.label").text(),
            touched=self.touched(state, outcome),
        )

    def solution(self, exercise: Exercise[Spread]) -> Sequence[tuple[Message, RulePoints]]:
        return [self.conclusion(exercise)]


def _worths(table: Table) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(table.cards.value(card)) for card in table.cards.cards))


def _court(table: Table, card: Card) -> str | None:
    """The set that a court card belongs to: "kings"; None for any other card."""
    own = not table.cards.is_tarok(card) and not table.cards.is_excuse(card)
    return _COURTS.get(card[:-1]) if own else None


def _value_points(table: Table, card: Card) -> RulePoints:
    """The rule that says what a card is worth: the nearest one that there is."""
    court = _court(table, card)
    name = "trul" if card in table.cards.members("trul") else court or "rest"
    near = "values.kings" if court else "values.rest"
    for cell in (f"values.{name}", near, "values.rest", "values"):
        points = table.points_of(f"pack.{cell}")
        if points:
            return points
    return ()
