"""The end of a hand of a lesson: how many sure mistakes you have made, what they have cost, and the stars for it."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.play_page.review import Verdict, verdict
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.tasks.whole_hand.deal import stars_of


def result_of(state: PlayState) -> dict[str, str] | None:
    """Return what the lesson is told of the hand, None as long as not all of your decisions have been looked at."""
    result = verdict(state)
    if result is None or not result.complete:
        return None
    return {"mistakes": str(result.mistakes), "price": str(result.price)}


def lesson_end(state: PlayState, review: Markup) -> Markup | None:
    """Return what the stars are for. review: the way to the decisions."""
    result = verdict(state)
    if result is None:
        return None
    return element("p", _words(state, result), " ", review, class_="tk-judged-hand")


def _words(state: PlayState, result: Verdict) -> str:
    if not result.complete:
        return say("table.judged.looking", number=result.done + 1, of=result.all).text()
    if not result.mistakes:
        return say("table.judged.none").text()
    price = coins(result.price, state.hand.table)
    return say(
        f"table.judged.stars_{stars_of(result.mistakes)}", n=result.mistakes, price=price
    ).text()
