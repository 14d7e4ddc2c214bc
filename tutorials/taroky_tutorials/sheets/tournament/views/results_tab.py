"""The results of the tables: the form of one, and the list of a round."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.sheets.amounts import shown, signed
from taroky_tutorials.sheets.tournament.model import Result, Round, Tournament
from taroky_tutorials.sheets.tournament.views.names import (
    chosen_round,
    name_of,
    round_select,
)


def chosen(now: Tournament, fields: Fields) -> tuple[int, int]:
    """The round (from 1) and the table (from 0) that the form is about: the first table without a
    result where none is named."""
    open_ = next((n for n, one in enumerate(now.drawn, start=1) if not one.complete), 1)
    number = chosen_round(now, fields, open_)
    one = now.drawn[number - 1]
    table = fields.text("table")
    if table.isdecimal() and 1 <= int(table) <= len(one.seats.tables):
        return number, int(table) - 1
    tables = range(len(one.seats.tables))
    return number, next((index for index in tables if index not in one.results), 0)


def filled_in(now: Tournament, fields: Fields) -> tuple[int, int]:
    """The round and the table that what is filled in is about, also when another one has been
    chosen since."""
    parts = zip(("round", "table"), fields.text("about").split("."), strict=False)
    about = Fields({name: (value,) for name, value in parts})
    return chosen(now, about if fields.text("about") else fields)


def view(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return element("p", say("tournament.not_drawn").text())
    number, table = chosen(now, fields)
    if fields.text("about") and filled_in(now, fields) != (number, table):
        for name in ("won.0", "won.1", "won.2", "won.3", "won.4", "pot", "stands"):
            fields.put(name)
    one = now.drawn[number - 1]
    options = [
        (
            str(index + 1),
            say(
                "tournament.table_done" if index in one.results else "tournament.table",
                table=index + 1,
            ).text(),
        )
        for index in range(len(one.seats.tables))
    ]
    stale = None
    if not now.fits(number):
        stale = element(
            "p", say("tournament.stale", rounds=[str(number)]).text(), class_="tk-assumed"
        )
    rows = [_result_row(now, fields, one, index) for index in range(len(one.seats.tables))]
    return join(
        stale,
        element(
            "div",
            round_select(now, fields, number),
            controls.select(
                fields, "table", say("tournament.which_table").text(), options, str(table + 1)
            ),
            class_="tk-fields",
        ),
        _result_form(now, fields, number, table),
        element("table", element("tbody", *rows), class_="tk-list"),
    )


def _result_form(now: Tournament, fields: Fields, number: int, table: int) -> Markup:
    drawn = now.drawn[number - 1]
    left = now.agreed["entered"] == "left"
    result = drawn.results.get(table)
    boxes = [
        _amount(now, fields, result, seat, who)
        for seat, who in enumerate(drawn.seats.tables[table])
    ]
    if now.pots:
        boxes.append(_pot(now, fields, result))
    due = shown(now.stake * len(drawn.seats.tables[table]), now.table)
    hint = say("tournament.left_hint", due=due) if left else say("evening.rest_hint")
    stands = fields.flag("stands") or bool(result and result.stands)
    buttons: list[Content] = [
        controls.button(
            fields, "save", say("tournament.save", table=table + 1).text(), primary=True
        )
    ]
    if result is not None:
        buttons.append(controls.button(fields, "clear", say("tournament.clear").text()))
    key = "tournament.enter_left" if left else "tournament.enter_won"
    return element(
        "section",
        controls.hidden(fields, "about", f"{number}.{table + 1}", about=True),
        controls.fieldset(
            say(key, table=table + 1, unit=now.table.unit.name).text(),
            element("div", *boxes, class_="tk-amounts"),
            element("p", hint.text(), class_="tk-field-hint") if now.balanced else None,
            controls.checkbox(fields, "stands", say("tournament.stands").text(), stands)
            if now.balanced
            else None,
        ),
        element("p", *buttons, class_="tk-actions"),
        class_="tk-entry",
    )


def _amount(
    now: Tournament, fields: Fields, result: Result | None, seat: int, entrant: int
) -> Markup:
    """The field for what an entrant has won or has left."""
    name = f"won.{seat}"
    control_id = controls.place(fields, name)
    control = element(
        "input",
        type="text",
        name=name,
        id=control_id,
        value=fields.text(name) or entered(now, result, seat),
        inputmode="text",
        class_="tk-number",
        maxlength="12",
        data_goto=seat == 0 and fields.flag("goto"),
    )
    label = element("label", name_of(now, entrant), for_=control_id)
    return element("p", label, control, class_="tk-field")


def _pot(now: Tournament, fields: Fields, result: Result | None) -> Markup:
    control = element(
        "input",
        type="text",
        name="pot",
        id=controls.place(fields, "pot"),
        value=fields.text("pot") or entered_pot(now, result),
        class_="tk-number",
        maxlength="12",
    )
    return controls.labelled(fields, "pot", say("tournament.pot").text(), control)


def entered(now: Tournament, there: Result | None, seat: int) -> str:
    """Return what is in a field: as it was entered."""
    if there is None:
        return ""
    left = now.stake if now.agreed["entered"] == "left" else 0
    return shown(there.won[seat] + left, now.table)


def entered_pot(now: Tournament, there: Result | None) -> str:
    return shown(there.pot, now.table) if there and there.pot else ""


def _result_row(now: Tournament, fields: Fields, one: Round, index: int) -> Markup:
    there = one.results.get(index)
    button = element(
        "button",
        say("tournament.table", table=index + 1).text(),
        type="button",
        name="table",
        value=str(index + 1),
        class_="tk-plain",
        id=controls.place(fields, "table", str(index + 1)),
    )
    cells = []
    for seat, number in enumerate(one.seats.tables[index]):
        amount = element("span", signed(there.won[seat], now.table)) if there else None
        cells.append(element("td", name_of(now, number), " ", amount))
    return element("tr", element("th", button, scope="row"), *cells)
