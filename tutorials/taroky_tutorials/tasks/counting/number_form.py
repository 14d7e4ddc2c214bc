"""A small form in which a learner writes one number."""

from __future__ import annotations

from typing import Any, NamedTuple

from taroky.messages import Message, say

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.tasks.exercise import State


class Keys(NamedTuple):
    """What may be typed. pattern: of the whole number; keyboard: of a phone, as `inputmode` names it; length: the most
    letters."""

    pattern: str
    keyboard: str
    length: int


#: Card points, whole or half; and money, which a phone's keyboard for numbers could not give a sign.
_POINTS = Keys("-?[0-9]*([.,]5|½)?", "decimal", 6)
_AMOUNT = Keys("[+\\-−]?[0-9]+([.,][0-9]{1,2})?", "text", 9)


def points_form(state: State[Any], name: str, question: Message) -> Markup:
    return _form(state, name, question, _POINTS)


def amount_form(state: State[Any], name: str, question: Message) -> Markup:
    return _form(state, name, question, _AMOUNT)


def _form(state: State[Any], name: str, question: Message, keys: Keys) -> Markup:
    field = f"{state.id}-{name}"
    return element(
        "form",
        element("label", question.text(), for_=field),
        element(
            "input",
            class_="tk-number",
            id=field,
            name=name,
            inputmode=keys.keyboard,
            pattern=keys.pattern,
            autocomplete="off",
            maxlength=str(keys.length),
            required=True,
            data_focus=True,
        ),
        element(
            "button",
            say("widget.check").text(),
            type="submit",
            class_="tk-button tk-button--primary",
        ),
        class_="tk-actions",
        data_event={},
    )
