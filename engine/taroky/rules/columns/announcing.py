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
    """who speaks first; `anyone`: out of turn as well"""
    turns: Literal[
        "once",
        "until_quiet",
        "one_answer_each",
        "first_who_speaks",
        "before_own_first_card",
        "any_time",
    ]
    """one turn each; on until all others were silent in a row; one answer each; the first who
    speaks takes the step, then on from that player; while the player's first card is not played; whenever it
    is true"""
    who: Role = "any"
    """who is asked at all"""
    says: tuple[str, ...]
    """list of `declarations`, `bonuses`, `doubles`, or single rows of them: what may be said"""
    asked: Literal["everybody", "able"] = "everybody"
    """all have a turn, so as not to show who could speak; or only those who could"""
    opens: Literal["after_discard", "after_exchange", "after_call", "after_double"] = (
        "after_discard"
    )
    """whether it waits until all have discarded, is held only when somebody has, or waits until
    something has been doubled"""
    closes: Literal["lead", "next_card", "settle"] = "lead"
    """with the first lead; `any_time`: with the next card after it became true, or when the hand
    is settled"""


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
    """group of `per_group`"""
    shows: int | None = field(default=None, metadata=from_to(1))
    """exactly that many taroky are shown"""


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
    """may a cheaper row be declared by a hand that holds one that is worth more"""


@dataclass(frozen=True, kw_only=True)
class SilenceRow(Row):
    """Who may keep silent about which declarations, where all others must be made."""

    who: Role = "any"
    """who may keep silent"""
    rows: tuple[str, ...]
    """list of rows of `declarations.rows`: about which declarations"""


@dataclass(frozen=True, kw_only=True)
class DeclarationsRow(Row):
    """All holdings: judged on which cards, who has to make them, who pays them and when."""

    judged: Literal["hand", "dealt"] = "hand"
    """which cards count: those held now, or those dealt"""
    voluntary: bool = True
    """whether a player may keep silent"""
    may_hide: SilenceRow | None = None
    """where declaring is compulsory: who may keep silent all the same"""
    to: Literal["side", "opponents", "each_other", "each_other_shared", "game_winners"] = "side"
    """paid between the sides; by each opponent to the player who declared; by each other player; one sum
    shared by the others; to the winners of the game"""
    paid: Literal["at_end", "at_once"] = "at_end"
    """when; what is paid at once stands also where an irregularity ends the hand"""
    doubled: bool = False
    """whether doubles of the game multiply them"""
    per_group: Mapping[str, GroupRow] = field(default_factory=FrozenDict)
    """limits for the declarations of a group"""
    excuse: Literal["if_all_shown", "never"] = "never"
    """may the excuse be shown as a tarok: only with all real ones, or not at all"""
    rows: Mapping[str, DeclarationRow] = field(default_factory=FrozenDict)
    """the declarations"""


@dataclass(frozen=True, kw_only=True)
class OutcomeRow(Row):
    """An outcome of a bonus: every row whose condition holds pays its side (less than 0: it pays)."""

    when: Condition
    """asked for the bonus's side: `said: yes` (it was announced), `tricks`, `lost_tricks`,
    `lost_with`, `last_won_with`, `captured`, zone `last_trick` (the whole trick)"""
    pay: Amount | None = None
    """what the side gets; below zero what it pays"""
    points_moved: Amount | None = None
    """card points that go to the side before the result"""
    side: Literal["sayer", "declarers", "opponents"] | None = None
    """another side than the bonus's"""
    doubled: Literal["no", "own", "game", "own_or_game"] = "no"
    """multiplied by doubles of the announcement, of the game, or of the game where the
    announcement has none"""
    replaces: tuple[str, ...] = ()
    """items that fall away: rows of `payments` or `bonuses`, one outcome (`valat.silent_made`),
    `payments` for all others, `everything` for the pots too"""
    payer: Literal["sayer", "nobody"] | None = None
    """another payer than the side; `nobody`: written, not paid"""
    receiver: Literal["declarer"] | None = None
    """who writes what nobody pays"""
    between: Literal["holder_and_each"] | None = None
    """between the holder of the card and each of the others"""
    best_of: str | None = None
    """of the outcomes of one such group only the one that is worth most pays"""


@dataclass(frozen=True, kw_only=True)
class BonusRow(Row):
    """An achievement in play that is paid for, more if announced."""

    card: str | None = None
    """card: the card it is about"""
    say: Condition = field(default_factory=Condition)
    """who may announce it, by the player's hand; empty: anyone"""
    say_who: Role = "any"
    """who may announce it at all"""
    binds: bool = False
    """the announced card must be held back"""
    first_only: bool = False
    """it may be announced only once in a hand"""
    leads: bool = False
    """the player who announces it leads to the first trick"""
    side: Literal["either", "sayer", "holder", "declarers", "last_takers"] = "either"
    """the side it counts for: each side may make it; the announcer must make it with their own tricks; the
    side of the player who held the card; the declarers; the player who takes the last trick"""
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
    """whether a double waits for its player's turn"""
    hidden_partner: Literal["void_if_partner", "true_teams"] = "void_if_partner"
    """a double that hits a secret partner: void, or judged at once"""
    shut_by: Mapping[str, tuple[str, ...]] = field(default_factory=FrozenDict)
    """map of lists of bonuses: what can no longer be doubled once one of these is announced"""
