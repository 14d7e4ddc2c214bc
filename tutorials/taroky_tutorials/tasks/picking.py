"""Two shapes that most tasks have: touch everything that is right, or touch one thing that is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from taroky.api.answers import JudgedChoice
from taroky.hand import Reason
from taroky.messages import Message, say
from taroky.rules.table import RulePoints

from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import picked
from taroky_tutorials.tasks.exercise import Event, Exercise, Position
from taroky_tutorials.tasks.outcome import Feedback, Outcome

Marks = dict[str, tuple[str, str]]


@dataclass(frozen=True)
class Answer:
    """One thing that can be touched: whether it is right, and why (not)."""

    right: bool
    why: Message | Reason
    rule_points: RulePoints = ()

    @property
    def message(self) -> Message:
        """The sentence that says why."""
        return self.why.message if isinstance(self.why, Reason) else self.why

    @property
    def points(self) -> RulePoints:
        """The rule points it rests on."""
        return self.why.points if isinstance(self.why, Reason) else self.rule_points


def from_choice(choice: JudgedChoice) -> Answer:
    """An answer from a choice that a question has judged."""
    return Answer(choice.legal, choice.why)


class Picking[P: Position](Kind[P]):
    """Answers are single touches of things with a value."""

    #: The name under which a touch sends its value.
    event: ClassVar[str] = "tap"

    @abstractmethod
    def answers(self, exercise: Exercise[P]) -> Mapping[str, Answer]:
        """Everything that can be touched, by its value."""

    def rows(self, exercise: Exercise[P]) -> Mapping[str, Answer]:
        """The same, worked out once."""
        if "rows" not in exercise.memo:
            exercise.memo["rows"] = self.answers(exercise)
        rows: Mapping[str, Answer] = exercise.memo["rows"]
        return rows

    def first_events(self, exercise: Exercise[P]) -> Iterator[Event]:
        for value in self.rows(exercise):
            yield {self.event: value}


class PickAll[P: Position](Picking[P]):
    """Everything that is right has to be touched; each wrong touch gets its reason."""

    #: Classes and words of right and wrong things, and of wrong things at the end.
    words: ClassVar[tuple[tuple[str, str], ...]] = (
        ("is-right is-legal", "widget.may"),
        ("is-wrong", "widget.may_not"),
        ("is-dim", "widget.may_not"),
    )

    @abstractmethod
    def conclusion(self, exercise: Exercise[P]) -> tuple[Message, RulePoints]:
        """Return what is said when all are found."""

    def more(self, exercise: Exercise[P], value: str, left: int) -> Message:
        """Return what is said to a right touch while some are left."""
        return say("pick.more", n=left)

    def judge(self, exercise: Exercise[P], answers: Sequence[Event]) -> Outcome:
        rows = self.rows(exercise)
        right = [value for value, row in rows.items() if row.right]
        yes, no, rest = self.words
        marks: Marks = {}
        feedback: Feedback | None = None
        tries = 0
        for event in answers:
            value = picked(event, self.event, tuple(rows))
            if rows[value].right:
                marks[value] = yes
                left = sum(one not in marks for one in right)
                if left:
                    feedback = Feedback("right", self.more(exercise, value, left))
                else:
                    feedback = Feedback("right", *self.conclusion(exercise))
            else:
                tries += value not in marks
                marks[value] = no
                feedback = Feedback("wrong", rows[value].message, rows[value].points)
        done = all(value in marks for value in right)
        if done:
            marks = {**dict.fromkeys(rows, rest), **marks}
        return Outcome(done, feedback, marks, tries)

    def solve(self, exercise: Exercise[P]) -> Sequence[Event]:
        return [{self.event: value} for value, row in self.rows(exercise).items() if row.right]

    def right(self, exercise: Exercise[P]) -> int:
        return len(self.solve(exercise))


class PickOne[P: Position](Picking[P]):
    """One right touch solves it; there may be several that are right."""

    #: Classes and words of the right thing and of wrong ones.
    words: ClassVar[tuple[tuple[str, str], ...]] = (
        ("is-winner", "widget.yes"),
        ("is-beaten is-wrong", "widget.no"),
    )

    def judge(self, exercise: Exercise[P], answers: Sequence[Event]) -> Outcome:
        rows = self.rows(exercise)
        yes, no = self.words
        marks: Marks = {}
        feedback: Feedback | None = None
        tries, done = 0, False
        for event in answers:
            value = picked(event, self.event, tuple(rows))
            row = rows[value]
            if row.right:
                done = True
            else:
                tries += value not in marks
            marks[value] = yes if row.right else no
            feedback = Feedback("right" if row.right else "wrong", row.message, row.points)
        return Outcome(done, feedback, marks, tries)

    def solution(self, exercise: Exercise[P]) -> Sequence[tuple[Message, RulePoints]]:
        return [(row.message, row.points) for row in self.rows(exercise).values() if row.right]

    def solve(self, exercise: Exercise[P]) -> Sequence[Event]:
        rows = self.rows(exercise)
        return [{self.event: next(value for value, row in rows.items() if row.right)}]

    def right(self, exercise: Exercise[P]) -> int:
        return sum(row.right for row in self.rows(exercise).values())
