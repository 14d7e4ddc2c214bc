"""Judge what your decisions in a hand have cost, one at a time: the page asks for the next as long as
the review is open, and at the end of a hand of a lesson."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from taroky.game import Record
from taroky.players.review import Decision, review
from taroky.rules.table import Seat

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.state import PlayState, is_masters, ways_of_dealing


@dataclass(frozen=True)
class Verdict:
    """What is known of your decisions in a hand that counts them. done, all: how many of them have been looked at; mistakes:
    how many were sure mistakes; price: what these have cost together, in the money of the game."""

    done: int
    all: int
    mistakes: int
    price: Decimal

    @property
    def complete(self) -> bool:
        """Whether all of them have been looked at."""
        return self.done == self.all


def looks_on(state: PlayState) -> bool:
    """Whether your decisions are being looked at now."""
    if not state.over:
        return False
    return state.evening.hand.panel == "review" or verdict(state) is not None


def verdict(state: PlayState) -> Verdict | None:
    """Return what is known of your decisions, None unless the hand is over and its mistakes count."""
    evening = state.evening
    if not (evening.mode.judged and state.over) or state.resting or evening.hand.real:
        return None
    judged = evening.review.judged
    costs = [Decimal(cost) for _, cost in judged if cost]
    return Verdict(len(judged), len(decisions(state)), len(costs), sum(costs, Decimal(0)))


def decisions(state: PlayState) -> tuple[int, ...]:
    """The numbers of your actions in this hand, from 1, but for the deal."""
    ways = ways_of_dealing(state.hand.table)
    done = enumerate(state.evening.hand.done, start=1)
    return tuple(n for n, action in done if action.seat == state.you and action.kind not in ways)


def next_to_judge(state: PlayState) -> int | None:
    """The first of them that has not been judged yet; none where a master plays."""
    if is_masters(state):
        return None
    judged = {number for number, _ in state.evening.review.judged}
    return next((n for n in decisions(state) if n not in judged), None)


def judge(state: PlayState, number: int) -> tuple[int, str]:
    """Return what this decision has cost, "" for nothing that is sure."""
    judged = decision(state, number)
    return number, f"{judged.loss:.2f}" if judged is not None and judged.mistake else ""


def decision(state: PlayState, number: int) -> Decision | None:
    """The judgment of one decision, None where there was nothing to choose."""
    return _decision(_whole(state.evening), state.you, number)


def _whole(evening: Evening) -> Record:
    start = evening.start
    return Record(
        start.game,
        start.options,
        start.players,
        start.hands,
        start.talon,
        start.pack,
        start.first_hand,
        evening.hand.done,
    )


@lru_cache(maxsize=60)
def _decision(record: Record, you: Seat, number: int) -> Decision | None:
    return next(iter(review(record, you, only=(number,))), None)
