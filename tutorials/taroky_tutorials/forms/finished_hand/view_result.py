"""The answer: who pays whom with the whole working, or what is still missing."""

from __future__ import annotations

from taroky.messages import Message, say

from taroky_tutorials.forms import controls, settlement_view
from taroky_tutorials.forms.finished_hand.view_parts import FormParts
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.tasks.counting.settling import tell


def result(form: FormParts, within: bool) -> Markup:
    hand, table = form.hand, form.table
    buttons = (
        None
        if within
        else element(
            "p",
            controls.button(form.fields, "next", say("calc.next").text()),
            " ",
            controls.button(form.fields, "example", say("calc.example").text()),
            " ",
            controls.clear(form.fields),
            class_="tk-actions",
        )
    )
    if hand.settled is None:
        bar = element("div", _why_not(form), class_="tk-calc-bar", role="status")
        work = None if within else element("div", buttons, class_="tk-calc-work")
        return element("div", bar, work, class_="tk-result")
    bar = element(
        "div",
        settlement_view.balance(table, hand.settled, form.names),
        class_="tk-calc-bar",
        role="status",
    )
    sentences = [settlement_view.sentence(line, form.who()) for line in tell(hand.facts)]
    work = element(
        "div",
        element("p", " ".join(sentences), class_="tk-printed"),
        element("h2", say("calc.pay").text()),
        settlement_view.payments(table, hand.settled, form.names),
        element("h2", say("calc.working").text()) if hand.settled.items else None,
        settlement_view.working(table, hand.settled, form.names, form.base),
        buttons,
        class_="tk-calc-work",
    )
    return element("div", bar, work, class_="tk-result")


def _why_not(form: FormParts) -> Markup:
    """Return what keeps the hand from being settled."""
    css = "is-wrong" if form.hand.problems else None
    return element("p", why_not(form).text(), class_=css)


def why_not(form: FormParts) -> Message:
    """Return what keeps the hand from being settled: what does not fit first, else what is missing."""
    if form.hand.problems:
        message, _ = next(iter(form.hand.problems.values()))[0]
        return settlement_view.named(message, form.who())
    return say("calc.needed", what=[m.text() for m in form.hand.needed])
