"""Count a pile: the cards are tapped, and are there packet by packet with what each is worth; beside
them what the other side has, and how far it is to winning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from taroky.cards import Card
from taroky.hand.sides import SIDES
from taroky.messages import Message, say, term
from taroky.rules.table import Table
from taroky.settling.counting import points as counting
from taroky.settling.paying import Finished, winner

from taroky_tutorials.calculators import answers
from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand.answers import card_points_text
from taroky_tutorials.forms.finished_hand.questions import Questions
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up


class CountAPile:
    """The tool."""

    def view(self, fields: Fields, base: str) -> Markup:
        table = fields.table
        place = card_picker.Place(
            "pile", say("count_pile.pile").text(), "✓", len(table.cards.cards), ordered=True
        )
        laid = card_picker.laid(fields, table, [place])
        pile = laid["pile"]
        contract = next((n for n, row in table.contracts.items() if row.sides != "each"), "")
        whose = ""
        side: Markup | None = None
        if contract:
            whose = fields.choice("whose", SIDES, SIDES[0])
            options = [(name, first_up(term("side", name))) for name in SIDES]
            side = controls.radios(fields, "whose", say("count_pile.whose").text(), options, whose)
        counted = counting.count(table, pile, not contract)
        first: Content = say("count_pile.empty", total=card_points_text(table.total)).text()
        lines: list[Content] = []
        if pile:
            first = _total(table, counted, base)
            lines += _packets(table, counted, base)
            if contract:
                missing, *more = _sides(table, contract, whose, pile, counted, base)
                first = join(first, " ", missing)
                lines += more
        return answers.beside(
            fields, side, card_picker.view(fields, table, [place], laid, base), first, *lines
        )


def _packets(table: Table, counted: counting.Counted, base: str) -> list[Content]:
    """The packets laid out; where cards are counted one by one, those of one value together."""
    if table.count.packet > 1:
        laid = [(group.cards, _working(group), "") for group in counted.groups]
        return [element("div", show.groups(table, laid, base), class_="tk-table")]
    by_worth: dict[Fraction, list[Card]] = {}
    for group in counted.groups:
        by_worth.setdefault(group.worth, []).extend(group.cards)
    lines = [
        element(
            "tr",
            element(
                "td", say("count_pile.cards", n=len(cards), worth=card_points_text(worth)).text()
            ),
            element("td", card_points_text(worth * len(cards))),
        )
        for worth, cards in sorted(by_worth.items(), reverse=True)
    ]
    lines.append(
        element(
            "tr",
            element("td", say("calc.sum").text()),
            element("td", card_points_text(counted.points)),
            class_="is-sum",
        )
    )
    return [element("table", element("tbody", *lines), class_="tk-working")]


def _working(group: counting.Group) -> str:
    if not group.deduct:
        return card_points_text(group.worth)
    return say(
        "pile.working",
        faces=group.faces,
        deduct=card_points_text(group.deduct),
        worth=card_points_text(group.worth),
    ).text()


def _total(table: Table, counted: counting.Counted, base: str) -> Markup:
    """Return what the pile counts, and what is left over."""
    n = sum(len(group.cards) for group in counted.groups)
    total = say("count_pile.total", points=card_points_text(counted.points), n=n)
    said: list[Content] = [
        element("strong", total.text()),
        controls.rule_links(table, table.points_of("count.order"), base),
    ]
    if counted.left_over:
        left = say("count_pile.left", n=len(counted.left_over))
        said += [" ", left.text(), controls.rule_links(table, counted.groups[-1].points, base)]
    return join(*said)


def _sides(
    table: Table,
    contract: str,
    whose: str,
    pile: Sequence[Card],
    counted: counting.Counted,
    base: str,
) -> list[Content]:
    """How far it is to winning; what the other side has, and the way to the settlement."""
    rest = [card for card in table.cards.cards if card not in pile]
    counted_rest = counting.count(table, rest)
    other = next(side for side in SIDES if side != whose)
    facts = _facts(table, contract, whose, pile, counted.points, counted_rest.points)
    message, points = _target(table, facts, whose)
    field = "p" if whose == SIDES[0] else "o"
    known = {field: card_points_text(counted.points)}
    if facts.honours is not None and whose == SIDES[0] and Questions(table, contract, "").honours:
        known["hon"] = str(facts.honours)
    if table.count.lowest_last and facts.left_over:
        known["left"] = str(facts.left_over[SIDES[0]])
    link = links.calculator(table, base, list(known.items()))
    return [
        join(message.text(), controls.rule_links(table, points, base)),
        element(
            "p",
            say(
                "count_pile.others", side=other, points=card_points_text(counted_rest.points)
            ).text(),
        ),
        element("p", element("a", say("count_pile.settle").text(), href=link)),
    ]


def _facts(
    table: Table, contract: str, whose: str, pile: Sequence[Card], mine: Fraction, theirs: Fraction
) -> Finished:
    """Return what is known of a hand when one side has this pile and the other one the rest of the
    pack."""
    trul = table.cards.members("trul")
    held = sum(card in trul for card in pile)
    packet, ours = table.count.packet, len(pile)
    if whose != SIDES[0]:
        held, ours = len(trul) - held, len(table.cards.cards) - ours
    points = dict(zip((whose, next(s for s in SIDES if s != whose)), (mine, theirs), strict=True))
    left = {SIDES[0]: ours % packet, SIDES[1]: (len(table.cards.cards) - ours) % packet}
    return Finished(
        contract=contract, declarer=table.active[0], points=points, left_over=left, honours=held
    )


def _target(table: Table, facts: Finished, whose: str) -> tuple[Message, tuple[str, ...]]:
    """Whether this pile wins as it is, else how many points are missing."""
    row, won = winner(table, facts)
    points = table.points_of(f"result.{row}.wins")
    if won == whose:
        return say("count_pile.wins", side=whose), points
    step = Fraction(1, 2) if any(value % 1 for value in table.count.left.values()) else Fraction(1)
    missing = step
    while missing <= table.total:
        more = {
            side: value + (missing if side == whose else -missing)
            for side, value in facts.points.items()
        }
        if winner(table, replace(facts, points=more))[1] == whose:
            return say("count_pile.missing", side=whose, points=card_points_text(missing)), points
        missing += step
    return say("count_pile.never", side=whose), points


TOOL = CountAPile()
