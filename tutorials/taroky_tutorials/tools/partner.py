"""Whom may I call? A hand, and every card there is to call a partner by."""

from __future__ import annotations

from taroky import questions
from taroky.errors import TarokyError
from taroky.messages import say

from taroky_tutorials.html import Content, Markup, element
from taroky_tutorials.tools import answers, form
from taroky_tutorials.tools.fields import Fields


class WhomMayICall:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table

        def calls(name: str) -> bool:
            row = table.calling.get(table.contracts[name].calling or "")
            return row is not None and row.at != "none"

        contract, choice = answers.contract_choice(fields, tuple(table.contracts), calls)
        # Some call before they draw, some after: a hand with the cards drawn is welcome too.
        size = table.deal.hand
        hand, pack = answers.hand_to_tap(fields, table, size + table.deal.talon.cards, base)
        told: list[Content]
        if not contract:
            told = [element("p", say("may_call.nobody").text())]
        elif len(hand) < size:
            told = [answers.still_needed(len(hand), size)]
        else:
            try:
                rows = questions.callable_cards(table, hand, contract)["cards"]
            except TarokyError as problem:
                told = [element("p", form.sentence(table, problem.message, problem.points, base))]
            else:
                told = answers.yes_and_no(table, rows, base, say("may_call.not").text())
        return answers.beside(fields, choice, pack, *told)


TOOL = WhomMayICall()
