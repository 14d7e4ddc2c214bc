"""An exercise: what it is about, the rules it is played by, and the answers given so far on a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

from taroky import rules
from taroky.rules.table import Table

Event = dict[str, str]
#: How hard a made exercise may be.
LEVELS = (1, 2, 3)


@dataclass(frozen=True)
class Position:
    """The position that a task is about: each kind has a class of its own, with plain fields."""

    def plain(self) -> dict[str, Any]:
        """The fields that say something, as JSON data."""
        values = {column.name: _plain(getattr(self, column.name)) for column in fields(self)}
        return {
            name: value
            for name, value in values.items()
            if value not in (None, "", [], {}) and value is not False
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset):
        return [_plain(item) for item in value]
    return value


@dataclass(frozen=True)
class Exercise[P: Position]:
    """A task with its position. topic, level, seed: how to make it again; no seed for a position
    that a lesson wrote down. options: the house options it is played by."""

    kind: str
    game: str
    topic: str
    position: P
    seed: str = ""
    level: int = 1
    options: tuple[tuple[str, str], ...] = ()

    @cached_property
    def table(self) -> Table:
        """The rule table it is played by."""
        return rules.load(self.game, dict(self.options))

    @cached_property
    def memo(self) -> dict[str, Any]:
        """Return what its kind has worked out about it already, by name."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Plain data; empty fields are left out."""
        head: dict[str, Any] = {
            "kind": self.kind,
            "rules": self.game,
            "topic": self.topic,
            "seed": self.seed,
            "level": self.level if self.level != 1 else None,
            "options": dict(self.options),
        }
        return {**{key: value for key, value in head.items() if value}, **self.position.plain()}


@dataclass(frozen=True)
class State[P: Position]:
    """A widget on a page. step: whose progress it counts for, "" for none; at_once: whether each touch is judged at once,
    where else everything is touched first and then checked.

    hints: sentences of the lesson, weakest first; base: the way to the site's root.
    """

    id: str
    exercise: Exercise[P]
    answers: tuple[Event, ...] = ()
    base: str = ""
    step: str = ""
    hints: tuple[str, ...] = ()
    at_once: bool = False

    @property
    def without_hints(self) -> tuple[Event, ...]:
        """The answers without requests for hints."""
        return tuple(answer for answer in self.answers if "hint" not in answer)

    def as_json(self) -> dict[str, Any]:
        """Return what the page keeps in data-widget."""
        data: dict[str, Any] = {
            "kind": self.exercise.kind,
            "exercise": self.exercise.as_json(),
            "answers": list(self.answers),
            "id": self.id,
            "base": self.base,
        }
        if self.step:
            data["step"] = self.step
        if self.hints:
            data["hints"] = list(self.hints)
        return data
