"""Columns about the unit, the seats, the cards and the deal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import ABOVE_ZERO, SEATS, Row, from_to


@dataclass(frozen=True, kw_only=True)
class UnitRow(Row):
    """What is counted (money, chips, points)."""

    name: str
    """name of the unit"""
    step: Decimal = field(metadata=ABOVE_ZERO)
    """smallest amount that can be paid; if a shared sum does not divide evenly, the extra steps
    fall on the payers in order of play"""


@dataclass(frozen=True, kw_only=True)
class FifthRow(Row):
    """An extra player at the table; the dealer sits out."""

    cuts: Literal["B", "C", "D"] = "B"
    """who cuts in that case"""
    stands_for_dealer: Literal["B", "C", "D"] = "D"
    """who takes the dealer's place when batches are chosen"""


@dataclass(frozen=True, kw_only=True)
class SeatsRow(Row):
    """Who sits at the table."""

    players: tuple[int, ...] = field(metadata=from_to(2, len(SEATS)))
    """how many may sit at the table"""
    active: int = field(metadata=from_to(2, len(SEATS)))
    """how many play in a hand"""
    direction: Literal["anticlockwise", "clockwise"]
    """the direction of the deal, the auction and the play"""
    fifth: FifthRow | None = None
    """an extra player at the table; the dealer sits out"""


@dataclass(frozen=True, kw_only=True)
class PackRow(Row):
    """The cards, their order and values."""

    cards: int = field(metadata=from_to(1))
    """how many cards there are, as a check"""
    trumps: tuple[str, ...]
    """list of cards, from high to low"""
    black: tuple[str, ...]
    """list of ranks: their order in clubs and spades"""
    red: tuple[str, ...]
    """list of ranks: their order in hearts and diamonds"""
    excuse: Literal["SKYZ", "none"] = "none"
    """a card that is neither a trump nor in a suit; it may always be played and wins nothing. No other
    list includes it"""
    values: Mapping[str, int] = field(metadata=from_to(0))
    """scale map: face value by set; `rest` for all others"""
    sets: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenDict)
    """named sets of cards, for conditions and limits"""


@dataclass(frozen=True, kw_only=True)
class WayRow(Row):
    """A way of dealing that the cutter or the dealer may choose."""

    asked: Literal["cutter", "dealer"]
    """who may choose this way"""
    pack: Literal["cut", "uncut"]
    """whether the pack is cut"""
    packets: tuple[int, ...] = field(metadata=from_to(1))
    """sizes of packets, repeated until the hands are full"""
    pick: Literal["free", "free_unless_first_dealt", "free_unless_nearest"] | None = None
    """players choose their packets freely; or, if the first player takes the one dealt first (or the
    nearest one, which is the last), the others take theirs in order"""
    after: str | None = None
    """row of `deal.ways`: this way is offered only after that one has been chosen"""
    dealer_split: bool = False
    """whether the dealer's own hand is dealt in two parts, first and last"""


@dataclass(frozen=True, kw_only=True)
class TalonRow(Row):
    """The cards set aside in the deal, usually six."""

    cards: int = field(metadata=from_to(0))
    """how many"""
    dealt: Literal["first", "last", "scattered"] = "first"
    """when they are dealt; `scattered`: one at a time during the deal, when the dealer likes"""
    top: Literal["first_dealt", "last_dealt"] = "first_dealt"
    """which end is drawn from"""
    not_first: bool = False
    """if scattered: not the first card of the pack"""
    not_last: bool = False
    """if scattered: not the last card"""
    not_adjacent: bool = False
    """if scattered: no two adjacent cards"""


@dataclass(frozen=True, kw_only=True)
class DrawingRow(Row):
    """How the cards drawn for the first deal compare."""

    by: Literal["tarok_over_suit", "points"] = "tarok_over_suit"
    """by rank, any tarok above any suit card; or by card points"""
    tie: Literal["redraw", "suit_order"] = "redraw"
    """what decides between equal cards: those players draw again, or the suits decide, in the order
    spades, hearts, diamonds, clubs"""
    excuse: Literal["counts", "redraw"] = "counts"
    """the škýz counts as the highest tarok, or the player who draws it draws again"""


@dataclass(frozen=True, kw_only=True)
class DealRow(Row):
    """From the shuffled pack to the hands."""

    first_dealer: Literal[
        "highest_draw", "before_high_draw", "draw_lowest", "random", "host", "senior", "agreed_seat"
    ]
    """who deals first: the player who draws the highest card, the player before that one, the player
    who draws the lowest card, a random player, the host, the most senior player, or one whom the
    players choose"""
    draw: DrawingRow = field(default_factory=DrawingRow)
    """how the cards drawn for the first deal compare"""
    cutter: Literal["opposite_dealer", "before_dealer", "left"]
    """who cuts; `left`: the player on the dealer's left, whichever direction the game goes in"""
    shuffle: bool = True
    """whether the pack is shuffled between deals; if not, the piles of the last hand are put together
    and cut"""
    exposed_card: Literal["play_on", "misdeal"] | None = None
    """what happens if a card is exposed during the deal"""
    hand: int = field(metadata=from_to(1))
    """cards in a hand"""
    talon: TalonRow
    """the cards set aside"""
    ways: Mapping[str, WayRow]
    """ways of dealing"""
