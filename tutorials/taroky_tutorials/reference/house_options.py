"""The house options of a rule set in the words of the rules, by topic, and the list of them that a
reference page shows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from taroky import rules
from taroky.messages import Message, local_names, say
from taroky.rules import option_words
from taroky.rules.idle_options import idle_options
from taroky.rules.table import OptionRow, Table, Topic
from taroky.rules.tree import Node

from taroky_tutorials.page_parts.elements import Markup, element, join


@dataclass(frozen=True)
class Choice:
    """An option of a table. answers: (value, words) in the menu's order; stands: the value it has
    there; any_number: whether any other positive number will do; typed: whether it is written and
    not chosen; needs: (option, value) without which
    it changes nothing; points: the rule points it is about, its own first; idle: why a house has
    nothing of it, if so."""

    key: str
    topic: Topic
    question: str
    answers: tuple[tuple[str, str], ...]
    default: str
    stands: str
    any_number: bool
    typed: bool
    needs: tuple[tuple[str, str], ...]
    points: tuple[str, ...]
    idle: Message | None = None

    def answer(self, value: str) -> str:
        """The words of a value of the menu."""
        return dict(self.answers)[value]


def choices(table: Table) -> tuple[Choice, ...]:
    """All options of a table, topic by topic in the order of a hand."""
    with local_names(table.names):
        options = [_choice(table, key, row) for key, row in table.options.items()]
    return tuple(sorted(options, key=lambda choice: option_words.TOPICS.index(choice.topic)))


def by_topic(options: Sequence[Choice]) -> dict[Topic, tuple[Choice, ...]]:
    """The same by topic; topics without an option are left out."""
    return {
        topic: of
        for topic in option_words.TOPICS
        if (of := tuple(choice for choice in options if choice.topic == topic))
    }


def _choice(table: Table, key: str, row: OptionRow) -> Choice:
    stands = option_words.standing(table, key)
    values = list(row.values)
    if stands not in values:
        values.append(stands)
    return Choice(
        key=key,
        topic=row.topic,
        question=option_words.question(table, key).text(),
        answers=tuple((value, option_words.answer(table, key, value).text()) for value in values),
        default=row.default,
        stands=stands,
        any_number=bool(row.number_in),
        typed=row.typed,
        needs=tuple(row.needs.items()),
        points=_touched(table, row),
        idle=idle_options(table)[key].reason(table) if _is_idle(table, key) else None,
    )


def _is_idle(table: Table, key: str) -> bool:
    """Whether a house has nothing of an option. What a rule set leaves to choose is told as it is."""
    return bool(table.packed or table.chosen) and key in idle_options(table)


def _touched(table: Table, row: OptionRow) -> tuple[str, ...]:
    """The points the option names, then those of the cells that its values change."""
    points = list(row.points.get("self", ()))
    cells = [path for value in row.values.values() for path in _cells(value, "")]
    for path in (*cells, *row.number_cells):
        points += table.points_of(path)
    return tuple(dict.fromkeys(points))


def _cells(delta: Node, path: str) -> Iterator[str]:
    """Paths of the cells that a small table says; what is below `points` is no cell."""
    if not isinstance(delta.value, dict):
        yield path
        return
    for key, node in delta.value.items():
        if key != "points":
            yield from _cells(node, f"{path}.{key}" if path else key)


# -- the list of a reference page ----------------------------------------------------------------


#: Where a page's Markdown asks for the list: of its own rule set, or of another one on the same page,
#: without what was listed before.
_LIST = re.compile(r"<!-- options(?:: (?P<of>[a-z0-9-]+) besides (?P<besides>[a-z0-9-]+))? -->")
_HEADING = re.compile(r"^(#+)(?= )|<h([1-6])[ >]", re.MULTILINE)
#: A key in the words of the page; one that is in a link already has its place.
_KEY = re.compile(
    r"(?<![`\[])`(?P<key>[a-z][a-z0-9_]*(\.[a-z0-9_]+)*)`(?!`)|<code>(?P<html>[a-z][a-z0-9_.]*)</code>"
)


def filled(text: str, page: str, houses: Mapping[str, str] | None = None) -> str:
    """The Markdown or HTML of a rule set's page with the lists of options it asks for, and with links
    to them. houses: packed house tables by the rule set in whose place they are listed."""
    houses = houses or {}

    def table(id: str) -> Table:
        return rules.load(houses.get(id, id))

    def options(match: re.Match[str]) -> str:
        level = _level(match.string[: match.start()]) + 1
        besides = table(match["besides"]) if match["of"] else None
        return str(listed(table(match["of"] or page), level, besides))

    return _LIST.sub(options, linked(text, table(page)))


def _level(text: str) -> int:
    """The level of the last heading."""
    headings = _HEADING.findall(text)
    return (
        int(headings[-1][1])
        if headings and headings[-1][1]
        else len(headings[-1][0])
        if headings
        else 1
    )


def linked(text: str, table: Table) -> str:
    """Markdown or HTML in which every option's key leads to its place in the list."""

    def link(match: re.Match[str]) -> str:
        key = match["key"] or match["html"]
        if key not in table.options:
            return match[0]
        anchor = _anchor(key)
        return f"[{match[0]}](#{anchor})" if match["key"] else f'<a href="#{anchor}">{match[0]}</a>'

    return _KEY.sub(link, text)


def _anchor(key: str, table: str = "") -> str:
    return "-".join(("option", *([table] if table else []), key))


def listed(table: Table, level: int, besides: Table | None = None) -> Markup:
    """The options by topic, each with its question, its answers (the one that holds in bold), the
    rule it is about and its key. level: of the headings; besides: leave out what this other table,
    listed on the same page, has just so."""
    known = {(c.key, c.stands): c.answers for c in choices(besides)} if besides else {}
    options = [c for c in choices(table) if known.get((c.key, c.stands)) != c.answers]
    parts = []
    for topic, of in by_topic(options).items():
        parts.append(element(f"h{level}", option_words.topic(topic).text()))
        parts.append(
            element(
                "dl",
                *(join(*_lines(table, choice, besides is not None)) for choice in of),
                class_="tk-options",
            )
        )
    return join(*parts)


def _lines(table: Table, choice: Choice, added: bool) -> Iterator[Markup]:
    anchor = _anchor(choice.key, table.table if added else "")
    links = [
        join(" ", element("a", point, class_="tk-rule", href=_place(table, point)))
        for point in choice.points[:1]
    ]
    yield element("dt", choice.question, *links, " ", element("code", choice.key), id=anchor)
    for value, said in choice.answers:
        holds = value == choice.stands and choice.idle is None
        code = join(" ", element("code", value))
        yield element("dd", element("strong", said) if holds else said, code)
    if choice.any_number:
        yield element("dd", say("options.any_number").text())
    if choice.idle is not None:
        yield element("dd", choice.idle.text(), class_="tk-options-if")
        return
    for other, value in choice.needs:
        condition = say(
            "options.only_if",
            question=option_words.question(table, other),
            answer=option_words.answer(table, other, value),
        )
        yield element("dd", condition.text(), class_="tk-options-if")


def _place(table: Table, point: str) -> str:
    """From a page of the reference to a rule point: on the same page, or on another."""
    page = table.page_of(point)
    return f"#{point}" if page == table.page_of(f"{table.prefix}-") else f"../{page}/#{point}"
