"""Who is ahead."""

from __future__ import annotations

from fractions import Fraction

from taroky.messages import number as printed
from taroky.messages import say

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.amounts import signed
from taroky_tutorials.sheets.tournament.model import Tournament
from taroky_tutorials.sheets.tournament.standings import Row, standings
from taroky_tutorials.sheets.tournament.views.names import (
    short_round_name,
)


def view(now: Tournament, fields: Fields) -> Markup:
    if not now.begun:
        return element("p", say("tournament.nothing_yet").text())
    places = now.agreed["ranking"] == "places"
    keys = ["rank", "number", "name", *(["places"] if places else []), "total"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in keys]
    head += [element("th", short_round_name(now, n), scope="col") for n in range(1, now.begun + 1)]
    rows = [_standing(now, row, places) for row in standings(now) if row.played or _here(now, row)]
    note = say(
        "tournament.places_note" if places else "tournament.points_note", unit=now.table.unit.name
    ).text()
    return join(
        element(
            "table",
            element("thead", element("tr", *head)),
            element("tbody", *rows),
            class_="tk-list tk-ranks",
        ),
        element("p", note, class_="tk-field-hint"),
    )


def _here(now: Tournament, row: Row) -> bool:
    """Whether somebody without a result takes part at all."""
    one = row.entrant
    return one.until is None or one.until >= one.since


def _standing(now: Tournament, row: Row, places: bool) -> Markup:
    cells: list[Markup] = [
        element("td", say("evening.rank", rank=row.rank).text()),
        element("td", str(row.entrant.number)),
    ]
    gone = row.entrant.until is not None
    mark = element("small", " ", say("tournament.gone").text()) if gone else None
    cells.append(element("th", row.entrant.name, mark, scope="row"))
    if places:
        cells.append(element("td", element("b", _points(row.places))))
    total = signed(row.won, now.table)
    cells.append(element("td", total if places else element("b", total)))
    for won, points in list(zip(row.by_round, row.places_by_round, strict=True))[: now.begun]:
        amount = "" if won is None else signed(won, now.table)
        extra = element("small", _points(points), " ") if places and points is not None else None
        cells.append(element("td", extra, amount))
    return element("tr", *cells)


def _points(points: Fraction) -> str:
    """Points for places: "3", "2.5", "1.33"."""
    return printed(f"{float(points):.2f}".rstrip("0").rstrip("."))
