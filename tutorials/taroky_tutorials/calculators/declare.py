"""What may I declare? A hand, and what it may declare and announce, with what each brings."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.api import announcing as declaring_questions
from taroky.cards import Card
from taroky.messages import say
from taroky.phases.sayings import expand
from taroky.rules.table import Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element
from taroky_tutorials.page_parts.placeholders import coin_name


class WhatMayIDeclare:
    """The tool."""

    def serves(self, table: Table) -> bool:
        """Whether there is anything to declare."""
        return bool(table.declarations.rows)

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        size = table.deal.hand
        hand, pack = answers.hand_to_tap(fields, table, size, base)
        if not self.serves(table):
            return answers.beside(fields, None, pack, say("may_declare.none").text())
        needed = answers.still_needed(len(hand), size)
        first, *more = [needed] if needed else _answer(table, hand, base)
        return answers.beside(fields, None, pack, first, *more)


def _answer(table: Table, hand: Sequence[Card], base: str) -> list[Content]:
    answer = declaring_questions.declarations(table, hand)
    best, claims = answer.best, answer.claims
    lines: list[Content] = []
    if not best and not claims:
        lines.append(say("may_declare.nothing").text())
    if best:
        key = "may_declare.best" if len(best) > 1 else "may_declare.one"
        unit = coin_name(table, answer.value == "1")
        lines.append(element("strong", say(key, rows=best, value=answer.value, unit=unit).text()))
        if not table.declarations.voluntary:
            points = table.points_of("declarations.voluntary")
            must = controls.rule_links(table, points, base)
            lines.append(element("p", say("may_declare.must").text(), must))
    if claims:
        unit = coin_name(table, answer.claims_value == "1")
        later = say("may_declare.claims", rows=claims, value=answer.claims_value, unit=unit)
        lines.append(element("p", later.text()) if best else element("strong", later.text()))
    lines += answers.yes_and_no(table, answer.rows, base, say("may_declare.not").text())
    return [*lines, *_announced(table, hand, base)]


def _announced(table: Table, hand: Sequence[Card], base: str) -> list[Content]:
    """Bonuses of a card in this hand that may be announced for the play."""
    stages = table.announce.stages.values()
    said = frozenset().union(*(expand(table, stage.says) for stage in stages))
    lines = [
        element(
            "p",
            say("may_declare.announce", bonus=name, card=row.card).text(),
            controls.rule_links(table, table.points_of(f"bonuses.{name}.say"), base),
        )
        for name, row in table.bonuses.items()
        if name in said and row.card in hand
    ]
    return list(lines)


TOOL = WhatMayIDeclare()
