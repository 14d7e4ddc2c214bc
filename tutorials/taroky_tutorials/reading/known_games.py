"""The ways through a course for those who know another trick game: data in known-games.yaml, read strictly.

id, title, words: which game, and what of it is the same here. skip: lessons that may be skipped; take: lessons
to take. Both name lessons of all courses; each course shows those that it has. title and words in another
language are in `<language>/known-games.yaml`, by the ids; an entry that is missing, or was made from other
English words, is told in English.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from taroky.messages import ENGLISH, language, say
from taroky.rules.tree import Node, read_file

from taroky_tutorials.lessons import translated

FILE = Path(__file__).parent / "en" / "known-games.yaml"
_COMPILED = FILE.with_suffix(".json")
_KEYS = ("id", "title", "words", "skip", "take")
#: The English words that an entry in another language is made from, and what it has.
SOURCE = ("title", "words")


@dataclass(frozen=True)
class KnownGame:
    """A game that a newcomer may know; told_in: the language of its words."""

    id: str
    title: str
    words: str
    skip: tuple[str, ...]
    take: tuple[str, ...]
    told_in: str = ENGLISH


def load() -> tuple[KnownGame, ...]:
    """All of them in their order. Raises TableError for what does not fit, with file and line."""
    path = next((path for path in (FILE, _COMPILED) if path.exists()), None)
    if path is None:  # the browser has them only when they are asked for
        raise ModuleNotFoundError("the known games are not here", name="taroky_lessons")
    return _load(path, (path.stat().st_mtime_ns, translated.changed(path)), language())


@cache
def _load(path: Path, _changed: tuple[int, int], _told_in: str) -> tuple[KnownGame, ...]:
    root = read_file(path)
    if not isinstance(root.value, tuple):
        raise root.error(say("table.expected_list", path=path.name, value=str(root.value)[:40]))
    own = translated.entries(path)
    return tuple(_translated(_read(row), row, own) for row in root.value)


def _translated(game: KnownGame, row: Node, own: Mapping[str, Node]) -> KnownGame:
    """A game in the words of the language that is spoken, if it has them."""
    words = own[game.id].plain() if game.id in own else {}
    if not translated.current(row.plain(), words, SOURCE, SOURCE):
        return game
    title, text = (" ".join(str(words[key]).split()) for key in SOURCE)
    return replace(game, title=title, words=text, told_in=language())


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
