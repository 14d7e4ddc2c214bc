"""The tables of tests/vectors against the engine. Each case was worked out from the rules by hand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest
from cases import (
    POINT,
    Case,
    act,
    cards,
    cases,
    expect,
    facts,
    fill,
    numbers,
    parts,
    refusals,
    run,
    writes,
)
from holding import check_working
from taroky.errors import MissingFact, RecordError
from taroky.game import apply, current, legal, undealt
from taroky.messages import local_names
from taroky.phases.calling import callable_cards
from taroky.phases.declaring import judge_declarations
from taroky.phases.discard import check_set, judge
from taroky.phases.play import Moment, exception, legal_cards, winner
from taroky.phases.play import judge as judge_play
from taroky.rules.table import Table
from taroky.settling.counting import points as counting
from taroky.settling.paying import Settlement, settle


@pytest.fixture(autouse=True)
def names_of_the_table(request: pytest.FixtureRequest) -> Iterator[None]:
    """Sentences are said in the words of the case's rule set."""
    case = request.node.callspec.params["case"]
    with local_names(case.table.names):
        yield


def check_refusals(column: str, refusal_of: dict) -> None:
    """Every refusal of a column stands with its rule points and, if given, its sentence."""
    for what, points, sentence in refusals(column):
        refusal = refusal_of[what]
        assert refusal is not None, f"{what} was allowed"
        assert set(points) <= set(refusal.points), f"{what}: {refusal}"
        text = refusal.message.text()
        assert text.strip() and "{" not in text
        if sentence:
            assert text == sentence


def moment(column: str) -> tuple[str, Moment]:
    """ "normal, trick_no=1, called=KH, lost=0" -> the row of play and what else is known."""
    row, *words = (part.strip() for part in column.split(","))
    known = dict(word.split("=") for word in words)
    number = known.get("trick_no")
    lost = known.get("lost")
    return row, Moment(
        int(number) if number else None,
        called=known.get("called", ""),
        lost=None if lost is None else lambda: {"leader": int(lost)},
    )


def asked(column: str) -> str:
    """The fact of a column "asks trick_no": it decides, and nobody has said it. "" for another column."""
    return column.removeprefix("asks ") if column.startswith("asks ") else ""


@pytest.mark.parametrize("case", cases("play"))
def test_play(case: Case) -> None:
    first, now = moment(case.column(0))
    row, _, bound = first.partition(" + ")
    held, trick = cards(case.column(1)), cards(case.column(2))
    if asks := asked(case.column(3)):
        with pytest.raises(MissingFact) as problem:
            judge_play(case.table, row, held, trick, cards(bound), now)
        assert problem.value.fields == {"fact": asks}
        return
    choices = judge_play(case.table, row, held, trick, cards(bound), now)
    assert {c.kind for c in choices} == {"play"}
    expected = set(cards(case.column(3)))
    assert {c.what for c in choices if c.legal} == expected
    assert set(legal_cards(case.table, row, held, trick, cards(bound), now)) == expected
    check_refusals(case.column(4), {c.what: c.refusal for c in choices})


@pytest.mark.parametrize("case", cases("tricks"))
def test_tricks(case: Case) -> None:
    played = cards(case.column(0))
    row, now = moment(case.column(2))
    row = row or next(iter(case.table.play))
    if asks := asked(case.column(1)):
        with pytest.raises(MissingFact) as problem:
            winner(case.table, row, played, now)
        assert problem.value.fields == {"fact": asks}
        return
    best, name = winner(case.table, row, played, now)
    assert played[best] == case.column(1)
    if case.column(3):
        assert exception(case.table, row, name, played).text() == case.column(3).strip("“”")
    elif played[best] == played[case.table.cards.winner(played)]:
        assert name == ""


@pytest.mark.parametrize("case", cases("count"))
def test_count(case: Case) -> None:
    pack = case.table.cards.cards
    pile = pack if case.column(0) == "pack" else cards(case.column(0))
    expected = Fraction(case.column(1))
    counted = counting.count(case.table, pile)
    assert counted.points == counting.value(case.table, pile) == expected
    assert counting.count(case.table, pile[::-1]).points == expected
    if case.column(2):
        assert set(counted.left_over) == set(cards(case.column(2)))
        assert counted.groups[-1].cards == counted.left_over
    if pile and expected.denominator == 1:
        assert f"{expected} points" in counted.total.text()


