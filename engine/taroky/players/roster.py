"""Players by name. A player is handed a view and what is legal, and returns an action and a reason."""

from __future__ import annotations

import random
from collections.abc import Mapping
from decimal import Decimal

from taroky.players.bot import Bot
from taroky.players.chooser import Chooser
from taroky.players.levels import LEVELS, Level
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.rules.table import Table

#: Everybody who can sit down: the levels, and one who does anything that is legal.
PLAYERS = ("random", *LEVELS)


def player(
    name: str,
    table: Table,
    rng: random.Random,
    seconds: float | None = None,
    pots: Mapping[str, Decimal] | None = None,
) -> Bot:
    """The player of this name. seconds: how long it may think about a decision, None for as long as it
    likes, so that the same seed always plays the same. pots: what is in them before the hand. Raises
    KeyError for a name that nobody has."""
    if name == "random":
        return RandomBot(table, rng)
    return LEVELS[name].make(table, rng, seconds, pots)


__all__ = ["LEVELS", "PLAYERS", "Bot", "Chooser", "Level", "RandomBot", "RuleOfThumb", "player"]
