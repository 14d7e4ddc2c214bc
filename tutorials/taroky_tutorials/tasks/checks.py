"""Checks of what a task is given: data of a position, and the event of an answer. All raise a TarokyError
that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import quoted, say
from taroky.rules.table import Table

from taroky_tutorials.tasks.exercise import Event

_OPTION = re.compile(r"[A-Za-z0-9_.+-]{1,60}")


def bad(what: object) -> RecordError:
    """The error for a position or a name that cannot be."""
    return RecordError(say("exercise.bad", what=quoted(what)))


def misplaced(event: Event) -> RecordError:
    """The error for an answer that does not belong to its exercise."""
    return RecordError(say("exercise.event", what=quoted(event)))


def picked(event: Event, name: str, allowed: Sequence[str]) -> str:
    """Return what an event picks: {"tap": "KS"}. Raises RecordError if it is not among those allowed."""
    value = event.get(name, "")
    if value not in allowed:
        raise misplaced(event)
    return value


def cards_of(table: Table, data: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    """Cards in data, all different. Raises TarokyError."""
    value = data.get(key, [])
    if not isinstance(value, list | tuple | str):
        raise bad(value)
    return table.cards.parse_all(value)


def word_of(data: Mapping[str, Any], key: str, allowed: Sequence[str], default: str = "") -> str:
    """A word in data, one of those allowed. Raises RecordError."""
    value = str(data.get(key, default) or default)
    if value not in allowed:
        raise bad(f"{key} {value}")
    return value


def contract_of(table: Table, data: Mapping[str, Any]) -> str:
    """The contract in data, the table's first one if none is named. Raises RecordError."""
    return word_of(data, "contract", tuple(table.contracts), next(iter(table.contracts)))


def options_of(data: Any) -> tuple[tuple[str, str], ...]:
    """House options in data, in order of their names. Raises RecordError."""
    if not isinstance(data, Mapping):
        raise bad(data)
    pairs = tuple(sorted((str(key), str(value)) for key, value in data.items()))
    if any(not _OPTION.fullmatch(word) for pair in pairs for word in pair):
        raise bad(pairs)
    return pairs
