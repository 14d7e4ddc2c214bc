"""Values of a kept document, read with a check of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Any

from taroky.errors import RecordError
from taroky.game import record as records
from taroky.hand import Action
from taroky.messages import say
from taroky.rules.table import Table

#: The most actions of a hand.
MOST_ACTIONS = 600
#: The most letters of the code of a record.
MOST_LETTERS = 80_000


def unreadable(key: str) -> RecordError:
    """Return what is raised where the document says something under this key that cannot be."""
    return RecordError(say("table.unreadable", key=key))


def choice(data: Mapping[str, Any], key: str, allowed: Collection[Any]) -> Any:
    """Return one of the allowed values. Raises RecordError."""
    if data[key] not in allowed:
        raise unreadable(key)
    return data[key]


def number(data: Mapping[str, Any], key: str, most: int, least: int = 0) -> int:
    """Return a whole number within its limits. Raises RecordError."""
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise unreadable(key)
    return value


def text(value: Any, key: str, most: int) -> str:
    """Return a text of so many letters at most. Raises RecordError."""
    if not isinstance(value, str) or len(value) > most:
        raise unreadable(key)
    return value


def entries(data: Mapping[str, Any], key: str, most: int) -> Sequence[Any]:
    """Return a list of so many entries at most. Raises RecordError."""
    value = data[key]
    if not isinstance(value, list) or len(value) > most:
        raise unreadable(key)
    return value


def texts(data: Mapping[str, Any], key: str, most: int, letters: int) -> tuple[str, ...]:
    """Return a list of texts. Raises RecordError."""
    return tuple(text(entry, key, letters) for entry in entries(data, key, most))


def counts(data: Mapping[str, Any], key: str, most: int) -> dict[str, int]:
    """Return how often each of so many things at most, by its name. Raises RecordError."""
    value = data[key]
    if not isinstance(value, Mapping) or len(value) > most:
        raise unreadable(key)
    return {text(name, key, 20): number(value, name, 1000) for name in value}


def actions(table: Table, data: Mapping[str, Any], key: str) -> tuple[Action, ...]:
    """Return a list of actions, whether or not they can be done one after the other. Raises RecordError."""
    lines = enumerate(texts(data, key, MOST_ACTIONS, 400), start=1)
    return tuple(records.parse_action(table, line, place) for place, line in lines)


def a_day(value: str) -> str:
    """Return the day if it is one, such as 2026-11-27, else ""."""
    try:
        return str(date.fromisoformat(value[:10]))
    except ValueError:
        return ""
