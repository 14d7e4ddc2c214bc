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
    """list of rows of `contracts` that it applies to"""
    target: Amount | None = field(default=None, metadata=from_to(0))
    """points the declarers need; `wins` may ask whether it is `reached`"""
    wins: Condition | None = None
    """the declarers have won if this holds; asks `points`, `reached`, `left_over`"""
    losers: Literal["most_points"] | None = None
    """where everyone plays alone: the player with the most points loses"""
    winners: Literal["most_points"] | None = None
    """where everyone plays alone: the player with the most points wins"""
    ties: Literal["shared", "replay"] = "shared"
    """what happens if several have the most points: they share the result, or the hand does not count
    and is dealt again"""


@dataclass(frozen=True, kw_only=True)
class PaymentRow(Row):
    """An amount paid for the game itself, to or from a pot, or a multiplier."""

    when: Condition = field(default_factory=Condition)
    """asked when the result is known: `result`, `contract`, `points`"""
    pay: Amount | None = field(default=None, metadata=from_to(0))
    """what each payer pays; a multiplier has none"""
    payer: str | None = None
    """`each`, `each_declarer`, `each_opponent`, `nobody` (written down, not paid), a row of
    `pots`, or the losers of a bonus (`pagat.losers`); by default, the losers"""
    receiver: str | None = None
    """`declarer`, `each`, a row of `pots`, or the winners of a bonus (`pagat.winners`); by default, the
    winners"""
    doubled: bool = False
    """whether doubles of the game multiply it"""
    ties: Literal["shared", "shared_up"] | None = None
    """how several losers share: a remainder goes round in steps, or the shares of three or more are
    rounded up to the next 0.10"""
    trickless: int | None = field(default=None, metadata=from_to(0))
    """factor for a winner who took no tricks"""
    between: Literal["shared"] | None = None
    """whether the amount is divided among the receivers"""
    order: int | None = None
    """settled after everything else, in this order"""
    replaces: tuple[str, ...] = ()
    """items that it replaces"""
    times: Amount | None = field(default=None, metadata=from_to(0))
    """the factor; makes the row a multiplier"""
    over: tuple[str, ...] = ()
    """what it multiplies: rows, or whole bonuses"""
    owed_by: Literal["anyone", "declarers", "trickless"] = "anyone"
    """applies only if this side pays"""


@dataclass(frozen=True, kw_only=True)
class SharesRow(Row):
    """How a smaller side divides what it gets or pays; without it, equally."""

    declarer: int = field(default=1, metadata=from_to(1))
    """the declarer's parts"""
    partner: int = field(default=1, metadata=from_to(1))
    """the partner's parts"""


@dataclass(frozen=True, kw_only=True)
class SettleRow(Row):
    """How an amount passes between the sides."""

    between: Literal["sides", "sides_once", "sides_thrice"] = "sides"
    """each player of the larger side pays or gets it once; with two against two it is paid once in
    all; or a lone player pays or gets it three times"""
    shares: SharesRow = field(default_factory=SharesRow)
    """how many parts the declarer and the partner have in an amount that the smaller side divides"""


@dataclass(frozen=True, kw_only=True)
class LiabilityRow(Row):
    """An offender answers for the side: what becomes of the amounts that were won or lost."""

    winner: Literal["pays_partners", "pays_partners_beside_losers", "pays_each"]
    """an offender who has won with partners pays them in the losers' place, pays them in addition to
    what the losers pay, or pays everybody"""
    loser: Literal["pays_side"]
    """an offender who has lost pays for the whole side"""
    lone_winner: Literal["nothing", "pays_each"]
    """what an offender who has won alone pays"""


@dataclass(frozen=True, kw_only=True)
class PenaltyRow(Row):
    """What an irregularity, or an event of the play, costs."""

    event: str | None = None
    """what happened: the name of an irregularity (by default, the row's own name),
    `captured_by_opponents`, `left_in_talon`, or `hand_over` (checked after every hand)"""
    when: Condition = field(default_factory=Condition)
    """applies only if this holds"""
    card: str | None = None
    """card: the one that was captured or left"""
    who: Literal["dealer", "offender", "holder", "declarer"]
    """who pays"""
    pay: Amount | None = field(default=None, metadata=from_to(0))
    """how much"""
    to: str = "each_other"
    """`each_other_at_table` (all others at the table), `each_other` (those who play), or a row of
    `pots`"""
    next_dealer: Literal["same", "next"] | None = None
    """who deals next"""
    order: int | None = None
    """settled after everything else, in this order"""
    replaces: tuple[str, ...] = ()
    """items that it replaces"""
    liable: LiabilityRow | None = None
    """the offender takes over what the side won or lost"""
    spares: tuple[Literal["declarations"], ...] = ()
    """what the liability does not affect"""
    takes_back: tuple[Literal["declarations"], ...] = ()
    """what the offender must pay back"""
    left_over_to: Literal["other_side"] | None = None
    """which side the cards left in the offender’s hand count for"""


@dataclass(frozen=True, kw_only=True)
class PotRow(Row):
    """A pot that is kept from hand to hand."""

    on: bool = True
    """whether there is such a pot"""
    starts: Decimal = field(default=Decimal(0), metadata=from_to(0))
    """what is in it when a session begins"""
    odd: Literal["stays", "fractions", "declarer"] = "stays"
    """what happens to a remainder: it stays in the pot, it is divided anyway, or the declarer gets it"""
    at_end: Literal["left", "share_equally"] = "left"
    """what happens to it when a session ends"""
    old_names: tuple[str, ...] = ()
    """list of text: earlier names of the row, which facts, files, links and house tables may still
    use"""
