"""Names of rounds and entrants, and the choice of a round."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.tournament.model import Tournament


def name_of(now: Tournament, number: int) -> Markup:
    return join(element("b", str(number)), " ", now.by_number[number].name)


def round_name(now: Tournament, number: int) -> str:
    key = "tournament.extra_round" if now.drawn[number - 1].extra else "tournament.round"
    return say(key, number=number).text()


def short_round_name(now: Tournament, number: int) -> str:
    key = "tournament.column.extra" if now.drawn[number - 1].extra else "tournament.column.round"
    return say(key, number=number).text()


def chosen_round(now: Tournament, fields: Fields, usual: int) -> int:
    """The round that is looked at."""
    number = fields.text("round")
    if number.isdecimal() and 1 <= int(number) <= len(now.drawn):
        return int(number)
    return max(1, min(usual, len(now.drawn)))


def round_select(now: Tournament, fields: Fields, chosen: int) -> Markup:
    options = [(str(n), round_name(now, n)) for n in range(1, len(now.drawn) + 1)]
    return controls.select(
        fields, "round", say("tournament.which_round").text(), options, str(chosen)
    )
