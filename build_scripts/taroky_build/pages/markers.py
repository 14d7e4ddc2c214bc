"""Markers in pages written by hand, `<!-- tool: … -->`, `<!-- courses -->`, and what is there instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import PurePosixPath

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import given_name, say
from taroky_tutorials.comparison import matrix, side_by_side
from taroky_tutorials.forms import tools
from taroky_tutorials.house_rules import house_pages
from taroky_tutorials.lessons import switching
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import card_letters
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.page_parts.links import Ways
from taroky_tutorials.play_page import new_table
from taroky_tutorials.reading import course_pages, glossary
from taroky_tutorials.sheets import sheet

from taroky_build.errors import BuildError
from taroky_build.pages import calculator_pages, game_finder, home

#: Where the list of courses stands.
COURSE_LIST = "<!-- courses -->"
#: The rule set by which a page that tells of several games shows cards, unless it names another.
COMMON = "hlucin"


def fill(markdown: str, page_path: str) -> str:
    """A page with all its markers filled in. Raises BuildError with the page."""
    path = PurePosixPath(page_path)
    to_root = "../" * (len(path.parts) - (path.stem == "index"))

    def filled(make: Callable[[re.Match[str], str], object], match: re.Match[str]) -> str:
        try:
            return str(make(match, to_root))
        except (TarokyError, BuildError) as problem:
            raise BuildError(f"{page_path}: {problem}") from problem

    for marker, make in _MARKERS:
        markdown = marker.sub(partial(filled, make), markdown)
    return markdown


def _tool(match: re.Match[str], base: str) -> Markup:
    """A tool's form with what the marker gives it."""
    fields = dict(pair.split("=", 1) for pair in match["fields"].split())
    return tools.on_page(match["name"], fields, base)


def _hand(match: re.Match[str], base: str) -> Markup:
    """A row of cards, as a picture."""
    name = match["rules"] or COMMON
    if name not in rules.ids():
        raise BuildError(f"there is no rule set {name}; there are {', '.join(rules.ids())}.")
    table = rules.load(name)
    return show.hand(table, table.cards.parse_all(match["cards"]), base, "page")


def course_list(lessons: Mapping[str, Sequence[object]]) -> Markup:
    """The games you may learn, with their lessons."""
    doors = [
        element(
            "li",
            element("h2", element("a", given_name(rules.load(course).title), href=f"{course}/")),
            element(
                "p",
                course_pages.words_of(rules.load(course)),
                " ",
                say("course.lessons", n=len(lessons[course])).text(),
            ),
        )
        for course in COURSES
    ]
    return element("ul", *doors, class_="tk-doors", data_games=True)


def _switch_list() -> Markup:
    """The lessons for a player of one game who sits down with another."""
    ways = Ways("../", "")
    links = [course_pages.switch_link(home, away, ways) for home, away in switching.PAIRS]
    return element("ul", *links, class_="tk-switches")


#: Each marker, and what stands for it in a page that is so far from the root of the site.
_MARKERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], str], object]], ...] = (
    (re.compile(r"<!-- tool: (?P<name>[a-z-]+)(?P<fields>(?: [a-z_]+=[^ ]+)*) -->"), _tool),
    (
        re.compile(r"<!-- sheet: (?P<name>[a-z]+) -->"),
        lambda match, base: sheet.on_page(match["name"], base),
    ),
    (re.compile("<!-- table -->"), lambda _, base: new_table.on_page(base)),
    (re.compile(re.escape(calculator_pages.LIST)), lambda _, base: calculator_pages.listed()),
    (re.compile(home.TRICKS), lambda _, base: home.tricks()),
    (re.compile(home.TODAY), lambda _, base: home.today()),
    (re.compile(game_finder.MARKER), lambda _, base: game_finder.questions()),
    (re.compile("<!-- switches -->"), lambda _, base: _switch_list()),
    (re.compile("<!-- clubs -->"), lambda _, base: house_pages.clubs(base)),
    (re.compile("<!-- comparison -->"), lambda _, base: matrix.matrix(base)),
    (re.compile("<!-- same hands -->"), lambda _, base: side_by_side.gallery(base)),
    (re.compile("<!-- letters -->"), lambda _, base: card_letters.choice()),
    (re.compile("<!-- glossary index -->"), lambda _, base: glossary.index()),
    (
        re.compile(r"<!-- glossary: (?P<group>[a-z]+) -->"),
        lambda match, base: glossary.section(match["group"]),
    ),
    (re.compile(r"<!-- hand(?: (?P<rules>[a-z0-9-]+))?: (?P<cards>[A-Z0-9 ]+) -->"), _hand),
)
