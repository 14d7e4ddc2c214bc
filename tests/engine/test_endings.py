"""The last tricks with all cards known come out as by trying everything through the public door."""

from __future__ import annotations

import random
from functools import cache

import pytest
from taroky import rules
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players.endings import solvable, solved
from taroky.players.guesses import guesses
from taroky.players.playout.money import worth
from taroky.players.random_player import RandomBot
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.settling.paying import finished_facts, settle

#: Options under which other cards may be played, or win.
CHOSEN = {
    "hlucin": [{"povinnost.throw_in_unchallenged": "no"}],
    "victoria": [{"play.must_trump": "free"}],
    "machtarok": [{"play.must_beat": "yes"}, {"pagat.must_hold": "yes"}],
}
CASES = [(game, chosen) for game in rules.ids() for chosen in [{}, *CHOSEN.get(game, [])]]
#: How many hands are tried of each, and with how many cards.
TRIED, LEFT = 4, {"hlucin": 3}


def late(game: str, chosen: dict[str, str], seed: int, left: int) -> Hand | None:
    """A hand in which somebody with so many cards has a choice; None if it ends before."""
    table, rng = rules.load(game, chosen), random.Random(f"{game}/{seed}")
    hand = undealt(table, table.cards.shuffled(rng))
    bot = (RandomBot if seed % 2 else RuleOfThumb)(table, rng)
    skipped = rng.randrange(3)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        if asked[0].name == "play" and len(hand.holds(asked[1])) == left:
            if len(options.of("play")) > 1:
                if not skipped:
                    return hand
                skipped -= 1
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return None


def tried(hand: Hand) -> dict[str, float]:
    """Return what every seat gets if all go on as well as can be, each for its own money, then for its side's."""
    asked = current(hand)
    if asked is None:
        return worth(settle(hand.table, finished_facts(hand)), hand.active)
    seat = asked[1]
    side = [other for other in hand.active if hand.same_side(seat, other)]
    ways = [tried(way) for way in after_each(hand).values()]
    return max(ways, key=lambda paid: (paid[seat], sum(paid[other] for other in side)))


def after_each(hand: Hand) -> dict[str, Hand]:
    options = legal(hand)
    assert options is not None
    cards = [choice.what for choice in options.of("play")]
    return {card: apply(hand, Action(options.seat, "play", (card,))) for card in cards}


@pytest.mark.parametrize(("game", "chosen"), CASES)
def test_each_card_is_worth_what_trying_everything_says(game: str, chosen: dict[str, str]) -> None:
    compared = 0
    for seed in range(40):
        hand = late(game, chosen, seed, LEFT.get(game, 2))
        if hand is None or not solvable(hand):
            continue
        seat = current(hand)[1]  # type: ignore[index]
        (cards,) = solved([hand])
        expected = {card: tried(way)[seat] for card, way in after_each(hand).items()}
        assert {card: paid[seat] for card, paid in cards.items()} == pytest.approx(expected)
        compared += 1
        if compared == TRIED:
            return
    assert compared


@cache
def differing(game: str) -> Hand:
    """A late hand of two sides in which it matters which card is played."""
    for seed in range(200):
        hand = late(game, {}, seed, 3)
        if hand is not None and hand.row.sides != "each":
            seat = current(hand)[1]  # type: ignore[index]
            if len({paid[seat] for paid in solved([hand])[0].values()}) > 1:
                return hand
    raise AssertionError("all cards are as good")


def test_hands_side_by_side_come_out_as_alone() -> None:
    hand = differing("heun")
    asked = current(hand)
    assert asked is not None
    hands = [hand, *guesses(hand, asked[1], 6, random.Random(3))]
    together = solved(hands)
    assert together == [solved([one])[0] for one in hands]
    assert len({tuple(sorted((c, p[asked[1]]) for c, p in one.items())) for one in together}) > 1


def test_where_the_talon_goes_onto_tricks_nothing_is_gone_through() -> None:
    table = rules.load("hlucin", {"povinnost.throw_in_unchallenged": "no"})
    for seed in range(200):
        rng = random.Random(f"varsava/{seed}")
        hand, bot = undealt(table, table.cards.shuffled(rng)), RandomBot(table, rng)
        while (asked := current(hand)) is not None and asked[0].name != "play":
            options = legal(hand)
            assert options is not None
            hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
        if hand.contract == "varsava" and current(hand) is not None:
            assert hand.cards.talon and not solvable(hand)
            return
    raise AssertionError("never dealt")
