"""The table while the device is passed from one person to the next: all that is open, and no hand."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.play_page.state import PlayState, goes_by_itself
from taroky_tutorials.play_page.view.labels import newest, sentence
from taroky_tutorials.play_page.view.own_hand import tool
from taroky_tutorials.play_page.view.seats import cloth, your_badges


def passed_on(state: PlayState, base: str) -> Markup:
    """The cloth, what happened last, and in place of a hand who is to take the device."""
    last = sentence(state, newest(state)) if state.log else ""
    return join(
        cloth(state, None, base),
        element("p", last, class_="tk-line"),
        element("div", *(_due(state) if state.due else _nobody(state)), class_="tk-cover"),
    )


def _due(state: PlayState) -> list[Markup]:
    name = state.names[state.due]
    return [
        element("h2", say("table.pass", seat=name).text(), data_focus=True),
        your_badges(state),
        element("p", say("table.pass.words", seat=name).text()),
        element(
            "button",
            say("table.me").text(),
            type="button",
            id="tk-me",
            data_play={"me": state.due},
            class_="tk-button tk-button--primary",
        ),
    ]


def _nobody(state: PlayState) -> list[Markup]:
    press = state.evening.settings.pace == "press" and (goes_by_itself(state) or state.resting)
    return [
        element("p", say("table.hidden").text()),
        *([tool("go", str(len(state.evening.hand.done)), primary=True)] if press else []),
    ]
