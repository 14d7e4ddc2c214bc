"""Playing on quickly gives what the plain way gives, for every rule set and house option."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from taroky import rules as tables
from taroky.bots import BOTS
from taroky.hand import Action, Hand, apply, current, legal, undealt
from taroky.simulate import play_hand
from taroky.view import view


def plain(hand: Hand) -> Hand:
    """The same hand without the short state it could be played on with."""
    return replace(hand)


def options_of(table: str) -> list[dict[str, str]]:
    """No choice, and each value of each option alone."""
    menu = tables.load(table).options
    return [{}, *({key: value} for key, row in menu.items() for value in row.values)]


CASES = [
    pytest.param(table, chosen, id=f"{table} {' '.join(map('='.join, chosen.items()))}")
    for table in tables.ids()
    for chosen in options_of(table)
    if not chosen or any(key in str(chosen) for key in ("play", "skyz", "valat", "varsava", "ban"))
]


@pytest.mark.parametrize(("table", "chosen"), CASES)
def test_a_hand_played_quickly_is_the_hand_played_plainly(
    table: str, chosen: dict[str, str]
) -> None:
    rules = tables.load(table, chosen)
    quick = 0
    for seed in range(1 if chosen else 3):
        rng = random.Random(f"{table}{chosen}{seed}")
        hand = slow = undealt(rules, rules.cards.shuffled(rng))
        bot = BOTS["random"](rules, rng)
        while (asked := current(hand)) is not None:
            quick += hand._run is not None
            slow = plain(slow)
            options, all_options = legal(hand), legal(slow)
            assert options is not None
            assert options == all_options
            assert options.of("play") == all_options.of("play")
            assert options.actions("play") == all_options.actions("play")
            if "play" in options.kinds:
                action = Action(asked[1], "play", (rng.choice(options.of("play")).what,))
            else:
                action, _ = bot.act(view(slow, asked[1]), options)
            hand, slow = apply(hand, action), apply(slow, action)
            if rng.random() < 0.1:
                assert hand == slow  # looking does not change how it goes on
        assert legal(hand) is None
        assert hand == slow
        talks = "any_time" in {stage.turns for stage in rules.announce.stages.values()}
        assert quick or talks or len(hand.tricks) < 2
    assert quick or table != "heun" or chosen  # most hands have nothing to claim


def test_what_is_refused_says_the_same() -> None:
    rules = tables.load("hlucin", {"povinnost.throw_in_unchallenged": "no"})
    hand = play_hand(rules, "refusals")
    start = undealt(rules, hand.pack)
    for action in hand.actions:
        if action.kind == "play" and start._run is not None:
            options = legal(start)
            assert options is not None
            for choice in options.choices:
                again = [c for c in legal(plain(start)).choices if c.what == choice.what]
                assert again == [choice]
        start = apply(start, action)
