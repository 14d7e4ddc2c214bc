"""The levels of players, from weak to strong. `make arena` has each play the same cards as the one below it;
docs/strategy/players.md says by how much it is better, and in which games that is not shown yet."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from taroky.players.beginner import Beginner
from taroky.players.bot import Bot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.search import Effort, LooksAhead
from taroky.rules.table import Table

#: A player of a level: rules, randomness, seconds for a decision, what is in the pots.
Made = Callable[[Table, random.Random, float | None, Mapping[str, Decimal] | None], Bot]


def _looks(effort: Effort) -> Made:
    return lambda table, rng, seconds, pots: LooksAhead(
        table, rng, replace(effort, seconds=seconds), pots
    )


@dataclass(frozen=True)
class Level:
    """name: how commands and pages call it. seconds: how long it thinks at most where somebody waits,
    None where it never takes that long. make: a player of it."""

    name: str
    seconds: float | None
    make: Made


#: How hard a master thinks.
MASTER = Effort(cards=120, plays=1, deals=32, batch=16, sharp=True)

#: By name, the weakest first.
LEVELS = {
    level.name: level
    for level in (
        Level("beginner", 0.3, lambda table, rng, seconds, _: Beginner(table, rng, seconds)),
        Level("thumb", None, lambda table, rng, *_: RuleOfThumb(table, rng)),
        Level("club", 0.15, _looks(Effort(cards=12, plays=1, deals=16, batch=8))),
        Level("master", 0.6, _looks(MASTER)),
    )
}
