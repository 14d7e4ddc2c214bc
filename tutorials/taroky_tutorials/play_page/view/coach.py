"""What the coach says, in a bubble that points at what it speaks of, and how one goes on."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.coaching.lines import PAID, PLATE, TRICK
from taroky_tutorials.play_page.modes import COACH
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.labels import sentence
from taroky_tutorials.play_page.view.seats import other_seats

#: At what a bubble points that is above it.
_ABOVE = (PLATE, TRICK, "choices")
#: The number of letters that have room in usual size.
_LONG, _LONGER = 120, 170


def bubble(state: PlayState) -> Markup | None:
    """Return what the coach says now, None for nothing."""
    words = coach.words(state)
    if words is None:
        return None
    points, which = coach.points_at(state)
    text = sentence(state, words)
    size = " is-longer" if len(text) > _LONGER else " is-long" if len(text) > _LONG else ""
    seats = other_seats(state)
    return element(
        "p",
        element("span", text),
        class_=f"tk-line tk-coach{size}",
        id="tk-coach",
        data_points="" if points == PAID else "up" if points in _ABOVE else "down",
        data_at=f"{seats.index(which) + 1}-{len(seats)}" if which in seats else None,
    )


def buttons(state: PlayState) -> list[Markup]:
    """To go on where the table waits for it, and at the start to do without a coach."""
    shown: list[Markup] = []
    if coach.waits(state):
        shown.append(_button("go", {"go": str(len(state.evening.hand.done))}, primary=True))
    mine = any(action.seat == state.you for action in state.evening.hand.done)
    if coach.coaching(state.evening) and not state.evening.number and not mine:
        shown.append(_button("no_coach", {"help": COACH}))
    return shown


def _button(name: str, event: dict[str, str], primary: bool = False) -> Markup:
    return element(
        "button",
        say(f"table.do.{name}").text(),
        type="button",
        data_play=event,
        data_focus=primary,
        id=f"tk-do-{name}",
        class_="tk-button tk-button--primary" if primary else "tk-button",
    )
