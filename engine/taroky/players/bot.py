"""The interface of every player."""

from __future__ import annotations

import random
from typing import Any, Protocol

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message
from taroky.rules.table import Table


class Bot(Protocol):
    """Somebody who plays: anything with this method can."""

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action that is legal, and why."""


class Player:
    """A player of the engine's. Two are equal if they would play the same from now on."""

    table: Table

    def _state(self) -> dict[str, Any]:
        """All that its next action depends on."""
        return {
            name: value.getstate() if isinstance(value, random.Random) else value
            for name, value in vars(self).items()
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Player):
            return NotImplemented
        return type(self) is type(other) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash((type(self), self.table))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} for {self.table.table}>"
