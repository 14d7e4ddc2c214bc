"""Parts that the small calculators share: a hand to tap, and the answers of `taroky.api.questions` as
lists of reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from taroky.api.answers import JudgedChoice
from taroky.cards import Card
from taroky.hand import Reason
from taroky.messages import say, term
from taroky.rules.table import Table

from taroky_tutorials.forms import card_picker, controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join


def hand_to_tap(
    fields: Fields, table: Table, size: int, base: str
) -> tuple[tuple[Card, ...], Markup]:
    """The cards of the one hand a form asks for, and the pack they are tapped in. size: so many."""
    place = card_picker.Place("hand", say("may_play.hand").text(), "✓", size)
    laid = card_picker.laid(fields, table, [place])
    return laid["hand"], card_picker.view(fields, table, [place], laid, base)


def beside(fields: Fields, above: Content, left: Markup, first: Content, *more: Content) -> Markup:
    """A calculator: settings, what one taps, and beside it what comes of it. first: the answer in a
    line, which stays in view."""
    buttons = element("p", controls.clear(fields), class_="tk-actions")
    return join(
        element("div", above, class_="tk-fields") if above else None,
        element(
            "div",
            left,
            element("div", controls.problems(fields), *more, buttons, class_="tk-counted"),
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


def yes_and_no(table: Table, choices: Iterable[JudgedChoice], base: str, no: str) -> list[Content]:
    """Return what may be done, each with its reason; what may not is folded up under the words `no`."""
    allowed = [line(table, choice.why, base) for choice in choices if choice.legal]
    refused = [line(table, choice.why, base) for choice in choices if not choice.legal]
    lists: list[Content] = []
    if allowed:
        lists.append(element("ul", *allowed, class_="tk-reasons"))
    if refused:
        lists.append(
            element(
                "details",
                element("summary", no),
                element("ul", *refused, class_="tk-reasons"),
                class_="tk-solution",
            )
        )
    return lists


def line(table: Table, why: Reason, base: str) -> Markup:
    """A reason in a list: its sentence with its rules."""
    return element("li", with_rules(table, why, base))


def with_rules(table: Table, why: Reason, base: str) -> Markup:
    """The sentence of a reason with links to its rules."""
    return join(why.text(), controls.rule_links(table, why.points, base))


def refusals(table: Table, choices: Iterable[JudgedChoice], base: str) -> list[Markup]:
    """Why some of these may not be chosen, each sentence once."""
    once: dict[str, Reason] = {}
    for choice in choices:
        if not choice.legal:
            once.setdefault(choice.why.text(), choice.why)
    return [line(table, why, base) for why in once.values()]


def marks(choices: Iterable[JudgedChoice]) -> dict[Card, tuple[str, str]]:
    """How the cards stand of which some may be chosen."""
    return {
        choice.what: ("is-right", "widget.may") if choice.legal else ("is-dim", "widget.may_not")
        for choice in choices
    }


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
