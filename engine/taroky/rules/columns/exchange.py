"""Columns about the talon and about discarding."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import Row, from_to
from taroky.rules.conditions import Condition


@dataclass(frozen=True, kw_only=True)
class DrawRow(Row):
    """One player's draw from the talon."""

    after_declarer: int = field(metadata=from_to(0))
    """who draws, as places after the declarer; 0 is the declarer"""
    cards: int = field(metadata=from_to(1))
    """how many cards"""
    may_pass_to: int | None = field(default=None, metadata=from_to(0))
    """who the draw may be passed to, as places after the declarer; without it the draw is
    compulsory"""


@dataclass(frozen=True, kw_only=True)
class PassesRow(Row):
    """Passing a draw on: how many may be, and whether the turn moves or the very card is offered."""

    most: int = field(metadata=from_to(0))
    """how many draws may be passed in all"""
    moves: Literal["turn", "card"] = "turn"
    """the others go on drawing and the substitute gets the last card; or that card itself is offered to
    the substitute at once"""
    refusable: bool = False
    """whether it may be refused; if so, the player who offered it draws"""


@dataclass(frozen=True, kw_only=True)
class ChooseRow(Row):
    """Taking a set of the talon after having looked at so many."""

    looks: int = field(metadata=from_to(1))
    """after how many looks it is offered"""
    earliest: int | None = field(default=None, metadata=from_to(1))
    """the smallest number of looks after which it may already be offered, if smaller than `looks`"""
    take: int = field(metadata=from_to(1))
    """which set is taken"""
    level: int = field(metadata=from_to(0))
    """the fact `level` from then on"""


@dataclass(frozen=True, kw_only=True)
class RestRow(Row):
    """Which side cards that stay in the talon count for; each row takes its cards from what is left."""

    when: Condition = field(default_factory=Condition)
    """asked after the last trick"""
    cards: str = "all"
    """which of the cards still left: `all`, `others`, `unseen` (never looked at), places as dealt such
    as `1-3`, `random_3` (that many at random), or `chosen_3` (the declarer picks that many face-down
    cards after the last trick)"""
    to: Literal["declarers", "opponents", "trick_takers", "nobody"]
    """which side they count for; `trick_takers`: one card goes with each of the first tricks"""


@dataclass(frozen=True, kw_only=True)
class TalonUseRow(Row):
    """What a contract does with the talon."""

    draws: Mapping[str, DrawRow] = field(default_factory=FrozenDict)
    """draws from the top, in order"""
    passes: PassesRow | None = None
    """how draws may be passed on"""
    sets: tuple[int, ...] = field(default=(), metadata=from_to(1))
    """sizes of the sets that are looked at one after another"""
    pick: Literal["any_three"] | None = None
    """the declarer picks any three of the face-down cards for the first set; the others are the
    second"""
    choose: Mapping[str, ChooseRow] = field(default_factory=FrozenDict)
    """sets that may be taken"""
    show: Literal["each_rejected", "first_rejected", "bottom_on_back", "none"] = "none"
    """which rejected sets are shown; `bottom_on_back`: only a set left behind when the declarer goes
    back"""
    seen_by: Literal["drawer", "all"] = "drawer"
    """who sees the cards that are drawn"""
    rest: Mapping[str, RestRow] = field(default_factory=FrozenDict)
    """which side the cards left in the talon count for, row by row"""


@dataclass(frozen=True, kw_only=True)
class DiscardRow(Row):
    """What may be discarded: never these sets, those only when nothing else is left."""

    never: tuple[str, ...]
    """list of sets: what may never be discarded"""
    only_if_short: tuple[str, ...] = ()
    """list of sets: what may be discarded only when nothing else is left to discard"""
    short_test: Literal["card_by_card", "whole_hand", "none_left"] = "card_by_card"
    """what a hand that is short of other cards may do: discard these once all others have gone; choose
    freely; or discard these only if it holds nothing else, so the others are discarded first and the
    hand is asked again"""
    shown: tuple[str, ...] = ()
    """list of sets: what is discarded face up"""
    told: tuple[str, ...] = ()
    """list of sets: only the number discarded is announced"""
    drawn_cards: Literal["allowed", "forbidden"] = "allowed"
    """whether cards just drawn may be discarded"""
    counts_for: Literal["discarder", "other_side", "opponents"] = "discarder"
    """the side with whose tricks the cards count"""
    others_for: Literal["discarder", "other_side", "opponents"] | None = None
    """the side with whose tricks the other players’ discards count, if different"""
    order: Literal["from_declarer", "from_opener", "simultaneous"] = "from_declarer"
    """who discards first; `simultaneous`: nothing is shown until everybody has discarded"""
