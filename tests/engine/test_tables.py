"""Rule tables that do not hold: each is refused in one sentence that names the place."""

from __future__ import annotations

from decimal import Decimal
from itertools import combinations
from pathlib import Path

import pytest
from taroky import rules
from taroky.api import handler
from taroky.errors import TableError
from taroky.phases.declaring import judge_declarations
from taroky.rules.differences import differences
from taroky.settling.paying import Finished, settle

HEAD = "table: house\ntitle: Our table\nextends: hlucin\n"


def refused(text: str) -> TableError:
    with pytest.raises(TableError) as problem:
        rules.parse(text, "house.yaml")
    sentence = str(problem.value)
    assert "\n" not in sentence and "{" not in sentence and sentence[-1] in ".?"
    assert sentence.startswith("house.yaml")
    return problem.value


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (
            HEAD + "declarations:\n  rows:\n    trul: {pay: 1.00, wehn: {hand: {trul: 3}}}\n",
            6,
            "“wehn” is not a column of declarations.rows.trul; did you mean when?",
        ),
        (HEAD + "bonusses: {}\n", 4, "“bonusses” is not a column of table; did you mean bonuses?"),
        (
            HEAD + "count: {packet: three}\n",
            4,
            "count.packet is “three”; expected a number.",
        ),
        (
            HEAD + "contracts:\n  solo:\n    rate: dear\n",
            6,
            "contracts.solo.rate is “dear”; expected a number.",
        ),
        (
            HEAD + "deal:\n  hand: 13\n",
            5,
            "4 hands of 13 and a talon of 6 take 58 cards; the pack has 54.",
        ),
        (
            HEAD + "pack: {cards: 53}\n",
            4,
            "the pack should have 53 cards, but its suits and taroky add up to 54.",
        ),
        (HEAD + "title: Again\n", 4, "“title” appears twice; use each key once."),
        (
            HEAD + "choose: {varsava.scorring: half_crown}\n",
            4,
            "“varsava.scorring” is not an option; did you mean varsava.scoring?",
        ),
        (
            HEAD + "choose: {varsava.scoring: full_crown}\n",
            4,
            "“full_crown” is not a value of varsava.scoring; expected one_two_four or half_crown.",
        ),
        (
            HEAD + "seats: {direction: sideways}\n",
            4,
            "seats.direction is “sideways”; expected one of anticlockwise or clockwise.",
        ),
        (HEAD + "doubling: {on: game}\n", 4, "doubling.on is “game”; expected a list"),
        (
            HEAD + "declarations: {voluntary: maybe}\n",
            4,
            "declarations.voluntary is “maybe”; expected one of yes or no.",
        ),
        (
            HEAD + "contracts: {trojka: {talon: two_treys}}\n",
            4,
            "there is no row “two_treys” in talon; did you mean two_threes?",
        ),
        (
            HEAD + "payments:\n  varsava:\n    pay: {by: points.loser, 0-29: 1, 31-39: 2}\n",
            6,
            "leaves a gap or overlaps between 0-29 and 31-39.",
        ),
        (
            HEAD + "declarations:\n  rows:\n    trul: {when: {hand: {trulls: 3}}}\n",
            6,
            "“trulls” is neither a card nor a set of cards of this pack; did you mean trul?",
        ),
        (
            HEAD + "declarations:\n  rows:\n    trul: {when: {hannd: {trul: 3}}}\n",
            6,
            "“hannd” in declarations.rows.trul.when is neither a pile nor a fact; did you mean hand?",
        ),
        (
            HEAD + "declarations:\n  rows:\n    tarocky: {when: {hand: {taroky: 9-8}}}\n",
            6,
            "expected a number or a range such as 3, 8-9 or 4+.",
        ),
        (
            HEAD + "count: {packet: 3, left: {1: 1}}\n",
            4,
            "in packets of 3 it must say what to subtract for 1 and 2 cards left over.",
        ),
        (HEAD + "payments: {game: {payer: pott}}\n", 4, "there is no row “pott” in pots"),
        (
            HEAD + "payments: {more: {times: 2, over: [gaem]}}\n",
            4,
            "there is no row “gaem” in payments; did you mean game?",
        ),
        (
            HEAD + "bonuses: {valat: {outcomes: {made: {replaces: [trlu]}}}}\n",
            4,
            "there is no row “trlu” in payments; did you mean trul?",
        ),
        (
            HEAD + "penalties: {misdeal: {to: everybody}}\n",
            4,
            "penalties.misdeal.to is “everybody”; expected one of each_other or",
        ),
        (
            HEAD + "result: {game: {contracts: [povinnost, druha_povinnost, solo]}}\n",
            4,
            "No row of result says who wins trojka.",
        ),
        (
            HEAD + "payments: {game: {pay: [{from: points.winers}]}}\n",
            4,
            "“points.winers” in payments.game.pay is not a number a rule may use",
        ),
        (
            HEAD + "payments: {game: {pay: [{from: 1}, {round: {way: sideways}}]}}\n",
            4,
            "expected one of up, down, nearest.up",
        ),
        (
            HEAD + "talon: {two_threes: {sets: [3, 4]}}\n",
            4,
            "two_threes draws 7 cards from a talon of 6.",
        ),
        (HEAD + "seats: [4, 5]\n", 4, "where a mapping (key: value) was expected."),
    ],
)
def test_bad_tables(text: str, line: int, sentence: str) -> None:
    """The nearest right word, the file and the line."""
    problem = refused(text)
    assert sentence in str(problem)
    assert problem.fields["line"] == line, str(problem)
    assert str(problem).startswith(f"house.yaml, line {line}: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "deal: {ways: {knock: {packets: [6]}}}\n",
            "knock lets the players pick, so its only packet must be a whole hand.",
        ),
        (
            "deal: {ways: {cut: {after: nock}}}\n",
            "there is no row “nock” in deal.ways; did you mean knock?",
        ),
        (
            "auction: {calls: {povinnost: off, druha_povinnost: off, trojka: off, solo: off, "
            "pass: off}}\n",
            "without an auction there must be exactly one contract, not 5.",
        ),
        (
            "auction: {calls: {solo: {then: next_opens}}}\n",
            "solo is a bid and cannot hand the opening on; leave out its rank or its “then”.",
        ),
        (
            "auction: {calls: {pass: {pays: trull}}}\n",
            "there is no row “trull” in declarations.rows; did you mean trul?",
        ),
        (
            "auction: {first_hand: {lowest_held: [II, XXIII]}}\n",
            "“XXIII” is neither a card nor a set of cards of this pack; did you mean XIII?",
        ),
        (
            "offers: {surrender: {then: play}}\n",
            "surrender needs “contract” with “then: play”, and only then.",
        ),
        (
            "offers: {surrender: {who: any}}\n",
            "surrender is offered after_draw and cannot be for any; before the auction is over "
            "there is no declarer, and after it nobody else is asked.",
        ),
        (
            "calling: {duty: {names: {old: {cards: [kings]}}}}\n",
            "old needs exactly one of card, cards and first_missing.",
        ),
        (
            "calling: {duty: {names: {old: {card: KX}}}}\n",
            "“KX” is neither a card nor a set of cards of this pack; expected a card, or clubs, diamonds, "
            "five, hearts, jacks, kings, pips, queens, riders, spades, taroky or trul.",
        ),
        (
            "calling: {duty: {at: none}}\n",
            "duty is never said, so it needs exactly one name with one card.",
        ),
        (
            "session: {next_dealer_by: {solow: first}}\n",
            "there is no row “solow” in contracts; did you mean solo?",
        ),
        (
            "session: {counts: {surender: no}}\n",
            "there is no row “surender” in offers; did you mean surrender?",
        ),
    ],
)
def test_tables_that_contradict_themselves(text: str, sentence: str) -> None:
    """Deal, auction, offers, calling and session: rows that name each other, cells that go together."""
    problem = str(refused(HEAD + text))
    assert problem.endswith(sentence)
    assert "house.yaml, line 4" in problem


