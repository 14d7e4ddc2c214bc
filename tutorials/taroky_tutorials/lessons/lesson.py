"""A lesson as one rule set tells it: its steps, wrong tries, drills, and what a list says of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import ENGLISH, Message, say
from taroky.rules.table import Table

from taroky_tutorials.tasks.kinds import KINDS, Event, Exercise, State, make

#: The games that have a course, in the order in which a learner may pick one.
COURSES = ("hlucin", "polish", "machtarok", "victoria", "heun", "french")
_DRILL_SEED = "1"


class LessonError(TarokyError):
    """A lesson that does not hold; the sentence names lesson, step and rule set."""

    code = "lesson"


def failure(lesson: str, game: str, step: str, problem: Message) -> LessonError:
    """The error of a lesson that does not hold for a rule set. step: where, "–" for the lesson itself."""
    return LessonError(
        say(
            "lesson.problem",
            lesson=lesson,
            step=step,
            rules=rules.load(game).table,
            problem=problem,
        )
    )


@dataclass(frozen=True)
class Wrong:
    """A wrong try: the events before it, the event, the message id and (if it is the same in all
    rule sets) the rule point of the reply."""

    after: tuple[Event, ...]
    event: Event
    says: str
    point: str = ""


@dataclass(frozen=True)
class Step:
    """One thing to do. prose: the idea, all that the task needs; why: the rest of what is taught
    (reasons, exceptions, history), to unfold. answers: how many first answers are right; typed: its
    words say which cells of the table they go by, and hold whatever else a house has changed; language:
    of its words, English where there is no translation."""

    id: str
    title: str
    prose: str
    exercise: Exercise[Any]
    answers: int
    wrong: tuple[Wrong, ...]
    hints: tuple[str, ...]
    typed: bool = False
    why: str = ""
    language: str = ENGLISH

    @property
    def solution(self) -> tuple[Event, ...]:
        """Answers that solve it."""
        return tuple(KINDS[self.exercise.kind].solve(self.exercise))


@dataclass(frozen=True)
class Drill:
    """The subject of a lesson's endless exercises: kinds with their topics, easiest first. game:
    the table they are made from."""

    kind: str
    topic: str
    game: str


@dataclass(frozen=True)
class Heading:
    """A lesson or a step as a list names it."""

    id: str
    title: str


@dataclass(frozen=True)
class Outline:
    """A lesson as a list names it. course: the short id of its course; drill: whether it has one."""

    id: str
    course: str
    order: int
    title: str
    minutes: int
    summary: str
    steps: tuple[Heading, ...]
    drill: bool

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Outline:
        """An outline from what `asdict` made of one."""
        return cls(**{**data, "steps": tuple(Heading(**step) for step in data["steps"])})


@dataclass(frozen=True)
class Lesson:
    """A lesson as one rule set tells it. game: the course it is in, whatever tables its steps are
    played by. minutes: how long it takes a newcomer, about. strategy: the strategy page with the figures
    for it, and where on it ("odds#what-may-be-declared"); "" if there is none."""

    id: str
    game: str
    title: str
    order: int
    minutes: int
    summary: str
    intro: str
    steps: tuple[Step, ...]
    drill: tuple[Drill, ...] = ()
    strategy: str = ""

    @property
    def table(self) -> Table:
        """The rule table of its course."""
        return rules.load(self.game)

    @property
    def course(self) -> str:
        """The course's short id, by which its pages go and progress is kept."""
        return self.table.table

    @property
    def outline(self) -> Outline:
        """Return what a list says of it."""
        steps = tuple(Heading(step.id, step.title) for step in self.steps)
        return Outline(
            self.id,
            self.course,
            self.order,
            self.title,
            self.minutes,
            self.summary,
            steps,
            bool(self.drill),
        )

    @cached_property
    def first_drill(self) -> Exercise[Any]:
        """The exercise that its drill begins with: an easy one on the first topic, which may take a thousand deals to
        find. Raises TarokyError."""
        first = self.drill[0]
        return make(first.kind, first.topic, _DRILL_SEED, first.game)

    def state(self, step: Step, base: str) -> State[Any]:
        """The widget of a step before the first answer."""
        return State(
            f"w-{self.id}-{step.id}",
            step.exercise,
            base=base,
            step=f"{self.course}/{self.id}/{step.id}",
            hints=step.hints,
        )
