"""Hands, tables and settlements as notebooks show them: HTML without scripts, in the colours of the page.

The classes themselves know no HTML; a notebook asks them for `_repr_html_`, and `register` gives them that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import groupby

from taroky import telling
from taroky.cards import Card
from taroky.hand import Hand, Trick
from taroky.messages import Message, card_label, local_names, money, say, term
from taroky.rules.table import Table
from taroky.settling.paying import Settlement

#: Red that can be read on white and on black.
RED = "#d3443f"
_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CELL = "padding:.1em .6em;text-align:left;vertical-align:top;border:0"


def register() -> None:
    """Let notebooks show hands, tables and settlements."""
    shown: dict[type, Callable[..., str]] = {
        Hand: hand_html,
        Table: table_html,
        Settlement: settlement_html,
    }
    for kind, html in shown.items():
        kind._repr_html_ = html  # type: ignore[attr-defined]


def hand_html(hand: Hand) -> str:
    """A hand: what is played, every seat with its cards, the trick, what is left of the talon."""
    with local_names(hand.table.names):
        contract = term("term", hand.contract) if hand.contract else ""
        by = f"{contract} ({hand.declarer})" if hand.declarer else contract
        lines = [
            (seat, _cards(hand, hand.holds(seat)), hand.tricks_of((seat,)) or "")
            for seat in hand.at_table
        ]
        rows = [_row("td", *line) for line in lines]
        if hand.cards.talon:
            rows.append(
                _row("td", _said(say("notebook.talon")), _cards(hand, hand.cards.talon), "")
            )
        if hand.play.trick is not None:
            number = len(hand.play.tricks) + 1
            title = _said(say("notebook.trick", number=number))
            rows.append(_row("td", title, _trick(hand, hand.play.trick), ""))
        head = _row(
            "th", *map(_said, map(say, ("notebook.seat", "notebook.cards", "notebook.tricks")))
        )
        return _block(
            hand.table.title, _Html(escape(by)), _table(head, rows), _Html(_said(_asked(hand)))
        )


def table_html(table: Table) -> str:
    """A table: its rules as the comparison asks for them, topic by topic."""
    parts = []
    for topic, questions in groupby(telling.QUESTIONS, key=lambda question: question.topic):
        rows = [
            _row("td", question.title, _Html("<br>".join(escape(line.text) for line in lines)))
            for question in questions
            if (lines := question.answer(table))
        ]
        if rows:
            summary = escape(telling.topic_title(topic))
            parts.append(f"<details><summary>{summary}</summary>{_table('', rows)}</details>")
    return _block(table.title, *map(_Html, parts))


def settlement_html(settlement: Settlement) -> str:
    """A settlement: each item with its working, what it brings each seat, and the sums."""
    seats = list(settlement.payments)
    rows = []
    for item in settlement.items:
        steps = "".join(f"<div>{_said(step.message)}</div>" for step in item.steps)
        label = _Html(f"<b>{_said(item.label)}</b>{steps}")
        amounts = [money(item.amounts[seat]) if seat in item.amounts else "" for seat in seats]
        rows.append(_row("td", label, *amounts))
    sums = [money(amount) for amount in settlement.payments.values()]
    rows.append(_row("th", _Html(_said(say("notebook.sum"))), *sums))
    notes = (_Html(f"<div>{_said(note)}</div>") for note in settlement.notes)
    return _block("", _table(_row("th", "", *seats), rows), *notes)


class _Html(str):
    """Text that is HTML already."""


def _said(message: Message) -> str:
    return _Html(escape(message.text()))


def _row(tag: str, *cells: object) -> str:
    inside = (cell if isinstance(cell, _Html) else escape(str(cell)) for cell in cells)
    return "<tr>" + "".join(f'<{tag} style="{_CELL}">{cell}</{tag}>' for cell in inside) + "</tr>"


def _table(head: str, rows: Iterable[str]) -> _Html:
    top = f"<thead>{head}</thead>" if head else ""
    return _Html(
        f'<table style="border-collapse:collapse">{top}<tbody>{"".join(rows)}</tbody></table>'
    )


def _block(title: str, *parts: str) -> str:
    head = f"<b>{escape(title)}</b> " if title else ""
    return f'<div style="overflow-x:auto">{head}{"".join(parts)}</div>'


def _cards(hand: Hand, cards: Sequence[Card]) -> _Html:
    return _Html(" ".join(_card(hand, card) for card in cards))


def _card(hand: Hand, card: Card) -> str:
    """A card as its code with the sign of its suit; its name is what a pointer or a voice says."""
    pack = hand.table.cards
    suit = pack.suit(card)
    sign = _SIGNS.get(suit, "")
    shown = escape(card.removesuffix(suit) if sign else card)
    if sign:
        color = f' style="color:{RED}"' if suit in "HD" else ""
        shown += f"<span{color}>{sign}</span>"
    return f'<span title="{escape(card_label(card))}" style="white-space:nowrap">{shown}</span>'


def _trick(hand: Hand, trick: Trick) -> _Html:
    pairs = zip(trick.seats, trick.cards, strict=False)
    return _Html(" ".join(f"{escape(seat)}: {_card(hand, card)}" for seat, card in pairs))


def _asked(hand: Hand) -> Message:
    if hand.asked is None:
        return say("notebook.over")
    phase, seat = hand.asked
    return say("notebook.asked", seat=seat, phase=phase.name)
