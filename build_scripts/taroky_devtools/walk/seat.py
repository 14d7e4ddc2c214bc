"""A whole hand at the table that opens over a lesson: played by touch, always with the first thing that may be done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import ElementHandle

from taroky_devtools import table_evening
from taroky_devtools.walk.findings import DeadEnd
from taroky_devtools.walk.touch import Finger

#: Where the page keeps a hand of a lesson.
_KEPT = "taroky:table:lesson"
_MOST = 150
#: A card that may not be played now.
_REFUSED = "#tk-room .tk-own-card[aria-disabled]"


def play_hand(finger: Finger, sit: ElementHandle, look: Callable[..., None]) -> None:
    """Sit down, play to the end and go back to the lesson. look: what is seen is looked at; when that is, and
    `coached`: whether a coach is there. Raises DeadEnd."""
    page = finger.page
    finger.press(sit)
    finger.way(".tk-bar")
    finger.press(finger.way("#tk-bar-menu"))
    at_once = finger.way("#tk-pace-at_once")
    if at_once.get_attribute("aria-pressed") != "true":  # the hand before has left it so
        finger.press(at_once)
    finger.press(finger.way("#tk-close"))
    refused = False
    look = partial(look, coached="coached" in table_evening.kept(page, _KEPT))
    for _ in range(_MOST):
        try:
            first = table_evening.first_to_press(page)
        except TimeoutError:
            raise DeadEnd("nothing may be done at the table") from None
        finger.settle()
        if not first:
            look("at the end of the hand")
            finger.press(finger.way("#tk-next"))
            return
        look("at the table")
        wrong = finger.shown(_REFUSED)
        if wrong is not None and not refused:
            refused = finger.press(wrong)
            look("at the table, after a card that is refused")
            continue
        before = table_evening.kept(page, _KEPT)
        if not finger.tap(finger.way(f"[id='{first}']")):
            raise DeadEnd(f"{first} cannot be touched at the table")
        try:
            table_evening.until_kept(page, before, _KEPT)
        except TimeoutError:
            raise DeadEnd(f"{first} was touched at the table, and nothing came of it") from None
    raise DeadEnd("a hand has no end")
