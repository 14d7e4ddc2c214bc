"""Rule tables told in words: every difference of every two tables is said, in words for players."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any, get_args, get_origin

import pytest
from taroky import rules, telling
from taroky.messages import known, local_names
from taroky.rules.differences import Difference, differences
from taroky.rules.reading import columns
from taroky.rules.table import Row, Table
from taroky.telling import Sentence

#: What belongs to tables and programs, and never to a sentence.
_UNWORDED = re.compile(r"[{}\[\]_=]|None|True|False|Decimal|\byes\b|  | ,|,,|\.\.|cell\.|: ;|:\.")
#: Rows that only contracts name, and that are told with what they hold.
_UNNAMED = re.compile(r"(calling|talon|discard|play)\.[a-z_]+")
#: Cells that other cells make good for nothing: (path, whether they do in this table).
_IDLE = {
    # Anticlockwise, the player before the dealer is the one on the dealer's left.
    "deal.cutter": lambda table: (
        table.deal.cutter == "left"
        or (table.deal.cutter, table.seats.direction) == ("before_dealer", "anticlockwise")
    ),
    "discard.laid_away.others_for": lambda table: (
        table.discard["laid_away"].others_for in (None, table.discard["laid_away"].counts_for)
    ),
    "penalties.misdeal.to": lambda table: not table.penalties["misdeal"].pay.number,
}


@cache
def differing(first: str, second: str) -> tuple[Difference, ...]:
    tables = rules.load(first), rules.load(second)
    return differences(rules.flat(first), rules.flat(second), tables)


def untold(
    one: Table,
    other: Table,
    different: tuple[Difference, ...],
    sentences: tuple[Sentence, ...],
) -> Iterator[str]:
    """Cells that differ and that none of these sentences tells of."""
    by_path = telling.by_path(sentences, [d.path for d in different])
    for d in different:
        if d.asked is not None or by_path[d.path]:
            continue
        if _UNNAMED.fullmatch(d.path) and None in (d.first, d.second):
            continue
        if d.path in _IDLE and _IDLE[d.path](one) and _IDLE[d.path](other):
            continue
        yield d.path


@pytest.mark.parametrize("pair", list(combinations(rules.ids(), 2)), ids="/".join)
def test_every_difference_of_two_rule_sets_is_told(pair: tuple[str, str]) -> None:
    one, other = map(rules.load, pair)
    sentences = telling.compared(one, other)
    assert list(untold(one, other, differing(*pair), sentences)) == []
    for sentence in sentences:
        assert not _UNWORDED.search(sentence.text), sentence.text
        assert sentence.text[0].isupper() and sentence.text.endswith("."), sentence.text
        assert set(sentence.first_points) <= one.all_points()
        assert set(sentence.second_points) <= other.all_points()


def test_who_cuts_is_told_by_the_side_of_the_dealer() -> None:
    """The same words for the same seat, whichever way a game goes."""
    tables = [rules.load(name) for name in ("machtarok", "french", "heun")]
    cutter = next(question for question in telling.QUESTIONS if question.id == "cutter")
    left, right = "the player on the dealer’s left", "the player on the dealer’s right"
    assert [line.value for table in tables for line in cutter.tell(table)] == [left, left, right]


@pytest.mark.parametrize("name", rules.ids())
def test_a_table_does_not_differ_from_itself(name: str) -> None:
    assert telling.compared(rules.load(name), rules.load(name)) == ()


@pytest.mark.parametrize("name", rules.ids())
def test_every_house_option_is_told(name: str) -> None:
    """Whatever a house chooses, what becomes other is said. The games for three and five and the
    practice games have most of their menu from the French game."""
    for key, option in rules.load(name).options.items():
        if name.startswith("french-") and key in rules.load("french").options:
            continue
        for value in set(option.values) - {option.default}:
            needed = dict(option.needs)
            one, other = rules.load(name, needed), rules.load(name, {**needed, key: value})
            flats = rules.flat(name, needed), rules.flat(name, {**needed, key: value})
            different = differences(*flats, (one, other))
            sentences = telling.compared(one, other)
            assert list(untold(one, other, different, sentences)) == [], f"{name} {key}={value}"
            for sentence in sentences:
                assert not _UNWORDED.search(sentence.text), sentence.text


@pytest.mark.parametrize("name", rules.ids())
def test_every_answer_is_in_words_and_names_rules(name: str) -> None:
    table = rules.load(name)
    answered = linked = 0
    for question in telling.QUESTIONS:
        for line in question.answer(table):
            assert line.value and not _UNWORDED.search(line.text), (question.id, line.text)
            assert set(line.points) <= table.all_points()
            answered += 1
            linked += bool(line.points)
    assert answered > 50
    assert linked / answered > 0.6


def test_every_question_has_a_title_and_a_sentence() -> None:
    ids = [question.id for question in telling.QUESTIONS]
    assert len(set(ids)) == len(ids)
    for question in telling.QUESTIONS:
        assert known(f"cell.{question.id}") and known(f"cell.{question.id}.says"), question.id
        assert question.topic in telling.TOPICS
    topics = [telling.TOPICS.index(question.topic) for question in telling.QUESTIONS]
    assert topics == sorted(topics)


#: Columns without a rule of their own: names and old names, the menu of options, what the reader keeps, columns of one
#: value, and the order in which bids are told.
_NO_RULES = re.compile(
    r"table|title|prefix|chosen|pages|packed|options\..*|pots\.\*\.old_names|unit\.odd_to|seats\.fifth\.sits_out"
    r"|auction\.first_hand\.otherwise|auction\.calls\.\*\.rank"
)


def row_in(hint: Any) -> tuple[type[Row] | None, bool]:
    """The kind of row that a column holds, and whether it holds many of them by name."""
    if isinstance(hint, type) and issubclass(hint, Row):
        return hint, False
    named = get_origin(hint) is Mapping
    for part in get_args(hint):
        kind, many = row_in(part)
        if kind is not None:
            return kind, many or named
    return None, False


def column_paths(kind: type[Row], before: str = "") -> Iterator[str]:
    """Every column of a class and of the rows in it, * standing for the name of a row."""
    for name, hint in columns(kind).items():
        inside, many = row_in(hint)
        if inside is not None:
            yield from column_paths(inside, f"{before}{name}.{'*.' if many else ''}")
        elif name != "points":
            yield f"{before}{name}"


@cache
def columns_read(module: str) -> frozenset[str]:
    """The names that a module reads of an object."""
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return frozenset(node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute))


def test_every_column_is_told() -> None:
    """By a question about its section, in a module that reads it: pages that compare games, and the
    rules of houses, are made of these."""
    paths = list(column_paths(Table))
    assert len(paths) > 200
    untold = []
    for path in paths:
        section, name = path.split(".")[0], path.split(".")[-1]
        near = [
            question
            for question in telling.QUESTIONS
            if any(section == cell.split(".")[0] for cell in question.cells)
        ]
        files = {question.tell.__module__: None for question in near}
        exact = any(path in question.cells for question in near)
        if not (exact or _NO_RULES.fullmatch(path) or any(name in columns_read(f) for f in files)):
            file = next((f for f in files if not f.endswith(".base")), "taroky.telling.setting")
            untold.append(
                f"No page tells of the column {path}: let a question in "
                f"engine/{file.replace('.', '/')}.py read it, with words for it in "
                "engine/taroky/messages/en.po (cell.…)."
            )
    assert not untold, "\n".join(untold)


def _plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def said(first: str, second: str) -> list[str]:
    return [_plain(s.text) for s in telling.compared(rules.load(first), rules.load(second))]


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [
        # HLU-SET-01, VIC-SETT-01
        (
            "hlucin",
            "victoria",
            "In Hlučín, the declarers need 36 of 70 points; in Victoria, 54 of 106 points.",
        ),
        # HLU-SET-03, POL-SET-05
        (
            "hlucin",
            "polish",
            "In Hlučín, the rate of sólo is 0.60 Kč; in Zabrzeg, the rate of zolo brewer is ×6.",
        ),
        # HLU-BON-04, MACH-BONUS-10
        (
            "hlucin",
            "machtarok",
            "In Hlučín, the pagát, announced and made, earns 2.00 Kč; in MachTarok, 4 chips (if the last "
            "trick contains the Pagat and no other tarok).",
        ),
        # FR-COUNTING-11
        (
            "hlucin",
            "french",
            "In Hlučín, the declarers need 36 of 70 points; in the French game, 56, 51, 41 or 36 of 91 "
            "points, with 0, 1, 2 or 3 honours.",
        ),
        # MACH-CALL-05, VIC-CALL-01
        (
            "french-3",
            "french",
            "In the French game for three, the deal is 24 to each player and 6 to the talon; in the "
            "French game, 18 to each player and 6 to the talon.",
        ),
        # VIC-DBL-03
        (
            "victoria",
            "heun",
            "In Victoria, the doubles allowed are: Contra ×2, Re ×4, Supre ×8, Re Supra ×16; in the Heun game, "
            "none.",
        ),
    ],
)
def test_numbers_are_said_as_at_the_table(first: str, second: str, sentence: str) -> None:
    assert sentence in said(first, second)


def test_numbers_are_those_of_the_table() -> None:
    """What a sentence counts is read from the table, not written down."""
    for name in rules.ids():
        table = rules.load(name)
        answers = {q.id: q.answer(table) for q in telling.QUESTIONS}
        assert answers["total"][0].value == str(table.total)
        hand, talon = table.deal.hand, table.deal.talon.cards
        assert answers["hand"][0].value == f"{hand} to each player and {talon} to the talon"
        rates = {line.row: line.value for line in answers["rate"]}
        for game, row in table.contracts.items():
            if game in rates and row.rate.number is not None:
                shown = re.findall(r"\d+(?:\.\d+)?", rates[game])
                assert [float(number) for number in shown] == [float(row.rate.number)]
        doubles = re.findall(r"×(\d+)", answers["steps"][0].value)
        assert list(map(int, doubles)) == list(table.doubling.steps.values())
        prices = {line.row: line.value for line in answers["declaration"]}
        for row, declaration in table.declarations.rows.items():
            price = re.match(r"\d+(?:\.\d+)?", prices[row])
            assert price and declaration.pay.number == type(declaration.pay.number)(price[0])


def test_a_house_is_called_by_its_title() -> None:
    text = "table: lion\ntitle: At the Lion\nextends: hlucin\ncontracts: {solo: {rate: 0.40}}\n"
    house = rules.parse(text)
    assert telling.short_name(house) == "At the Lion"
    (sentence,) = telling.compared(rules.load("hlucin"), house)
    expected = "In Hlučín, the rate of sólo is 0.60 Kč; in “At the Lion”, 0.40 Kč."
    assert _plain(sentence.text) == expected
    assert sentence.second_points == ("HLU-SET-03",)


@pytest.mark.parametrize(
    ("game", "asked", "answer"),
    [
        (
            "heun",
            "who_bids",
            "anybody, before the first bid or over Four, but not after 3 passes without a bid",
        ),
        (
            "heun",
            "bonus.king.side",
            "the side that takes the last trick; if announced and failed, the declarer’s side pays",
        ),
        (
            "polish",
            "offers",
            "in powinność, having drawn the called card from the talon, the declarer may give up after drawing and until the discard, for a payment of 4 points to each of the others",
        ),
    ],
)
def test_a_condition_stands_before_what_it_allows(game: str, asked: str, answer: str) -> None:
    question = next(one for one in telling.QUESTIONS if one.id == asked)
    values = [line.value.replace("\u00a0", " ") for line in question.answer(rules.load(game))]
    assert answer in values


def test_a_question_names_cards_as_the_table_does() -> None:
    question = next(one for one in telling.QUESTIONS if one.id == "bonus.pagat.say")
    assert question.title == "Who may announce the pagát"
    with local_names(rules.load("polish").names):
        assert question.title == "Who may announce the pagat"


def test_keeping_the_pagat_is_told_only_where_it_may_be_announced() -> None:
    question = next(one for one in telling.QUESTIONS if one.id == "bonus.pagat.binds")
    assert [bool(question.answer(rules.load(game))) for game in ("hlucin", "french")] == [
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("asked", "options", "values", "points"),
    [
        # An announced Pagat costs the same whether it falls early or is beaten at the end.
        (
            "bonus.pagat.said_lost",
            {},
            ["10 points"],
            {"VIC-PAGAT-03", "VIC-PAGAT-05", "VIC-PAGAT-06"},
        ),
        (
            "bonus.pagat.said_lost",
            {"pagat.announced_early_fall": "no_penalty"},
            ["10 points (if the last trick contains the Pagat)"],
            {"VIC-PAGAT-03", "VIC-PAGAT-06"},
        ),
        # What nobody has looked at and what was rejected are all that is left.
        (
            "talon_rest",
            {},
            ["the opponents get what is left of the talon"],
            {"VIC-TALON-09", "VIC-TALON-10", "VIC-TALON-15", "VIC-TALON-19"},
        ),
        (
            "talon_rest",
            {"talon.unseen_cards": "declarer"},
            [
                "the declarer’s side gets what nobody has looked at; the opponents get the rest of the talon",
            ],
            {"VIC-TALON-09", "VIC-TALON-10", "VIC-TALON-15", "VIC-TALON-19"},
        ),
    ],
)
def test_what_is_the_same_is_told_once(
    asked: str, options: Mapping[str, str], values: list[str], points: set[str]
) -> None:
    question = next(one for one in telling.QUESTIONS if one.id == asked)
    table = rules.load("victoria", options)
    lines = question.answer(table)[: len(values)]
    assert [line.value.replace("\u00a0", " ") for line in lines] == values
    assert {point for line in lines for point in line.points} == points
