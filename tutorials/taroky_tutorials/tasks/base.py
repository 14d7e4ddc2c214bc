"""What all kinds of tasks share: an exercise and its position, the answers given so far, and what they
have come to."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, ClassVar

from taroky import rules as tables
from taroky.ask.questions import Reason
from taroky.messages import Message, say
from taroky.rules.table import Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup

Event = dict[str, str]
Points = tuple[str, ...]
#: How hard a made exercise may be.
LEVELS = (1, 2, 3)


@dataclass(frozen=True)
class Position:
    """What a task is about: each kind has a class of its own, with plain fields."""

    def plain(self) -> dict[str, Any]:
        """The fields that say something, as JSON data."""
        found = {column.name: _plain(getattr(self, column.name)) for column in fields(self)}
        return {
            name: value
            for name, value in found.items()
            if value not in (None, "", [], {}) and value is not False
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True)
class Exercise:
    """A task with its position. topic, level, seed: how to make it again; no seed for a position
    that a lesson wrote down. options: the house options it is played by."""

    kind: str
    rules: str
    topic: str
    position: Position
    seed: str = ""
    level: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @cached_property
    def table(self) -> Table:
        """The rule table it is played by."""
        return tables.load(self.rules, dict(self.options))

    @cached_property
    def memo(self) -> dict[str, Any]:
        """What its kind has worked out about it already, by name."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Plain data; empty fields are left out."""
        head: dict[str, Any] = {
            "kind": self.kind, "rules": self.rules, "topic": self.topic, "seed": self.seed,
            "level": self.level if self.level != 1 else None, "options": dict(self.options),
        }  # fmt: skip
        return {**{key: value for key, value in head.items() if value}, **self.position.plain()}


@dataclass(frozen=True)
class Feedback:
    """What is said to the last answer. tone: "right", "wrong", "info" or "news" (what has happened);
    more: sentences after the first, a paragraph each."""

    tone: str
    message: Message
    points: Points = ()
    more: tuple[tuple[Message, Points], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """What the answers so far have come to.

    marks: how cards stand (class, id of the word on them). done: the task is solved. tries: how
    many answers were wrong.
    """

    done: bool = False
    feedback: Feedback | None = None
    marks: show.Marks | None = None
    tries: int = 0


@dataclass(frozen=True)
class State:
    """A widget on a page. step: whose progress it counts for, "" for none.

    hints: sentences of the lesson, weakest first; base: the way to the site's root.
    """

    id: str
    exercise: Exercise
    answers: tuple[Event, ...] = ()
    base: str = ""
    step: str = ""
    hints: tuple[str, ...] = ()

    @property
    def given(self) -> tuple[Event, ...]:
        """The answers without requests for hints."""
        return tuple(answer for answer in self.answers if "hint" not in answer)

    def as_json(self) -> dict[str, Any]:
        """What the page keeps in data-widget."""
        data: dict[str, Any] = {
            "kind": self.exercise.kind, "exercise": self.exercise.as_json(),
            "answers": list(self.answers), "id": self.id, "base": self.base,
        }  # fmt: skip
        if self.step:
            data["step"] = self.step
        if self.hints:
            data["hints"] = list(self.hints)
        return data


class Kind(ABC):
    """What a kind of task can do. The answers are always judged from the first one on, so that a
    state is nothing but an exercise and its answers."""

    name: ClassVar[str]
    #: Topics that can be made afresh, easiest first.
    topics: ClassVar[tuple[str, ...]] = ()
    #: Whether it has hints of its own for each of its positions; else a lesson gives two.
    own_hints: ClassVar[bool] = False
    #: So many slips and hints cost as much as one does elsewhere.
    patience: ClassVar[int] = 1

    @abstractmethod
    def read(self, table: Table, data: Mapping[str, Any]) -> Position:
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
    def judge(self, exercise: Exercise, answers: Sequence[Event]) -> Outcome:
        """What the answers have come to. Raises TarokyError for one that makes no sense."""

    @abstractmethod
    def task(self, state: State, outcome: Outcome) -> Message:
        """What is to be done now."""

    @abstractmethod
    def board(self, state: State, outcome: Outcome) -> Markup:
        """The cards and what can be touched."""

    @abstractmethod
    def solution(self, exercise: Exercise) -> Sequence[tuple[Message, Points]]:
        """The right answer with its reasons, a paragraph each."""

    @abstractmethod
    def solve(self, exercise: Exercise) -> Sequence[Event]:
        """Answers that solve it without a wrong try."""

    @abstractmethod
    def right(self, exercise: Exercise) -> int:
        """How many first answers are right."""

    @abstractmethod
    def first_events(self, exercise: Exercise) -> Iterator[Event]:
        """Every first answer one can give by touching."""

    def hints(self, state: State) -> Sequence[str]:
        """The hints there are now, the weakest first."""
        return state.hints

    def asked(self, state: State) -> int:
        """How many of them have been asked for."""
        return sum("hint" in answer for answer in state.answers)

    def next_right(self, state: State) -> Event | None:
        """The next answer towards the goal: of those that solve it the first not yet given."""
        given = list(state.given)
        for event in self.solve(state.exercise):
            if event in given:
                given.remove(event)
            else:
                return event
        return None


def said(reason: Mapping[str, Any]) -> tuple[Message, Points]:
    """A reason of `taroky.ask.questions`, worded or not, as a message with its rule points."""
    if isinstance(reason, Reason):
        return reason.message, reason.points
    return say(reason["id"], **reason["params"]), tuple(reason["points"])
