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
    """after how many hands"""
    chips: Decimal | None = None
    """when somebody has no more than this many"""


@dataclass(frozen=True, kw_only=True)
class SessionRow(Row):
    """What goes on from hand to hand."""

    next_dealer: Literal["first", "opener", "declarer"]
    """who deals next: the first player, the player who opened the auction, or the declarer"""
    next_dealer_by: Mapping[str, Literal["first", "opener", "declarer"]] = field(
        default_factory=FrozenDict
    )
    """the next dealer after certain contracts, if different"""
    redealt_first: Literal["still_first", "normal"] = "still_first"
    """whether the first hand still counts as the first if it is dealt again"""
    start_chips: Decimal = field(default=Decimal(0), metadata=from_to(0))
    """how many chips everybody starts with"""
    ends: EndsRow = field(default_factory=EndsRow)
    """when a session ends"""
    debt: Literal["allow_negative", "pay_what_he_has"] = "allow_negative"
    """what happens to a debt that a player cannot pay: it is paid anyway, or cut to what the player has;
    those who are paid then bear the loss in proportion, and odd steps go to the first in order of
    play"""
    best: Literal["most", "none"] = "most"
    """who wins a session"""
    tie: Literal["shared", "extra_round"] = "shared"
    """what happens if players are level at the end: they all win, or hands are added until one is ahead"""
    counts: Mapping[str, bool] = field(default_factory=FrozenDict)
    """whether a hand that ended in this way (an offer, a penalty, `all_pass`) counts as a hand; by
    default, one that was paid for does and one dealt again does not"""


@dataclass(frozen=True, kw_only=True)
class OptionRow(Row):
    """A choice a house may make; each value is a small delta of the table."""

    topic: Topic
    """its heading in the menu"""
    default: str
    """the value if nobody chooses"""
    values: Mapping[str, Any]
    """map of small tables: for each value the cells that change"""
    number_in: tuple[str, ...] = ()
    """list of cells: any other positive number may be chosen and is written into these cells, as a
    negative number if there is a minus before the cell"""
    needs: Mapping[str, str] = field(default_factory=FrozenDict)
    """values that other options must have for this one to change anything"""
    played_out: str = ""
    """the value that lets a hand be played out which would otherwise end before its first card; on the
    play page it applies unless players choose another"""

    @property
    def number_cells(self) -> tuple[str, ...]:
        """The paths of the cells that another number is written into."""
        return tuple(cell.removeprefix("-") for cell in self.number_in)

    @property
    def typed(self) -> bool:
        """Whether there is nothing to choose from but a number to be written."""
        return bool(self.number_in) and len(self.values) == 1
