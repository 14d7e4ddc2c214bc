"""The reference of a house table: the page of the rule set it extends, told with the house's own
numbers, and below each rule that is another at that table what it is there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape, unescape

from taroky import rules, telling
from taroky.errors import TarokyError
from taroky.messages import local_names, say
from taroky.rules.differences import Difference, differences
from taroky.rules.idle_options import idle_choices
from taroky.rules.table import Table

from taroky_tutorials.page_parts import placeholders
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.reference import (
    example_settlements,
    house_options,
    other_rule_sets,
    practice_positions,
)

#: A change is told below so many of the rules that it is about.
_MOST_POINTS = 2
_AT = re.compile(r"<!-- at (?P<point>[A-Z]+-[A-Z]+-\d+) -->")
_SETTLE = re.compile(r"<!-- settle: (?P<facts>\{.*?\}) -->")
_HREF = re.compile(r'href="(?P<to>[^"]*)"')
_H2 = re.compile(r'<h2 id="(?P<id>[^"]+)">(?P<words>.*?)(?:<a class="headerlink".*?)?</h2>')
_TAG = re.compile(r"<[^>]*>")


#: The address of an element of the page, by its id.
To = Callable[[str], str]


@dataclass(frozen=True)
class Change:
    """A change of a house's table: what is another than in the rule set it extends, in a sentence, with
    the rule points that it is about."""

    text: str
    points: tuple[str, ...]


def page_of(game: str) -> str:
    """The rule set whose reference page tells a house table's rules."""
    parent = rules.load(rules.origin(game))
    return parent.page_of(f"{parent.prefix}-")


@lru_cache(32)
def changes(game: str) -> tuple[Change, ...]:
    """All that a house table changes: its options by their questions, then what else is different in
    the order of a hand."""
    origin, options = rules.origin(game), rules.unpack(game).get("choose") or {}
    parent, house = rules.load(origin), rules.load(game)
    chosen = rules.load(origin, options)
    asked = [
        one
        for one in differences(rules.flat(origin), rules.flat(game), (parent, house))
        if one.asked is not None
    ]
    about = {choice.key: choice.points for choice in house_options.choices(house)}
    with local_names(house.names):
        all_changes = [
            _change(one, parent, house, about.get(one.path.partition(".")[2])) for one in asked
        ]
        all_changes += [
            Change(idle.reason(house).text(), about[key])
            for key, idle in idle_choices(house).items()
        ]
    # What follows from its options they have told themselves.
    rest = differences(rules.flat(origin, options), rules.flat(game), (chosen, house))
    sentences = telling.compared(chosen, house)
    all_changes += [
        Change(one.text, _once(one.second_points, one.first_points)) for one in sentences
    ]
    known = telling.by_path(sentences, [one.path for one in rest])
    all_changes += [
        _change(one, parent, house) for one in rest if one.asked is None and not known[one.path]
    ]
    return tuple(all_changes)


def _change(
    one: Difference, parent: Table, house: Table, about: tuple[str, ...] | None = None
) -> Change:
    text = one.message(parent.title, house.title).text()
    return Change(text, about or _once(one.second_points, one.first_points))


def _once(*points: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(point for some in points for point in some))


def rules_of_house(game: str, template: str, to: To, base: str) -> Markup:
    """The reference page with everything filled in for a house table. template: of `page_of`, see
    `templates`; to: the address of an element of the page; base: from the page to the root of the site.
    Raises TarokyError."""
    page, houses = page_of(game), {rules.origin(game): game}
    text = placeholders.fill(template, page, houses, escape)
    text = linked(house_options.filled(text, page, houses), to, base)
    text = _SETTLE.sub(lambda match: _settled(match["facts"], page, houses, base), text)
    below = _below(game, page, base)
    return Markup(_AT.sub(lambda match: below(match["point"]), text))


def _settled(facts: str, page: str, houses: Mapping[str, str], base: str) -> str:
    """A worked settlement, worked out by its rules; nothing where such a hand cannot be there."""
    data = json.loads(unescape(facts))
    name = str(data.pop("rules", page))
    try:
        return str(example_settlements.settlement(houses.get(name, name), data, base))
    except TarokyError:
        return ""


def _below(game: str, page: str, base: str) -> Callable[[str], str]:
    """Return what is below a rule point: what is another there, what other rule sets say, and a
    position to try."""
    here: dict[str, list[Markup]] = {}
    boards: dict[str, Markup] = {}
    for change in changes(game):
        note = element(
            "p",
            element("strong", say("house.here").text()),
            " ",
            change.text,
            class_="tk-house-note",
        )
        for point in change.points[:_MOST_POINTS]:
            here.setdefault(point, []).append(note)
    for one in practice_positions.of_house(page, rules.origin(game), game):
        boards[one.point] = practice_positions.view(one, base)
    return lambda point: str(
        join(*here.get(point, ()), other_rule_sets.note(game, point, base), boards.get(point))
    )


def contents(html: str, to: To) -> Markup:
    """The sections of a page as links."""
    headings = [
        (match["id"], unescape(_TAG.sub("", match["words"]))) for match in _H2.finditer(html)
    ]
    links = [element("li", element("a", words, href=to(id))) for id, words in headings]
    return element("ul", *links, class_="tk-contents")


def linked(html: str, to: To, base: str) -> str:
    """The page with its links as they lead from where it is shown."""

    def link(match: re.Match[str]) -> str:
        href = unescape(match["to"])
        if href.startswith("#"):
            href = to(href[1:])
        elif href.startswith("site:"):
            href = base + href.removeprefix("site:")
        elif href.startswith("../"):  # in the list of options: to another page of the reference
            href = f"{base}reference/{href[3:]}"
        return f'href="{escape(href)}"'

    return _HREF.sub(link, html)
