"""Lessons: data in lessons/*.yaml, read strictly and played through the engine at every build.

A lesson has an id (its file name), a title, minutes, an introduction and steps. A step has an id that
never changes (progress is kept by it), a title, prose in Markdown, a task (an exercise, see
`taroky_tutorials.exercises`), the solution (taps, or numbers for a pile), wrong tries with what must
be said to each (message id and rule point), and two hints, the weaker one first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taroky.errors import RecordError, TarokyError
from taroky.messages import Message, say
from taroky.rules.tree import read_file

from taroky_tutorials import widgets
from taroky_tutorials.exercises import Exercise, from_json
from taroky_tutorials.widgets import Event, State

FOLDER = Path(__file__).parent / "lessons"
_LESSON_KEYS = ("title", "order", "minutes", "rules", "summary", "intro", "steps")
_STEP_KEYS = ("id", "title", "prose", "task", "solution", "wrong", "hints")
_WRONG_KEYS = ("after", "try", "says", "point")


class LessonError(TarokyError):
    """A lesson that does not hold; the sentence names lesson and step."""

    code = "lesson"


@dataclass(frozen=True)
class Wrong:
    """A wrong try: the events before it, the event, the message id and rule point of the reply."""

    after: tuple[Event, ...]
    event: Event
    says: str
    point: str


@dataclass(frozen=True)
class Step:
    """One thing to do."""

    id: str
    title: str
    prose: str
    exercise: Exercise
    solution: tuple[Event, ...]
    wrong: tuple[Wrong, ...]
    hints: tuple[str, ...]


@dataclass(frozen=True)
class Lesson:
    """A lesson in steps. minutes: how long it takes a newcomer, about."""

    id: str
    title: str
    order: int
    minutes: int
    rules: str
    summary: str
    intro: str
    steps: tuple[Step, ...]

    def state(self, step: Step, base: str) -> State:
        """The widget of a step before the first answer."""
        return State(f"w-{self.id}-{step.id}", step.exercise, base=base,
                     step=f"{self.id}/{step.id}", hints=step.hints)  # fmt: skip


def load_all(folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """All lessons in their order, each read and played. Raises LessonError or TableError."""
    lessons = sorted((read(path) for path in folder.glob("*.yaml")), key=lambda one: one.order)
    for lesson in lessons:
        check(lesson)
    return tuple(lessons)


def read(path: Path) -> Lesson:
    """A lesson from its file, not yet played. Raises LessonError for what does not fit."""
    lesson_id = path.stem
    data = read_file(path).plain()
    _known(data, _LESSON_KEYS, lesson_id, "–")
    rules = data["rules"]
    steps: list[Step] = []
    for row in data["steps"]:
        step_id = row.get("id", "–") if isinstance(row, Mapping) else "–"
        _known(row, _STEP_KEYS, lesson_id, step_id)
        if any(step.id == step_id for step in steps):
            raise _fail(lesson_id, step_id, say("lesson.same_id", step=step_id))
        try:
            exercise = from_json({**row["task"], "rules": rules})
        except TarokyError as problem:
            raise _fail(lesson_id, step_id, problem.message) from None
        wrong = []
        for try_ in row["wrong"]:
            _known(try_, _WRONG_KEYS, lesson_id, step_id, optional=("after",))
            wrong.append(
                Wrong(_events(try_.get("after", [])), _event(try_["try"]), try_["says"],
                      try_["point"])
            )  # fmt: skip
        steps.append(
            Step(step_id, row["title"], row["prose"], exercise, _events(row["solution"]),
                 tuple(wrong), tuple(row["hints"]))
        )  # fmt: skip
    return Lesson(
        lesson_id, data["title"], int(data["order"]), int(data["minutes"]), rules,
        data["summary"], data["intro"], tuple(steps),
    )  # fmt: skip


def _known(
    data: Any, keys: Sequence[str], lesson: str, step: str, optional: Sequence[str] = ()
) -> None:
    if not isinstance(data, Mapping):
        raise _fail(lesson, step, say("lesson.unknown_key", key=str(data)[:40], expected=keys))
    for key in data:
        if key not in keys:
            raise _fail(lesson, step, say("lesson.unknown_key", key=key, expected=keys))
    for key in keys:
        if key not in data and key not in optional:
            raise _fail(lesson, step, say("lesson.missing", key=key))


def _event(text: str) -> Event:
    """ "KS" is a tap on that card; "worth 4" and "total 11" are numbers typed in."""
    name, space, value = text.partition(" ")
    return {name: value} if space else {"tap": text}


def _events(texts: Sequence[str]) -> tuple[Event, ...]:
    return tuple(map(_event, texts))


def _fail(lesson: str, step: str, problem: Message) -> LessonError:
    return LessonError(say("lesson.problem", lesson=lesson, step=step, problem=problem))


def check(lesson: Lesson) -> None:
    """Play every solution and every wrong try. Raises LessonError on a surprise."""
    for step in lesson.steps:
        problem = _problem(lesson, step)
        if problem is not None:
            raise _fail(lesson.id, step.id, problem)


def _problem(lesson: Lesson, step: Step) -> Message | None:
    state = lesson.state(step, "")
    if len(step.hints) != 2:
        return say("lesson.too_few_hints", n_hints=len(step.hints))
    try:
        solved = _play(state, step.solution)
    except RecordError as problem:
        return problem.message
    tried = ", ".join(_shown(event) for event in step.solution)
    outcome = widgets.judge(solved)
    if not outcome.done or outcome.tries:
        return say("lesson.solution", tried=tried)
    if widgets.judge(_play(state, step.solution[:-1])).done:
        return say("lesson.solution_more", given=[tried], right=["fewer"])
    known = step.exercise.table.all_points()
    for wrong in step.wrong:
        shown = _shown(wrong.event)
        try:
            outcome = widgets.judge(_play(state, (*wrong.after, wrong.event)))
        except RecordError as problem:
            return problem.message
        feedback = outcome.feedback
        if feedback is None or feedback.tone != "wrong":
            return say("lesson.wrong_right", tried=shown)
        if feedback.message.id != wrong.says:
            return say("lesson.wrong_says", tried=shown, said=feedback.message.id,
                       expected=wrong.says)  # fmt: skip
        if wrong.point not in feedback.points:
            return say("lesson.wrong_point", tried=shown, points=list(feedback.points),
                       expected=wrong.point)  # fmt: skip
        for point in feedback.points:
            if point not in known:
                return say("lesson.no_point", point=point, rules=lesson.rules)
    return None


def _play(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = widgets.update(state, event)
    return state


def _shown(event: Event) -> str:
    return " ".join(
        f"{value}" if key == "tap" else f"{key} {value}" for key, value in event.items()
    )
