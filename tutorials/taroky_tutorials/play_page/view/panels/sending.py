"""What you can pass on of a hand that is over: links to it, and what to tell of it."""

from __future__ import annotations

from decimal import Decimal

from taroky.game import record as records
from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.links import same_deal
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view import day_end
from taroky_tutorials.play_page.view.result import settled


def send(state: PlayState, base: str) -> Markup:
    """A link to the same cards, and what one may tell of the result."""
    if not state.over:
        return element("p", say("table.later").text())
    if day_end.counts(state):
        return _send_day(state)
    table = state.hand.table
    mine = settled(state).payments.get(state.you, Decimal(0))
    result = say(
        "table.send.hand", rules=table.title, amount=signed(mine, table), unit=table.unit.name
    ).text()
    words = say("table.send.invites").text()
    return join(
        element("p", say("table.send.words").text()) if state.hand.deal.pack else None,
        sent("link", same_deal.link(state), words) if state.hand.deal.pack else None,
        sent("review", same_deal.link(state, "record"), result),
        copied("line", result),
        copied("record", records.to_text(records.of_hand(state.hand))),
    )


def _send_day(state: PlayState) -> Markup:
    """The card of the day's result, with one line of text; all else is a press away."""
    table, day = state.hand.table, state.evening.mode.day
    mine = settled(state).payments.get(state.you, Decimal(0))
    line = say(
        "table.send.day",
        rules=table.title,
        day=day,
        amount=signed(mine, table),
        unit=table.unit.name,
    ).text()
    save = element(
        "button",
        say("table.send.save").text(),
        type="button",
        class_="tk-button",
        data_saves=f"taroky-{day}.png",
        id="tk-save-card",
    )
    return join(
        day_end.card(state),
        element("p", *day_end.told(state), class_="tk-day-end"),
        _text("line", line, same_deal.day_link(day, table.name), data_day_line=day),
        element("div", _share("line", ""), _copy("line"), save, class_="tk-looks"),
        element(
            "details",
            element("summary", say("table.send.more").text()),
            sent("review", same_deal.link(state, "record"), line),
            copied("record", records.to_text(records.of_hand(state.hand))),
            class_="tk-people",
        ),
    )


def copied(name: str, value: str, linked: str | None = None) -> Markup:
    """A text to copy, or a link to this page."""
    return join(_text(name, value, linked), _copy(name))


def sent(name: str, linked: str, words: str) -> Markup:
    """A link to this page to send by whatever the device shares with, or to copy. words: what is sent with it."""
    return join(_text(name, "", linked), _share(name, words), " ", _copy(name))


def _share(name: str, words: str) -> Markup:
    """A button that is there where the device can share. words: what is sent with a link."""
    return element(
        "button",
        say("table.send.share").text(),
        type="button",
        class_="tk-button tk-button--primary",
        data_shares=f"tk-send-{name}",
        data_text=words or None,
        id=f"tk-share-{name}",
        hidden=True,
    )


def _text(name: str, value: str, linked: str | None, **about: str) -> Markup:
    return join(
        element("label", say(f"table.send.{name}").text(), for_=f"tk-send-{name}"),
        element(
            "textarea",
            value,
            id=f"tk-send-{name}",
            class_="tk-record",
            rows="3",
            readonly=True,
            data_link=linked,
            **about,
        ),
    )


def _copy(name: str) -> Markup:
    return element(
        "button",
        say("table.send.copy").text(),
        type="button",
        class_="tk-button",
        data_copies=f"tk-send-{name}",
        data_copied=say("table.send.copied").text(),
    )
