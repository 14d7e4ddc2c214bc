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
    """card: the one that may not be played"""
    cards: str | None = None
    """set: the cards that may not be played; also `suit_of_called`"""
    at: Literal["any", "lead", "follow"]
    """when it applies: always, when leading, or when following"""
    when: Condition = field(default_factory=Condition)
    """applies only if this holds: zones `hand` and `trick`, facts `trick_no` and `lead_card`"""
    unless: Condition | None = None
    """does not apply if this holds"""
    spares_lead: str | None = None
    """card: this card (or `called`) may be led anyway"""


@dataclass(frozen=True, kw_only=True)
class WinsRow(Row):
    """A finished trick that another card wins than the highest."""

    when: Condition
    """asked about the finished trick: zone `trick`, facts `trick_in_order`, `lead_card`, `trick_no`,
    `lost_tricks`"""
    card: str
    """card: the card that wins it"""


@dataclass(frozen=True, kw_only=True)
class ExcuseRow(Row):
    """What becomes of the excuse: it goes back to its player, who owes the trick's winner a card."""

    swap: tuple[str, ...]
    """list of sets: which cards may be given in exchange"""
    swap_from: Literal["tricks", "tricks_and_discards"] = "tricks"
    """where that card comes from: tricks won, or also the discards; never the talon"""
    no_swap_card: Literal["keep", "lose"] = "keep"
    """who keeps it if there was never a card to give: its player, or the winner of the trick"""
    last_trick: Literal["lost", "kept"]
    """what happens to it in the last trick: its player loses or keeps it"""


@dataclass(frozen=True, kw_only=True)
class PlayRow(Row):
    """How tricks are played."""

    lead: Leader
    """who leads first (unless an announcement gives the lead)"""
    first_hand_lead: Leader | None = None
    """who leads in the first hand of a session, if that is different"""
    duties: tuple[Duty, ...]
    """the duties, in order"""
    bars: Mapping[str, BarRow] = field(default_factory=FrozenDict)
    """cards that may be played only if nothing else is left"""
    wins: Mapping[str, WinsRow] = field(default_factory=FrozenDict)
    """finished tricks that are won by a card other than the highest"""
    excuse: ExcuseRow | None = None
    """what happens to the excuse"""
    irregular: Literal["refused", "recorded", "hand_lost"] = "refused"
    """what becomes of an illegal card: it cannot be played; it is played and recorded (action
    `revoke`); or it ends the hand"""
    short_hand: Literal["plays_on", "redeal"] | None = None
    """what happens if a wrong discard leaves a player with too few cards"""
    stops_early: bool = False
    """whether play stops once an announced bonus for all tricks is lost, if it replaces the game and
    nothing else is announced"""
    ends_when_sure: bool = False
    """whether the last tricks are played automatically once the side that has taken every trick cannot
    lose one, and no card on which a bonus or a claim depends is still out"""


@dataclass(frozen=True, kw_only=True)
class CountRow(Row):
    """Counting: packets of that many cards less `deduct`, and what is taken off left-over cards."""

    packet: int = field(metadata=from_to(1))
    """cards counted together"""
    deduct: Decimal = field(metadata=from_to(0))
    """points subtracted from each packet"""
    left: Mapping[str, Decimal] = field(default_factory=FrozenDict, metadata=from_to(0))
    """scale map: points subtracted from one or two leftover cards"""
    lowest_last: bool = False
    """whether the lowest cards of a pile are the ones left over, and their number is given with the
    points"""
    left_over: Literal["as_deducted", "exact", "worthless", "up_for_declarers"] = "as_deducted"
    """how cards beyond the last packet count: as `left` says; as exact fractions where everyone plays
    alone; not at all; or with half a point rounded up to a whole one for the declarers"""
    piles: Literal["side", "player_then_side"] = "side"
    """whether a side keeps its tricks together from the start, or each player keeps their own until the
    end (the card for an excuse comes from there)"""
