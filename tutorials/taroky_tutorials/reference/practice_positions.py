"""Positions to try on the reference pages: each is below one rule point, and that point is among
the reasons it gives. Data in practice_positions.yaml, played through the engine at every build."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import Message, say
from taroky.rules.tree import read_file

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Event, Exercise, State, from_json

FILE = Path(__file__).parent / "practice_positions.yaml"
_KEYS = ("at", "rules", "task", "answers", "wrong")


class PositionError(TarokyError):
    """A position that does not hold; the sentence names the point it stands at."""

    code = "try"


@dataclass(frozen=True)
class PracticePosition:
    """A position below a rule point. answers: how many first answers are right; wrong: an answer by
    touch with the id of the message it gets."""

    point: str
    exercise: Exercise[Any]
    answers: int
    wrong: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        """Its name in addresses: "hlu-play-02"."""
        return self.point.lower()

    def state(self, base: str) -> State[Any]:
        """The widget before the first answer."""
        return State(f"w-try-{self.id}", self.exercise, base=base)


def load(page: str, file: Path = FILE) -> tuple[PracticePosition, ...]:
    """All positions of a rule set's reference page, each played. Raises PositionError."""
    if not file.exists():  # the browser has them only when they are asked for
        file = file.with_suffix(".json")
        if not file.exists():
            raise ModuleNotFoundError("the positions are not here", name="taroky_reference")
    return _load(page, file, file.stat().st_mtime_ns)


@cache
def _load(page: str, file: Path, changed: int) -> tuple[PracticePosition, ...]:
    data = read_file(file).plain()
    positions = tuple(_read(row, page) for row in data.get(page, []))
    for i, one in enumerate(positions):
        problem = _problem(one)
        if problem is None and one.point in (other.point for other in positions[:i]):
            problem = say("try.twice")
        if problem is not None:
            raise PositionError(say("try.problem", point=one.point, problem=problem))
    return positions


def _read(row: Any, page: str) -> PracticePosition:
    point = str(row.get("at", "–")) if isinstance(row, Mapping) else "–"

    def fail(problem: Message) -> PositionError:
        return PositionError(say("try.problem", point=point, problem=problem))

    if not isinstance(row, Mapping) or not isinstance(row.get("task"), Mapping):
        raise fail(say("lesson.missing", key="task"))
    for key in row:
        if key not in _KEYS:
            raise fail(say("lesson.unknown_key", key=key, expected=_KEYS))
    game = str(row.get("rules", page))
    try:
        exercise = from_json({"topic": "", **row["task"], "rules": game})
    except TarokyError as problem:
        raise fail(problem.message) from None
    if rules.load(game).page_of(point) != page or point not in exercise.table.all_points():
        raise fail(say("lesson.no_point", point=point, rules=game))
    wrong = tuple((str(tap), str(said)) for tap, said in row.get("wrong", {}).items())
    return PracticePosition(point, exercise, int(row.get("answers", 0)), wrong)


def _problem(one: PracticePosition) -> Message | None:
    """Why it does not hold: the solution does not solve it, so many answers are not right, a wrong
    one gets another reason, or its rule point is not what it shows."""
    kind, start = KINDS[one.exercise.kind], one.state("")
    solution = list(kind.solve(one.exercise))
    solved = _play(start, solution)
    outcome = widgets.judge(solved)
    if not solution or not outcome.done or outcome.tries:
        return say("lesson.solution", tried=", ".join(map(str, solution)))
    if kind.right(one.exercise) != one.answers:
        return say("lesson.answers", said=one.answers, found=kind.right(one.exercise))
    for tap, expected in one.wrong:
        feedback = widgets.judge(widgets.update(start, {"tap": tap})).feedback
        if feedback is None or feedback.tone != "wrong":
            return say("lesson.wrong_right", tried=tap)
        if feedback.message.id != expected:
            return say("lesson.wrong_says", tried=tap, said=feedback.message.id, expected=expected)
    if one.point not in set(_shown(one, solved)):
        return say("try.not_about")
    return None


def _play(state: State[Any], events: Sequence[Event]) -> State[Any]:
    for event in events:
        state = widgets.update(state, event)
    return state


def _shown(one: PracticePosition, solved: State[Any]) -> Iterator[str]:
    """The rule points that the widget may give as a reason."""
    kind, start = KINDS[one.exercise.kind], one.state("")
    for _, points in kind.solution(one.exercise):
        yield from points
    first = (widgets.update(start, event) for event in kind.first_events(one.exercise))
    for state in (*first, solved):
        feedback = widgets.judge(state).feedback
        if feedback is not None:
            yield from feedback.points
            for _, points in feedback.more:
                yield from points


def outcomes_path(page: str, one: PracticePosition) -> str:
    """Return where the outcomes of its first answers lie, below the site's root."""
    return f"assets/outcomes/{page}/try-{one.id}.json"


def of_house(page: str, origin: str, game: str) -> tuple[PracticePosition, ...]:
    """The positions of a page as a house table judges them, those that it judges as the rule set does
    which it extends. game: its packed name."""
    positions = []
    for one in load(page):
        if one.exercise.game == origin:
            here = replace(one, exercise=replace(one.exercise, game=game))
            try:
                if _problem(here) is None:
                    positions.append(here)
            except TarokyError:  # there is no such thing at that table
                continue
    return tuple(positions)


def view(one: PracticePosition, base: str, page: str = "") -> Markup:
    """The position, folded away until somebody wants to try it. base: from the page to the site's
    root; page: whose outcomes the site brings.

    Where scripts run a browser makes nothing of what is in a noscript: a page of rules would
    lay out hundreds of cards that nobody has asked for yet. Our script takes it out when it is opened.
    """
    state = one.state(base)
    board = widgets.view(state, base + outcomes_path(page, one) if page else None)
    return element(
        "details",
        # The search's parser takes the first end of an element of that name for the end of this one.
        element("summary", say(f"try.{one.exercise.kind}").text(), data_search_exclude=True),
        element("section", element("noscript", board), class_="tk-board", data_search_exclude=True),
        class_="tk-try",
        data_holds=state.id,
    )
