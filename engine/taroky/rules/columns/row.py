"""What every row has, and the words that several columns share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Self

from taroky.immutable import FrozenDict

Seat = str
SEATS = ("A", "B", "C", "D", "E")

#: Phases that a table may list: those of `taroky.phases`, and the settlement.
PhaseName = Literal["deal", "auction", "calling", "talon", "discard", "announce", "play", "score"]
Role = Literal["first", "opener", "others", "any", "dealer", "declarer", "opponents", "declarers"]
Caller = Literal["any", "opener", "others"]
Duty = Literal["follow", "trump", "overtrump", "beat"]
Leader = Literal["first", "opener", "declarer"]

Topic = Literal[
    "deal",
    "auction",
    "contracts",
    "calling",
    "talon",
    "discards",
    "declarations",
    "bonuses",
    "doubling",
    "play",
    "counting",
    "settlement",
    "penalties",
    "pots",
    "session",
]

#: Ids of rule points.
RulePoints = tuple[str, ...]
PointsByCell = Mapping[str, RulePoints]


#: Of a column of numbers: what is the least that makes sense there, what the most.
LEAST, MOST = "least", "most"
#: Of a column whose numbers have to be more than zero.
ABOVE_ZERO = {"above": 0}


def from_to(least: int, most: int | None = None) -> Mapping[str, int]:
    """Say of a column which numbers make sense in it: each of its number, its list, its map or its scale. What
    steps come to is not known before a hand is paid."""
    return {LEAST: least} if most is None else {LEAST: least, MOST: most}


@dataclass(frozen=True, kw_only=True)
class Row:
    """Anything that can name the rule points its cells carry: points: {cell: [ID, …]}."""

    points: PointsByCell = field(default_factory=FrozenDict)
    """the rule points of each cell: `{cell: [ID, …]}`"""

    def __deepcopy__(self, _: object) -> Self:
        return self  # nothing in it can be changed
