"""The form of a hand, drawn: its questions, and beside them who pays whom with the whole working."""

from __future__ import annotations

from taroky.messages import Message
from taroky.rules.table import Table

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.forms.finished_hand import view_contract, view_play, view_result, view_said
from taroky_tutorials.forms.finished_hand.form import HandForm
from taroky_tutorials.forms.finished_hand.view_parts import FormParts
from taroky_tutorials.page_parts.elements import Markup, element


def drawn(hand: HandForm, base: str) -> Markup:
    """The questions and the result as a form of their own."""
    return _markup(FormParts(hand, base), within=False)


def within(table: Table, fields: Fields, base: str) -> tuple[HandForm, Markup, Message | None]:
    """The questions and the result inside another form, which has put the players and the pots into
    the fields; with what was answered, and what keeps the hand from being settled."""
    hand = HandForm(table, fields)
    form = FormParts(hand, base)
    return hand, _markup(form, within=True), None if hand.settled else view_result.why_not(form)


def _markup(form: FormParts, within: bool) -> Markup:
    """within: another form knows the players and the pots, and has the buttons."""
    questions = element(
        "div",
        None if within else view_contract.players(form),
        view_contract.end(form),
        view_contract.contract(form),
        view_contract.sides(form),
        view_play.card_points(form),
        view_play.tricks(form),
        view_said.announcements(form),
        view_said.doubles(form),
        view_play.last_trick(form),
        view_play.lost_honours(form),
        view_play.irregularities(form),
        None if within else view_play.pots(form),
        class_="tk-questions",
    )
    return element("div", questions, view_result.result(form, within), class_="tk-calc")
