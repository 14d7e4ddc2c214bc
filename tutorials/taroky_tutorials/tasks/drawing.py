"""The small pieces that boards of tasks are drawn with: links to rules, sentences, buttons to choose from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from taroky.hand import Trick
from taroky.messages import Message, say
from taroky.rules.table import Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up, with_minus
from taroky_tutorials.tasks.exercise import Exercise, State


def rule_links(exercise: Exercise[Any], points: Iterable[str], base: str) -> list[Markup]:
    """The footnote-like links to rule points, each on the page that has it. A newcomer does not know what their ids
    are: the words are "the rule", or "rule 1", "rule 2" and so on, and the id is in the address."""
    points = tuple(points)
    return [
        element(
            "a",
            say("widget.rule_numbered" if len(points) > 1 else "widget.rule", number=number).text(),
            class_="tk-rule",
            href=links.rule(exercise.table, point, base),
            data_rule=point,
        )
        for number, point in enumerate(points, start=1)
    ]


def sentence(message: Message) -> str:
    """A sentence of the engine as a task shows it."""
    return first_up(with_minus(message.text()))


def paragraph(message: Message, points: Sequence[str], state: State[Any]) -> Markup:
    """A sentence with links to its rules."""
    named = rule_links(state.exercise, points, state.base)
    return element("p", sentence(message), *(join(" ", link) for link in named))


def said_before(table: Table, said: Iterable[tuple[Seat, str]], you: Seat) -> Markup | None:
    """Return what has been called before you, each with the place of who called it; None for nothing."""
    items = [
        element(
            "li",
            say("call.said", seat=say(show.place(table, seat, you), seat=seat), call=call).text(),
        )
        for seat, call in said
    ]
    return element("ol", *items, class_="tk-said") if items else None


def choices(
    state: State[Any],
    name: str,
    options: Sequence[tuple[str, str]],
    marks: show.Marks | None = None,
    touched: Collection[str] | None = None,
) -> Markup:
    """Buttons to choose from: (value, words), each sending {name: value}, or touched to be sent later."""
    items = []
    for value, words in options:
        css, mark = show.mark(marks or {}, value)
        button = element(
            "button",
            words,
            type="button",
            class_="tk-choice",
            id=f"{state.id}-{name}-{value}",
            **show.touch(name, value, touched),
        )
        items.append(element("li", button, mark, class_=show.with_touched(css, value, touched)))
    return element("ul", *items, class_="tk-choices")


def trick_before(table: Table, trick: Trick, winner: str, state: State[Any]) -> Markup:
    """The trick before the one under way, small. winner: what the player who took it is called."""
    faces = [
        element(
            "li",
            show.card(table, card, state.base),
            class_="is-winner" if trick.by(card) == trick.winner else None,
        )
        for card in trick.cards
    ]
    label = say("open.before", seat=winner).text()
    words = element("span", say("open.before_short").text())
    small = element("ul", *faces, class_="tk-held", aria_label=label)
    return element("div", words, small, class_="tk-before")
