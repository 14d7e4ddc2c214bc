"""The ways through a course for those who know another trick game: data in known-games.yaml, read strictly.

id, title, words: which game, and what of it is the same here. skip: lessons that may be skipped; take: lessons
to take. Both name lessons of all courses; each course shows those that it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from taroky.messages import say
from taroky.rules.tree import Node, read_file

FILE = Path(__file__).parent / "known-games.yaml"
_COMPILED = FILE.with_suffix(".json")
_KEYS = ("id", "title", "words", "skip", "take")


@dataclass(frozen=True)
class KnownGame:
    """A game that a newcomer may know."""

    id: str
    title: str
    words: str
    skip: tuple[str, ...]
    take: tuple[str, ...]


def load() -> tuple[KnownGame, ...]:
    """All of them in their order. Raises TableError for what does not fit, with file and line."""
    path = next((path for path in (FILE, _COMPILED) if path.exists()), None)
    if path is None:  # the browser has them only when they are asked for
        raise ModuleNotFoundError("the known games are not here", name="taroky_lessons")
    return _load(path, path.stat().st_mtime_ns)


@cache
def _load(path: Path, _changed: int) -> tuple[KnownGame, ...]:
    root = read_file(path)
    if not isinstance(root.value, list):
        raise root.error(say("table.expected_list", path=path.name, value=str(root.value)[:40]))
    return tuple(map(_read, root.value))


def _read(row: Node) -> KnownGame:
    cells = row.plain()
    if not isinstance(cells, dict):
        raise row.error(say("table.expected_mapping", value=str(cells)[:40]))
    for key in cells:
        if key not in _KEYS:
            raise row.error(say("lesson.unknown_key", key=key, expected=list(_KEYS)), key)
    for key in _KEYS:
        if not cells.get(key):
            raise row.error(say("lesson.missing", key=key))
    id_, title, words = (" ".join(str(cells[key]).split()) for key in ("id", "title", "words"))
    skip, take = (tuple(map(str, cells[key])) for key in ("skip", "take"))
    return KnownGame(id_, title, words, skip, take)
