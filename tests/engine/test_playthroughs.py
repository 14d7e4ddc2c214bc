"""Whole hands, replayed and settled. The expectations were counted by hand from the records: points
from the faces of each trick, payments from the tariff.

tests/playthroughs/<rule set>-*.txt are records; a note that begins "then" holds assertions in the
words of tests/vectors/hlucin/hands.txt. tests/playthroughs/perft.txt counts legal continuations.
"""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from cases import continuations, expect, fill, load, parts, run
from taroky import rules
from taroky.errors import RecordError
from taroky.game import apply, finished, record
from taroky.hand import Hand
from taroky.settling.paying import finished_facts, settle

FOLDER = Path(__file__).parents[1] / "playthroughs"


def replayed(name: str) -> Hand:
    hand = record.read((FOLDER / f"{name}.txt").read_text(encoding="utf-8")).replay()
    assert finished(hand)
    return hand


def items(hand: Hand) -> dict[str, str]:
    """Return what the declarer gets for each item."""
    settled = settle(hand.table, finished_facts(hand))
    return {item.id: f"{item.amounts[hand.declarer]:+.2f}" for item in settled.items}


def payments(hand: Hand) -> list[str]:
    return [f"{p:+.2f}" for p in settle(hand.table, finished_facts(hand)).payments.values()]


def test_povinnost() -> None:
    """HLU-CALL-04 (XVIII called over the caller's XIX), HLU-DBL-06, HLU-DBL-08, HLU-BON-06, HLU-ANN-22.

    A and C take six tricks: 8 + 4 + 8 + 9 + 8 + 16 = 53 faces, with discards 5 + 1 they have 59 in
    29 cards: 59 - 18 - 1 = 40. Five above 35 at 0.10, times 8 for super: 4.00. B's pagát, doubled
    by C (A's reflek comes from the wrong side and is void), is beaten: 4.00. B's taročky: 0.50.
    """
    hand = replayed("hlucin-povinnost")
    assert hand.partner == "C"
    assert hand.partner_public
    facts = finished_facts(hand)
    assert facts.points == {"declarers": 40, "opponents": 30}
    assert facts.tricks == {"declarers": 6, "opponents": 6, "A": 3, "B": 3, "C": 3, "D": 3}
    assert facts.factors == {"game": 8, "pagat@B": 2}
    assert items(hand) == {"game": "+4.00", "pagat": "+4.00", "tarocky": "-0.50"}
    assert payments(hand) == ["+7.50", "-7.50", "+7.50", "-7.50"]


def test_trojka() -> None:
    """HLU-SET-10, HLU-SET-02, HLU-TALON-12, HLU-BON-01: the source's example with its trulhonery.

    C's nine tricks hold 4 + 8 + 11 + 8 + 8 + 4 + 8 + 8 + 10 = 69 faces, the discards 4: 73 in 39
    cards, less 26: 47. From each: 12 x 0.30 = 3.60, taročky 0.50, trul 0.50, honery 0.50, the last
    trick with the pagát 1.00: 6.10.
    """
    hand = replayed("hlucin-trojka")
    assert hand.exchange.level == 3
    assert set(hand.exchange.exposed) == {"KH", "JC", "10S", "4D", "2H", "9C"}
    facts = finished_facts(hand)
    assert facts.points == {"declarers": 47, "opponents": 23}
    assert facts.last_trick is not None
    assert (facts.last_trick.winner, facts.last_trick.cards["C"]) == ("C", "I")
    assert items(hand) == {
        "game": "+10.80",
        "pagat": "+3.00",
        "tarocky": "+1.50",
        "trul": "+1.50",
        "honery": "+1.50",
    }
    assert payments(hand) == ["-6.10", "-6.10", "+18.30", "-6.10"]


def test_varsava() -> None:
    """HLU-VAR-08, HLU-VAR-11, HLU-VAR-12, HLU-VAR-14, HLU-VAR-20, HLU-VAR-22.

    With the talon cards C has 12 + 12 + 13 + 7 + 5 = 49 faces in 23 cards: 49 - 14 - 1 = 34; D 34
    in 21: 20; A 23 in 10: 16; B nothing. C pays 2.00, and 4.00 to B, who took no tricks.
    """
    hand = replayed("hlucin-varsava")
    facts = finished_facts(hand)
    assert facts.points == {"A": 16, "B": 0, "C": 34, "D": 20}
    assert facts.tricks == {"A": 2, "B": 0, "C": 5, "D": 5}
    assert [trick.extra for trick in hand.play.tricks[:6]] == [
        ("XVII",),
        ("RH",),
        ("XVIII",),
        ("9S",),
        ("4D",),
        ("X",),
    ]
    assert payments(hand) == ["+2.00", "+4.00", "-8.00", "+2.00"]


