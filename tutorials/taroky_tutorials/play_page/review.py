"""Judge what your decisions in a hand have cost, one at a time: the page asks for the next as long as
the review is open."""

from __future__ import annotations

from functools import lru_cache

from taroky.game import Record
from taroky.players.review import Decision, review
from taroky.rules.table import Seat

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.state import PlayState, is_masters, ways_of_dealing


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
