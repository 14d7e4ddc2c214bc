"""The policy that sees who can still beat a card does what it says, and plays the last tricks better than the
usual one."""

from __future__ import annotations

import random
from collections.abc import Callable

from taroky import rules
from taroky.game import current
from taroky.hand import Hand
from taroky.players.endings import solved
from taroky.players.playout import play_out
from taroky.players.playout.policies import Sensible
from taroky.players.playout.skilled import Skilled, paid_last
from taroky.players.playout.tricks import Choose
from taroky_devtools.bench_endings import made, pagats, positions

#: Never at random.
STRICT = 40


def test_the_table_says_which_card_is_paid_in_the_last_trick() -> None:
    for game in ("hlucin", "polish", "machtarok", "victoria"):
        table = rules.load(game)
        first = next(name for name, row in table.contracts.items() if row.sides == "called")
        assert paid_last(table, first) == ("I",)
    assert paid_last(rules.load("hlucin"), "varsava") == ()


def test_an_announced_pagat_is_kept() -> None:
    for hand in pagats(6, "kept"):
        last = hand.table.deal.hand - 1
        played = play_out([hand], 16, random.Random(1), choose=Skilled(hand, STRICT), keep=True)
        holder = hand.holder("I")
        assert holder is not None
        for world in range(played.worlds):
            final = played.final(world)
            number = next(n for n, trick in enumerate(final.play.tricks) if "I" in trick.cards)
            taroky = [
                card
                for trick in final.play.tricks[number:]
                for seat, card in zip(trick.seats, trick.cards, strict=True)
                if seat == holder and hand.table.cards.is_tarok(card)
            ]
            # Only where it is the last tarok and one has to be played is it not for the last trick.
            assert number == last or taroky == ["I"]


def test_more_pagats_are_made_than_by_the_usual_policy() -> None:
    hands = [*pagats(20, "made")]

    def share(policy: Callable[[Hand], Choose]) -> float:
        return sum(made(hand, policy, random.Random(1)) for hand in hands) / len(hands)

    assert share(Skilled) > share(lambda hand: Sensible()) + 0.1


def loss(hands: list[Hand], skilled: bool) -> float:
    """Return what a policy loses in each position, on average."""
    lost = 0.0
    for hand in hands:
        asked = current(hand)
        assert asked is not None
        worth = {card: paid[asked[1]] for card, paid in solved([hand])[0].items()}
        choose = Skilled(hand) if skilled else Sensible(1)
        played = play_out([hand], 64, random.Random(2), choose=choose, keep=True)
        mean = sum(plane.bit_count() * worth[card] for card, plane in played.steps[0]) / 64
        lost += max(worth.values()) - mean
    return lost / len(hands)


def test_it_loses_less_in_the_last_tricks_than_the_usual_policy() -> None:
    hands = [*positions(30, "less")]
    assert loss(hands, True) < 0.8 * loss(hands, False)