RECORDS = sorted(path for path in FOLDER.glob("*-*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records(path: Path) -> None:
    """The texts are written as the engine writes them, and survive JSON and code."""
    text = path.read_text(encoding="utf-8")
    kept = record.from_text(text)
    assert record.to_text(kept) == text
    assert record.from_json(record.to_json(kept)) == kept
    assert record.from_code(record.to_code(kept)) == kept
    again = record.of_hand(kept.replay(), kept.notes)
    assert again.replay() == kept.replay()
    # A discard may be written in any order; what is kept has the order of the pack.
    assert [(*action[:2], sorted(action.what)) for action in again.actions] == [
        (*action[:2], sorted(action.what)) for action in kept.actions
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_what_came_of_it(path: Path) -> None:
    """What the notes of a record say that the hand came to. The points stand in the notes."""
    hand = replayed(path.stem)
    for note in record.read(path.read_text(encoding="utf-8")).notes:
        if note.startswith("then "):
            for assertion in parts(note.removeprefix("then ")):
                expect(hand, assertion)


@pytest.mark.parametrize("name", rules.ids())
def test_every_rule_set_has_a_whole_hand(name: str) -> None:
    """A hand read and counted by hand, with what it pays."""
    kept = [record.read(path.read_text(encoding="utf-8")) for path in RECORDS]
    assert any(one.game == name and not one.table.chosen for one in kept)


def positions() -> list[object]:
    """perft.txt: rule set and options | cards | script | numbers of continuations by depth."""
    params = []
    lines = (FOLDER / "perft.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            game, layout, script, counts = (column.strip() for column in line.split("|"))
            params.append(pytest.param(game, layout, script, counts, id=f"perft.txt:{number}"))
    return params


@pytest.mark.parametrize(("game", "layout", "script", "counts"), positions())
def test_continuations(game: str, layout: str, script: str, counts: str) -> None:
    """As many ways of going on, by depth, as were counted by hand."""
    name, _, rest = game.partition(" ")
    options = tuple(re.findall(r"\{([\w.]+)=([^{}=\s]+)\}", rest))
    hands = [run(fill(load(name, options), layout), script)]
    for expected in counts.split():
        hands = [apply(hand, action) for hand in hands for action in continuations(hand)]
        assert len(hands) == int(expected)


@pytest.mark.parametrize(
    ("old", "new", "line", "point"),
    [
        ("A bid povinnost", "A bid pass", 9, "HLU-BID-07"),
        ("trick A: QD AD KD 2D", "trick A: QD AD RD 2D", 14, "HLU-VAR-06"),
        ("trick C: XX SKYZ XIX XIV", "trick C: XX SKYZ XXI XIV", 15, "HLU-VAR-11"),
        ("trick C: XVI VIII XXI XV", "trick C: XVI VIII V XV", 18, "HLU-VAR-08"),
        ("trick D: KC JC RC XII", "trick D: I JC RC XII", 16, "HLU-VAR-09"),
        ("trick C: KH QH 2H JH", "trick C: KH QH QC JH", 17, "HLU-VAR-05"),
        ("B bid pass", "B bid druha_povinnost", 10, "HLU-BID-12"),
    ],
)
def test_a_wrong_line_is_named(old: str, new: str, line: int, point: str) -> None:
    """HLU-PEN-02: a record that breaks a rule is refused with its line and the rule."""
    text = (FOLDER / "hlucin-varsava.txt").read_text(encoding="utf-8")
    assert text.count(old) == 1
    with pytest.raises(RecordError) as problem:
        record.read(text.replace(old, new)).replay()
    assert problem.value.fields["line"] == line
    assert point in problem.value.points
    assert str(problem.value).startswith(f"Line {line}: ")


def test_nothing_is_rounded() -> None:
    """HLU-SET-15: every amount is kept to the haléř."""
    for path in FOLDER.glob("hlucin-*.txt"):
        hand = replayed(path.stem)
        for amount in settle(hand.table, finished_facts(hand)).payments.values():
            assert amount == amount.quantize(Decimal("0.01"))
