"""What may I declare? A hand, and what it may declare and announce, with what each brings."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.api import questions
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

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        size = table.deal.hand
        hand, pack = answers.hand_to_tap(fields, table, size, base)
        if not table.declarations.rows:
            return answers.beside(fields, None, pack, say("may_declare.none").text())
        needed = answers.still_needed(len(hand), size)
        first, *told = [needed] if needed else _told(table, hand, base)
        return answers.beside(fields, None, pack, first, *told)


def _told(table: Table, hand: Sequence[Card], base: str) -> list[Content]:
    found = questions.declarations(table, hand)
    best, claims = found["best"], found["claims"]
    told: list[Content] = []
    if not best and not claims:
        told.append(say("may_declare.nothing").text())
    if best:
        key = "may_declare.best" if len(best) > 1 else "may_declare.one"
        unit = coin_name(table, found["value"] == "1")
        told.append(element("strong", say(key, rows=best, value=found["value"], unit=unit).text()))
        if not table.declarations.voluntary:
            points = table.points_of("declarations.voluntary")
            must = controls.rule_links(table, points, base)
            told.append(element("p", say("may_declare.must").text(), must))
    if claims:
        unit = coin_name(table, found["claims_value"] == "1")
        later = say("may_declare.claims", rows=claims, value=found["claims_value"], unit=unit)
        told.append(element("p", later.text()) if best else element("strong", later.text()))
    told += answers.yes_and_no(table, found["rows"], base, say("may_declare.not").text())
    return [*told, *_announced(table, hand, base)]


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
