"""What may I play? A hand, what is on the table, and which cards may follow, with the reasons."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.messages import card_label, say, term
from taroky.phases.play import CALLED_SETS
from taroky.rules.table import PlayRow, Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join


class WhatMayIPlay:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        places = [
            card_picker.Place(
                "hand",
                say("may_play.hand").text(),
                say("may_play.hand_mark").text(),
                table.deal.hand,
            ),
            card_picker.Place(
                "trick",
                say("may_play.trick").text(),
                say("may_play.trick_mark").text(),
                len(table.active) - 1,
                ordered=True,
            ),
        ]
        contract = fields.choice("contract", tuple(table.contracts), next(iter(table.contracts)))
        if fields.pressed("example"):
            _example(fields, table)
        laid = card_picker.laid(fields, table, places)
        hand, trick = laid["hand"], laid["trick"]
        row = table.play[table.contracts[contract].play]
        asked, known = _asked(fields, table, row)
        rows, marks, said = _answer(table, hand, trick, contract, known, base)
        seats = table.active
        leader = seats[(len(seats) - len(trick)) % len(seats)]
        cloth = element(
            "div",
            show.trick(table, trick, leader, base, fields.id, you=seats[0]),
            show.hand(
                table, hand, base, fields.id, marks=marks, label=say("widget.your_hand").text()
            )
            if hand
            else None,
            class_="tk-table",
        )
        settings = element("div", _contract(fields, table, contract), *asked, class_="tk-fields")
        buttons = element(
            "p",
            controls.button(fields, "example", say("may_play.example").text()),
            " ",
            controls.clear(fields),
            class_="tk-actions",
        )
        return join(
            settings,
            element(
                "div",
                card_picker.view(fields, table, places, laid, base),
                element("div", cloth, controls.answer(controls.problems(fields), said, rows)),
                class_="tk-beside",
            ),
            buttons,
        )


def _contract(fields: Fields, table: Table, contract: str) -> Markup | None:
    if len(table.contracts) < 2:
        return None
    options = [(name, term("call", name)) for name in table.contracts]
    return controls.select(fields, "contract", say("may_play.contract").text(), options, contract)


def _asked(fields: Fields, table: Table, row: PlayRow) -> tuple[list[Markup], dict[str, Any]]:
    """Fields for what else this rule set's play asks about, and what was filled in."""
    parts: list[Markup] = []
    known: dict[str, Any] = {}
    tests = {
        test.name
        for bar in row.bars.values()
        for condition in (bar.when, bar.unless)
        if condition is not None
        for test in condition.tests()
    }
    if "trick_no" in tests:
        most = table.deal.hand
        number = fields.number("trick_no", 1, most, 1)
        known["trick_no"] = number
        parts.append(
            controls.number(fields, "trick_no", say("may_play.trick_no").text(), 1, most, number)
        )
    if any(bar.cards in CALLED_SETS or bar.spares_lead == "called" for bar in row.bars.values()):
        allowed = table.cards.cards
        called = fields.choice("called", allowed, "")
        known["called"] = called
        options = [("", say("may_play.nobody").text()), *((c, card_label(c)) for c in allowed)]
        parts.append(
            controls.select(fields, "called", say("may_play.called").text(), options, called)
        )
    held = {name: bonus.card for name, bonus in table.bonuses.items() if bonus.binds and bonus.card}
    if held:
        announced = fields.choices("announced", tuple(held))
        known["announced"] = announced
        options = [(name, term("say", name)) for name in held]
        parts.append(
            controls.checkboxes(
                fields, "announced", say("may_play.announced").text(), options, announced
            )
        )
    return parts, known


def _answer(
    table: Table,
    hand: Sequence[Card],
    trick: Sequence[Card],
    contract: str,
    known: dict[str, Any],
    base: str,
) -> tuple[Markup | None, show.Marks, Markup]:
    """The reasons, how the cards stand, and what is said first."""
    if not hand:
        return None, {}, element("p", say("may_play.empty").text())
    try:
        answer = trick_questions.legal(table, hand, trick, contract, **known)
    except TarokyError as problem:
        said = controls.sentence(table, problem.message, problem.points, base)
        return None, {}, element("p", said)
    cards = answer.legal
    first = say(
        "may_play.all" if len(cards) == len(hand) else "may_play.these", cards=cards, n=len(cards)
    ).text()
    items = answers.refusals(table, answer.cards, base)
    points = () if items else answer.cards[0].why.points
    said = element("p", element("strong", first), controls.rule_links(table, points, base))
    reasons = element("ul", *items, class_="tk-reasons") if items else None
    return reasons, answers.marks(answer.cards), said


def _example(fields: Fields, table: Table) -> None:
    """Some hand and trick, so that there is something to look at."""
    cards = list(table.cards.cards)
    secrets.SystemRandom().shuffle(cards)
    n = secrets.randbelow(len(table.active) - 1) + 1
    fields.put("trick", " ".join(cards[:n]))
    fields.put("hand", " ".join(cards[n : n + min(table.deal.hand, 8)]))


TOOL = WhatMayIPlay()
