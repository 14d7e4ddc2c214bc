"""What may I discard? A hand with the cards drawn, and which of them may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taroky.api import exchange as talon_questions
from taroky.api.exchange import ChosenDiscardsAnswer, DiscardsAnswer
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.messages import card_label, say
from taroky.rules.table import Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Content, Markup, element, join

#: The messages with the mark of a card, by where it lies.
_MARKS = {
    "hand": "may_play.hand_mark",
    "drawn": "may_lay.drawn_mark",
    "away": "may_lay.away_mark",
}


class WhatMayIDiscard:
    """The tool."""

    def serves(self, table: Table) -> bool:
        """Whether anybody discards."""
        return any(_discards(table, name) for name in table.contracts)

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        contract, choice = answers.contract_choice(
            fields, tuple(table.contracts), lambda name: _discards(table, name)
        )
        if not contract:
            _, pack = answers.hand_to_tap(fields, table, table.deal.hand, base)
            return answers.beside(fields, None, pack, say("may_lay.none").text())
        places = _places(table, contract)
        laid = card_picker.laid(fields, table, places)
        away, drawn = laid["away"], laid.get("drawn", ())
        hand = table.cards.sort((*laid["hand"], *drawn, *away))
        row = table.discard[table.contracts[contract].discard or ""]
        parts: list[Content] = [choice]
        called: Card = ""
        if "called" in (*row.never, *row.only_if_short):
            called = fields.choice("called", table.cards.cards, "")
            parts.append(_called(fields, called))
        marks: show.Marks = {}
        if len(hand) <= table.deal.hand:
            n = table.deal.hand + 1 - len(hand)
            lines: list[Content] = [say("may_lay.more", n=n, size=table.deal.hand).text()]
        else:
            try:
                answer = talon_questions.discards(table, hand, contract, away, called, drawn)
            except TarokyError as problem:
                lines = [controls.sentence(table, problem.message, problem.points, base)]
            else:
                lines = [_first(table, answer, len(away), base), *_lines(table, answer, away, base)]
                picked = dict.fromkeys(away, ("is-picked", "widget.picked"))
                marks = answers.marks(answer.cards) | picked
        first, *more = lines
        cards = show.hand(table, hand, base, fields.id, marks=marks)
        cloth = element("div", cards, class_="tk-table") if hand else None
        pack = element("div", card_picker.view(fields, table, places, laid, base))
        return answers.beside(fields, join(*parts), pack, first, cloth, *more)


def _discards(table: Table, contract: str) -> bool:
    return table.contracts[contract].discard is not None


def _places(table: Table, contract: str) -> list[card_picker.Place]:
    """Return where a card may lie: in the hand, among those drawn if none of these may go, and away."""
    row = table.discard[table.contracts[contract].discard or ""]
    most = _most(table, contract)
    stay = row.drawn_cards == "forbidden"

    def place(name: str, title: str, size: int) -> card_picker.Place:
        return card_picker.Place(
            name, say(f"may_lay.{title}").text(), say(_MARKS[name]).text(), size
        )

    return [
        place("hand", "own" if stay else "hand", table.deal.hand + (0 if stay else most)),
        *([place("drawn", "drawn", most)] if stay else []),
        place("away", "away", most),
    ]


def _called(fields: Fields, called: Card) -> Markup:
    """The field for the card that was called."""
    options = [
        ("", say("may_play.nobody").text()),
        *((card, card_label(card)) for card in fields.table.cards.trumps),
    ]
    return controls.select(fields, "called", say("may_play.called").text(), options, called)


def _lines(
    table: Table, answer: DiscardsAnswer, away: Sequence[Card], base: str
) -> Iterator[Content]:
    """Yield what has to go and why, what may not go, and what the others get to know of what is picked."""
    must = [answers.line(table, choice.why, base) for choice in answer.cards if choice.must]
    if must:
        yield element("ul", *must, class_="tk-reasons")
    refused = answers.refusals(table, answer.cards, base)
    if refused:
        yield element(
            "details",
            element("summary", say("may_lay.not").text()),
            element("ul", *refused, class_="tk-reasons"),
            class_="tk-solution",
        )
    if isinstance(answer, ChosenDiscardsAnswer) and answer.legal and len(away) == answer.n:
        for note in (answer.show, answer.tell):
            if note:
                yield element("p", answers.with_rules(table, note, base))


def _first(table: Table, answer: DiscardsAnswer, away: int, base: str) -> Content:
    """How many go, and whether those that are picked may go together."""
    if away < answer.n:
        key = "may_lay.picked" if away else "may_lay.many"
        return say(key, n=away or answer.n, most=answer.n).text()
    if isinstance(answer, ChosenDiscardsAnswer) and answer.why is not None:
        return answers.with_rules(table, answer.why, base)
    return element("strong", say("may_lay.right").text())


def _most(table: Table, contract: str) -> int:
    """The most cards one player draws in this contract."""
    use = table.talon[table.contracts[contract].talon]
    return (
        max((*(draw.cards for draw in use.draws.values()), *use.sets, 0)) or table.deal.talon.cards
    )


TOOL = WhatMayIDiscard()
