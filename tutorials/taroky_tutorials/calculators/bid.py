"""What may I bid? The auction so far, and what the next player may say with this hand."""

from __future__ import annotations

from taroky.api import bidding as bidding_questions
from taroky.api.bidding import FinishedAuctionAnswer
from taroky.errors import TarokyError
from taroky.messages import say, term
from taroky.rules.table import Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join


class WhatMayIBid:
    """The tool."""

    def serves(self, table: Table) -> bool:
        """Whether anybody bids."""
        return bool(table.auction.calls)

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        hand, pack = answers.hand_to_tap(fields, table, table.deal.hand, base)
        known = table.auction.calls
        if not self.serves(table):
            return answers.beside(fields, None, pack, say("may_bid.none").text())
        said = [word for word in fields.text("said").split() if word in known]
        if fields.pressed("add") in known:
            said.append(fields.pressed("add"))
        if fields.pressed("back") and said:
            said.pop()
        head: Content = None
        lines: list[Content] = []
        buttons: list[Content] = []
        first = table.auction.first_hand is not None and fields.flag("first")
        answer = None
        while answer is None:
            try:
                answer = bidding_questions.calls(table, said, hand, first_hand=first)
            except TarokyError as problem:
                if not said:
                    raise
                said.pop()
                lines = [
                    element("p", controls.sentence(table, problem.message, problem.points, base))
                ]
        if isinstance(answer, FinishedAuctionAnswer):
            why = answer.why
            head = join(element("strong", why.text()), controls.rule_links(table, why.points, base))
        else:
            words = [term("call", word) for word in answer.legal]
            head = element("strong", say("may_bid.turn", seat=answer.seat, words=words).text())
            lines += answers.yes_and_no(table, answer.calls, base, say("may_bid.not").text())
            if not hand:
                lines.append(element("p", say("may_bid.any_hand").text(), class_="tk-remark"))
            buttons = [
                join(controls.button(fields, "add", term("call", word), word), " ")
                for word in answer.legal
            ]
        spoken = " – ".join(term("call", word) for word in said) or say("may_bid.silence").text()
        so_far = element("p", say("may_bid.so_far", seat=table.active[0], spoken=spoken).text())
        back = controls.button(fields, "back", say("may_bid.back").text()) if said else None
        opening = None
        if table.auction.first_hand is not None:
            opening = controls.checkbox(
                fields, "first", say("may_bid.first_hand").text(), fields.flag("first")
            )
        auction = element(
            "div",
            opening,
            controls.hidden(fields, "said", " ".join(said)),
            so_far,
            element("p", *buttons, back, class_="tk-actions"),
        )
        return answers.beside(fields, auction, pack, head, *lines)


TOOL = WhatMayIBid()
