"""Two shapes that most tasks have: touch everything that is right, or touch one thing that is."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from taroky.api.answers import JudgedChoice
from taroky.hand import Reason
from taroky.messages import Message, say
from taroky.rules.table import RulePoints

from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import misplaced, picked
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
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
    """Everything that is right has to be touched, and is judged by a button: the first wrong check says how many are wrong
    or missing, later ones say which, with the reasons. A touch that is sent by itself is judged by itself."""

    checks = True
    #: Classes and words of right and wrong things, and of wrong things at the end.
    words: ClassVar[tuple[tuple[str, str], ...]] = (
        ("is-right is-legal", "widget.may"),
        ("is-wrong", "widget.may_not"),
        ("is-dim", "widget.may_not"),
    )

    @abstractmethod
    def conclusion(self, exercise: Exercise[P]) -> tuple[Message, RulePoints]:
        """Return what is said when all are found."""

    def judge(self, exercise: Exercise[P], answers: Sequence[Event]) -> Outcome:
        rows = self.rows(exercise)
        right = [value for value, row in rows.items() if row.right]
        yes, no, rest = self.words
        marks: Marks = {}
        feedback: Feedback | None = None
        tries = checked = 0
        for event in answers:
            if "check" in event:
                picks = _picks(event, rows)
                wrong = [value for value in picks if not rows[value].right]
                missing = [value for value in right if value not in picks]
                if not picks:
                    feedback = Feedback("info", say("pick.none"))
                    continue
                checked += 1
                tries += bool(wrong or missing)
                if not (wrong or missing):
                    marks, feedback = dict.fromkeys(right, yes), self._all(exercise)
                elif checked == 1:
                    feedback = _counted(len(wrong), len(missing))
                else:
                    marks = dict.fromkeys(wrong, no) | dict.fromkeys(missing, _MISSING)
                    feedback = _named([rows[value] for value in wrong], len(missing))
                continue
            value = picked(event, self.event, tuple(rows))
            if rows[value].right:
                marks[value] = yes
                left = sum(one not in marks for one in right)
                feedback = (
                    Feedback("right", say("pick.more", n=left)) if left else self._all(exercise)
                )
            else:
                tries += value not in marks
                marks[value] = no
                feedback = Feedback("wrong", rows[value].message, rows[value].points)
        done = all(marks.get(value) == yes for value in right)
        if done:
            marks = {**dict.fromkeys(rows, rest), **marks}
        return Outcome(done, feedback, marks, tries)

    def _all(self, exercise: Exercise[P]) -> Feedback:
        return Feedback("right", *self.conclusion(exercise))

    def touched(self, state: State[P], outcome: Outcome) -> frozenset[str] | None:
        """Return what is touched and not judged yet; None where each touch is judged by itself, and when all is done."""
        if state.at_once or outcome.done:
            return None
        last = next((one["picked"] for one in reversed(state.answers) if "picked" in one), "")
        return frozenset(last.split())

    def next_right(self, state: State[P]) -> Event | None:
        """The next right thing that is not touched yet."""
        chosen = self.touched(state, Outcome()) or frozenset()
        left = (event for event in self.solve(state.exercise) if event[self.event] not in chosen)
        return next((event for event in left if event not in state.answers), None)

    def solve(self, exercise: Exercise[P]) -> Sequence[Event]:
        return [{self.event: value} for value, row in self.rows(exercise).items() if row.right]

    def right(self, exercise: Exercise[P]) -> int:
        return len(self.solve(exercise))

    def first_checks(self, exercise: Exercise[P]) -> Iterator[Event]:
        """All that is right, and whatever is one thing beside it."""
        right = {value for value, row in self.rows(exercise).items() if row.right}
        yield check(right)
        for value in self.rows(exercise):
            yield check(right ^ {value})


#: The most reasons that one reply gives.
_REASONS = 3
_MISSING = ("is-hinted", "widget.missing")


def check(values: Iterable[str]) -> Event:
    """The answer that these things, and no others, are right."""
    return {"check": "1", "picked": " ".join(sorted(values))}


def _picks(event: Event, rows: Mapping[str, Answer]) -> list[str]:
    """Return what is touched, in the order of the board. Raises RecordError for what is not on it."""
    values = event.get("picked", "").split()
    if set(event) != {"check", "picked"} or not set(values) <= set(rows):
        raise misplaced(event)
    return [value for value in rows if value in values]


def _counted(wrong: int, missing: int) -> Feedback:
    """Return how many are wrong or missing."""
    parts = [say(f"pick.{name}", n=n) for name, n in (("wrong", wrong), ("missing", missing)) if n]
    return Feedback("wrong", parts[0], more=tuple((part, ()) for part in parts[1:]))


def _named(wrong: Sequence[Answer], missing: int) -> Feedback:
    """Return why what is marked as wrong is wrong, and that what is missing is marked, too."""
    lines = [(one.message, one.points) for one in wrong[:_REASONS]]
    if missing:
        lines.append((say("pick.marked", n=missing), ()))
    (first, points), *more = lines
    return Feedback("wrong", first, points, tuple(more))


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
