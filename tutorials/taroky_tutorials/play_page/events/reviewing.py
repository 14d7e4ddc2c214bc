"""A hand that is over, looked at again: its places, your mistakes, and how it might have gone."""

from __future__ import annotations

from dataclasses import replace

from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.evening_parts import Review
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.links.same_deal import of_record
from taroky_tutorials.play_page.seating import as_played
from taroky_tutorials.play_page.state import Sitting, sit, those_here, when_dealt


def judge_next(at: Sitting) -> Sitting:
    """One more of your decisions has been judged."""
    number = review.next_to_judge(at)
    if number is None:
        return at
    judged = (*at.evening.review.judged, review.judge(at, number))
    return sit(at.evening.in_review(judged=judged))


def look(at: Sitting, value: str) -> Step:
    """Another place of the review."""
    if not at.over or not value.isdecimal() or int(value) > len(at.evening.hand.done):
        raise misplaced({"look": value})
    evening = at.evening.in_review(looks_at=int(value), asked=0)
    return step_to(evening.in_hand(panel="review"))


def ask(at: Sitting, value: str) -> Step:
    """Return what would have been better there."""
    if not at.over or at.evening.hand.panel != "review":
        raise misplaced({"ask": value})
    return step_to(at.evening.in_review(asked=1))


def play_from(at: Sitting, value: str) -> Step:
    """Play on from some place of the review: the hand counts as it was played all the same."""
    evening = at.evening
    if not at.over or not value.isdecimal() or int(value) > len(evening.hand.done):
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


def watch(at: Sitting, value: str) -> Step:
    """The hand again, with a master in your place: it counts as it was played all the same."""
    if not at.over or at.you not in at.hand.active:
        raise misplaced({"watch": value})
    tried = play_from(at, str(when_dealt(at))).evening
    return step_to(tried.in_hand(watched=True))


def real(at: Sitting, value: str) -> Step:
    """Back to the hand as it was played."""
    if not at.evening.hand.real:
        raise misplaced({"real": value})
    return step_to(as_played(at.evening))


def seat(at: Sitting, value: str) -> Step:
    """Go to another player's place, in a record that is looked at or where several people play here."""
    if at.over and value in those_here(at):
        place = at.evening.session.place_of(value)
        evening = at.evening.in_review(judged=(), asked=0)
        return step_to(evening.in_hand(eyes=place))
    if not at.shows_record or value not in at.hand.active:
        raise misplaced({"seat": value})
    there = of_record(at.shows_record, value)
    return step_to(replace(there, past=at.evening.past, settings=at.evening.settings))
