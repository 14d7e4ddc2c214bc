"""The settings, and the ways away from the table."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.page_parts import card_letters
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.play_page.evening_parts import PACES
from taroky_tutorials.play_page.state import PlayState


def menu(state: PlayState, base: str) -> Markup:
    def switch(name: str) -> Markup:
        on = name in state.evening.settings.help
        return element(
            "button",
            say(f"table.help.{name}").text(),
            type="button",
            class_="tk-switch",
            aria_pressed=str(on).lower(),
            data_play={"help": name},
            id=f"tk-help-{name}",
        )

    def pace(name: str) -> Markup:
        return element(
            "button",
            say(f"table.pace.{name}").text(),
            type="button",
            class_="tk-switch",
            aria_pressed=str(name == state.evening.settings.pace).lower(),
            data_play={"pace": name},
            id=f"tk-pace-{name}",
        )

    looks = [
        element(
            "button",
            say(f"table.do.{name}").text(),
            type="button",
            class_="tk-look",
            data_play={"open": name},
            id=f"tk-menu-{name}",
        )
        for name in ("log", state.evening.mode.results, "count")
    ]
    rules = element(
        "a",
        say("table.rules").text(),
        href=f"{base}reference/{state.hand.table.table}/",
        class_="tk-look",
    )
    home = element("a", say("table.home").text(), href=base or "./", class_="tk-look")
    leave = element(
        "button",
        say("table.do.leave").text(),
        type="button",
        class_="tk-look",
        data_play={"leave": "1"},
        id="tk-leave",
    )
    return join(
        element("div", *looks, class_="tk-looks"),
        element("h3", say("table.help").text()),
        element("div", *map(switch, state.evening.mode.helps), class_="tk-settings-row"),
        element("p", say("table.no_misdeals").text()),
        element("h3", say("table.pace").text()),
        element("div", *map(pace, PACES), class_="tk-settings-row"),
        element("h3", say("letters.title").text()),
        card_letters.choice(),
        element("div", rules, home, leave, class_="tk-looks"),
    )
