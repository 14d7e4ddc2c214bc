"""Columns about the auction, the contracts, offers, and calling a partner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import Caller, Row, from_to
from taroky.rules.conditions import Amount, Condition


@dataclass(frozen=True, kw_only=True)
class BarredRow(Row):
    """A condition under which a word may not be said after all."""

    when: Condition
    """asked at that player’s turn, with the same facts and zones as the `when` of the call"""


@dataclass(frozen=True, kw_only=True)
class CallRow(Row):
    """A word that may be said in the auction; without a rank it is no bid.

    An exception is a row of its own, so that options can add and remove them one by one.
    """

    rank: int | None = field(default=None, metadata=from_to(0))
    """order of bids; a call without a rank is not a bid. A bid must outrank the highest bid so far, and
    `contracts` has a row of the same name"""
    who: Caller = "any"
    """who may say it; `others`: everyone but the opener"""
    when: Condition = field(default_factory=Condition)
    """asked at that player's turn: `standing`, `passes`, `passed` (`no`, `yes`, or over which bid:
    its name, or `opening`), `handed_on`, `first_hand`, zones `hand` and `dealt`"""
    barred: Mapping[str, BarredRow] = field(default_factory=FrozenDict)
    """exceptions: when it may not be said after all. A player who may not say anything, not even pass,
    is not asked"""
    ends: bool = False
    """whether it ends the auction"""
    then: Literal["next_opens", "next_opens_asked_last"] | None = None
    """passes the opening on to the next player; the player who said it drops out, or speaks last"""
    pays: str | None = None
    """row of `declarations.rows`: the declaration that this call also makes"""


@dataclass(frozen=True, kw_only=True)
class FirstHandRow(Row):
    """Who opens in the first hand of a session: the player who holds the first of these that is held."""

    lowest_held: tuple[str, ...]
    """list of cards: the player who was dealt the first of these that is not in the talon; if all of
    them are, the first player"""


@dataclass(frozen=True, kw_only=True)
class AuctionRow(Row):
    """Who bids, in what rhythm, and which words there are; without words the only contract is
    played."""

    first_hand: FirstHandRow | None = None
    """who opens in the first hand of a session, if not the first player"""
    exchange_first: str | None = None
    """row of `contracts`: before anybody bids, the opener draws as for this contract and everybody
    discards; before that, players may only pass the opening on"""
    asks: Literal["once", "until_passed", "anew_after_bid"] = "once"
    """how often players are asked, starting with the first player: once each; round after round until
    all but one have passed; or, after each bid, once more for everybody else"""
    all_pass: Literal["redeal_next_dealer", "redeal_same_dealer"] | None = None
    """who deals the next hand if nobody bids"""
    calls: Mapping[str, CallRow] = field(default_factory=FrozenDict)
    """every call, including pass"""


@dataclass(frozen=True, kw_only=True)
class ContractRow(Row):
    """A kind of game."""

    sides: Literal["called", "alone", "each"]
    """a declarer with a called partner, a declarer alone, or everyone for themselves"""
    calling: str | None = None
    """row of `calling`: how a partner is called"""
    talon: str
    """row of `talon`: what happens to the talon"""
    discard: str | None = None
    """row of `discard`: what may be discarded"""
    play: str
    """row of `play`: how tricks are played"""
    rate: Amount = field(default_factory=lambda: Amount(number=Decimal(0)), metadata=from_to(0))
    """price or factor of the game; may depend on `level`"""
    loss: Amount = field(default_factory=lambda: Amount(number=Decimal(1)), metadata=from_to(0))
    """factor of a lost game, for a row of `payments` that multiplies by it; may depend on `level`"""
    undertakes: tuple[str, ...] = ()
    """list of rows of `bonuses`: bonuses announced by the bid itself"""
    says: tuple[str, ...] = ("declarations", "bonuses", "doubles")
    """list of `declarations`, `bonuses`, `doubles`, or single rows of them: what may be said;
    by default, everything"""


@dataclass(frozen=True, kw_only=True)
class OfferRow(Row):
    """A choice put to a player at a fixed moment, or (who: engine) what then happens by itself."""

    at: Literal[
        "before_auction",
        "before_own_call",
        "before_call",
        "before_talon",
        "after_draw",
        "after_look",
        "before_lead",
    ]
    """the moment; `before_auction`: the players are asked in order; `before_own_call`: each player is
    asked at their first turn"""
    until: Literal["own_call", "discard", "take", "lead"] | None = None
    """the last moment, if later; with `own_call` or `lead`, it may be taken out of turn"""
    who: Literal["declarer", "any", "engine"]
    """who chooses; `engine`: it happens by itself"""
    when: Condition = field(default_factory=Condition)
    """asked at that moment: `contract`, `passes`, `drew`, `alone`, `said`, `doubled`, zones `hand`
    and `dealt`"""
    then: Literal["play", "end", "redeal_same_dealer", "redeal_next_dealer"]
    """what happens next: play goes on, the hand ends, or the cards are dealt again"""
    contract: str | None = None
    """row of `contracts`: with `play`, the contract from then on"""
    pay: Amount | None = field(default=None, metadata=from_to(0))
    """with `end`, the price"""
    to: Literal["each_other", "declarers"] | None = None
    """who is paid"""
    also: tuple[Literal["declarations"], ...] = ()
    """what else is settled"""


@dataclass(frozen=True, kw_only=True)
class NameRow(Row):
    """A card that may be called: this one (none: nobody is called), any of these sets, or the first
    of a ladder the caller does not hold."""

    card: str | None = None
    """card or `none`: this card, held or not; `none`: nobody is called"""
    cards: tuple[str, ...] = ()
    """list of cards and sets: any of these"""
    first_missing: tuple[str, ...] = ()
    """list of cards: the first of these that the caller does not hold"""
    when: Condition = field(default_factory=Condition)
    """asked at the call: `contract`, zones `hand` and `held`"""
    own: bool = True
    """whether the caller may hold the card"""
    said: Literal["card", "row"] = "card"
    """what the caller says: the card, or only the name of the row"""


@dataclass(frozen=True, kw_only=True)
class CallingRow(Row):
    """How a partner is called."""

    at: Literal["phase", "with_bid", "none"] = "phase"
    """when the call is made: in the calling phase (its place in `phases` decides whether that is before
    or after the talon), together with the bid, or never: the only name counts as called"""
    names: Mapping[str, NameRow]
    """which cards may be named; each row has one of `card`, `cards`, `first_missing`"""
    held: tuple[Literal["hand", "discards"], ...] = ("hand",)
    """where a card must be to count as held by the caller"""
    unspoken: str | None = None
    """card: the card that counts as called if the declarer draws without calling one"""
    secret: Literal["until_seen", "no"]
    """when everybody may know who the partner is"""
    own_secret: Literal["until_seen", "no"] = "until_seen"
    """the same, for a card the caller holds"""
    partner: Literal["holder_after_talon", "holder_before_talon"] = "holder_after_talon"
    """who is the partner: the player who holds the card after the talon, or the one who was dealt it"""
    if_discarded: Literal["discarder", "alone", "call_again"] = "discarder"
    """what happens if the called card is discarded: the player who did so is the partner, the declarer
    plays alone, or the next card is called"""
