"""Some hundred changed tables; all ten thousand are read by `make fuzz`."""

from __future__ import annotations

import time
from fractions import Fraction
from pathlib import Path

import mutated_tables as mutated
import pytest
from mutating import TooLong, at_most
from taroky import rules
from taroky.errors import TableError, TarokyError
from taroky.players import simulate
from taroky.rules.tree import from_yaml
from taroky.settling.paying import Finished, finished_facts, settle


def test_changed_tables_are_read_or_refused_in_a_sentence() -> None:
    tally = mutated.run(150, "quick")
    assert tally.failures == []
    assert set(tally.kinds) == {*mutated.KINDS, "bombs"}
    assert tally.ends["accepted"] > 5  # some changes do no harm
    assert len(tally.ends) > 10  # and the others are refused for many reasons
    assert tally.slowest < 5


def test_the_same_seed_changes_the_same_table() -> None:
    assert mutated.mutant("1/7") == mutated.mutant("1/7")
    assert len({mutated.mutant(f"1/{n}")[2] for n in range(30)}) == 30


@pytest.mark.parametrize("n", range(len([*mutated.bombs()])))
def test_what_is_made_to_cost_much_costs_little(n: int) -> None:
    text = [*mutated.bombs()][n]
    started = time.process_time()
    with pytest.raises(TableError) as refused:
        rules.parse(text, "bomb.yaml")
    assert str(refused.value).startswith("bomb.yaml")
    assert time.process_time() - started < 6


def test_house_tables_that_are_changed_hold_as_they_are() -> None:
    for text in mutated.HOUSES:
        assert mutated.read(text, house=True) == "accepted"


def test_what_is_quoted_is_short_and_on_one_line(tmp_path: Path) -> None:
    for text in ('"a\\nb\\e[31m": 1', f"{'x' * 5000}: 1", "title: [" + "y" * 5000 + "]"):
        with pytest.raises(TableError) as refused:
            rules.parse(f"extends: hlucin\n{text}\n", "quoted.yaml")
        assert len(str(refused.value)) < 600
        assert all(c.isprintable() for c in str(refused.value))
    with pytest.raises(TableError, match=r"^broken\.yaml: "):
        from_yaml('"\\U0011FFFF": 1', "broken.yaml")


def test_packets_without_cards_are_refused() -> None:
    ways = "deal: {ways: {cut: {packets: [0]}}}"
    with pytest.raises(TableError, match="packets is “0”; expected 1 or more"):
        rules.parse(f"table: x\ntitle: X\nextends: hlucin\n{ways}\n", "x.yaml")


def test_a_table_that_takes_too_long_would_be_told() -> None:
    with pytest.raises(TooLong), at_most(0.2):
        while True:
            pass


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ("unit: {step: 0}", "unit.step has to be more than zero"),
        ("count: {packet: 0}", "count.packet is “0”; expected 1 or more"),
        (
            "settle: {shares: {declarer: 2, partner: 0}}",
            "settle.shares.partner is “0”; expected 1 or more",
        ),
        ("payments: {game: {pay: []}}", "payments.game.pay is an empty amount"),
        ("payments: {game: {pay: {by: points.loser}}}", "an empty amount"),
        ("payments: {game: {pay: [{from: 1}, {over: 0}]}}", "is divided by zero"),
        ("payments: {game: {pay: [{over: {by: level, 1: 0}}]}}", "is divided by zero"),
        ("phases: [deal, play]", "phases must list deal, play and score"),
        ("phases: [play, deal, score]", "in this order"),
        ("phases: [deal, play, play, score]", "each once"),
        ("calling: {duty: {names: {old: off, next: off}}}", "calling.duty names no card"),
        ("deal: {ways: {cut: off, knock: off}}", "leaves no way to deal"),
    ],
)
def test_rules_that_no_hand_could_keep_are_refused(changed: str, said: str) -> None:
    with pytest.raises(TableError, match=said) as refused:
        rules.parse(f"table: x\ntitle: X\nextends: hlucin\n{changed}\n", "x.yaml")
    assert str(refused.value).startswith("x.yaml")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            "auction: {calls: {povinnost: off, prever: {who: others}}}",
            "Seat A can do nothing at all",
        ),
        (
            "discard: {laid_away: {never: [taroky, kings, queens, riders, jacks, pips]}}",
            "lead nowhere",
        ),
        ("payments: {game: {pay: [{from: 9}, {over: points.losers}, {over: level}]}}", ""),
    ],
)
def test_rules_that_lead_nowhere_are_told_when_it_comes_to_it(changed: str, said: str) -> None:
    table = rules.parse(f"table: x\ntitle: X\nextends: machtarok\n{changed}\n", "x.yaml")
    for n in range(5):
        try:
            settle(table, finished_facts(simulate.play_hand(table, str(n))))
        except TarokyError as stuck:
            assert said in str(stuck)
            break
    else:
        assert not said


def test_nothing_is_divided_by_zero() -> None:
    pay = "payments: {game: {pay: [{from: 9}, {over: points.losers}]}}"
    table = rules.parse(f"table: x\ntitle: X\nextends: machtarok\n{pay}\n", "x.yaml")
    facts = Finished(
        contract="prever",
        declarer="A",
        level=1,
        points={"declarers": Fraction(106), "opponents": Fraction(0)},
        tricks={"declarers": 12, "opponents": 0},
    )
    with pytest.raises(TarokyError, match=r"divide by points\.losers, which is zero"):
        settle(table, facts)


@pytest.mark.parametrize(
    ("changed", "id"),
    [
        ("payments: {game: {pay: [{from: 9}, {over: pot.pot}]}}", "table.over_nought"),
        (
            "contracts: {prever: {rate: [{from: 1}, {times: contract.rate}]}}",
            "table.made_of_itself",
        ),
        (
            "contracts: {prever: {rate: [{from: 1}, {times: contract.loss}]}}",
            "table.made_of_itself",
        ),
        (
            "contracts: {prever: {loss: [{from: 1}, {times: contract.loss}]}}",
            "table.made_of_itself",
        ),
        ("result: {game: {target: {by: target, 0-9: 1, 10+: 2}}}", "table.made_of_itself"),
        ("contracts: {prever: {rate: {by: level, 1: 1, 2: 2, extends: 3}}}", "table.not_range"),
        ("payments: {game: {pay: [{from: 9}, {less: contract}]}}", "table.unknown_number"),
        ("contracts: {prever: {rate: {from: points.own}}}", "table.of_one_player"),
        ("contracts: {prever: {loss: {by: points.payer, 0-9: 1, 10+: 2}}}", "table.of_one_player"),
        ("result: {game: {wins: off}}", "table.undecided"),
        ("result: {game: {contracts: [povinnost]}}", "table.undecided"),
        ("pack: {red: [K, Q, R, J, 4, 3, 2, '']}", "table.nameless_card"),
    ],
)
def test_a_table_that_could_not_be_settled_is_refused(changed: str, id: str) -> None:
    with pytest.raises(TableError) as refused:
        rules.parse(f"table: x\ntitle: X\nextends: machtarok\n{changed}\n", "x.yaml")
    assert refused.value.message.params and id in str(refused.value.message.as_json())


def test_a_game_in_which_all_play_for_themselves_needs_a_loser() -> None:
    changed = "result: {varsava: {losers: off}}"
    with pytest.raises(TableError, match=r"line 4: No row of result says who wins Varšava\.$"):
        rules.parse(f"table: x\ntitle: X\nextends: hlucin\n{changed}\n", "x.yaml")
