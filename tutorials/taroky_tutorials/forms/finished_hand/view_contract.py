"""Questions about who played what: the players, how the hand ended, the contract and the sides."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.messages import known, say, term
from taroky.rules.table import Seat, Table

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.finished_hand.form import ALONE
from taroky_tutorials.forms.finished_hand.view_parts import FormParts
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up


def ending(table: Table, name: str) -> str:
    """Return what a way to end a hand before it is played out is called."""
    if known(f"calc.end.{name}"):
        return say(f"calc.end.{name}").text()
    return first_up(term("penalty" if name in table.penalties else "ended", name))


def players(form: FormParts) -> Markup:
    table, fields = form.table, form.fields
    boxes = []
    for seat in _at_table(form):
        key = (
            "calc.name_dealer"
            if seat == _at_table(form)[-1]
            else "calc.name_first"
            if seat == "A"
            else "calc.name"
        )
        control_id = controls.place(fields, f"name.{seat}")
        value = fields.text(f"name.{seat}")
        control = element(
            "input",
            type="text",
            name=f"name.{seat}",
            id=control_id,
            maxlength="24",
            autocomplete="off",
            value=value,
            placeholder=seat,
        )
        boxes.append(controls.labelled(fields, f"name.{seat}", say(key, seat=seat).text(), control))
    many = None
    if len(table.seats.players) > 1:
        options = [(str(n), str(n)) for n in table.seats.players]
        many = form.chips("players", say("calc.players").text(), options, str(form.hand.players))
    names = [form.names[seat] for seat in _at_table(form)]
    summary = element("summary", say("calc.players_told", names=names).text())
    return element(
        "details", summary, many, element("div", *boxes, class_="tk-fields"), class_="tk-names"
    )


def _at_table(form: FormParts) -> Sequence[Seat]:
    return "ABCDE"[: form.hand.players]


def end(form: FormParts) -> Markup | None:
    endings = form.asks.endings
    if not endings:
        return None
    options = [("", say("calc.played_out").text()), *((n, ending(form.table, n)) for n in endings)]
    parts: list[Content] = [form.select("end", say("calc.end").text(), options, form.hand.ended)]
    if form.asks.offender:
        parts.append(form.chips("who", say("calc.who").text(), form.seats(), form.text("who")))
    return element("div", *parts, form.problems("end"), class_="tk-question")


def contract(form: FormParts) -> Markup | None:
    contracts = form.asks.contracts
    parts: list[Content] = []
    if len(contracts) > 1:
        options = [(name, term("call", name)) for name in contracts]
        parts.append(
            form.chips("game", say("calc.contract").text(), options, form.hand.contract, "game")
        )
    if form.asks.levels:
        options = [(name, _level(form, name)) for name in form.asks.levels]
        parts.append(
            form.chips("level", say("calc.level").text(), options, form.text("level"), "level")
        )
    return join(*parts) if parts else None


def _level(form: FormParts, name: str) -> str:
    return say(f"calc.level.{name}").text() if known(f"calc.level.{name}") else term("level", name)


def sides(form: FormParts) -> Markup | None:
    if form.asks.sides not in ("called", "alone"):
        return None
    parts = [_declarer(form)]
    if form.asks.sides == "called":
        other_seats = [seat for seat in form.table.active if seat != form.hand.declarer]
        options = [(ALONE, say("calc.alone").text()), *form.seats(other_seats)]
        parts.append(
            form.chips("with", say("calc.partner").text(), options, form.text("with"), "with")
        )
    return join(*parts)


def _declarer(form: FormParts) -> Markup:
    """Return who the declarer was; where only one player can be, a sentence that says so."""
    may = form.hand.bidders
    if len(may) > 1:
        asked = say("calc.declarer").text()
        return form.chips("by", asked, form.seats(may), form.hand.declarer, "by")
    only = say("calc.only_bidder", contract=form.asks.contract, name=form.names[may[0]]).text()
    return join(element("p", only), form.problems("by"))
