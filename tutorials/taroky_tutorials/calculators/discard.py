"""What may I discard? A hand with the cards drawn, and which of them may go."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.api import questions
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.messages import card_label, say
from taroky.rules.table import Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Content, Markup, element, join


class WhatMayILayAway:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        contract, choice = answers.contract_choice(
            fields, tuple(table.contracts), lambda name: table.contracts[name].discard is not None
        )
        if not contract:
            _, pack = answers.hand_to_tap(fields, table, table.deal.hand, base)
            return answers.beside(fields, None, pack, say("may_lay.none").text())
        row = table.discard[table.contracts[contract].discard or ""]
        most = _most(table, contract)
        fresh = row.drawn_cards == "forbidden"
        places = [
            card_picker.Place(
                "hand",
                say("may_lay.own" if fresh else "may_lay.hand").text(),
                say("may_play.hand_mark").text(),
                table.deal.hand + (0 if fresh else most),
            ),
            *(
                [
                    card_picker.Place(
                        "drawn", say("may_lay.drawn").text(), say("may_lay.drawn_mark").text(), most
                    )
                ]
                if fresh
                else []
            ),
            card_picker.Place(
                "away", say("may_lay.away").text(), say("may_lay.away_mark").text(), most
            ),
        ]
        laid = card_picker.laid(fields, table, places)
        away, drawn = laid["away"], laid.get("drawn", ())
        hand = table.cards.sort((*laid["hand"], *drawn, *away))
        parts: list[Content] = [choice]
        called: Card = ""
        if "called" in (*row.never, *row.only_if_short):
            called = fields.choice("called", table.cards.cards, "")
            options = [
                ("", say("may_play.nobody").text()),
                *((card, card_label(card)) for card in table.cards.trumps),
            ]
            parts.append(
                controls.select(fields, "called", say("may_play.called").text(), options, called)
            )
        told: list[Content] = []
        if len(hand) <= table.deal.hand:
            n = table.deal.hand + 1 - len(hand)
            told.append(say("may_lay.more", n=n, size=table.deal.hand).text())
            marks: show.Marks = {}
        else:
            marks = _marks_and_words(table, contract, hand, away, called, drawn, told, base)
        first, *more = told
        cloth = (
            element("div", show.hand(table, hand, base, fields.id, marks=marks), class_="tk-table")
            if hand
            else None
        )
        above = join(*parts)
        pack = element("div", card_picker.view(fields, table, places, laid, base))
        return answers.beside(fields, above, pack, first, cloth, *more)


def _marks_and_words(
    table: Table,
    contract: str,
    hand: Sequence[Card],
    away: Sequence[Card],
    called: Card,
    drawn: Sequence[Card],
    told: list[Content],
    base: str,
) -> dict[Card, tuple[str, str]]:
    """How the cards of the hand stand; what there is to say goes to `told`."""
    try:
        answer = questions.discards(table, hand, contract, away, called, drawn)
    except TarokyError as problem:
        told.append(controls.sentence(table, problem.message, problem.points, base))
        return {}
    n = answer["n"]
    told.append(_first(table, answer, len(away), base))
    rows = answer["cards"]
    must = [row for row in rows if row["must"]]
    if must:
        told.append(
            element("ul", *(answers.line(table, row, base) for row in must), class_="tk-reasons")
        )
    reasons: dict[str, tuple[str, ...]] = {}
    for row in rows:
        if not row["legal"]:
            reasons.setdefault(row["why"]["text"], tuple(row["why"]["points"]))
    if reasons:
        lines = [
            element("li", text, controls.rule_links(table, points, base))
            for text, points in reasons.items()
        ]
        told.append(
            element(
                "details",
                element("summary", say("may_lay.not").text()),
                element("ul", *lines, class_="tk-reasons"),
                class_="tk-solution",
            )
        )
    if len(away) == n and answer.get("why") is None:
        for name in ("show", "tell"):
            if name in answer:
                note = answer[name]
                links = controls.rule_links(table, note["points"], base)
                told.append(element("p", note["text"], links))
    marks = {
        row["what"]: ("is-right", "widget.may") if row["legal"] else ("is-dim", "widget.may_not")
        for row in rows
    }
    return marks | dict.fromkeys(away, ("is-picked", "widget.picked"))


def _first(table: Table, answer: answers.Answer, away: int, base: str) -> Content:
    """How many go, and whether those that are picked may go together."""
    n, why = answer["n"], answer.get("why")
    if away < n:
        key = "may_lay.picked" if away else "may_lay.many"
        return say(key, n=away or n, most=n).text()
    if why is not None:
        return join(why["text"], controls.rule_links(table, why["points"], base))
    return element("strong", say("may_lay.right").text())


def _most(table: Table, contract: str) -> int:
    """The most cards one player draws in this contract."""
    use = table.talon[table.contracts[contract].talon]
    return (
        max((*(draw.cards for draw in use.draws.values()), *use.sets, 0)) or table.deal.talon.cards
    )


TOOL = WhatMayILayAway()
