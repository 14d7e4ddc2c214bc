"""The end of the hand of a day: what a master makes of the same cards, how many days in a row somebody has played, when
the next one comes, and what the card of the result says. Days, and what is kept of them, the page's script knows."""

from __future__ import annotations

import zlib
from datetime import date, timedelta
from decimal import Decimal

from taroky.messages import Message, say
from taroky.rules.table import Table
from taroky.settling.paying import finished_facts, settle

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.document_values import a_day
from taroky_tutorials.play_page.state import PlayState, is_masters

#: One number of days for each form that a language may have for a count of several.
_COUNTS = (2, 5)


def counts(state: PlayState) -> bool:
    """Whether it is the hand of a day as you have played it to its end, and not as you try it again."""
    ended = state.over and not state.resting and not state.evening.hand.real
    return bool(state.evening.mode.day) and ended and not is_masters(state)


def result_of(state: PlayState) -> dict[str, str] | None:
    """Return what the page keeps of a hand of a day that is over: whose play (you, master) brought what; None if it is
    no such hand."""
    ended = state.over and not state.resting and not state.evening.hand.real
    if not state.evening.mode.day or not ended:
        return None
    return {
        "day": state.evening.mode.day,
        "game": short_name(state.hand.table),
        "who": "master" if is_masters(state) else "you",
        "amount": amount(state),
    }


def short_name(table: Table) -> str:
    """Return the id of a game; for the rules of a house, which are a long text, a sum over it."""
    return f"house-{zlib.crc32(table.name.encode()):x}" if table.packed else table.name


def amount(state: PlayState) -> str:
    """Return what a hand that is over brings you, with its unit."""
    table = state.hand.table
    paid = settle(table, finished_facts(state.hand, state.evening.session.pots)).payments
    mine = signed(paid.get(state.you, Decimal(0)), table)
    return say("table.day.amount", amount=mine, unit=table.unit.name).text()


def day_end(state: PlayState) -> Markup | None:
    """Return what there is to tell besides the result."""
    if not counts(state):
        return None
    day, today = state.evening.mode.day, state.evening.today
    following = say("table.day.older")
    if day >= today and a_day(day):
        following = say("table.day.next", day=str(date.fromisoformat(day) + timedelta(days=1)))
    return element(
        "p",
        *told(state),
        dated("span", following, str(dict(following.params).get("day", ""))),
        class_="tk-day-end",
    )


def told(state: PlayState) -> tuple[Markup | str, ...]:
    """Return the places for what the script knows: what a master made of the cards, and the days in a row."""
    day, game = state.evening.mode.day, short_name(state.hand.table)
    master = element(
        "span",
        say("table.day.master_plays").text(),
        data_master={"day": day, "game": game, "rules": state.hand.table.name},
        data_words=say("table.day.master", amount="{amount}").text(),
        role="status",
    )
    return master, " ", streak(), " "


def streak() -> Markup:
    """Return the place for how many days in a row somebody has played."""
    words = {str(n): say("table.send.streak", n=n).text() for n in _COUNTS}
    return element("span", data_streak=words)


def dated(tag: str, message: Message, day: str, room: int | None = None) -> Markup:
    """Return a sentence in which the script writes a day as the language does. day: 2026-11-27, as it is in it; room: from
    more letters on the day of the week is written short."""
    text = message.text()
    if not day:
        return element(tag, text)
    return element(tag, text, data_date=day, data_dated=text.replace(day, "{date}"), data_room=room)


def card(state: PlayState) -> Markup:
    """Return the picture's place, with the words on it."""
    table, day = state.hand.table, state.evening.mode.day
    title = say("table.occasion.day", day="{date}").text()
    return element(
        "div",
        class_="tk-day-card",
        data_card={"title": title, "day": day, "game": table.title, "amount": amount(state)},
    )
