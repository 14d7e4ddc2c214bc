"""The words of a lesson in another language: `<language>/<lesson>.yaml` beside the English file, which has
the tasks and all else.

    lesson:
      of: the English words of title, summary and intro when they were translated
      title: …
      summary: …
      intro: …
    steps:
      follow:
        of: the English words of this step when they were translated
        title: …
        prose: …
        why: …
        hints: [first, second]
        task: {text: …}   # only where the task has words of its own

A text may be a list with conditions, as in the English file. What has no translation is read in English,
a step as a whole; `language` says for each which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from taroky.messages import ENGLISH, language, say
from taroky.rules.tree import read_file

from taroky_tutorials.lessons.lesson import LessonError

#: What is translated of a lesson as a whole, and of a step; without it nothing of them is.
HEAD = ("title", "summary", "intro")
STEP = ("title", "prose", "why", "hints")
_OF = "of"
_TASK = "task"

Row = Mapping[str, Any]


def file_of(path: Path) -> Path | None:
    """The file with the words of a lesson in the language that is spoken; None if there is none."""
    found = path.parent / language() / path.name
    return found if language() != ENGLISH and found.exists() else None


def changed(path: Path) -> int:
    """When that file was last changed, 0 if there is none."""
    file = file_of(path)
    return file.stat().st_mtime_ns if file else 0


def words_of(path: Path) -> Row:
    """The words of a lesson in the language that is spoken; empty if it has none."""
    file = file_of(path)
    return _words(file, file.stat().st_mtime_ns) if file else {}


@cache
def _words(file: Path, _changed: int) -> Row:
    data: Row = read_file(file).plain()
    return data


def head(data: Row, words: Row) -> tuple[Row, str]:
    """A lesson with its title, summary and introduction translated, and their language. Raises
    LessonError."""
    return _with(data, words.get("lesson"), HEAD)


def step(row: Row, words: Row) -> tuple[Row, str]:
    """A step with its words translated, and their language. Raises LessonError for a step that lacks
    some of them, or has more than the English one."""
    own = words.get("steps", {}).get(str(row.get("id")))
    found, told_in = _with(row, own, tuple(key for key in STEP if key in row))
    if own and _TASK in own:
        found = {**found, _TASK: {**row[_TASK], **own[_TASK]}}
    return found, told_in


def _with(row: Row, own: Row | None, keys: tuple[str, ...]) -> tuple[Row, str]:
    if not own:
        return row, ENGLISH
    for key in keys:
        if key not in own:
            raise LessonError(say("lesson.missing", key=key))
    for key in own:
        if key not in (*keys, _OF, _TASK):
            raise LessonError(say("lesson.unknown_key", key=key, expected=list(keys)))
    return {**row, **{key: own[key] for key in keys}}, language()


def source(row: Row, keys: tuple[str, ...]) -> str:
    """The English words of a lesson or a step as `of` keeps them."""
    return " ".join(" ".join(_texts(row.get(key))) for key in keys if key in row).strip()


def _texts(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if isinstance(value, Mapping):
        return _texts(value.get("text"))
    return " ".join(str(value or "").split()).split("\0")
