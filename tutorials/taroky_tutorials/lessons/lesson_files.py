"""Lessons: data in lessons/en/*.yaml, read strictly, and played through the engine at every build for
every rule set that they serve.

A lesson has an id (its file name), a title, a place in the course, minutes, an introduction and
steps. A step has an id that never changes (progress is kept by it), a title, prose in Markdown, a
task, how many first answers are right, wrong tries with the message each must be answered with, and
two hints, the weaker one first. Its prose is the idea, in one or two sentences: what the task needs.
Reasons, exceptions and history are in `why`, which a learner unfolds.

One file serves many rule sets. `serves` (of a lesson) and `when` (of a step, a paragraph, a task, a
wrong try) say by features for which ones (see `taroky_tutorials.page_parts.features`). Text may be a list: of
prose (and why) all paragraphs that hold are told, of anything else the first one that holds is taken. Numbers
and names are placeholders. Words in which a number or a rule of the table is typed all the same name
the cells (`typed`), so that no house hears them that has changed these (see `taroky_tutorials.lessons.house_lessons`).

A course may have smaller games before the whole one, each with a rule table of its own. A lesson, a
step or a task names such a table by `rules`: its conditions, placeholders, task and rule points are
then of that table. Progress is kept under the course all the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import Message, language, say, speaking
from taroky.rules.tree import read_file

from taroky_tutorials.lessons import house_lessons, lesson_checks, translated
from taroky_tutorials.lessons.lesson import (
    Drill,
    Heading,
    Lesson,
    LessonError,
    Outline,
    Step,
    Wrong,
    failure,
)
from taroky_tutorials.page_parts.features import holds
from taroky_tutorials.page_parts.placeholders import fill
from taroky_tutorials.tasks.kinds import KINDS, Event, Exercise, from_json, make

FOLDER = Path(__file__).parent / "en"
_LESSON_KEYS = (
    "title",
    "order",
    "minutes",
    "serves",
    "rules",
    "typed",
    "summary",
    "intro",
    "drill",
    "strategy",
    "steps",
)
_STEP_KEYS = (
    "id",
    "when",
    "rules",
    "typed",
    "title",
    "prose",
    "why",
    "task",
    "answers",
    "wrong",
    "hints",
)
_WRONG_KEYS = ("when", "after", "try", "says", "point")


@dataclass(frozen=True)
class LessonForTable:
    """A lesson as a rule set tells it, None if it tells nothing of it. left_out: why steps of it (or
    all of it) do not work with a house's table."""

    lesson: Lesson | None
    left_out: tuple[Message, ...] = ()


