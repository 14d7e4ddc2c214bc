"""What you can pass on of a hand that is over: links to it, and what to tell of it."""

from __future__ import annotations

from decimal import Decimal

from taroky.game import record as records
from taroky.messages import say

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.links import same_deal
from taroky_tutorials.play_page.seating import with_hand
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.result import settled


def send(state: PlayState, base: str) -> Markup:
    """A link to the same cards, and what one may tell of the result."""
    if not state.over:
        return element("p", say("table.later").text())
    table = state.hand.table
    mine = settled(state).payments.get(state.you, Decimal(0))
    day = state.evening.mode.day
    result = say(
        "table.send.day" if day else "table.send.hand",
        rules=table.title,
        day=day,
        amount=signed(mine, table),
        unit=table.unit.name,
    ).text()

    if day:
        days = [past.day for past in with_hand(state, day)]
        result += " " + say("table.send.streak", n=same_deal.streak(days, day)).text()

    return join(
        element("p", say("table.send.words").text()) if state.hand.deal.pack else None,
        copied("link", "", same_deal.link(state)) if state.hand.deal.pack else None,
        copied("review", "", same_deal.link(state, "record")),
        copied("line", result),
        copied("record", records.to_text(records.of_hand(state.hand))),
    )


def copied(name: str, value: str, linked: str | None = None) -> Markup:
    """A text to copy, or a link to this page."""
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
        ),
        element(
            "button",
            say("table.send.copy").text(),
            type="button",
            class_="tk-button",
            data_copies=f"tk-send-{name}",
            data_copied=say("table.send.copied").text(),
        ),
    )