@pytest.mark.parametrize("case", cases("calling"))
def test_calling(case: Case) -> None:
    row, colon, held = case.column(0).partition(":")
    if not colon:
        (row,), held = case.table.calling, case.column(0)
    choices = callable_cards(case.table, row, cards(held))
    assert {c.what for c in choices if c.legal} == set(cards(case.column(1)))
    check_refusals(case.column(2), {c.what: c.refusal for c in choices})


@pytest.mark.parametrize("case", cases("discard"))
def test_discard(case: Case) -> None:
    row, _, called = case.column(0).partition(" * ")
    held, n = cards(case.column(1)), int(case.column(2))
    assert len(held) == case.table.deal.hand + n
    choices = judge(case.table, row, held, n, called)
    assert {c.what for c in choices if c.legal} == set(cards(case.column(3)))
    assert {c.what for c in choices if c.must} == set(cards(case.column(4)))
    check_refusals(case.column(5), {c.what: c.refusal for c in choices})
    for part in parts(case.column(6)):
        chosen, _, verdict = (piece.strip() for piece in part.partition("="))
        refusal = check_set(case.table, row, held, n, cards(chosen), called)
        if verdict == "ok":
            assert refusal is None, part
        else:
            assert refusal is not None, part
            assert verdict in refusal.points, part


@pytest.mark.parametrize("case", cases("declarations"))
def test_declarations(case: Case) -> None:
    held = cards(case.column(0))
    assert len(set(held)) == case.table.deal.hand
    choices = judge_declarations(case.table, held)
    rows = case.table.declarations.rows
    legal_rows = {(c.what, rows[c.what].pay.number) for c in choices if c.legal}
    wanted = (part.split() for part in parts(case.column(1)) if part != "-")
    assert legal_rows == {(name, Decimal(amount)) for name, amount in wanted}
    check_refusals(case.column(2), {c.what: c.refusal for c in choices})


@pytest.mark.parametrize("case", cases("auction"))
def test_auction(case: Case) -> None:
    layout = case.column(1)
    hand = fill(case.table, layout if ":" in layout else {layout: "I"})
    for call in cards(case.column(0)):
        asked = current(hand)
        assert asked is not None
        hand = apply(hand, act(f"{asked[1]} bid {call}"))
    options = legal(hand)
    if hand.contract:
        expect(hand, f"declarer {case.column(2)}")
        return
    if options is None:
        expect(hand, case.column(2))
        return
    assert options.phase == "auction"
    assert {c.what for c in options.of("bid")} == set(case.column(2).split())
    check_refusals(case.column(3), {c.what: c.refusal for c in options.choices if c.kind == "bid"})


@pytest.mark.parametrize("case", cases("hands"))
def test_hands(case: Case) -> None:
    hand = run(fill(case.table, case.column(0)), case.column(1))
    for assertion in parts(case.column(2)):
        expect(hand, assertion)


def span(text: str) -> list[int]:
    """ "7-12 31-36" as pack positions from 0; "6-1" counts down."""
    positions: list[int] = []
    for part in text.split():
        low, top = map(int, part.split("-"))
        positions += range(low - 1, top) if low <= top else range(low - 1, top - 2, -1)
    return positions


@pytest.mark.parametrize("case", cases("deal"))
def test_deal(case: Case) -> None:
    pack = case.table.cards.cards
    script = case.column(1)
    hand = run(undealt(case.table, pack, players=int(case.column(0))), script)
    cut = re.search(r"cut (\d+)", script)
    cut_at = int(cut.group(1)) if cut else 0
    pack = pack[cut_at:] + pack[:cut_at]
    for part in parts(case.column(2)):
        seat, _, positions = part.partition(" ")
        if seat not in (*hand.at_table, "talon"):
            expect(hand, part)
            continue
        expected = [pack[i] for i in span(positions)]
        if seat == "talon":
            assert list(hand.cards.talon) == expected
        else:
            assert sorted(hand.deal.dealt[seat]) == sorted(expected)


