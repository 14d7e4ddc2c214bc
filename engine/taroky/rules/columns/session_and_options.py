"""Columns about a session of many hands, and about house options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import Row, Topic, from_to


@dataclass(frozen=True, kw_only=True)
class EndsRow(Row):
    """The end of a session: after this many hands, or when somebody has no more chips than this."""

    hands: Literal["unlimited", "agreed", "4", "8", "12"] = "unlimited"
    """after so many hands"""
    chips: Decimal | None = None
    """when somebody has no more than this"""


@dataclass(frozen=True, kw_only=True)
class SessionRow(Row):
    """What goes on from hand to hand."""

    next_dealer: Literal["first", "opener", "declarer"]
    """who deals next: the player who was first player, opened the auction, or played the contract"""
    next_dealer_by: Mapping[str, Literal["first", "opener", "declarer"]] = field(
        default_factory=FrozenDict
    )
    """other next dealers, by contract"""
    redealt_first: Literal["still_first", "normal"] = "still_first"
    """whether a first hand that is dealt again is still the first"""
    start_chips: Decimal = field(default=Decimal(0), metadata=from_to(0))
    """what everybody starts with"""
    ends: EndsRow = field(default_factory=EndsRow)
    """when a session ends"""
    debt: Literal["allow_negative", "pay_what_he_has"] = "allow_negative"
    """what happens to a debt that a player cannot pay: it is paid all the same, or cut to what the player has, and
    those who are paid bear the rest in proportion, odd steps going to the first in order of
    play"""
    best: Literal["most", "none"] = "most"
    """who has won a session"""
    tie: Literal["shared", "extra_round"] = "shared"
    """equal standings at the end: all have won, or hands are added until one is ahead"""
    counts: Mapping[str, bool] = field(default_factory=FrozenDict)
    """whether a hand that ended so (by an offer, a penalty, `all_pass`) counts as a hand; if not
    written, one that was paid for does and one dealt again does not"""


@dataclass(frozen=True, kw_only=True)
class OptionRow(Row):
    """A choice a house may make; each value is a small delta of the table."""

    topic: Topic
    """the heading it is under in the menu"""
    default: str
    """the value that holds if nobody chooses"""
    values: Mapping[str, Any]
    """map of small tables: for each value the cells that change"""
    number_in: tuple[str, ...] = ()
    """list of cells: any other positive number may be chosen; it is written into these cells, with
    a minus before a cell as what is paid"""
    needs: Mapping[str, str] = field(default_factory=FrozenDict)
    """values of other options without which this one changes nothing"""
    played_out: str = ""
    """the value with which a hand is played that would otherwise end before its first card: where people
    sit down to play, it holds unless they say otherwise"""

    @property
    def number_cells(self) -> tuple[str, ...]:
        """The paths of the cells that another number is written into."""
        return tuple(cell.removeprefix("-") for cell in self.number_in)

    @property
    def typed(self) -> bool:
        """Whether there is nothing to choose from but a number to be written."""
        return bool(self.number_in) and len(self.values) == 1
