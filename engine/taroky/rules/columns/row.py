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


@dataclass(frozen=True, kw_only=True)
class Row:
    """Anything that can name the rule points its cells carry: points: {cell: [ID, …]}."""

    points: PointsByCell = field(default_factory=FrozenDict)
    """rule points that the cells carry: `{cell: [ID, …]}`"""

    def __deepcopy__(self, _: object) -> Self:
        return self  # nothing in it can be changed
