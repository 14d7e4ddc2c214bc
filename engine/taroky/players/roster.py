"""Players. A bot is handed a view and what is legal, and returns an action and a reason."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from taroky.game.view import View
from taroky.hand import Action, Legal
from taroky.messages import Message
from taroky.players.chooser import Chooser
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table


class Bot(Protocol):
    """What every player can do."""

    def act(self, view: View, legal: Legal) -> tuple[Action, Message]:
        """An action that is legal, and why."""


#: Players by name, made from a rule table and a source of randomness.
BOTS: dict[str, Callable[[Table, random.Random], Bot]] = {
    "random": RandomBot,
    "thumb": RuleOfThumb,
}

__all__ = ["BOTS", "Bot", "Chooser", "RandomBot", "RuleOfThumb"]
