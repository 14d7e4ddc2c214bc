"""Parts that the small calculators share: a hand to tap, and the answers of `taroky.api.questions` as
lists of reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.messages import say, term
from taroky.rules.table import Table

from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join

Answer = Mapping[str, Any]


def hand_to_tap(
    fields: Fields, table: Table, size: int, base: str
) -> tuple[tuple[Card, ...], Markup]:
    """The cards of the one hand a form asks for, and the pack they are tapped in. size: so many."""
    place = card_picker.Place("hand", say("may_play.hand").text(), "✓", size)
    laid = card_picker.laid(fields, table, [place])
    return laid["hand"], card_picker.view(fields, table, [place], laid, base)


def beside(fields: Fields, above: Content, left: Markup, first: Content, *told: Content) -> Markup:
    """A calculator: settings, what one taps, and beside it what comes of it. first: the answer in a
    line, which stays in view."""
    buttons = element("p", controls.clear(fields), class_="tk-actions")
    return join(
        element("div", above, class_="tk-fields") if above else None,
        element(
            "div",
            left,
            element("div", controls.problems(fields), *told, buttons, class_="tk-counted"),
            class_="tk-beside",
        ),
        bar(first),
    )


def bar(first: Content) -> Markup:
    """The answer in a line: at the foot of the screen as long as the calculator is there."""
    return element("div", element("p", first), class_="tk-calc-bar", role="status")


def still_needed(have: int, size: int) -> str:
    """Asks for the rest of a hand; "" if it is whole."""
    return "" if have >= size else say("ask.cards", n=size - have, size=size).text()


def yes_and_no(table: Table, rows: Iterable[Answer], base: str, no: str) -> list[Content]:
    """Return what may be done, each with its reason; what may not is folded up under the words `no`."""
    allowed = [line(table, row, base) for row in rows if row["legal"]]
    refused = [line(table, row, base) for row in rows if not row["legal"]]
    found: list[Content] = []
    if allowed:
        found.append(element("ul", *allowed, class_="tk-reasons"))
    if refused:
        found.append(
            element(
                "details",
                element("summary", no),
                element("ul", *refused, class_="tk-reasons"),
                class_="tk-solution",
            )
        )
    return found


def line(table: Table, row: Answer, base: str) -> Markup:
    """One answer: its sentence with its rules."""
    why = row["why"]
    return element("li", why["text"], controls.rule_links(table, why["points"], base))


def contract_choice(
    fields: Fields, contracts: Sequence[str], is_asked: Callable[[str], bool]
) -> tuple[str, Markup | None]:
    """The contract a question is about, of those for which it is asked; "" if there is none."""
    names = [name for name in contracts if is_asked(name)]
    if not names:
        return "", None
    # Another game may have been chosen since: its contracts are forgotten without a word.
    chosen = fields.text("contract")
    chosen = chosen if chosen in names else names[0]
    if len(names) == 1:
        return chosen, None
    options = [(name, term("call", name)) for name in names]
    return chosen, controls.select(fields, "contract", say("calc.contract").text(), options, chosen)
