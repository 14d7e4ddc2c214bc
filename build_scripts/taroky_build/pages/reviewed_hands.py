"""A decision of a played hand as it lay, with what the review says of it folded up below, so that a reader can
choose first: `<!-- reviewed: pagat -->`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from taroky.game import apply, record
from taroky.hand import Action, Hand
from taroky.messages import ENGLISH, local_names, number, say
from taroky.rules.table import Table
from taroky_tutorials.forms import controls
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
    did = end.actions[one["number"] - 1]
    cards = did.kind in ("play", "discard")
    with local_names(hand.table.names):
        return element(
            "div",
            element(
                "div",
                *_trick(hand, one["seat"], name),
                _cards(hand, one, name, {}),
                class_="tk-table",
            ),
            element(
                "details",
                element("summary", say("reviewed.answer").text()),
                element("div", _cards(hand, one, name, _marks(one, did)), class_="tk-table")
                if cards
                else None,
                *_told(hand.table, one["verdict"]),
                class_="tk-solution",
            ),
            element(
                "details",
                element("summary", say("reviewed.record").text()),
                element("pre", element("code", "\n".join(one["record"]))),
                class_="tk-measured",
            ),
            class_="tk-reviewed",
            id=f"reviewed-{name}",
        )


def _trick(hand: Hand, seat: str, name: str) -> list[Content]:
    """Return what is on the table, once cards are played."""
    trick = hand.play.trick
    if not hand.contract or not (hand.play.tricks or trick):
        return []
    leader, laid = (trick.leader, trick.cards) if trick else (seat, ())
    return [show.trick(hand.table, laid, leader, _BASE, name, you=seat)]


def _cards(hand: Hand, one: Mapping[str, Any], name: str, marks: show.Marks) -> Markup:
    held = hand.cards.hands[one["seat"]]
    return show.hand(hand.table, held, _BASE, name, marks={c: marks[c] for c in held if c in marks})


def _marks(one: Mapping[str, Any], did: Action) -> show.Marks:
    """The card that was played, and the better one."""
    better = one["verdict"]["best"]["action"].split()[2:]
    marks = {card: ("is-wrong", "review.played") for card in did.what if card not in better}
    return marks | dict.fromkeys(better, ("is-right", "review.better"))


def _told(table: Table, verdict: Mapping[str, Any]) -> list[Markup]:
    unit = coin_name(table)
    lines = [
        element(
            "tr",
            element("th", say(f"reviewed.{which}").text(), scope="row"),
            element("td", verdict[which]["text"], lang=ENGLISH),
            element("td", f"{_signed(verdict[which]['mean'])} {unit}"),
        )
        for which in ("did", "best")
    ]
    price = f"{number(f'{verdict["loss"]:.2f}')} ± {number(f'{verdict["half"]:.2f}')} {unit}"
    lines.append(
        element(
            "tr",
            element("th", say("reviewed.price").text(), scope="row"),
            element("td"),
            element("td", price),
            class_="is-sum",
        )
    )
    parts = [element("table", element("tbody", *lines), class_="tk-working")]
    reasons = [
        element(
            "li",
            element("span", reason["text"], lang=ENGLISH),
            controls.rule_links(table, reason["points"], _BASE),
        )
        for reason in verdict["reasons"][1:]
    ]
    if reasons:
        parts.append(element("ul", *reasons, class_="tk-reasons"))
    return parts


def _signed(value: float) -> str:
    return number(f"{value:+.2f}").replace("-", "−")
