"""Questions to a player that looks ahead: what a seat's decisions in a record have cost, and what it
should do now."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from taroky.api.answers import ADVICE, Answer, AnswerByRecord
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.hand import Reason
from taroky.messages import local_names, say
from taroky.rules.table import Seat, Table

if TYPE_CHECKING:
    from taroky.players.comparing import Worth

# The players are imported when somebody asks them: a page that only looks rules up does without.


@dataclass(frozen=True, kw_only=True)
class WorthOfAction(Answer):
    """The worth of an action on average, with half the width of its 95% interval; text: it in words."""

    action: str
    """the action as records have it"""
    text: str
    """the action in words"""
    mean: float
    """what it brings on average, in the game’s unit"""
    half: float
    """half the width of its 95% interval"""


@dataclass(frozen=True, kw_only=True)
class JudgedDecision(Answer):
    """A decision: what was done, what was found best, what that cost, and for a mistake why."""

    number: int
    """which action of the record, from 1"""
    phase: str
    """the phase of the hand"""
    trick: int
    """the number of the trick, 0 before the play"""
    did: WorthOfAction
    """what was done"""
    best: WorthOfAction
    """what was found best"""
    loss: float
    """what the decision cost on average"""
    half: float
    """half the width of the 95% interval of the loss"""
    mistake: bool
    """whether the loss is certain"""
    reasons: tuple[Reason, ...] = field(metadata=ADVICE)
    """why it was a mistake"""


@dataclass(frozen=True, kw_only=True)
class ReviewAnswer(AnswerByRecord):
    """Each decision of a seat in a record; unit: the money of the game."""

    seat: Seat
    """the seat whose decisions these are"""
    unit: str
    """what is counted: money, chips, points"""
    decisions: tuple[JudgedDecision, ...]
    """its decisions, in order"""


@dataclass(frozen=True, kw_only=True)
class AdviceAnswer(AnswerByRecord):
    """The worth of everything a seat may do now, the best first, and why the best is better than the
    second."""

    seat: Seat
    """the seat whose turn it is"""
    unit: str
    """what is counted: money, chips, points"""
    choices: tuple[WorthOfAction, ...]
    """all it may do, the best first"""
    reasons: tuple[Reason, ...] = field(metadata=ADVICE)
    """what speaks for the first choice"""


def review(_: Table, record: str, seat: str) -> ReviewAnswer:
    """Each decision of a seat: what it did, what was found best, what that cost in the money of the game
    with half the width of its 95% interval, and for a mistake why. The record names its own rules.
    Raises RecordError with the line that does not hold."""
    from taroky.players.review import review as decisions

    entry = records.read(record)
    table = entry.table
    with local_names(table.names):
        judged = tuple(
            JudgedDecision(
                number=decision.number,
                phase=decision.phase,
                trick=decision.trick,
                did=worth_of(decision.did),
                best=worth_of(decision.best),
                loss=round(decision.loss, 4),
                half=round(decision.half, 4),
                mistake=decision.mistake,
                reasons=decision.reasons,
            )
            for decision in decisions(entry, seat)
        )
    return ReviewAnswer(table=table, seat=seat, unit=table.unit.name, decisions=judged)


def advice(_: Table, record: str) -> AdviceAnswer:
    """Return what the seat whose turn it is should do: every choice worth comparing with what it
    brings, the best first, and why the first is better than the second. Raises RecordError for a hand
    that is over."""
    from taroky.players.advice import analysis

    hand = records.read(record).replay()
    table = hand.table
    with local_names(table.names):
        advice = analysis(hand)
        if advice is None:
            raise RecordError(say("review.over"))
        return AdviceAnswer(
            table=table,
            seat=advice.view.seat,
            unit=table.unit.name,
            choices=tuple(map(worth_of, advice.choices)),
            reasons=tuple(advice.reasons()),
        )


def worth_of(worth: Worth) -> WorthOfAction:
    """Return what an action brings, with the action in words."""
    from taroky.players.reasons import named

    return WorthOfAction(
        action=str(worth.action),
        text=named(worth.action).text(),
        mean=round(worth.mean, 4),
        half=round(worth.half, 4),
    )
