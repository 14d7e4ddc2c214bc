"""The settings, and the ways away from the table."""

from __future__ import annotations

from collections.abc import Iterator

from taroky import rules
from taroky.messages import say
from taroky.rules import option_words
from taroky.rules.table import Table

from taroky_tutorials.page_parts import card_letters
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.evening_parts import PACES
from taroky_tutorials.play_page.state import PlayState


def menu(state: PlayState, base: str) -> Markup:
    settings = state.evening.settings
    looks = [
        _look(say(f"table.do.{name}").text(), {"open": name}, f"tk-menu-{name}")
        for name in ("log", state.evening.mode.results, "count")
    ]
    helps = [
        _switch(say(f"table.help.{name}").text(), "help", name, name in settings.help)
        for name in state.evening.mode.helps
    ]
    paces = [
        _switch(say(f"table.pace.{name}").text(), "pace", name, name == settings.pace)
        for name in PACES
    ]
    link = element(
        "a",
        say("table.rules").text(),
        href=f"{base}reference/{state.hand.table.table}/",
        class_="tk-look",
    )
    home = element("a", say("table.home").text(), href=base or "./", class_="tk-look")
    leave = _look(say("table.do.leave").text(), {"leave": "1"}, "tk-leave")
    return join(
        element("div", *looks, class_="tk-looks"),
        element("h3", say("table.help").text()),
        element("div", *helps, class_="tk-settings-row"),
        element("p", say("table.no_misdeals").text()),
        *_customs(state),
        element("h3", say("table.pace").text()),
        element("div", *paces, class_="tk-settings-row"),
        element("h3", say("feel.title").text()),
        _feel(),
        element("h3", say("letters.title").text()),
        card_letters.choice(),
        element("div", link, home, leave, class_="tk-looks"),
    )


def _customs(state: PlayState) -> Iterator[Markup]:
    """Yield what people choose about how hands are dealt and played."""
    evening = state.evening
    if not evening.mode.has_customs:
        return
    on, game = evening.settings.customs, evening.table.name
    deal = customs.ASK_HOW_TO_DEAL
    yield element("h3", say("table.customs").text())
    yield element(
        "div",
        _switch(say(f"table.custom.{deal}").text(), "custom", deal, deal in on),
        class_="tk-settings-row",
    )
    table = rules.load(game)
    for key, value in customs.to_play_out(game).items():
        yield element("p", option_words.question(table, key).text())
        answers = [
            _answer(table, key, answer, (answer != value) == (key in on))
            for answer in (value, table.options[key].default)
        ]
        yield element("div", *answers, class_="tk-settings-row")
    if evening.table != customs.table_of(game, on):
        yield element("p", say("table.custom.later").text())


def _answer(table: Table, key: str, value: str, on: bool) -> Markup:
    """An answer to the question of an option: pressing the other one changes it."""
    return element(
        "button",
        option_words.answer(table, key, value).text(),
        type="button",
        class_="tk-switch",
        aria_pressed=str(on).lower(),
        data_play=None if on else {"custom": key},
        id=f"tk-custom-{key}-{value}".replace(".", "-"),
    )


def _feel() -> Markup:
    """The switches that card_sounds.js shows and remembers, for this device; only where scripts run."""
    buttons = [
        element(
            "button",
            say(f"feel.{name}").text(),
            type="button",
            class_="tk-switch",
            aria_pressed="false",
            data_feel=name,
            id=f"tk-feel-{name}",
        )
        for name in ("sound", "vibration")
    ]
    return element("div", *buttons, class_="tk-settings-row", hidden=True)


def _look(text: str, event: dict[str, str], name: str) -> Markup:
    """A button to look at something, or to go. name: its id."""
    return element("button", text, type="button", class_="tk-look", data_play=event, id=name)


def _switch(text: str, setting: str, value: str, on: bool) -> Markup:
    return element(
        "button",
        text,
        type="button",
        class_="tk-switch",
        aria_pressed=str(on).lower(),
        data_play={setting: value},
        id=f"tk-{setting}-{value}",
    )