@pytest.mark.parametrize(
    "text",
    [
        "table: [house\n",
        "table: house\n  title: x\n",
        "\ttable: house\n",
        "a: b: c\n",
        "",
        "- just\n- a list\n",
        "house\n",
        HEAD + "seats: &s {active: 4}\nsession: *s\n",
        HEAD + "? [a, b]\n: c\n",
        "table: house\ntitle: x\nextends: hluccin\n",
        HEAD + "deal: {hand: .nan}\n",
        HEAD + "deal: {hand: -12}\n",
        HEAD + "contracts: {solo: {rate: nan}}\n",
        HEAD + "contracts: off\n",
        HEAD + "play: {normal: off}\n",
        HEAD + "talon: {four_one_one: {draws: {declarer: {cards: 5}}}}\n",
    ],
)
def test_broken_tables(text: str) -> None:
    """Whatever is wrong, it is a TableError with a sentence, never a trace."""
    with pytest.raises(TableError) as problem:
        rules.parse(text, "house.yaml")
    assert str(problem.value).rstrip("”")[-1] in ".?"
    assert "{" not in str(problem.value)


def test_a_missing_key() -> None:
    """A column without a default has to be there, of a row as of the table."""
    assert "“pay” is missing" in str(
        refused(HEAD + "declarations:\n  rows:\n    pair: {when: {hand: {kings: 2}}}\n")
    )
    lone = "table: lone\ntitle: Lone\nextends: tarok54\n"
    assert "is missing" in str(refused(lone))


