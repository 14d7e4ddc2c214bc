"""Columns about who has won, what is paid, what irregularities cost, and pots."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from taroky.rules.columns.row import Row, from_to
from taroky.rules.conditions import Amount, Condition


@dataclass(frozen=True, kw_only=True)
class ResultRow(Row):
    """Who has won: the declarers when `wins` holds, or the player who has most points has won or lost."""

    contracts: tuple[str, ...] = ()
    """list of rows of `contracts`: for which contracts"""
    target: Amount | None = field(default=None, metadata=from_to(0))
    """points the declarers need; `wins` may ask whether they are `reached`"""
    wins: Condition | None = None
    """true: the declarers have won; asks `points`, `reached`, `left_over`"""
    losers: Literal["most_points"] | None = None
    """where all play for themselves: the most points lose"""
    winners: Literal["most_points"] | None = None
    """where all play for themselves: the most points win"""
    ties: Literal["shared", "replay"] = "shared"
    """several with the most points: they have won together, or the hand counts for nothing and is
    dealt again"""


@dataclass(frozen=True, kw_only=True)
class PaymentRow(Row):
    """An amount paid for the game itself, to or from a pot, or a multiplier."""

    when: Condition = field(default_factory=Condition)
    """asked when the result is known: `result`, `contract`, `points`"""
    pay: Amount | None = field(default=None, metadata=from_to(0))
    """what each payer pays; a multiplier has none"""
    payer: str | None = None
    """`each`, `each_declarer`, `each_opponent`, `nobody` (written, not paid), a row of `pots`, or
    losers of a bonus (`pagat.losers`); not written: the losers"""
    receiver: str | None = None
    """`declarer`, `each`, a row of `pots`, or winners of a bonus (`pagat.winners`); not written:
    the winners"""
    doubled: bool = False
    """whether doubles of the game multiply it"""
    ties: Literal["shared", "shared_up"] | None = None
    """several losers: they share; what does not divide goes round by steps, or the shares of three
    and more are rounded up to the next 0.10"""
    trickless: int | None = field(default=None, metadata=from_to(0))
    """factor for a winner without any tricks"""
    between: Literal["shared"] | None = None
    """the amount is divided among the receivers"""
    order: int | None = None
    """settled after everything else, in this order"""
    replaces: tuple[str, ...] = ()
    """items that fall away"""
    times: Amount | None = field(default=None, metadata=from_to(0))
    """the row is a multiplier"""
    over: tuple[str, ...] = ()
    """what it multiplies: rows, or whole bonuses"""
    owed_by: Literal["anyone", "declarers", "trickless"] = "anyone"
    """only where that side pays"""


@dataclass(frozen=True, kw_only=True)
class SharesRow(Row):
    """How a smaller side divides what it gets or pays; without it, equally."""

    declarer: int = field(default=1, metadata=from_to(1))
    """parts of the declarer"""
    partner: int = field(default=1, metadata=from_to(1))
    """parts of the partner"""


@dataclass(frozen=True, kw_only=True)
class SettleRow(Row):
    """How an amount passes between the sides."""

    between: Literal["sides", "sides_once", "sides_thrice"] = "sides"
    """each of the larger side pays or gets it once; two against two it passes once in all; a lone
    player has it three times"""
    shares: SharesRow = field(default_factory=SharesRow)
    """parts of `declarer` and `partner` in what a smaller side divides"""


@dataclass(frozen=True, kw_only=True)
class LiabilityRow(Row):
    """An offender answers for the side: what becomes of the amounts that were won or lost."""

    winner: Literal["pays_partners", "pays_partners_beside_losers", "pays_each"]
    """an offender who has won with partners pays them in place of the losers, or beside them, or pays
    everybody"""
    loser: Literal["pays_side"]
    """an offender who has lost pays for the whole side"""
    lone_winner: Literal["nothing", "pays_each"]
    """an offender who has won alone"""


@dataclass(frozen=True, kw_only=True)
class PenaltyRow(Row):
    """What an irregularity, or an event of the play, costs."""

    event: str | None = None
    """what happened: an irregularity by its name (the row's own if not written),
    `captured_by_opponents`, `left_in_talon`, or `hand_over` (looked at after every hand)"""
    when: Condition = field(default_factory=Condition)
    """only then"""
    card: str | None = None
    """card: the card that was captured or left"""
    who: Literal["dealer", "offender", "holder", "declarer"]
    """who pays"""
    pay: Amount | None = field(default=None, metadata=from_to(0))
    """how much"""
    to: str = "each_other"
    """`each_other_at_table` (all others at the table), `each_other` (those who play), or a row of
    `pots`"""
    next_dealer: Literal["same", "next"] | None = None
    """who deals after it"""
    order: int | None = None
    """settled after everything else, in this order"""
    replaces: tuple[str, ...] = ()
    """items that fall away"""
    liable: LiabilityRow | None = None
    """the offender takes over what the side won or lost"""
    spares: tuple[Literal["declarations"], ...] = ()
    """what that does not touch"""
    takes_back: tuple[Literal["declarations"], ...] = ()
    """what the offender got for these is paid back"""
    left_over_to: Literal["other_side"] | None = None
    """who counts cards that stay in the offender’s hand"""


@dataclass(frozen=True, kw_only=True)
class PotRow(Row):
    """A pot that is kept from hand to hand."""

    on: bool = True
    """whether it is kept"""
    starts: Decimal = field(default=Decimal(0), metadata=from_to(0))
    """what is in it when a session begins"""
    odd: Literal["stays", "fractions", "declarer"] = "stays"
    """what does not divide: it stays, it is divided all the same, or the declarer has it"""
    at_end: Literal["left", "share_equally"] = "left"
    """what happens to it when a session ends"""
    old_names: tuple[str, ...] = ()
    """list of text: what the row was called before; facts, files, links and house tables that still call
    it so are read"""