def load_all(game: str, folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """All lessons for a rule set in their order, each read and played; again only if a file has
    changed. For a house table, what does not work with its rules is left out (see `left_out`).
    Raises LessonError or TableError."""
    lessons = (read_lesson(path, game).lesson for path in _files(folder))
    return tuple(lesson for lesson in lessons if lesson is not None)


def left_out(game: str, folder: Path = FOLDER) -> tuple[Message, ...]:
    """Return what of the lessons does not work with a house table, and why; nothing for other tables."""
    return tuple(one for path in _files(folder) for one in read_lesson(path, game).left_out)


def load(game: str, lesson: str, folder: Path = FOLDER) -> tuple[Lesson, Heading | None]:
    """A lesson by its id, and the name of the one after it, which is read only. Raises LessonError
    if the rule set has no such lesson."""
    files = _files(folder)
    index = next((i for i, path in enumerate(files) if path.stem == lesson), len(files))
    loaded = read_lesson(files[index], game).lesson if index < len(files) else None
    if loaded is None:
        raise LessonError(say("lesson.unknown", lesson=lesson[:60], title=rules.load(game).title))
    house = bool(rules.load(game).packed)  # whether something is left of it shows when it is played
    later = (read_lesson(path, game, play=house).lesson for path in files[index + 1 :])
    return loaded, next((Heading(one.id, one.title) for one in later if one is not None), None)


def overview(game: str, folder: Path = FOLDER) -> tuple[Outline, ...]:
    """All lessons for a rule set in their order, to list them: read but not played, for that is soon
    done. For a house table they are played, which tells what is left out."""
    house = bool(rules.load(game).packed)
    lessons = (read_lesson(path, game, play=house).lesson for path in _files(folder))
    return tuple(lesson.outline for lesson in lessons if lesson is not None)


def _files(folder: Path) -> tuple[Path, ...]:
    """The files of the lessons in the order of the course."""
    paths = [*folder.glob("*.yaml"), *folder.glob("*.json")]
    if not paths:  # the browser has them only when they are asked for
        raise ModuleNotFoundError("the lessons are not here", name="taroky_lessons")
    return tuple(sorted(paths, key=lambda path: (int(_data(path)["order"]), path.stem)))


def read_lesson(path: Path, game: str, play: bool = True) -> LessonForTable:
    """A lesson from its file as a rule set tells it, played unless that is not wanted. Raises
    LessonError, but for a house table, whose steps are left out if they do not hold."""
    changed = path.stat().st_mtime_ns, translated.changed(path)
    return _read_lesson(path, changed, game, play, language())


@lru_cache(512)
def _read_lesson(
    path: Path, changed: tuple[int, int], game: str, play: bool, told_in: str
) -> LessonForTable:
    if not game:
        return LessonForTable(None)
    out: list[Message] | None = [] if rules.load(game).packed else None
    try:
        lesson = _read(path, game, out)
        if lesson is None:
            return LessonForTable(None, tuple(out or ()))
        if not play:
            return LessonForTable(lesson)
        if out is None:
            lesson_checks.check(lesson)
            return LessonForTable(lesson)
        reader = _Reader(lesson.id, game)
        there = _read_lesson(path, changed, rules.origin(game), False, told_in).lesson
        originals = {step.id: step for step in there.steps} if there else {}
        steps = []
        for step in lesson.steps:
            reader.step_id = step.id
            problem = lesson_checks.problem_of(lesson, step)
            if problem is not None:
                out.append(reader.fail(problem).message)
                continue
            if step.id in originals:
                one = originals[step.id]
                if (
                    not step.typed
                    and (step.prose, step.why) == (one.prose, one.why)
                    and house_lessons.answer_differs(step.exercise, one.exercise)
                ):
                    out.append(reader.fail(say("lesson.same_words")).message)
                    continue
                hints = house_lessons.hints(step.exercise, one.exercise, step.hints, one.hints)
                step = replace(step, hints=hints)
            steps.append(step)
        return LessonForTable(replace(lesson, steps=tuple(steps)) if steps else None, tuple(out))
    except TarokyError as problem:
        if out is None:
            raise
        return LessonForTable(None, (*out, problem.message))


def _data(path: Path) -> dict[str, Any]:
    return _plain(path, path.stat().st_mtime_ns)


@cache
def _plain(path: Path, _changed: int) -> dict[str, Any]:
    data: dict[str, Any] = read_file(path).plain()
    return data


def read(path: Path, game: str) -> Lesson | None:
    """A lesson from its file as a rule set tells it, not yet played; None if it does not serve that
    rule set. Raises LessonError for what does not fit."""
    return _read(path, game, None)


def _read(path: Path, game: str, left_out: list[Message] | None) -> Lesson | None:
    """left_out: where to write down what does not fit, instead of raising it."""
    reader = _Reader(path.stem, game)
    data = _data(path)
    reader.known(data, _LESSON_KEYS, optional=("serves", "rules", "typed", "drill", "strategy"))
    if not holds(rules.load(game), data.get("serves", {})):
        return None
    reader.told_by = str(data.get("rules", game))
    reader.as_typed(data)
    words = translated.words_of(path)
    steps: list[Step] = []
    for row in data["steps"]:
        try:
            step = reader.in_words(row, words)
        except TarokyError as problem:
            if left_out is None:
                raise
            left_out.append(problem.message)
            continue
        if step is None:
            continue
        if any(other.id == step.id for other in steps):
            raise reader.fail(say("lesson.same_id", step=step.id))
        steps.append(step)
    reader.step_id = "–"
    if left_out is not None and not steps:
        return None
    drill = tuple(
        one
        for word in reader.holding(data.get("drill", []))
        if KINDS[(one := reader.drill(str(word))).kind].has(rules.load(one.game), one.topic)
    )
    head, told_in = translated.head(data, words)
    with speaking(told_in):
        return Lesson(
            path.stem,
            game,
            reader.one(head["title"]),
            int(data["order"]),
            int(reader.holding(data["minutes"])[0]),
            reader.one(head["summary"]),
            reader.paragraphs(head["intro"]),
            tuple(steps),
            drill,
            next(iter(reader.holding(data.get("strategy", []))), ""),
        )


@dataclass
class _Reader:
    """Reads one lesson for one rule set; step_id: the step it is in; told_by: the table that its
    conditions and placeholders are looked up in just now."""

    lesson: str
    game: str
    step_id: str = "–"
    told_by: str = ""

    def fail(self, problem: Message) -> LessonError:
        return failure(self.lesson, self.game, self.step_id, problem)

    def known(self, data: Any, keys: Sequence[str], optional: Sequence[str] = ()) -> None:
        if not isinstance(data, Mapping):
            raise self.fail(say("lesson.unknown_key", key=str(data)[:40], expected=keys))
        for key in data:
            if key not in keys:
                raise self.fail(say("lesson.unknown_key", key=key, expected=keys))
        for key in keys:
            if key not in data and key not in optional:
                raise self.fail(say("lesson.missing", key=key))

    def holding(self, value: Any) -> list[Any]:
        """Return what of a value, or of a list with conditions, is for this rule set."""
        table = rules.load(self.told_by or self.game)
        rows = value if isinstance(value, list) else [value]
        return [
            row["text"] if isinstance(row, Mapping) and "text" in row and "kind" not in row else row
            for row in rows
            if not isinstance(row, Mapping)
            or (holds(table, row.get("when", {})) and not self.stale(row))
        ]

    def stale(self, row: Mapping[str, Any]) -> str | None:
        """The first cell that is typed in these words and that this house has changed."""
        return house_lessons.first_changed_cell(
            self.game, map(str, self.holding(row.get("typed", [])))
        )

    def as_typed(self, row: Mapping[str, Any]) -> None:
        """Raises LessonError if the house plays by another rule than the words say."""
        cell = self.stale(row) if rules.load(self.game).packed else None
        if cell:
            raise self.fail(say("lesson.typed", cell=cell))

    def paragraphs(self, value: Any) -> str:
        """All paragraphs that hold, filled in."""
        return "\n\n".join(self.filled(str(text)).strip() for text in self.holding(value))

    def one(self, value: Any) -> str:
        """The first text that holds, filled in."""
        texts = self.holding(value)
        if not texts:
            raise self.fail(say("lesson.missing", key="text"))
        return self.filled(str(texts[0])).strip()

    def filled(self, text: str) -> str:
        try:
            return fill(text, self.told_by or self.game)
        except TarokyError as problem:
            raise self.fail(problem.message) from None

    def drill(self, text: str) -> Drill:
        """ "kind topic", and a third word for another table than the lesson's."""
        kind, topic, *rest = text.split()
        if kind not in KINDS or topic not in KINDS[kind].topics or len(rest) > 1:
            raise self.fail(say("exercise.bad", what=text))
        return Drill(kind, topic, rest[0] if rest else self.told_by or self.game)

    def in_words(self, row: Any, words: Mapping[str, Any]) -> Step | None:
        """A step in the language that is spoken, or whole in English."""
        if not isinstance(row, Mapping):
            return self.step(row)
        row, told_in = translated.step(row, words)
        with speaking(told_in):
            step = self.step(row)
        return step and replace(step, language=told_in)

    def step(self, row: Any) -> Step | None:
        self.step_id = str(row.get("id", "–")) if isinstance(row, Mapping) else "–"
        self.known(row, _STEP_KEYS, optional=("when", "rules", "typed", "why", "wrong", "hints"))
        around = self.told_by
        self.told_by = str(row.get("rules", around))
        try:
            return self._step(row)
        finally:
            self.told_by = around

    def _step(self, row: Any) -> Step | None:
        if not holds(rules.load(self.told_by or self.game), row.get("when", {})):
            return None
        self.as_typed(row)
        hints = tuple(self.one(hint) for hint in row.get("hints", []))
        task = next(iter(self.holding(row["task"])), None)
        if task is None:
            raise self.fail(say("lesson.missing", key="task"))
        answers = self.holding(row["answers"])[0]
        if isinstance(answers, Mapping):
            answers = answers["answers"]
        return Step(
            self.step_id,
            self.one(row["title"]),
            self.paragraphs(row["prose"]),
            self.exercise(task),
            int(answers),
            self.wrong(row.get("wrong", [])),
            hints,
            "typed" in row,
            self.paragraphs(row.get("why", [])),
        )

    def exercise(self, task: Mapping[str, Any]) -> Exercise[Any]:
        """The task's exercise: a position written down, or one made from topic and seed."""
        data = {key: self._value(value) for key, value in task.items() if key != "when"}
        game = str(data.get("rules", self.told_by or self.game))
        try:
            if "seed" in data:
                return make(
                    data["kind"], data["topic"], data["seed"], game, int(data.get("level", 1))
                )
            return from_json({"topic": "", **data, "rules": game})
        except TarokyError as problem:
            raise self.fail(problem.message) from None

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.filled(value)
        if isinstance(value, list):
            return [self._value(item) for item in value]
        if isinstance(value, Mapping):
            return {key: self._value(item) for key, item in value.items()}
        return value

    def wrong(self, rows: Any) -> tuple[Wrong, ...]:
        wrong_tries = []
        for row in rows:
            self.known(row, _WRONG_KEYS, optional=("when", "after", "point"))
            if holds(rules.load(self.told_by or self.game), row.get("when", {})):
                try:
                    event = _event(self.filled(row["try"]))
                    after = tuple(_event(self.filled(text)) for text in row.get("after", []))
                except LessonError:
                    if not rules.load(self.game).packed:
                        raise
                    continue  # what it would try is no more in the house's table
                wrong_tries.append(Wrong(after, event, row["says"], row.get("point", "")))
        return tuple(wrong_tries)


def _event(text: str) -> Event:
    """ "KS" is a tap on that card; "worth 4" and "total 11" are numbers typed in."""
    name, space, value = text.partition(" ")
    return {name: value} if space else {"tap": text}
