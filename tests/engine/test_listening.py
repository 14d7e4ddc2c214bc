"""Players that listen think of the others as their words make them likely, and double what they are sure
of."""

from __future__ import annotations

import math
import random

import pytest
from taroky import rules
from taroky.game import apply, current, dealt, legal
from taroky.game.unseen import PERFECT, unseen
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.comparing import Tally
from taroky.players.guesses import Guesser
from taroky.players.likelihood import hearing
from taroky.players.roster import player
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.strength import strength

#: Hlučín: a hand of B, the cards of the others being whatever comes.
AVERAGE = "XVII XI VIII IV II KH JH 2H QS 8S 9C 10C"
WEAK = "IV III JH 2H 4H QS 8S 9C 10C JC 3D 4D"


def heard(mine: str, *calls: str) -> Hand:
    """B is asked for the first words after these calls of A, B, C and D; A has said nothing."""
    table = rules.load("hlucin")
    cards = table.cards.parse_all(mine)
    rest = [card for card in table.cards.cards if card not in cards]
    random.Random(3).shuffle(rest)
    hands = {"A": rest[:12], "B": cards, "C": rest[12:24], "D": rest[24:36]}
    hand = dealt(table, hands, rest[36:])
    for seat, call in zip("ABCD", calls, strict=True):
        hand = apply(hand, Action(seat, "bid", (call,)))
    usual = RuleOfThumb(table, random.Random(1))
    while (asked := current(hand)) is not None and asked[1] != "B":
        options = legal(hand)
        assert options is not None
        silent = Action(asked[1], "say", ("nothing",))
        says = "say" in options.offered
        hand = apply(hand, silent if says else usual.act(view(hand, asked[1]), options)[0])
    return hand


def strengths(guesses: list[Hand], seat: str) -> list[float]:
    return [strength(hand.table, hand.deal.dealt[seat]) for hand in guesses]


def mean(values: list[float], weights: list[float]) -> float:
    pairs = zip(values, weights, strict=True)
    return sum(value * weight for value, weight in pairs) / sum(weights)


@pytest.mark.parametrize("seat", "AD")
@pytest.mark.parametrize("call", ["trojka", "solo"])
def test_hands_come_as_often_as_what_was_heard_makes_them(call: str, seat: str) -> None:
    """Changing a hand bit by bit gives the same mean as weighing thousands drawn at random."""
    hand = heard(AVERAGE, call, "pass", "pass", "pass")
    known = unseen(hand, "B", PERFECT)
    listens = hearing(known.hand, "B")
    drawn = Guesser(known, random.Random(1)).draw(6000)
    expected = mean(strengths(drawn, seat), [listens(one) for one in drawn])
    likely = strengths(Guesser(known, random.Random(2), listens).draw(1500), seat)
    assert math.isclose(mean(likely, [1.0] * len(likely)), expected, abs_tol=0.3)


def test_who_bids_is_thought_stronger_than_who_passes() -> None:
    hand = heard(AVERAGE, "solo", "pass", "pass", "pass")
    known = unseen(hand, "B", PERFECT)
    likely = Guesser(known, random.Random(4), hearing(known.hand, "B")).draw(400)
    bids, passes = (sum(strengths(likely, seat)) / len(likely) for seat in "AD")
    assert bids - passes > 3


@pytest.mark.parametrize("level", ["club", "master"])
def test_who_is_weak_does_not_double_a_solo(level: str) -> None:
    hand = heard(WEAK, "solo", "pass", "pass", "pass")
    options = legal(hand)
    assert options is not None
    assert "flek:game" in [choice.what for choice in options.of("say")]
    for seed in range(8):
        action, _ = player(level, hand.table, random.Random(seed)).act(view(hand, "B"), options)
        assert "flek:game" not in action.what


def test_what_is_better_only_within_the_noise_is_unsure() -> None:
    tally = Tally(
        [Action("A", "say", (word,)) for word in ("nothing", "clearly", "perhaps", "worse")]
    )
    for number in range(12):
        tally.add([0.0, 3.0 + number % 2, 1.0 + 8 * (-1) ** (number // 3), -1.0 - number % 2])
    assert tally.unsure(0) == [2, 3]
