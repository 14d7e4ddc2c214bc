"""Cards to print: for each table in a round, and for each entrant."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.amounts import shown
from taroky_tutorials.sheets.tournament.model import Tournament
from taroky_tutorials.sheets.tournament.views.names import (
    name_of,
    round_name,
    short_round_name,
)


def view(now: Tournament, fields: Fields) -> Markup:
    if not now.drawn:
        return element("p", say("tournament.not_drawn").text())
    kinds = ("tables", "personal")
    kind = fields.choice("kind", kinds, "tables")
    options = [(word, say(f"tournament.cards.{word}").text()) for word in kinds]
    choices = [controls.select(fields, "kind", say("tournament.cards").text(), options, kind)]
    rounds = range(1, len(now.drawn) + 1)
    if kind == "tables":
        named = [(str(n), round_name(now, n)) for n in rounds]
        usual = str(min(now.begun + 1, len(now.drawn)))
        which = fields.choice("cards", [*(word for word, _ in named), "all"], usual)
        choices.append(
            controls.select(
                fields,
                "cards",
                say("tournament.which_round").text(),
                [*named, ("all", say("tournament.all_rounds").text())],
                which,
            )
        )
        wanted = rounds if which == "all" else [int(which)]
        cards = [
            _table_card(now, n, index)
            for n in wanted
            for index in range(len(now.drawn[n - 1].seats.tables))
        ]
    else:
        cards = [_personal_card(now, one.number) for one in now.entrants if one.until != 0]
    return join(
        element("div", *choices, class_="tk-fields"),
        element("p", say("tournament.cards_hint", n=len(cards)).text(), class_="tk-field-hint"),
        element("div", *cards, class_=f"tk-cards tk-cards--{kind}"),
    )


def _table_card(now: Tournament, number: int, index: int) -> Markup:
    """For one table in one round: the people, what each won, and that all agree."""
    left = now.agreed["entered"] == "left"
    rows = [
        element(
            "tr",
            element("td", element("b", str(n))),
            element("th", now.by_number[n].name, scope="row"),
            element("td"),
            element("td"),
        )
        for n in now.drawn[number - 1].seats.tables[index]
    ]
    due = shown(now.stake * len(rows), now.table) if left else "0"
    if now.pots:
        rows.append(
            element(
                "tr",
                element("td"),
                element("th", say("tournament.pot").text(), scope="row"),
                element("td"),
                element("td"),
            )
        )
    if now.balanced:
        rows.append(
            element(
                "tr",
                element("td"),
                element("th", say("tournament.card_sum").text(), scope="row"),
                element("td", due),
                element("td"),
            )
        )
    heads = ["number", "name", "left" if left else "won", "signed"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in heads]
    return element(
        "article",
        element(
            "h3", say("tournament.card", round=round_name(now, number), table=index + 1).text()
        ),
        element("p", now.title, class_="tk-card-title"),
        element("table", element("thead", element("tr", *head)), element("tbody", *rows)),
        class_="tk-score-card",
    )


def _personal_card(now: Tournament, number: int) -> Markup:
    """For one entrant: the table in every round, and room for the results."""
    rows = []
    for n, one in enumerate(now.drawn, start=1):
        table = next((i for i, t in enumerate(one.seats.tables, start=1) if number in t), None)
        place = str(table) if table else "–" if number in one.seats.resting else ""
        if table or number in one.seats.resting:
            rows.append(
                element(
                    "tr",
                    element("th", short_round_name(now, n), scope="row"),
                    element("td", place),
                    element("td"),
                    element("td"),
                )
            )
    heads = ["round_head", "table", "won", "sum"]
    head = [element("th", say(f"tournament.column.{key}").text(), scope="col") for key in heads]
    return element(
        "article",
        element("h3", name_of(now, number)),
        element("p", now.title, class_="tk-card-title"),
        element("table", element("thead", element("tr", *head)), element("tbody", *rows)),
        class_="tk-score-card",
    )
