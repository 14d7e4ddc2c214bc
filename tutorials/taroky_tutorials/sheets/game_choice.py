"""The choice of a game, as every sheet begins with it."""

from __future__ import annotations

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import given_name
from taroky.rules.table import Table

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import links


def game_table(fields: Fields) -> Table:
    """The rule set that is chosen; the club's on its own site, else that of the first course, until
    one is, and where what is named cannot be read, which is then told."""
    if not fields.game:
        fields.put("rules", first_game())
    try:
        return fields.table
    except TarokyError as problem:
        fields.problems.append(problem.message)
        fields.put("rules", first_game())
        return fields.table


def first_game() -> str:
    """The game that a form begins with."""
    return next(iter(links.of_site()), COURSES[0])


def game_options(fields: Fields) -> list[tuple[str, str]]:
    """All games, those of a club's own site first, and a house's own where it is chosen."""
    rest = (name for name in rules.ids() if name not in COURSES)
    games = [*links.of_site(), *COURSES, *rest]
    options = [(name, given_name(rules.load(name).title)) for name in games]
    if fields.game not in games:
        options.append((fields.game, given_name(fields.table.title)))
    return options
