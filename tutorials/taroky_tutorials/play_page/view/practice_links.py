"""Find the lesson that trains a kind of decision: the one with a drill of that kind."""

from __future__ import annotations

from collections.abc import Iterator

from taroky import rules
from taroky.messages import say
from taroky.rules.table import Table

from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.links import HOUSE, LiveWays

#: The lesson by the size of the pack, and by what was done.
_LESSONS = {
    54: {
        "bid": "hand-worth",
        "call": "calling",
        "discard": "talon",
        "say": "doubling",
        "play": "play-points",
    },
    78: {
        "bid": "fr-auction",
        "call": "fr-five",
        "discard": "fr-aside",
        "say": "fr-handfuls",
        "play": "fr-play-points",
    },
}

#: For houses, whose prices nobody has compared bids by.
_OF_A_HOUSE = {"hand-worth": "first-player"}


def links(table: Table, kind: str, base: str) -> Iterator[Markup]:
    """A link to what trains a decision of that kind in this game; none where there is no course."""
    lesson = _LESSONS.get(len(table.cards.cards), {}).get(kind)
    if table.packed and lesson:
        lesson = _OF_A_HOUSE.get(lesson, lesson)
    course = rules.origin(table.name) if table.packed else table.name
    if lesson and course in COURSES:
        way = f"{HOUSE}{LiveWays(base, '', table.packed).lesson(lesson, 'drill')}"
        href = base + (way if table.packed else f"learn/{course}/{lesson}/#drill")
        yield element("a", say("table.review.practise").text(), href=href, class_="tk-look")
