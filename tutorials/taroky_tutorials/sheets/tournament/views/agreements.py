"""How a tournament begins, and what is agreed for it."""

from __future__ import annotations

from taroky.messages import local_names, say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.amounts import shown
from taroky_tutorials.sheets.game_choice import game_options, game_table
from taroky_tutorials.sheets.tournament.model import CHOICES, MOST_ROUNDS, Tournament


def beginning(fields: Fields) -> Markup:
    """The form of a tournament that has not begun."""
    table = game_table(fields)
    with local_names(table.names):
        return join(
            element("h2", say("tournament.begin").text()),
            element(
                "div",
                controls.text(
                    fields, "title", say("tournament.title").text(), fields.text("title")
                ),
                controls.select(
                    fields, "rules", say("tool.rules").text(), game_options(fields), fields.game
                ),
                class_="tk-fields",
            ),
            controls.area(
                fields,
                "names",
                say("tournament.names").text(),
                fields.text("names"),
                10,
                say("tournament.names_hint").text(),
            ),
            _agreements(fields, {}, table.seats.active + 1 in table.seats.players),
            controls.problems(fields),
            element(
                "p",
                controls.button(
                    fields, "begin", say("tournament.begin_button").text(), primary=True
                ),
                class_="tk-actions",
            ),
        )


def _agreements(fields: Fields, now: dict[str, str], larger: bool) -> Markup:
    """How many rounds, what happens to those left over, how results are told and count."""
    parts = [
        controls.number(
            fields,
            "rounds",
            say("tournament.rounds").text(),
            1,
            MOST_ROUNDS,
            now.get("rounds", "4"),
        )
    ]
    for key, words in CHOICES.items():
        if key == "leftovers" and not larger:
            continue
        options = [(word, say(f"tournament.{key}.{word}").text()) for word in words]
        chosen = fields.text(key) or now.get(key, words[0])
        parts.append(controls.select(fields, key, say(f"tournament.{key}").text(), options, chosen))
        entered = fields.text("entered") or now.get("entered", "won")
        if key == "entered" and entered == "left":
            control_id = controls.place(fields, "stake")
            value = fields.text("stake") or now.get("stake", "")
            control = element(
                "input",
                type="text",
                name="stake",
                id=control_id,
                value=value,
                inputmode="decimal",
                class_="tk-number",
                maxlength="9",
            )
            parts.append(
                controls.labelled(fields, "stake", say("tournament.stake").text(), control)
            )
    return element("div", *parts, class_="tk-fields")


def view(now: Tournament, fields: Fields) -> Markup:
    values = {**now.agreed, "rounds": str(now.rounds), "stake": shown(now.stake, now.table)}
    return element(
        "section",
        element(
            "div",
            controls.text(
                fields, "title", say("tournament.title").text(), fields.text("title") or now.title
            ),
            class_="tk-fields",
        ),
        _agreements(fields, values, now.may_be_larger),
        element(
            "p",
            controls.button(fields, "agree", say("tournament.agree").text(), primary=True),
            class_="tk-actions",
        ),
    )