@pytest.mark.parametrize("case", cases("settle"))
def test_settle(case: Case) -> None:
    expected = case.column(1)
    if expected.startswith("refused"):
        with pytest.raises((RecordError, MissingFact)) as problem:
            settle(case.table, facts(case.table, case.column(0)))
        ids = re.findall(POINT, expected)
        assert set(ids) <= set(problem.value.points)
        text = str(problem.value)
        assert text.endswith((".", ").")) and "{" not in text
        sentence = re.search(r"“(.*)”$", expected)
        if sentence:
            assert text == sentence.group(1)
        return
    reported = facts(case.table, case.column(0))
    settled = settle(case.table, reported)
    payments, *pots = parts(expected)
    assert list(settled.payments.values()) == numbers(payments)
    changes = {name: Decimal(amount) for name, amount in (pot.split() for pot in pots)}
    assert {name: amount for name, amount in settled.pots.items() if amount} == changes
    assert writes(case.table) or sum((*settled.payments.values(), *changes.values())) == 0
    paying = rows_that_pay(case.table)
    for item in settled.items:
        assert writes(case.table) or sum(item.amounts.values()) == 0
        assert item.points
        assert item.steps
        assert all(step.points for step in item.steps), item
        check_working(item)
        assert "{" not in item.label.text()
        assert item.row in paying, item
        for amount in (*item.amounts.values(), *(step.value for step in item.steps)):
            assert written_in(amount, case.table.unit.step), item
        assert item.id == item.row.partition(".")[0] or item.id == "game"
    for who, amount in {**settled.payments, **settled.pots}.items():
        assert sum(item.amounts.get(who, 0) for item in settled.items) == amount
    check_items(settled, reported.declarer or case.table.active[0], case.column(2))
    assert settled.replay == ("replay" in case.column(3))
    for part in parts(case.column(3)):
        check_telling(settled, *part.split(" ", 2))


def rows_that_pay(table: Table) -> set[str]:
    """The rows of a table that an item can come from, as a table names them."""
    outcomes = {f"{name}.{key}" for name, row in table.bonuses.items() for key in row.outcomes}
    paying = (table.payments, table.penalties, table.offers, table.declarations.rows)
    return outcomes.union(*paying)


def written_in(amount: Decimal, unit: Decimal) -> bool:
    """Whether an amount has the decimals of a unit that has two, else none, or is finer than that."""
    places = min(int(unit.as_tuple().exponent), 0) if unit.as_tuple().exponent != -1 else 0
    return amount.as_tuple().exponent == places or amount % Decimal(1).scaleb(places) != 0


def check_items(settled: Settlement, declarer: str, column: str) -> None:
    """The column "game +0.40, pagat -1": all items with the declarer's amount. "game@B -3" is only
    about that one item and B's amount."""
    wanted, of_seats = [], False
    for part in parts(column, ","):
        name, amount = part.split()
        name, of_one, seat = name.partition("@")
        if of_one:
            of_seats = True
            amounts = [item.amounts.get(seat, 0) for item in settled.items if item.id == name]
            assert Decimal(amount) in amounts, part
        else:
            wanted.append((name, Decimal(amount)))
    if wanted or (column and not of_seats):
        amounts = [(item.id, item.amounts.get(declarer, 0)) for item in settled.items]
        assert sorted(amounts) == sorted(wanted)


def check_telling(settled: Settlement, word: str, of: str, rest: str = "") -> None:
    """Check what a settlement says besides amounts: "won AC" (who has won), "replay AD" (who has, and
    that the hand is dealt again), "order game,trul" (the items as they stand), "notes 1 row" (a note's
    place and what it is about, or its sentence; "none"), "lines game 4" (how many lines its working
    has), "says game POINT POINT “label”" (an item with all its rule points), "step game:2 20 POINT
    “line”" (a line of an item's working, the value after it, all its rule points)."""
    quoted = re.search(r"“(.*)”$", rest)
    points = set(re.findall(POINT, rest))
    if word in ("won", "replay"):
        assert "".join(settled.winners) == of
    elif word == "order":
        assert ",".join(item.id for item in settled.items) == of
    elif word == "notes" and of == "none":
        assert not settled.notes
    elif word == "notes":
        note = settled.notes[int(of) - 1]
        assert rest in dict(note.params).values() or rest == f"“{note.text()}”"
    elif word == "lines":
        assert [len(item.steps) for item in settled.items if item.id == of] == [int(rest)]
    elif word == "says":
        items = [item for item in settled.items if item.id == of]
        said = [(set(item.points), item.label.text()) for item in items]
        assert quoted is not None
        assert (points, quoted.group(1)) in said, said
    else:
        assert word == "step"
        name, _, place = of.partition(":")
        number = int(place) - 1
        steps = [
            item.steps[number]
            for item in settled.items
            if item.id == name and len(item.steps) > number
        ]
        lines = [(step.value, set(step.points), step.message.text()) for step in steps]
        assert quoted is not None
        assert (Decimal(rest.split()[0]), points, quoted.group(1)) in lines, lines
