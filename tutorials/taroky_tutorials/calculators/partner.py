""" "Whom may I call?" A hand, and every card there is to call a partner by."""

from __future__ import annotations

from taroky.api import bidding as bidding_questions
from taroky.errors import TarokyError
from taroky.messages import card_name, say, term
from taroky.rules.table import Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element


class WhomMayICall:
    """The tool."""

    def serves(self, table: Table) -> bool:
        """Whether somebody calls a partner."""
        return any(_calls(table, name) for name in table.contracts)

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        contract, choice = answers.contract_choice(
            fields, tuple(table.contracts), lambda name: _calls(table, name)
        )
        # Some call before they draw, some after: a hand with the cards drawn is welcome too.
        size = table.deal.hand
        hand, pack = answers.hand_to_tap(fields, table, size + table.deal.talon.cards, base)
        first: Content = answers.still_needed(len(hand), size)
        lines: list[Content] = []
        if not contract:
            first = say("may_call.nobody").text()
        elif not first:
            try:
                answer = bidding_questions.callable_cards(table, hand, contract)
            except TarokyError as problem:
                first = controls.sentence(table, problem.message, problem.points, base)
            else:
                legal = [
                    term("say", what) if not what.isupper() else card_name(what)
                    for what in answer.legal
                ]
                first = element("strong", say("may_call.these", what=legal).text())
                lines = answers.yes_and_no(table, answer.cards, base, say("may_call.not").text())
        return answers.beside(fields, choice, pack, first, *lines)


def _calls(table: Table, contract: str) -> bool:
    row = table.calling.get(table.contracts[contract].calling or "")
    return row is not None and row.at != "none"


TOOL = WhomMayICall()
