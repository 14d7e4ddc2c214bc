"""The base class of every kind of task."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from taroky.messages import Message
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome


class Kind[P: Position](ABC):
    """A kind of task. The answers are always judged from the first one on, so that a
    state is nothing but an exercise and its answers."""

    name: ClassVar[str]
    #: Topics that can be made again, easiest first.
    topics: ClassVar[tuple[str, ...]] = ()
    #: Whether it has hints of its own for each of its positions; else a lesson gives two.
    own_hints: ClassVar[bool] = False
    #: Whether everything is touched first, and then judged by a button.
    checks: ClassVar[bool] = False
    #: How many mistakes and hints cost as much as one does elsewhere.
    patience: ClassVar[int] = 1

    @abstractmethod
    def read(self, table: Table, data: Mapping[str, Any]) -> P:
        """The position that data holds, every part checked. Raises TarokyError."""

    @abstractmethod
    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        """Data of a position of that topic, or None if this draw of the cards gives none."""

    def has(self, table: Table, topic: str) -> bool:
        """Whether this rule set has exercises of that topic at all."""
        return True

    @abstractmethod
    def judge(self, exercise: Exercise[P], answers: Sequence[Event]) -> Outcome:
        """Return what the answers have come to. Raises TarokyError for one that makes no sense."""

    @abstractmethod
    def task(self, state: State[P], outcome: Outcome) -> Message:
        """Return what is to be done now."""

    @abstractmethod
    def board(self, state: State[P], outcome: Outcome) -> Markup:
        """The cards and what can be touched."""

    @abstractmethod
    def solution(self, exercise: Exercise[P]) -> Sequence[tuple[Message, RulePoints]]:
        """The right answer with its reasons, a paragraph each."""

    @abstractmethod
    def solve(self, exercise: Exercise[P]) -> Sequence[Event]:
        """Answers that solve it without a wrong try."""

    @abstractmethod
    def right(self, exercise: Exercise[P]) -> int:
        """How many first answers are right."""

    @abstractmethod
    def first_events(self, exercise: Exercise[P]) -> Iterator[Event]:
        """Every first answer one can give by touching."""

    def first_checks(self, exercise: Exercise[P]) -> Iterator[Event]:
        """Of a kind that is judged by a button the first answers whose outcome a page brings along."""
        yield from ()

    def later_answers(self, exercise: Exercise[P]) -> Iterator[Sequence[Event]]:
        """Two or more answers, one after the other, whose outcome a page brings along too: all that a
        short task needs."""
        yield from ()

    def hints(self, state: State[P]) -> Sequence[str]:
        """The hints there are now, the weakest first."""
        return state.hints

    def asked(self, state: State[P]) -> int:
        """How many of them have been asked for."""
        return sum("hint" in answer for answer in state.answers)

    def next_right(self, state: State[P]) -> Event | None:
        """The next answer towards the goal: of those that solve it the first not yet given."""
        answered = list(state.without_hints)
        for event in self.solve(state.exercise):
            if event in answered:
                answered.remove(event)
            else:
                return event
        return None
