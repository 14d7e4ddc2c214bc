"""A decision of a played hand as it lay, with what the review says of it: `<!-- reviewed: pagat -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from taroky.game import apply, record
from taroky.hand import Action, Hand
from taroky.messages import local_names
from taroky.rules.table import Table
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Content, Markup, element
from taroky_tutorials.page_parts.placeholders import coin_name

from taroky_build.errors import BuildError

_MARK = re.compile(r"<!-- reviewed: (?P<name>[\w-]+) -->")
#: From a strategy page to the root of the site.
_BASE = "../../"


def fill(text: str, hands: Mapping[str, Any], page: str) -> str:
    """The page with its hands. Raises BuildError for one that is not there."""

    def drawn(match: re.Match[str]) -> str:
        name = match["name"]
        if name not in hands:
            raise BuildError(
                f"{page}: there is no reviewed hand {name}; there are {', '.join(hands)}."
            )
        return str(_drawn(name, hands[name]))

    return _MARK.sub(drawn, text)


def _drawn(name: str, one: Mapping[str, Any]) -> Markup:
    entry = record.read("\n".join(one["record"]))
    hand, end = entry.start(), entry.replay()
    for action in end.actions[: one["number"] - 1]:
        hand = apply(hand, action)
    with local_names(hand.rules.names):
        return element(
            "div",
            _table(hand, end.actions[one["number"] - 1], one, name),
            _told(hand.rules, one["verdict"]),
            element("details", element("summary", "The whole hand as a record"),
                    element("pre", element("code", "\n".join(one["record"]))), class_="tk-measured"),
            class_="tk-reviewed", id=f"reviewed-{name}",
        )  # fmt: skip


def _table(hand: Hand, did: Action, one: Mapping[str, Any], name: str) -> Markup:
    """What lay on the table, and the cards of the seat: that which was played, and the better one."""
    rules, seat = hand.rules, one["seat"]
    better = one["verdict"]["best"]["action"].split()[2:]
    marks = {card: ("is-wrong", "review.played") for card in did.what if card not in better}
    marks |= dict.fromkeys(better, ("is-right", "review.better"))
    held = hand.cards.hands[seat]
    parts: list[Content] = []
    trick = hand.play.trick
    if hand.contract and (hand.play.tricks or trick) and did.kind == "play":
        leader = trick.leader if trick else seat
        laid = trick.cards if trick else ()
        parts.append(show.trick(rules, laid, leader, _BASE, name, you=seat))
    parts.append(
        show.hand(rules, held, _BASE, name, marks={c: marks[c] for c in held if c in marks})
    )
    return element("div", *parts, class_="tk-table")


def _told(rules: Table, verdict: Mapping[str, Any]) -> Markup:
    unit = coin_name(rules)
    rows = [
        ("Done", verdict["did"]["text"], verdict["did"]["mean"]),
        ("Better", verdict["best"]["text"], verdict["best"]["mean"]),
    ]
    lines = [
        element("tr", element("th", words, scope="row"), element("td", text),
                element("td", f"{_signed(worth)} {unit}"))
        for words, text, worth in rows
    ]  # fmt: skip
    price = f"{verdict['loss']:.2f} ± {verdict['half']:.2f} {unit}"
    lines.append(element("tr", element("th", "Price", scope="row"), element("td"),
                         element("td", price), class_="is-sum"))  # fmt: skip
    reasons = [element("li", text) for text in verdict["reasons"][1:]]
    return element(
        "div",
        element("table", element("tbody", *lines), class_="tk-working"),
        element("ul", *reasons) if reasons else None,
    )


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")
