"""The shape of tasks in which things are put in order: what comes next is touched, one after another."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from taroky.messages import Message, say, term
from taroky.rules.table import RulePoints

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import picked
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome


@dataclass(frozen=True)
class Parts(Position):
    """Phases as they are there, to be put in order."""

    parts: tuple[str, ...]


class Ordering[P: Position](Kind[P]):
    """A task in which what comes next is to be touched, one after another."""

    event: ClassVar[str] = "tap"

    @abstractmethod
    def in_order(self, exercise: Exercise[P]) -> tuple[str, ...]:
        """The right order."""

    @abstractmethod
    def too_early(self, exercise: Exercise[P], value: str, due: str) -> tuple[Message, RulePoints]:
        """Why `value` does not come yet: `due` is before it."""

    @abstractmethod
    def whole(self, exercise: Exercise[P]) -> tuple[Message, RulePoints]:
        """Return what is said when all is in order."""

    def judge(self, exercise: Exercise[P], answers: Sequence[Event]) -> Outcome:
        order = self.in_order(exercise)
        placed = 0
        marks: dict[str, tuple[str, str]] = {}
        feedback: Feedback | None = None
        tries = 0
        for event in answers:
            value = picked(event, self.event, order)
            if value in order[:placed]:
                continue
            if value == order[placed]:
                placed += 1
                marks[value] = ("is-right", f"order.{placed}" if placed <= 9 else "order.more")
                done = placed == len(order)
                reason = self.whole(exercise) if done else (say("order.next"), ())
                feedback = Feedback("right", *reason)
            else:
                tries += 1
                marks[value] = ("is-wrong", "order.later")
                feedback = Feedback("wrong", *self.too_early(exercise, value, order[placed]))
        return Outcome(placed == len(order), feedback, marks, tries)

    def solution(self, exercise: Exercise[P]) -> Sequence[tuple[Message, RulePoints]]:
        return [self.whole(exercise)]

    def solve(self, exercise: Exercise[P]) -> Sequence[Event]:
        return [{self.event: value} for value in self.in_order(exercise)]

    def next_right(self, state: State[P]) -> Event | None:
        """Return what comes next, also if it was touched too early before."""
        placed = 0
        order = self.in_order(state.exercise)
        for event in state.without_hints:
            placed += placed < len(order) and event == {self.event: order[placed]}
        return {self.event: order[placed]} if placed < len(order) else None

    def right(self, exercise: Exercise[P]) -> int:
        return 1

    def first_events(self, exercise: Exercise[P]) -> Iterator[Event]:
        for value in self.in_order(exercise):
            yield {self.event: value}


class OrderingParts[P: Position](Ordering[P]):
    """Words that are there as buttons, to be put in order."""

    #: The message by which a part is called.
    term: ClassVar[str]

    def board(self, state: State[P], outcome: Outcome) -> Markup:
        position = state.exercise.position
        assert isinstance(position, Parts)
        options = [(part, term(self.term, part)) for part in position.parts]
        return join(element("div", choices(state, "tap", options, outcome.marks)))
