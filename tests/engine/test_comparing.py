"""What is compared is compared once, and an interval is as wide as it says."""

from __future__ import annotations

import random

import pytest
from redealing import positions
from taroky import rules
from taroky.game import legal
from taroky.game.view import view
from taroky.hand import Action
from taroky.players.candidates import candidates
from taroky.players.comparing import Tally
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb


def series(rng: random.Random, n: int, alike: float) -> list[float]:
    """Values of mean 0, each like the one before it."""
    value, values = rng.gauss(0, 1), []
    for _ in range(n):
        values.append(value)
        value = alike * value + (1 - alike**2) ** 0.5 * rng.gauss(0, 1)
    return values


@pytest.mark.parametrize("alike", [0.0, 0.2, 0.4])
@pytest.mark.parametrize("hands", [36, 48, 80, 120])
def test_nineteen_of_twenty_intervals_hold_the_truth(alike: float, hands: int) -> None:
    """About as many as that, though neighbours are alike; counted one by one it would be 0.89 of them
    where they are alike by 0.2, and 0.79 by 0.4."""
    rng = random.Random(f"{alike}/{hands}")
    held, tries = 0, 400
    for _ in range(tries):
        tally = Tally([Action("A", "play", (card,)) for card in ("KS", "QS")])
        for value in series(rng, hands, alike):
            tally.add([value, 0.0])
        mean, half = tally.difference(0, 1)
        held += abs(mean) <= half
    assert 0.91 <= held / tries <= 0.98


def test_what_is_always_the_same_is_sure() -> None:
    tally = Tally([Action("A", "play", (card,)) for card in ("KS", "QS")])
    for _ in range(12):
        tally.add([2.0, 1.0])
    assert tally.difference(0, 1) == (1.0, 0.0)


@pytest.mark.parametrize("game", ["hlucin", "machtarok", "heun", "french"])
def test_no_discard_is_compared_with_itself(game: str) -> None:
    table, several = rules.load(game), 0
    for seed in range(4):
        bots = [RandomBot(table, random.Random(seed)), RuleOfThumb(table, random.Random(seed))]
        for hand in positions(table, f"discards/{seed}", [bots[seed % 2]]):
            options = legal(hand)
            assert options is not None
            if not options.of("discard"):
                continue
            seen, rng = view(hand, options.seat), random.Random(seed)
            usual = bots[1].act(seen, options)[0]
            other = usual._replace(what=tuple(reversed(usual.what)))
            for first in (usual, other):
                compared = candidates(table, seen, options, first, rng)
                assert compared[0] == first
                sets = [(action.kind, frozenset(action.what)) for action in compared]
                assert len(sets) == len(set(sets))
                several += len(sets) > 2
    assert several
