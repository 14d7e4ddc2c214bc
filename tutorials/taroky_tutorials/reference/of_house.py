"""The reference of a house table: the page of the rule set it extends, told with the house's own
numbers, and below each rule that is another at that table what it is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape

from taroky import rules as tables
from taroky.messages import Message, local_names, say
from taroky.rules.differences import Difference, differences
from taroky.rules.table import Table

from taroky_tutorials import house_options, placeholders
from taroky_tutorials.html import Markup, element, join

#: A change is told below so many of the rules that it is about.
_MOST_POINTS = 2
_AT = re.compile(r"<!-- at (?P<point>[A-Z]+-[A-Z]+-\d+) -->")
_HREF = re.compile(r'href="(?P<to>[^"]*)"')
_H2 = re.compile(r'<h2 id="(?P<id>[^"]+)">(?P<words>.*?)(?:<a class="headerlink".*?)?</h2>')
_TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True)
class Change:
    """What is another at a house's table than in the rule set it extends, with the rule points that
    it is about."""

    message: Message
    points: tuple[str, ...]


def page_of(rules: str) -> str:
    """The rule set whose reference page tells a house table's rules."""
    parent = tables.load(tables.origin(rules))
    return parent.page_of(f"{parent.prefix}-")


@lru_cache(32)
def changes(rules: str) -> tuple[Change, ...]:
    """All that a house table changes, in the order of the table. What follows from a house option
    alone is told by that option."""
    origin, options = tables.origin(rules), tables.unpack(rules).get("choose") or {}
    parent, house = tables.load(origin), tables.load(rules)
    found = differences(tables.flat(origin), tables.flat(rules), (parent, house))
    chosen = differences(tables.flat(origin), tables.flat(origin, options),
                         (parent, tables.load(origin, options)))  # fmt: skip
    follows = {(one.path, one.second) for one in chosen if one.asked is None}
    about = {choice.key: choice.points for choice in house_options.choices(house)}
    return tuple(
        Change(one.message(parent.title, house.title), _points(one, about))
        for one in found
        if (one.path, one.second) not in follows
    )


def _points(one: Difference, about: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    found = (*one.second_points, *one.first_points)
    if one.asked is not None:
        found = about.get(one.path.partition(".")[2], found)
    return tuple(dict.fromkeys(found))


def told(rules: str, template: str) -> Markup:
    """The reference page with everything filled in for a house table (see `templates`), links as the
    template has them. Raises TarokyError."""
    page, houses = page_of(rules), {tables.origin(rules): rules}
    text = placeholders.fill(template, page, houses, escape)
    text = house_options.filled(text, page, houses)
    notes = _notes(tables.load(rules), changes(rules))
    return Markup(_AT.sub(lambda match: notes(match["point"]), text))


def _notes(table: Table, found: Sequence[Change]) -> Callable[[str], str]:
    """What is said below a rule point."""
    here: dict[str, list[Message]] = {}
    for change in found:
        for point in change.points[:_MOST_POINTS]:
            here.setdefault(point, []).append(change.message)

    def below(point: str) -> str:
        with local_names(table.names):
            return str(join(*(
                element("p", element("strong", say("house.here").text()), " ", message.text(),
                        class_="tk-house-note")
                for message in here.get(point, ())
            )))  # fmt: skip

    return below


def contents(html: str, to: Callable[[str], str]) -> Markup:
    """The sections of a page as links. to: the address of an element of the page."""
    found = [(match["id"], unescape(_TAG.sub("", match["words"]))) for match in _H2.finditer(html)]
    links = [element("li", element("a", words, href=to(id))) for id, words in found]
    return element("ul", *links, class_="tk-contents")


def linked(html: str, to: Callable[[str], str], base: str) -> Markup:
    """The page with its links as they lead from where it is shown. to: the address of an element of
    the page; base: the way to the root of the site."""

    def link(match: re.Match[str]) -> str:
        href = unescape(match["to"])
        if href.startswith("#"):
            href = to(href[1:])
        elif href.startswith("site:"):
            href = base + href.removeprefix("site:")
        elif href.startswith("../"):  # made for a page of its own in the reference
            href = f"{base}reference/{href[3:]}"
        return f'href="{escape(href)}"'

    return Markup(_HREF.sub(link, html))
