"""The environment for programs that learn: PettingZoo's own tests of it at every table, what its numbers say, and
that nothing hidden is in them."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import taroky
from pettingzoo.test import api_test, seed_test
from taroky import rl
from taroky.errors import TarokyError

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "python" / "training.md"
#: A house that takes no trick or all of them, in its own words.
HOUSE = """\
table: ours
title: Ours
extends: hlucin
names: {XXI: moudrý}
contracts: {povinnost: {rate: 0.20}}
choose: {varsava.mond_free: yes}
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.yaml"
    file.write_text(HOUSE, "utf-8")
    return file


def played(hands: rl.HandEnvironment, seed: int) -> Iterator[tuple[str, int]]:
    """Play a hand at random; yields who is asked and what is done, before it is done."""
    rng = random.Random(seed)
    hands.reset(seed=seed)
    while not any((*hands.terminations.values(), *hands.truncations.values())):
        agent = hands.agent_selection
        mask = hands.observe(agent)["action_mask"]
        action = rng.choice(np.flatnonzero(mask).tolist())
        yield agent, action
        hands.step(action)


@pytest.mark.parametrize("game", taroky.rule_sets())
def test_pettingzoos_own_tests_pass(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo warns of each observation that is a dictionary, which is how it has masks given.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(rl.env(game), num_cycles=60)
        seed_test(lambda: rl.env(game), num_cycles=20)


def test_a_house_and_its_options_have_an_environment(house: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(rl.env(house, {"game.tie_doubled": "no"}), num_cycles=60)
        seed_test(lambda: rl.env(taroky.load(house).name), num_cycles=20)
    with pytest.raises(TarokyError, match="not a rule set"):
        rl.env("poker")


@pytest.mark.parametrize("game", taroky.rule_sets())
def test_hands_are_those_of_the_engine_and_pay_what_they_pay(game: str) -> None:
    hands = rl.HandEnvironment(game)
    for seed in range(3):
        count = sum(1 for _ in played(hands, seed))
        assert count > 0 and taroky.turn(hands.hand) is None
        payments = taroky.settle(hands.hand).payments
        assert [hands.rewards[agent] for agent in hands.possible_agents] == [
            float(payments[seat]) for seat in hands.table.active
        ]
        again = taroky.replay(taroky.record(hands.hand))
        assert again.actions == hands.hand.actions
        assert "A" in hands.hand.deal.dealt  # dealt before the first action


@pytest.mark.parametrize("game", ["hlucin", "french-5", "victoria"])
def test_every_action_that_bots_choose_has_its_numbers(game: str) -> None:
    """Each action of a hand that other players played is picked number by number, all of them legal."""
    table = taroky.load(game)
    ids = rl.ActionIds(table)
    for seed in range(4):
        start = taroky.deal(game, seed)
        end = taroky.play(start, "random" if seed % 2 else "thumb", seed)
        hand = start
        for action in end.actions:
            options = taroky.legal(hand)
            assert options is not None
            pending = rl.action_ids.Picked()
            compulsory = {choice.what for choice in options.of("say") if choice.must}
            steps = [what for what in action.what or ("",) if what not in compulsory]
            if action.kind == "say" and "nothing" not in steps:
                steps.append("nothing")
            for what in steps:
                number = ids.numbers[action.kind, what]
                assert number in ids.legal(hand, options, pending), action
                chosen = ids.chosen(options, pending, number)
                pending = chosen if isinstance(chosen, rl.action_ids.Picked) else pending
            assert not isinstance(chosen, rl.action_ids.Picked)
            assert (chosen.kind, {*chosen.what}) == (action.kind, {*action.what})
            hand = taroky.apply(hand, action)


def test_an_observation_holds_nothing_that_the_seat_cannot_know() -> None:
    """Whatever the hidden cards are, a seat observes the same."""
    hands, other = rl.HandEnvironment("hlucin"), rl.HandEnvironment("hlucin")
    start = taroky.deal("hlucin", 5)
    rest = [*start.holds("B"), *start.holds("C"), *start.holds("D"), *start.deal.talon_dealt]
    random.Random(1).shuffle(rest)
    dealt = {"A": start.holds("A"), "B": rest[:12], "C": rest[12:24], "D": rest[24:36]}
    hands.reset(options={"hand": start})
    other.reset(options={"hand": taroky.deal("hlucin", hands=dealt, talon=rest[36:])})
    assert np.array_equal(*(e.observe("player_0")["observation"] for e in (hands, other)))
    assert not np.array_equal(*(e.observe("player_1")["observation"] for e in (hands, other)))


def test_parts_of_an_observation_are_where_the_layout_says() -> None:
    hands = rl.HandEnvironment("hlucin")
    hands.reset(seed=1)
    parts, cards = hands.layout.parts, hands.table.cards.cards
    hand = hands.observe("player_1")["observation"][parts["hand"]]
    assert {cards[place] for place in np.flatnonzero(hand)} == set(hands.hand.holds("B"))
    assert max(part.stop for part in parts.values()) == hands.layout.size
    for _agent, _ in played(hands, 3):
        pass
    last = hands.hand.play.tricks[-1] if hands.hand.play.tricks else None
    observed = hands.observe("player_2")["observation"][parts["played"]].reshape(4, -1)
    if last is not None:  # seats are counted from the player on: 2 is A
        card = last.cards[last.seats.index("A")]
        assert observed[2, cards.index(card)] == 1
    assert observed.sum() == sum(len(trick.cards) for trick in hands.hand.play.tricks)


def test_numbers_stay_from_hand_to_hand_and_read_as_records_do() -> None:
    ids = rl.HandEnvironment("heun").actions
    assert ids.choices == rl.HandEnvironment("heun").actions.choices
    assert len(set(ids.choices)) == len(ids.choices)
    assert ids.written(ids.numbers["play", "SKYZ"]) == "play SKYZ"
    assert ids.written(ids.numbers["draw", ""]) == "draw"


def test_what_is_not_legal_is_said_in_one_sentence() -> None:
    hands = rl.HandEnvironment("hlucin")
    hands.reset(seed=1)
    for action in (hands.actions.numbers["play", "SKYZ"], 10**6, -1, None):
        with pytest.raises(TarokyError, match=r"player_0 may not do “.*” now; the action mask"):
            hands.step(action)
    careful = rl.env("hlucin")
    careful.reset(seed=1)
    careful.step(hands.actions.numbers["play", "SKYZ"])
    assert all(careful.unwrapped.terminations.values()) or any(careful.terminations.values())


def test_the_rest_of_the_package_does_without_it() -> None:
    code = "import sys, taroky, taroky.cli; taroky.play(taroky.deal('hlucin', 1));" + (
        "assert not {'numpy', 'pettingzoo', 'taroky.rl'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)


def test_the_program_of_the_page_learns(tmp_path: Path) -> None:
    """At a fiftieth of its size it already plays better than chance."""
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S)
    code = blocks[-1].replace("HANDS, TRIALS = 5000, 500", "HANDS, TRIALS = 120, 60")
    assert code != blocks[-1]
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    chance, learned = map(float, re.findall(r"(-?\d+\.\d+) for each hand", done.stdout))
    assert learned > chance
