"""The words of a lesson in another language: `<language>/<lesson>.yaml` beside
`en/<lesson>.yaml`, which has the tasks and all else.

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
        task: {text: …, why: …}   # only where the task has words of its own

A text may be a list with conditions, as in the English file; a task with conditions has a list of words, in
the order of the English one. What has no translation is read in English, a step as a whole; `language` says
for each which it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from taroky.messages import ENGLISH, language, say
from taroky.rules.tree import Node, read_file

#: What is translated of a lesson as a whole, and of a step; without it nothing of them is.
HEAD = ("title", "summary", "intro")
STEP = ("title", "prose", "why", "hints", "task")
#: What of a task is words.
TASK = ("text", "why")

Row = Mapping[str, Any]


def file_of(path: Path) -> Path | None:
    """The file with the words of a lesson in the language that is spoken; None if there is none."""
    file = path.parent.parent / language() / path.name
    return file if language() != ENGLISH and file.exists() else None


def changed(path: Path) -> int:
    """Return when that file was last changed, 0 if there is none."""
    file = file_of(path)
    return file.stat().st_mtime_ns if file else 0


def is_only_begun(in_language: str, folder: Path) -> bool:
    """Whether a language lacks lessons of those in a folder of English ones."""
    own = folder.parent / in_language
    return any(not (own / file.name).exists() for file in folder.glob("*.yaml"))


def words_of(path: Path) -> Row:
    """The words of a lesson in the language that is spoken; empty if it has none."""
    file = file_of(path)
    return _words(file, file.stat().st_mtime_ns) if file else {}


def entries(path: Path) -> dict[str, Node]:
    """The entries by id of such a file beside a list, with the places where they stand; none if there is no
    file. Raises TableError."""
    file = file_of(path)
    root = read_file(file) if file else None
    if root is None:
        return {}
    if not isinstance(root.value, dict):
        raise root.error(say("table.expected_mapping", value=str(root.plain())[:40]))
    return root.value


def current(row: Row, own: Row, keys: tuple[str, ...], needed: tuple[str, ...]) -> bool:
    """Whether an entry has all the words that are needed, and was made from the English of today."""
    return own.get("of") == source(row, keys) and not lacking(row, own, needed)


@cache
def _words(file: Path, _changed: int) -> Row:
    data: Row = read_file(file).plain()
    return data


def head(data: Row, words: Row) -> tuple[Row, str]:
    """A lesson with its title, summary and introduction translated, and their language."""
    return _with(data, words.get("lesson"), HEAD)


def step(row: Row, words: Row) -> tuple[Row, str]:
    """A step with its words translated, and their language; in English if some of them are missing."""
    return _with(row, words.get("steps", {}).get(str(row.get("id"))), STEP)


def _with(row: Row, own: Row | None, keys: tuple[str, ...]) -> tuple[Row, str]:
    if not own or lacking(row, own, keys):
        return row, ENGLISH
    words = {key: own[key] for key in keys if key in row and key != "task"}
    if "task" in keys and "task" in own:
        words["task"] = _task(row["task"], own["task"])
    return {**row, **words}, language()


def _task(task: Any, own: Any) -> Any:
    if isinstance(task, list):
        return [_task(*pair) for pair in zip(task, own, strict=True)]
    return {**task, **{key: own[key] for key in TASK if key in task}}


def lacking(row: Row, own: Row, keys: tuple[str, ...]) -> list[str]:
    """Return which of these words a translation does not have, or not as many as the English."""
    asked = [key for key in keys if any(_texts(words_in(row, key)))]
    return [key for key in asked if not _whole(words_in(row, key), words_in(own, key))]


def _whole(english: Any, own: Any) -> bool:
    """Whether each text has words, and each hint and each task of several its own."""
    if isinstance(english, list) and not any(_conditional(one) for one in english):
        return isinstance(own, list) and len(own) == len(english) and all(map(_whole, english, own))
    if isinstance(english, Mapping) and not _conditional(english):
        return isinstance(own, Mapping) and all(
            _whole(english[key], own.get(key)) for key in english
        )
    texts = _texts(own)
    return bool(texts) and all(texts)


def _conditional(value: Any) -> bool:
    return isinstance(value, Mapping) and ("when" in value or "typed" in value)


def words_in(row: Row, key: str) -> Any:
    """The words under a key; of a task only what is words, without its conditions."""
    return _task_words(row.get(key)) if key == "task" else row.get(key)


def _task_words(task: Any) -> Any:
    if isinstance(task, list):
        return [_task_words(one) for one in task]
    return {key: task[key] for key in TASK if key in task} if isinstance(task, Mapping) else {}


def source(row: Row, keys: tuple[str, ...]) -> str:
    """The English words of a lesson or a step as `of` keeps them."""
    return " ".join(text for key in keys for text in _texts(words_in(row, key)) if text)


def _texts(value: Any) -> list[str]:
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if _conditional(value):
        return _texts(value.get("text"))
    if isinstance(value, Mapping):
        return [text for one in value.values() for text in _texts(one)]
    return [" ".join(str(value or "").split())]
