"""The addresses that links lead to: the pages of a course on a site that was built, or a course that
the browser draws for a house table, all of it on one page; and the reference page that has a rule
point."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from taroky.rules.table import Table

#: The page on which the browser draws everything for a house table.
HOUSE = "house/"
#: On a club's site the house tables that have a reference page of their own there: packed name to page.
#: None: this is the project's own site.
_houses: ContextVar[Mapping[str, str] | None] = ContextVar("houses", default=None)
_LINK = re.compile(
    r'<a\b(?P<before>[^>]*) href="(?:\.\./)*(?P<page>(?:reference|calculators)/[^/"]+)/[^"]*"'
    r"(?P<after>[^>]*)>(?P<words>.*?)</a>",
    re.DOTALL,
)


#: The id of a rule whose link has other words.
_RULE = re.compile(r' data-rule="([^"]*)"')


@contextmanager
def houses(pages: Mapping[str, str] | None) -> Iterator[None]:
    """Within this block the rules of these house tables (by packed name) are on these pages of a club's
    site."""
    token = _houses.set(pages)
    try:
        yield
    finally:
        _houses.reset(token)


def is_clubs_site() -> bool:
    """Whether this is a club's site, which has no pages on strategy."""
    return _houses.get() is not None


def of_site() -> tuple[str, ...]:
    """The packed names of the house tables that this site is about."""
    return tuple(_houses.get() or ())


def unlinked(html: str, pages: Collection[str]) -> str:
    """Return what is to be shown on a site that has only these pages with rules and calculators
    ("reference/ours"): links to others become their words."""
    return _LINK.sub(lambda link: link[0] if link["page"] in pages else words_of(link), html)


def words_of(link: re.Match[str]) -> str:
    """Return what is left of a link (`before` and `after` its address, `words`) that leads nowhere
    here: its words, or the id of a rule."""
    about = link["before"] + link["after"]
    if 'class="tk-rule"' not in about:
        return f"<span>{link['words']}</span>"
    rule_id = _RULE.search(about)
    return f'<span class="tk-unlinked">{rule_id[1] if rule_id else link["words"]}</span>'


def rule(table: Table, point: str, base: str) -> str:
    """The address of a rule point. A house table has a page of its own: if the site has none, one
    that the browser draws; but what a house only takes over from another rule set's page stands
    there. base: from the page to the root of the site."""
    page = table.page_of(point)
    if not table.packed or page != table.page_of(f"{table.prefix}-"):
        return f"{base}reference/{page}/#{point}"
    own = (_houses.get() or {}).get(table.packed)
    if not own:
        return f"{base}{HOUSE}{LiveWays(base, '', table.packed).reference(point)}"
    return f"{base}reference/{own}/#{point}"


def calculator(table: Table, base: str, fields: Sequence[tuple[str, str]]) -> str:
    """The address of the calculator that settles a hand, with fields filled in."""
    own = _houses.get()
    if table.packed and table.packed not in (own or {}):
        return f"{base}{HOUSE}{LiveWays(base, '', table.packed).tool('settle')}&{urlencode(fields)}"
    page = table.table if own is None else f"{table.table}/settle"  # a club's site has one for each
    return f"{base}calculators/{page}/#t=settle&{urlencode(fields)}"


def rules(table: Table, page: str, base: str) -> str:
    """The address of the page with a table's rules. page: of the rule set that has most of them."""
    own = (_houses.get() or {}).get(table.packed)
    if table.packed and not own:
        return f"{base}{HOUSE}{LiveWays(base, '', table.packed).reference()}"
    return f"{base}reference/{own or page}/"


#: What follows the address of the page where one plays, for a first hand of a game with a coach.
COACHED = "#coached={}"


@dataclass(frozen=True)
class Ways:
    """The ways from one page of a course. base: to the root of the site; home: to the map of the
    course; from_home: to the lessons, as seen from that map."""

    base: str
    home: str

    def course(self) -> str:
        """The map of the course."""
        return self.home

    def lesson(self, lesson: str, step: str = "") -> str:
        """A lesson, or a step of it."""
        return f"{self.home}{lesson}/{step and '#' + step}"

    def learned(self) -> str:
        """The page of what was learned."""
        return f"{self.home}learned/"

    def again(self) -> str:
        """The page on which what was missed comes back."""
        return f"{self.home}again/"

    def step(self, lesson: str, step: str) -> str:
        """A step of the lesson on this page."""
        return f"#{step}"

    def switch(self, lesson: str) -> str:
        """A lesson from one game to another."""
        return f"{self.base}learn/switch/{lesson}/"

    def outcomes(self, course: str, lesson: str, step: str) -> str | None:
        """The file with the outcomes of a step's first answers, if the site brings them."""
        return f"{self.base}{outcomes_file(course, lesson, step)}"


@dataclass(frozen=True)
class LiveWays(Ways):
    """The ways in a course that the browser draws on one page: all that is shown is in the
    address, after the "#". game: the packed name of the house's table."""

    game: str = ""

    def course(self) -> str:
        return self._here(page="course")

    def lesson(self, lesson: str, step: str = "") -> str:
        return self._here(page="lesson", lesson=lesson, step=step)

    def learned(self) -> str:
        return self._here(page="learned")

    def again(self) -> str:
        return self._here(page="again")

    def step(self, lesson: str, step: str) -> str:
        return self.lesson(lesson, step)

    def switch(self, lesson: str) -> str:
        return self.lesson(lesson)

    def outcomes(self, course: str, lesson: str, step: str) -> str | None:
        return None

    def overview(self) -> str:
        """Return what there is for the house table."""
        return self._here()

    def reference(self, anchor: str = "") -> str:
        """The rules; anchor: the id of an element on that page, such as a rule point."""
        return self._here(page="reference", at=anchor)

    def tool(self, name: str) -> str:
        """A tool that works by the house's rules."""
        return self._here(page="tool", tool=name)

    def sheet(self) -> str:
        """The rules on one sheet to print."""
        return self._here(page="sheet")

    def file(self) -> str:
        """The house's table as a file to keep."""
        return self._here(page="file")

    def _here(self, **named: str) -> str:
        fields = {key: value for key, value in named.items() if value}
        return "#" + urlencode({"rules": self.game, **fields})


def to_keep(table: Table) -> dict[str, Any]:
    """Return what a browser remembers of a house table."""
    return {"rules": table.packed, "title": table.title, "players": list(table.seats.players)}


def outcomes_file(course: str, lesson: str, step: str) -> str:
    """Return where a built site keeps the outcomes of a step, below its root."""
    return f"assets/outcomes/{course}/{lesson}-{step}.json"
