"""Numbers, names and conditions of a table that make no sense are refused, and each of the engine's own tables makes
sense by the same rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest
from taroky import rules
from taroky.errors import TableError
from taroky.rules.columns.row import LEAST, MOST
from taroky.rules.conditions import Amount
from taroky.rules.reading import columns
from taroky.rules.table import Row, Table

HEAD = "table: house\ntitle: Our table\nextends: hlucin\n"


def refusal(cells: str, head: str = HEAD) -> str:
    with pytest.raises(TableError) as problem:
        rules.parse(f"{head}{cells}\n", "house.yaml")
    assert str(problem.value).startswith("house.yaml, line 4: ")
    return str(problem.value).removeprefix("house.yaml, line 4: ")


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("contracts: {solo: {rate: -5}}", "contracts.solo.rate is “-5”; expected 0 or more."),
        ("contracts: {solo: {rate: -0.01}}", "contracts.solo.rate is “-0.01”; expected 0 or more."),
        (
            "contracts: {solo: {rate: {by: level, 0: 1, 1+: -1}}}",
            "rate is “-1”; expected 0 or more.",
        ),
        ("contracts: {solo: {rate: [{from: 1}, {less: 2}]}}", "rate is “-1”; expected 0 or more."),
        ("contracts: {solo: {loss: -1}}", "contracts.solo.loss is “-1”; expected 0 or more."),
        (
            "declarations: {rows: {trul: {pay: -1}}}",
            "declarations.rows.trul.pay is “-1”; expected 0 or more.",
        ),
        ("penalties: {misdeal: {pay: -1}}", "penalties.misdeal.pay is “-1”; expected 0 or more."),
        ("payments: {varsava: {pay: -1}}", "payments.varsava.pay is “-1”; expected 0 or more."),
        ("pots: {jackpot: {starts: -1}}", "pots.jackpot.starts is “-1”; expected 0 or more."),
        ("session: {start_chips: -100}", "session.start_chips is “-100”; expected 0 or more."),
        ("seats: {active: 0}", "seats.active is “0”; expected 2 or more."),
        ("seats: {active: 9}", "seats.active is “9”; expected 5 or less."),
        ("seats: {players: [0]}", "seats.players is “0”; expected 2 or more."),
        ("seats: {players: [3]}", "seats.players is 3; 4 play a hand, so expected 4 or 5."),
        ("seats: {players: []}", "4 play a hand, so expected 4 or 5."),
        ("deal: {hand: 0}", "deal.hand is “0”; expected 1 or more."),
        ("deal: {hand: -12}", "deal.hand is “-12”; expected 1 or more."),
        ("deal: {talon: {cards: -6}}", "deal.talon.cards is “-6”; expected 0 or more."),
        (
            "deal: {ways: {cut: {packets: [0, 6]}}}",
            "deal.ways.cut.packets is “0”; expected 1 or more.",
        ),
        ("pack: {values: {kings: -5}}", "pack.values is “-5”; expected 0 or more."),
        ("count: {packet: 0}", "count.packet is “0”; expected 1 or more."),
        ("count: {deduct: -2}", "count.deduct is “-2”; expected 0 or more."),
        ("unit: {step: 0}", "unit.step has to be more than zero."),
        ("doubling: {steps: {flek: 1}}", "doubling.steps is “1”; expected 2 or more."),
        ("doubling: {steps: {flek: -2}}", "doubling.steps is “-2”; expected 2 or more."),
        (
            "talon: {two_threes: {sets: [0, 3]}}",
            "talon.two_threes.sets is “0”; expected 1 or more.",
        ),
        ("settle: {shares: {partner: 0}}", "settle.shares.partner is “0”; expected 1 or more."),
        ("result: {game: {target: 71}}", "result.game.target is 71; the whole pack has 70 points."),
        ("result: {game: {target: -1}}", "result.game.target is “-1”; expected 0 or more."),
        (
            "names: {XXII: Top}",
            "“XXII” in names is neither a card, a rank, a set nor a row of this table; did you mean XXI?",
        ),
        ("names: {foo: Bar}", "of this table; expected a card such as SKYZ, or the name of a row."),
        ("names: {1S: Ace}", "“1S” in names is neither a card"),
        ("names: {trojkaa: Three}", "did you mean trojka?"),
        ("names: {say.trulk: Trul}", "did you mean trul?"),
        (
            "bonuses: {pagat: {card: XXII}}",
            "“XXII” is neither a card nor a set of cards of this pack; did you mean XXI?",
        ),
        ("penalties: {fine: {who: holder, card: ZZ, pay: 1}}", "“ZZ” is neither a card nor a set"),
        (
            "declarations: {rows: {trul: {when: {hand: {kings: 5}}}}}",
            "asks for 5 of “kings”; there are at most 4.",
        ),
        (
            "declarations: {rows: {trul: {when: {hand: {taroky: 23+}}}}}",
            "asks for 23 of “taroky”; there are at most 22.",
        ),
        (
            "declarations: {rows: {trul: {when: {hand: {XXI: 2}}}}}",
            "asks for 2 of “XXI”; there are at most 1.",
        ),
        (
            "payments: {game: {when: {contract: trojkaa}}}",
            "asks whether contract is “trojkaa”, which it never is; did you mean trojka?",
        ),
        (
            "payments: {game: {when: {alone: maybe}}}",
            "asks whether alone is “maybe”, which it never is; expected yes or no.",
        ),
        ("auction: {calls: {solo: {when: {standing: solow}}}}", "did you mean solo?"),
    ],
)
def test_values_that_make_no_sense(cells: str, sentence: str) -> None:
    assert refusal(cells).endswith(sentence) or sentence in refusal(cells)


@pytest.mark.parametrize(
    "cells",
    [
        "contracts: {solo: {rate: 0}}",
        "names: {XXI: Mond, K: Monarch, trul: Three, solo: Alone, set.trul: Honours, S: leaves}",
        "names: {declarers: We}",
        "bonuses: {pagat: {outcomes: {failed: {pay: -3}}}}",
        "declarations: {rows: {barvicky: off}}",
        "session: {ends: {chips: -10}}",
        "result: {game: {target: 70}}",
        "declarations: {rows: {trul: {when: {hand: {kings: 4, taroky: 12}}}}}",
        "payments: {game: {when: {contract: [povinnost, druha_povinnost, trojka, solo, none]}}}",
    ],
)
def test_values_that_make_sense(cells: str) -> None:
    assert rules.parse(HEAD + cells).title == "Our table"


def test_names_and_conditions_of_a_parent_may_name_what_a_house_removed() -> None:
    head = "table: house\ntitle: Ours\nextends: polish\n"
    table = rules.parse(f"{head}declarations: {{rows: {{maly_tarok: off}}}}\n")
    assert "maly_tarok" in table.names and "maly_tarok" not in table.declarations.rows


def numbers(value: Any) -> Iterator[Any]:
    if isinstance(value, Amount):
        if value.number is not None:
            yield value.number
        yield from (number for _, number in (value.scale or ("", ()))[1])
    elif isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif value is not None:
        yield value


def rows(row: Row) -> Iterator[Row]:
    yield row
    for column in fields(row):
        value = getattr(row, column.name)
        for inner in value.values() if isinstance(value, dict) else (value,):
            if isinstance(inner, Row):
                yield from rows(inner)


def kinds(kind: type[Row], seen: set[type[Row]]) -> set[type[Row]]:
    """All kinds of rows in a table."""
    seen.add(kind)
    for hint in columns(kind).values():
        for one in (hint, *getattr(hint, "__args__", ())):
            if isinstance(one, type) and issubclass(one, Row) and one not in seen:
                kinds(one, seen)
    return seen


def test_every_column_of_numbers_says_which_make_sense_or_takes_all() -> None:
    """A new column of numbers is decided on."""
    free = {
        "OutcomeRow.pay",  # below zero the side pays
        "OutcomeRow.points_moved",
        "EndsRow.chips",  # a debt may be allowed
        "PaymentRow.order",
        "PenaltyRow.order",
    }
    named = set()
    for kind in kinds(Table, set()):
        for column in fields(kind):
            hint = str(column.type)
            if not re.search(r"\b(int|Decimal|Amount)\b", hint):
                continue
            if not column.metadata.keys() & {LEAST, MOST, "above"}:
                named.add(f"{kind.__name__}.{column.name}")
    assert named == free


@pytest.mark.parametrize("game", rules.ids())
def test_the_tables_of_the_engine_keep_to_it(game: str) -> None:
    table = rules.load(game)
    checked = 0
    for row in rows(table):
        for column in fields(row):
            for number in numbers(getattr(row, column.name)) if LEAST in column.metadata else ():
                assert number >= column.metadata[LEAST], (game, column.name)
                checked += 1
    assert checked > 20
