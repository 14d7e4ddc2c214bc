"""What is my hand worth? A hand, a place at the table and what was said before; and what each bid brings
there on average, as a player that looks ahead sees it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from taroky.api import bidding as bidding_questions
from taroky.api import worth as worth_questions
from taroky.api.bidding import OpenAuctionAnswer
from taroky.api.worth import WorthAnswer, WorthOfBid
from taroky.errors import TarokyError
from taroky.messages import number, say, term
from taroky.rules.table import Seat, Table

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.page_parts.placeholders import coin_name

#: In so many imagined hands each bid is tried at first, and then, one step for each time one asks for more.
LOOKS = (12, 48, 192)


class WhatIsItWorth:
    """The tool."""

    def serves(self, table: Table) -> bool:
        """Whether anybody bids."""
        return bool(table.auction.calls)

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        size = table.deal.hand
        if fields.pressed("example"):
            cards = secrets.SystemRandom().sample(table.cards.cards, size)
            fields.put("hand", " ".join(table.cards.sort(cards)))
        hand, pack = answers.hand_to_tap(fields, table, size, base)
        if not self.serves(table):
            return answers.beside(fields, None, pack, say("may_bid.none").text())
        seat, said, asked = _before(fields, table)
        looks = _looks(fields)
        head: Content = answers.still_needed(len(hand), size)
        more: list[Content] = []
        if not head:
            try:
                answer = worth_questions.worth(table, hand, seat, said, looks)
            except TarokyError as problem:
                head = controls.sentence(table, problem.message, problem.points, base)
            else:
                head, *more = _lines(fields, table, answer, looks, base)
        example = controls.button(fields, "example", say("hand_worth.example").text())
        above = join(asked, element("p", example, class_="tk-actions"))
        return answers.beside(fields, above, pack, head, *more)


def _before(fields: Fields, table: Table) -> tuple[Seat, list[str], Markup]:
    """Return where you sit, what the players before have said, and the fields that ask for it."""
    places = [say(f"hand_worth.place.{seat}").text() for seat in table.active[:-1]]
    options = [*zip(table.active, [*places, say("hand_worth.place.last").text()], strict=True)]
    # Another game may have been chosen since, with fewer seats.
    seat = fields.text("seat")
    seat = seat if seat in table.active else table.active[0]
    parts = [controls.radios(fields, "seat", say("hand_worth.place").text(), options, seat)]
    said: list[str] = []
    for before in table.active[: table.active.index(seat)]:
        try:
            auction = bidding_questions.calls(table, said)
        except TarokyError:  # nobody speaks any more; the answer says so
            break
        if not isinstance(auction, OpenAuctionAnswer) or auction.seat != before:
            break
        words = sorted(auction.legal, key=lambda word: table.auction.calls[word].rank or 0)
        if not words:
            break
        chosen = fields.text(f"said.{before}")
        said.append(chosen if chosen in words else words[0])
        if len(words) > 1:
            choice = [(word, term("call", word)) for word in words]
            label = say("hand_worth.says", place=dict(options)[before].lower()).text()
            parts.append(controls.select(fields, f"said.{before}", label, choice, said[-1]))
    return seat, said, join(*parts)


def _looks(fields: Fields) -> int:
    """Return in how many imagined hands each bid is tried. Other cards begin with few again."""
    looks = fields.number("looks", 1, LOOKS[-1], LOOKS[0]) or LOOKS[0]
    if fields.pressed("harder"):
        return next((more for more in LOOKS if more > looks), LOOKS[-1])
    if fields.pressed(card_picker.TAP) or fields.pressed("example"):
        return LOOKS[0]
    return looks


def _lines(
    fields: Fields, table: Table, answer: WorthAnswer, looks: int, base: str
) -> list[Content]:
    """The best bid, then all of them with what they bring, and why."""
    choices = answer.choices
    digits = _digits(choices)
    unit = coin_name(table)
    best = choices[0]
    head = say(
        "hand_worth.best" if len(choices) > 1 else "hand_worth.only",
        bid=best.text,
        money=_signed(best.mean, digits),
        unit=unit,
    ).text()
    heads = [say(f"hand_worth.column.{name}").text() for name in ("bid", "money", "gains")]
    rows = [
        element(
            "tr",
            element("th", bid.text, scope="row"),
            element("td", f"{_signed(bid.mean, digits)} ± {_written(bid.half, digits)}"),
            element("td", say("hand_worth.of_100", n=bid.gains).text()),
            class_="is-sum" if bid is best else None,
        )
        for bid in choices
    ]
    caption = say("hand_worth.caption", n=answer.deals, unit=unit).text()
    shown = element(
        "table",
        element("caption", caption),
        element("thead", element("tr", *(element("th", words, scope="col") for words in heads))),
        element("tbody", *rows),
        class_="tk-working tk-worth",
    )
    reasons = [answers.line(table, reason, base) for reason in answer.reasons]
    fields.put("looks", str(looks))
    lines: list[Content] = [
        element("strong", head),
        shown,
        element("ul", *reasons, class_="tk-reasons"),
        controls.hidden(fields, "looks", str(looks)),
    ]
    if looks < LOOKS[-1] and answer.deals == looks:  # with fewer it was beyond doubt already
        more = next(more for more in LOOKS if more > looks)
        words = say("hand_worth.harder").text()
        lines.append(
            element(
                "p",
                controls.button(fields, "harder", words),
                " ",
                say("hand_worth.takes", n=more).text(),
                class_="tk-actions",
            )
        )
    return lines


def _digits(choices: Sequence[WorthOfBid]) -> int:
    """Return how many digits after the point the intervals are worth."""
    narrowest = min(bid.half for bid in choices)
    return 0 if narrowest >= 2 else 1 if narrowest >= 0.3 else 2


def _written(value: float, digits: int, sign: str = "") -> str:
    return number(f"{value:{sign}.{digits}f}").replace("-", "−")


def _signed(value: float, digits: int) -> str:
    return _written(value, digits, "+")


TOOL = WhatIsItWorth()
