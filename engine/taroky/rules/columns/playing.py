"""Columns about the play and about counting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import Duty, Leader, Row, from_to
from taroky.rules.conditions import Condition


@dataclass(frozen=True, kw_only=True)
class BarRow(Row):
    """A card, or a set of cards, taken out of the legal cards unless nothing else is left."""

    card: str | None = None
    """card: what is taken out"""
    cards: str | None = None
    """set: what is taken out, where that is more than one card; `suit_of_called` too"""
    at: Literal["any", "lead", "follow"]
    """when playing to which trick"""
    when: Condition = field(default_factory=Condition)
    """only then: zones `hand` and `trick`, facts `trick_no` and `lead_card`"""
    unless: Condition | None = None
    """not then"""
    spares_lead: str | None = None
    """card: this card (or `called`) may be led all the same"""


@dataclass(frozen=True, kw_only=True)
class WinsRow(Row):
    """A finished trick that another card wins than the highest."""

    when: Condition
    """of the finished trick: zone `trick`, facts `trick_in_order`, `lead_card`, `trick_no`,
    `lost_tricks`"""
    card: str
    """card: the card that wins it"""


@dataclass(frozen=True, kw_only=True)
class ExcuseRow(Row):
    """What becomes of the excuse: it goes back to its player, who owes the trick's winner a card."""

    swap: tuple[str, ...]
    """list of sets: which cards may be given for it"""
    swap_from: Literal["tricks", "tricks_and_discards"] = "tricks"
    """where the card comes from: tricks won, or the discards as well; never a talon"""
    no_swap_card: Literal["keep", "lose"] = "keep"
    """who counts it if there was never a card to give: its player's, or the trick's winner's"""
    last_trick: Literal["lost", "kept"]
    """whether it is lost in the last trick"""


@dataclass(frozen=True, kw_only=True)
class PlayRow(Row):
    """How tricks are played."""

    lead: Leader
    """who leads first (unless an announcement gives the lead)"""
    first_hand_lead: Leader | None = None
    """who leads in the first hand of a session, where that differs"""
    duties: tuple[Duty, ...]
    """duties in this order"""
    bars: Mapping[str, BarRow] = field(default_factory=FrozenDict)
    """cards taken out of the legal ones unless nothing else is left"""
    wins: Mapping[str, WinsRow] = field(default_factory=FrozenDict)
    """finished tricks that another card wins than the highest"""
    excuse: ExcuseRow | None = None
    """what happens to the excuse"""
    irregular: Literal["refused", "recorded", "hand_lost"] = "refused"
    """a card that is not legal cannot be played; is played (action `revoke`) and noted; ends the
    hand"""
    short_hand: Literal["plays_on", "redeal"] | None = None
    """a player with too few cards after a wrong discard"""
    stops_early: bool = False
    """no more tricks once an announced bonus for all tricks is lost, if it takes the place of the
    game and nothing else is announced"""
    ends_when_sure: bool = False
    """the last tricks play themselves once the side that has had every trick cannot lose one, and
    no card is out that a bonus or a claim is about"""


@dataclass(frozen=True, kw_only=True)
class CountRow(Row):
    """Counting: packets of that many cards less `deduct`, and what is taken off left-over cards."""

    packet: int = field(metadata=from_to(1))
    """cards counted together"""
    deduct: Decimal = field(metadata=from_to(0))
    """taken off each packet"""
    left: Mapping[str, Decimal] = field(default_factory=FrozenDict, metadata=from_to(0))
    """scale map: taken off one, or two, cards left over"""
    lowest_last: bool = False
    """the lowest cards of a pile are those left over, and their number is told with the points"""
    left_over: Literal["as_deducted", "exact", "worthless", "up_for_declarers"] = "as_deducted"
    """what cards beyond the last packet mean: as `left` says; exact fractions where each plays
    alone; they score nothing; half a point counts as a whole one for the declarers"""
    piles: Literal["side", "player_then_side"] = "side"
    """whether a side's tricks lie together from the first on, or each player keeps their own until
    the end (the card for an excuse comes from there)"""
