"""Columns about announcing: its rounds, declarations, bonuses, doubles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from taroky.immutable import FrozenDict
from taroky.rules.columns.row import Role, Row, from_to
from taroky.rules.conditions import Amount, Condition


@dataclass(frozen=True, kw_only=True)
class StageRow(Row):
    """A round of announcing, or a time in the play when something may be said."""

    starts: Literal["declarer", "after_declarer", "opener", "leader", "anyone"]
    """who speaks first; `anyone`: out of turn too"""
    turns: Literal[
        "once",
        "until_quiet",
        "one_answer_each",
        "first_who_speaks",
        "before_own_first_card",
        "any_time",
    ]
    """one turn each; turns until everyone else in succession has stayed silent; one answer each; only the
    first to speak says it, and the turn passes on from that player; until the player has played a
    card; whenever it is true"""
    who: Role = "any"
    """who is asked"""
    says: tuple[str, ...]
    """list of `declarations`, `bonuses`, `doubles`, or single rows of them: what may be said"""
    asked: Literal["everybody", "able"] = "everybody"
    """everybody gets a turn, so as not to reveal who could speak; or only those who could"""
    opens: Literal["after_discard", "after_exchange", "after_call", "after_double"] = (
        "after_discard"
    )
    """when it starts: once everybody has discarded; the same, but only if cards were drawn; as soon as
    the call is made; or once something has been doubled"""
    closes: Literal["lead", "next_card", "settle"] = "lead"
    """when it ends: at the first lead; or, for `any_time`, at the next card after it became true, or
    when the hand is settled"""


@dataclass(frozen=True, kw_only=True)
class AnnounceRow(Row):
    """The rounds of announcing before the first lead."""

    stages: Mapping[str, StageRow] = field(default_factory=FrozenDict)
    """the rounds, in order"""


@dataclass(frozen=True, kw_only=True)
class DeclarationRow(Row):
    """A holding that may be declared and is paid for."""

    when: Condition
    """the holding: zones `hand` (as judged), `dealt`, `played`"""
    pay: Amount = field(metadata=from_to(0))
    """what each payer pays"""
    group: str | None = None
    """its group in `per_group`"""
    shows: int | None = field(default=None, metadata=from_to(1))
    """exactly how many taroky are shown"""


@dataclass(frozen=True, kw_only=True)
class GroupRow(Row):
    """How many rows of a group one player may declare."""

    most: int = field(metadata=from_to(0))
    """how many of the group one player may declare"""
    unless: Condition | None = None
    """when this holds, `then_most` counts instead"""
    then_most: int | None = field(default=None, metadata=from_to(0))
    """how many of the group one player may declare then"""
    then_rows: tuple[str, ...] = ()
    """list of rows of `declarations.rows`: only these may go beyond `most`"""
    lower: bool = True
    """whether a hand that holds a more valuable row may declare a cheaper one"""


@dataclass(frozen=True, kw_only=True)
class SilenceRow(Row):
    """Who may keep silent about which declarations, where all others must be made."""

    who: Role = "any"
    """who may keep silent"""
    rows: tuple[str, ...]
    """list of rows of `declarations.rows` that they may keep silent about"""


@dataclass(frozen=True, kw_only=True)
class DeclarationsRow(Row):
    """All holdings: judged on which cards, who has to make them, who pays them and when."""

    judged: Literal["hand", "dealt"] = "hand"
    """which cards count: those held now, or those dealt"""
    voluntary: bool = True
    """whether a player may keep silent"""
    may_hide: SilenceRow | None = None
    """where declaring is compulsory: who may keep silent anyway"""
    to: Literal["side", "opponents", "each_other", "each_other_shared", "game_winners"] = "side"
    """who pays whom: one side the other; each opponent the player who declared; each other player; the
    others one shared sum; or the game’s losers its winners"""
    paid: Literal["at_end", "at_once"] = "at_end"
    """when it is paid; a payment made at once stands even if an irregularity ends the hand"""
    doubled: bool = False
    """whether doubles of the game multiply them"""
    per_group: Mapping[str, GroupRow] = field(default_factory=FrozenDict)
    """limits for the declarations of a group"""
    excuse: Literal["if_all_shown", "never"] = "never"
    """whether the excuse may be shown as a tarok: only with all the real ones, or never"""
    rows: Mapping[str, DeclarationRow] = field(default_factory=FrozenDict)
    """the declarations"""


@dataclass(frozen=True, kw_only=True)
class OutcomeRow(Row):
    """An outcome of a bonus: every row whose condition holds pays its side (less than 0: it pays)."""

    when: Condition
    """asked for the bonus's side: `said: yes` (it was announced), `tricks`, `lost_tricks`,
    `lost_with`, `last_won_with`, `captured`, zone `last_trick` (the whole trick)"""
    pay: Amount | None = None
    """what the side gets; if negative, what it pays"""
    points_moved: Amount | None = None
    """card points that go to the side before the result"""
    side: Literal["sayer", "declarers", "opponents"] | None = None
    """the side, if not the bonus's own"""
    doubled: Literal["no", "own", "game", "own_or_game"] = "no"
    """which doubles multiply it: those of the announcement, those of the game, or those of the game if
    the announcement has none"""
    replaces: tuple[str, ...] = ()
    """items that it replaces: rows of `payments` or `bonuses`, one outcome (`valat.silent_made`),
    `payments` (all the others), or `everything` (the pots too)"""
    payer: Literal["sayer", "nobody"] | None = None
    """who pays, if not the side; `nobody`: written down, not paid"""
    receiver: Literal["declarer"] | None = None
    """who writes down an amount that nobody pays"""
    between: Literal["holder_and_each"] | None = None
    """whether it is between the holder of the card and each of the others"""
    best_of: str | None = None
    """name of a group: of its outcomes, only the most valuable one pays"""


@dataclass(frozen=True, kw_only=True)
class BonusRow(Row):
    """An achievement in play that is paid for, more if announced."""

    card: str | None = None
    """card: the card it is about"""
    say: Condition = field(default_factory=Condition)
    """what a hand needs to announce it; empty: nothing"""
    say_who: Role = "any"
    """which players may announce it"""
    binds: bool = False
    """whether the announced card must be held back"""
    first_only: bool = False
    """whether it may be announced only once in a hand"""
    leads: bool = False
    """whether the player who announces it leads to the first trick"""
    side: Literal["either", "sayer", "holder", "declarers", "last_takers"] = "either"
    """the side it counts for: either side; the announcer, with their own tricks; the side of the player
    who held the card; the declarers; or the player who takes the last trick"""
    outcomes: Mapping[str, OutcomeRow] = field(default_factory=FrozenDict)
    """its outcomes; every row whose condition holds pays"""


@dataclass(frozen=True, kw_only=True)
class DoublingRow(Row):
    """Words with their factors, what they may be said to, and by whom."""

    steps: Mapping[str, int] = field(default_factory=FrozenDict, metadata=from_to(2))
    """scale map: the words in order, with their total factors"""
    on: tuple[str, ...] = ()
    """list of `game` and rows of `bonuses`: what may be doubled"""
    first: Literal["side_against", "not_declarer", "anyone"] = "side_against"
    """who may say the first double on the game; then the sides alternate"""
    turn: Literal["in_turn", "anyone"] = "in_turn"
    """whether players may double only in turn"""
    hidden_partner: Literal["void_if_partner", "true_teams"] = "void_if_partner"
    """a double against a side whose partner is secret: void if the partner said it, or allowed only to
    real opponents"""
    shut_by: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenDict)
    """map of lists of bonuses: once one of these is announced, the key can no longer be doubled"""
