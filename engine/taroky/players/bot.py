"""The interface of every player."""

from __future__ import annotations

from typing import Protocol

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message


class Bot(Protocol):
    """Somebody who plays."""

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action that is legal, and why."""
