"""The panel that is open in place of the cards."""

from __future__ import annotations

from collections.abc import Callable

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view import day_end
from taroky_tutorials.play_page.view.panels import cards, log, match, menu, scores, sending
from taroky_tutorials.play_page.view.panels.frame import framed
from taroky_tutorials.play_page.view.review import review


def panel(state: PlayState, base: str) -> Markup | None:
    """Return what is open, with the button that closes it."""
    name = state.evening.hand.panel
    draw = _PANELS.get(name)
    if draw is None:
        return None
    title = "day" if name == "send" and day_end.counts(state) else name
    return framed(say(f"table.panel.{title}").text(), draw(state, base))


_PANELS: dict[str, Callable[[PlayState, str], Markup]] = {
    "log": log.log,
    "last": log.last_trick,
    "sheet": scores.sheet,
    "count": cards.count,
    "piles": cards.piles,
    "working": scores.working,
    "menu": menu.menu,
    "send": sending.send,
    "review": review,
    "match": match.results,
}
