"""A hand that is over, looked at again: its places, your mistakes, and how it might have gone."""

from __future__ import annotations

from dataclasses import replace

from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.evening_parts import Review
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.links.same_deal import of_record
from taroky_tutorials.play_page.seating import as_played
from taroky_tutorials.play_page.state import PlayState, state_of, those_here, when_dealt


def judge_next(state: PlayState) -> PlayState:
    """One more of your decisions has been judged."""
    number = review.next_to_judge(state)
    if number is None:
        return state
    judgment = review.judge(state, number)
    evening = state.evening.in_review(judged=(*state.evening.review.judged, judgment))
    return state_of(replace(evening, mistakes=_found(state, *judgment)))


def _found(state: PlayState, number: int, cost: str) -> tuple[tuple[int, str], ...]:
    """Your mistakes in this hand, with what was judged now, if it is one and the hand is yours and not only tried."""
    evening = state.evening
    known = evening.mistakes
    if not cost or evening.hand.real or evening.several or state.shows_record:
        return known
    return tuple(sorted({*known, (number, evening.hand.done[number - 1].kind)}))


def look(state: PlayState, value: str) -> Step:
    """Another place of the review."""
    if not state.over or not value.isdecimal() or int(value) > len(state.evening.hand.done):
        raise misplaced({"look": value})
    evening = state.evening.in_review(looks_at=int(value), asked=0)
    return step_to(evening.in_hand(panel="review"))


def ask(state: PlayState, value: str) -> Step:
    """Return what would have been better there."""
    if not state.over or state.evening.hand.panel != "review":
        raise misplaced({"ask": value})
    return step_to(state.evening.in_review(asked=1))


def play_from(state: PlayState, value: str) -> Step:
    """Play on from some place of the review: the hand counts as it was played all the same."""
    evening = state.evening
    if not state.over or not value.isdecimal() or int(value) > len(evening.hand.done):
        raise misplaced({"from": value})
    tried = evening.in_hand(
        real=evening.hand.real or evening.hand.done,
        done=evening.hand.done[: int(value)],
        panel="",
        hints=0,
        picked=(),
        resting=False,
    )
    return step_to(replace(tried, review=Review()))


def watch(state: PlayState, value: str) -> Step:
    """The hand again, with a master in your place: it counts as it was played all the same."""
    if not state.over or state.you not in state.hand.active:
        raise misplaced({"watch": value})
    tried = play_from(state, str(when_dealt(state))).evening
    return step_to(tried.in_hand(watched=True))


def real(state: PlayState, value: str) -> Step:
    """Back to the hand as it was played."""
    if not state.evening.hand.real:
        raise misplaced({"real": value})
    return step_to(as_played(state.evening))


def seat(state: PlayState, value: str) -> Step:
    """Go to another player's place, in a record that is looked at or where several people play here."""
    if state.over and value in those_here(state):
        place = state.evening.session.place_of(value)
        evening = state.evening.in_review(judged=(), asked=0)
        return step_to(evening.in_hand(eyes=place))
    if not state.shows_record or value not in state.hand.active:
        raise misplaced({"seat": value})
    there = of_record(state.shows_record, value)
    return step_to(replace(there, past=state.evening.past, settings=state.evening.settings))
