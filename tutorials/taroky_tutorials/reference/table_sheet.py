"""A rule set on one sheet of paper for the table: what its table answers to the questions that come
up there, and a table of what is paid, worked out by the engine."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from taroky.errors import TarokyError
from taroky.messages import given_name, in_units, local_names, money, number, say, term
from taroky.rules.table import Table
from taroky.settling.paying import settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.possible_points import least_with_honours
from taroky.telling import QUESTIONS, TOPICS, Line, Question, topic_title

from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.placeholders import coin_name

#: What nobody asks in the middle of a hand.
_LEFT_OUT = frozenset(
    {
        "names",
        "unit",
        "pack",
        "excuse",
        "sets",
        "draw",
        "shuffle",
        "exposed_card",
        "talon_dealt",
        "exchange_first",
        "says",
        "held",
        "own_secret",
        "no_discard",
        "order",
        "drawn_cards",
        "early",
        "piles",
        "talon_seen",
        "partner",
        "start_chips",
        "ends",
        "debt",
        "best",
        "tie",
        "counts",
        "options",
        "rate",
    }
)
#: Topics that are told under another one's title.
_UNDER = {"table": "deal", "session": "deal", "contracts": "auction", "counting": "settlement"}
#: Told even if no rule says so: what goes without saying is left out else.
_ALWAYS = frozenset({"settled", "to"})
#: Told row by row, one below the other.
_LISTED = frozenset({"declaration", "games"})
#: The table of payments has so many columns for a game that is won, and as many for one that is lost.
_COLUMNS = 8
#: Characters up to which a sheet is printed in larger type, and in still larger type.
_LENGTHS = (6000, 5000, 3200)
_TAG = re.compile(r"<[^>]+>")
#: Who sits where in the hands of that table.
_DECLARER, _PARTNER, _OTHER = "A", "C", "B"


def view(table: Table, base: str) -> Markup:
    """The sheet with its title. base: from its page to the root of the site."""
    with local_names(table.names):
        parts = [_section(table, topic, base) for topic in TOPICS if topic not in _UNDER]
        paid = _payments(table)
    sheet = element("div", *parts, class_="tk-sheet-columns"), paid
    return element(
        "article",
        element("h1", given_name(table.title)),
        *sheet,
        class_="tk-sheet",
        data_room=_room(sheet),
    )


def _room(sheet: Iterable[Markup | None]) -> str:
    """How much room there is on the paper: the less is told, the larger it is printed."""
    length = sum(len(_TAG.sub("", part)) for part in sheet if part)
    return str(sum(length < most for most in _LENGTHS))


def page(table: Table, base: str, game: str = "") -> Markup:
    """The page of the sheet: what it is, the sheet, and what prints it. game: the way to all rules, if
    not to the reference page that has most of them."""
    button = element(
        "button", say("summary.print").text(), type="button", class_="tk-button", data_print="1"
    )
    return join(
        element(
            "p",
            say("summary.lead").text(),
            " ",
            element("a", say("summary.rules").text(), href=links.rules(table, _of(table), base)),
            ".",
            class_="tk-sheet-about",
        ),
        element("p", button, class_="tk-actions", hidden=True),
        view(table, base),
    )


def _of(table: Table) -> str:
    """The rule set on whose page most rules of this one stand."""
    pages = [table.page_of(point) for point in table.all_points()]
    return max(sorted(set(pages)), key=pages.count)


def title(table: Table) -> str:
    """Return what the page is called."""
    return say("summary.title", title=table.title).text()


def about(table: Table) -> str:
    """Return what search engines and previews of links say of the page."""
    return say("about.sheet", game=table.title).text()


def _section(table: Table, topic: str, base: str) -> Markup | None:
    there = {
        "declarations": table.declarations.rows,
        "bonuses": table.bonuses,
        "doubling": table.doubling.steps,
        "discards": table.discard,
        "calling": table.calling,
    }
    if not there.get(topic, True):
        return None
    parts = [
        part
        for question in QUESTIONS
        if _UNDER.get(question.topic, question.topic) == topic and question.id not in _LEFT_OUT
        for part in _answer(table, question, base)
    ]
    return element("section", element("h2", topic_title(topic)), *parts) if parts else None


def _answer(table: Table, question: Question, base: str) -> Iterator[Markup]:
    lines = [line for line in question.answer(table) if not line.usual]
    if not any(line.points for line in lines) and (question.id not in _ALWAYS or not lines):
        return
    title = _linked(table, question.title, lines, base)
    if question.id in _LISTED:
        yield element("p", title, ":", class_="tk-sheet-lead")
        rates = _rates(table) if question.id == "games" else {}
        rows = [
            element(
                "tr",
                element("th", line.label, scope="row"),
                element("td", line.value, f" – {rates[line.key]}" if line.key in rates else ""),
            )
            for line in lines
        ]
        yield element("table", element("tbody", *rows), class_="tk-sheet-rows")
    else:
        yield element("p", title, ": ", "; ".join(line.text for line in lines), ".")


def _rates(table: Table) -> dict[str, str]:
    """Return what each game costs, by what the game is."""
    question = next(one for one in QUESTIONS if one.id == "rate")
    return {line.key: line.value for line in question.answer(table) if line.key}


def _linked(table: Table, title: str, lines: Iterable[Line], base: str) -> Markup:
    """The question as a link to the first rule it is answered by."""
    point = next((point for line in lines for point in line.points), "")
    if not point:
        return element("b", title)
    return element("b", element("a", title, href=links.rule(table, point, base)))


# -- what is paid --------------------------------------------------------------------------------


def _payments(table: Table) -> Markup | None:
    """Return what each opponent pays, by the declarers' card points; nothing where it does not depend
    on them, or is only written down."""
    honours, need = _needed(table)
    least = least_with_honours(table, honours or 0)
    points = [one for one in _points(need, int(table.total)) if one >= least]
    rows = []
    for name, game, level in _games(table):
        try:
            rows.append((name, [_paid(table, game, level, one, honours) for one in points]))
        except TarokyError:
            continue  # it asks for more than points: a promise that goes with the bid
    if all(len({abs(one) for one in paid}) < 3 for _, paid in rows):
        return None
    key = "summary.payments" if honours is None else "summary.payments_honours"
    said = say(key, unit=coin_name(table), n=honours or 0, need=need).text()
    heads = [
        element("th", str(one), scope="col", class_="is-won" if one >= need else None)
        for one in points
    ]
    return element(
        "table",
        element("caption", said),
        element("thead", element("tr", element("td"), *heads)),
        element("tbody", *(_row(table, name, paid) for name, paid in rows)),
        class_="tk-sheet-payments",
    )


def _points(need: int, total: int) -> list[int]:
    """Card points just below and just above what is needed, and further off in round numbers."""
    lost = [need - 1, *range((need - 2) // 5 * 5, -1, -5)][:_COLUMNS]
    won = [need, *range(need // 5 * 5 + 5, total + 1, 5)][:_COLUMNS]
    return [*reversed(lost), *won]


def _row(table: Table, name: str, paid: Sequence[Decimal]) -> Markup:
    amounts = (number(money(in_units(one, table.unit.step))).replace("-", "−") for one in paid)
    return element("tr", element("th", name, scope="row"), *(element("td", one) for one in amounts))


def _needed(table: Table) -> tuple[int | None, int]:
    """How many honours are taken for granted where they matter, else None, and the points that are
    needed to win."""
    target = next((row.target for row in table.result.values() if row.target is not None), None)
    if target is not None and target.scale is not None and target.scale[0] == "honours":
        honours, need = target.scale[1][len(target.scale[1]) // 2]
        return int(honours), int(need)
    return None, int(table.total) // 2 + 1


def _games(table: Table) -> Iterator[tuple[str, str, int]]:
    """The contracts that are won and lost by points, each with its name and its levels."""
    for game, row in table.contracts.items():
        if row.sides == "each":
            continue
        name = term("call", game)
        levels = sorted({one.level for one in table.talon[row.talon].choose.values()})
        if len(levels) < 2:
            yield name, game, 1
            continue
        for level in levels:
            yield say("summary.level", game=name, level=level).text(), game, level


def _paid(table: Table, game: str, level: int, points: int, honours: int | None) -> Decimal:
    """Return what an opponent pays, below zero what the opponent gets. Raises TarokyError."""
    facts: dict[str, Any] = {
        "contract": game,
        "declarer": _DECLARER,
        "level": level,
        "points": {"declarers": points},
        "left_over": {"declarers": 0},
    }
    if table.contracts[game].sides == "called":
        facts["partner"] = _PARTNER
    if honours is not None:
        facts["honours"] = honours
    paid = -settle(table, facts_of.read(table, facts)).payments[_OTHER]
    return Decimal(paid)