def test_options_as_json_and_yaml_read_them() -> None:
    """FR-PLAY-26, FR-ANNOUNCE-10: yes and no come as true and false, 0 as a number."""
    chosen = {"skyz.swap_from_stranou": True, "calling.own_king": False, "slam.max_lost_tricks": 0}
    words = {"skyz.swap_from_stranou": "yes", "calling.own_king": "no", "slam.max_lost_tricks": "0"}
    assert rules.load("french-5", chosen) == rules.load("french-5", words)
    assert rules.load("french-5", chosen).chosen == words
    request = {"verb": "count", "rules": "french-5", "options": chosen, "pile": "KS 2S"}
    assert handler.handle(request)["points"] == "5"


def test_a_bad_option_by_load() -> None:
    with pytest.raises(TableError) as problem:
        rules.load("hlucin", {"varsava.scoring": "dear"})
    assert "expected one_two_four or half_crown" in str(problem.value)
    with pytest.raises(TableError):
        rules.load("hluccin")


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(TableError):
        rules.read(tmp_path / "none.yaml")
    (tmp_path / "latin.yaml").write_bytes(b"title: \xe8esky")
    with pytest.raises(TableError, match="UTF-8"):
        rules.read(tmp_path / "latin.yaml")
    (tmp_path / "house.yaml").write_text(HEAD, encoding="utf-8")
    assert rules.read(tmp_path / "house.yaml").title == "Our table"


def test_a_house_table_in_two_lines() -> None:
    """HLU-ANN-14, HLU-ANN-17: a house that pays a crown for the trul writes that and nothing else."""
    house = rules.parse(HEAD + "declarations: {rows: {trul: {pay: 1.00}}}\n")
    facts = Finished(
        "povinnost",
        "A",
        "C",
        points={"declarers": 36, "opponents": 34},
        declarations={"A": ("trul", "honery")},
    )
    assert settle(house, facts).payments["A"] == Decimal("1.60")
    assert settle(rules.load("hlucin"), facts).payments["A"] == Decimal("1.10")
    assert house.points_of("declarations.rows.trul") or house.declarations.rows["trul"].points


def test_a_house_removes_a_row_and_chooses_an_option() -> None:
    house = rules.parse(
        HEAD + "choose: {varsava.scoring: half_crown}\ndeclarations: {rows: {barvicky: off}}\n"
    )
    assert "barvicky" not in {c.what for c in judge_declarations(house, ())}
    facts = Finished(
        "varsava",
        "A",
        points=dict(zip("ABCD", (35, 15, 12, 8), strict=True)),
        tricks=dict(zip("ABCD", (3, 3, 3, 3), strict=True)),
    )
    assert settle(house, facts).payments["A"] == -3


@pytest.mark.parametrize("game", rules.ids())
def test_every_value_of_every_option_gives_a_table(game: str) -> None:
    for key, row in rules.load(game).options.items():
        assert row.default in row.values
        for value in row.values:
            assert rules.load(game, {key: value}).chosen == {key: value}


def test_every_two_options_of_hlucin_give_a_table() -> None:
    menu = rules.load("hlucin").options
    unusual = []
    for key, row in menu.items():
        for value in row.values:
            if value != row.default:
                unusual.append((key, value))
    for (key, value), (other, another) in combinations(unusual, 2):
        if key != other:
            chosen = {key: value, other: another}
            assert rules.load("hlucin", chosen).chosen == chosen


def compared(first: str, second: str) -> dict[str, tuple[str | None, str | None]]:
    cells = differences(
        rules.flat(first), rules.flat(second), (rules.load(first), rules.load(second))
    )
    return {d.path: (d.first, d.second) for d in cells}


def test_what_differs_between_two_rule_sets() -> None:
    """HLU-SET-03 and POL-SET-05, HLU-BID-15 and POL-BID-02: cells, rows on one side only, defaults
    that no table writes; what is the same is not listed."""
    cells = compared("hlucin", "polish")
    assert cells["bonuses.pagat.outcomes.made.pay"] == ("2.00", "8")
    assert cells["offers.varsava"][1] is None and cells["offers.varsava"][0]
    assert cells["declarations.rows.maly_tarok"][0] is None
    assert cells["declarations.rows.trul.group"] == ("none", "honours")
    assert "pack.trumps" not in cells and "play.normal.duties" not in cells
    assert cells["options.pl.rounding"][0] is None
    turned = compared("polish", "hlucin")
    assert turned == {path: (b, a) for path, (a, b) in cells.items()} and len(turned) > 40


@pytest.mark.parametrize("game", rules.ids())
def test_a_rule_set_does_not_differ_from_itself(game: str) -> None:
    assert compared(game, game) == {}


def test_without_the_phase_of_the_auction_there_is_one_contract() -> None:
    text = "table: web\ntitle: Web\nextends: machtarok\nphases: [deal, play, score]\n"
    with pytest.raises(
        TableError, match="without an auction there must be exactly one contract, not 2"
    ):
        rules.parse(text)
