"""Plays a lesson through the engine: every solution, every wrong try and every hint must be what it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from taroky.errors import RecordError
from taroky.messages import Message, say

from taroky_tutorials.lessons.lesson import Lesson, Step, failure
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Event, State


def check(lesson: Lesson) -> None:
    """Play every solution and every wrong try. Raises LessonError on a surprise."""
    for step in lesson.steps:
        problem = problem_of(lesson, step)
        if problem is not None:
            raise failure(lesson.id, lesson.game, step.id, problem)


def problem_of(lesson: Lesson, step: Step) -> Message | None:
    """Return what does not hold in a step, None if all does."""
    checks: tuple[Callable[[Lesson, Step], Message | None], ...] = (_hints, _solved, _answered)
    try:
        return next((message for one in checks if (message := one(lesson, step))), None)
    except RecordError as problem:
        return problem.message


def _hints(lesson: Lesson, step: Step) -> Message | None:
    if len(step.hints) != (0 if KINDS[step.exercise.kind].own_hints else 2):
        return say("lesson.too_few_hints", n_hints=len(step.hints))
    state = lesson.state(step, "")
    hinted = widgets.next_right(_play(state, [{"hint": "1"}, {"hint": "2"}]))
    if hinted is not None and widgets.judge(_play(state, [hinted])).tries:
        return say("lesson.hint_astray", tried=_shown(hinted))
    return None


def _solved(lesson: Lesson, step: Step) -> Message | None:
    """The solution solves, no less of it does, and so many first answers are right as is said."""
    state, kind = lesson.state(step, ""), KINDS[step.exercise.kind]
    solution = step.solution
    tried = ", ".join(map(_shown, solution))
    outcome = widgets.judge(_play(state, solution))
    if not outcome.done or outcome.tries:
        return say("lesson.solution", tried=tried)
    if widgets.judge(_play(state, solution[:-1])).done:
        return say("lesson.solution_more", given=[tried], right=["fewer"])
    right = kind.right(step.exercise)
    if right != step.answers:
        return say("lesson.answers", said=step.answers, found=right)
    return None


def _answered(lesson: Lesson, step: Step) -> Message | None:
    """Each wrong try gets the reason that the lesson says, with a rule point that there is. By a
    house's table it has to be wrong, if it is no sum, which depends on prices."""
    state = lesson.state(step, "")
    house = bool(lesson.table.packed)
    known = step.exercise.table.all_points()
    for wrong in step.wrong:
        shown = _shown(wrong.event)
        if house and not {"tap", "say", "call", "set", "row", "seat", "lay"} & set(wrong.event):
            continue
        feedback = widgets.judge(_play(state, (*wrong.after, wrong.event))).feedback
        if feedback is None or feedback.tone != "wrong":
            return say("lesson.wrong_right", tried=shown)
        if house:
            continue
        if feedback.message.id != wrong.says:
            return say(
                "lesson.wrong_says", tried=shown, said=feedback.message.id, expected=wrong.says
            )
        if not feedback.points or (wrong.point and wrong.point not in feedback.points):
            return say(
                "lesson.wrong_point",
                tried=shown,
                points=list(feedback.points),
                expected=wrong.point or say("expected.point"),
            )
        missing = [point for point in feedback.points if point not in known]
        if missing:
            return say("lesson.no_point", point=missing[0], rules=step.exercise.game)
    return None


def _play(state: State[Any], events: Sequence[Event]) -> State[Any]:
    for event in events:
        state = widgets.update(state, event)
    return state


def _shown(event: Event) -> str:
    return " ".join(
        f"{value}" if key == "tap" else f"{key} {value}" for key, value in event.items()
    )
