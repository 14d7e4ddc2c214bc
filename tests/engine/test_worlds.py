"""Many worlds at once end as each of them does card by card through the public door."""

from __future__ import annotations

import random

import pytest
from taroky import rules
from taroky.game import apply, current, legal, undealt
from taroky.game.view import view
from taroky.hand import Hand, replace
from taroky.players.playout import play_out
from taroky.players.playout.chances import neighbours, same_for
from taroky.players.playout.money import worth
from taroky.players.playout.policies import Sensible, at_random
from taroky.players.playout.skilled import Skilled
from taroky.players.playout.tricks import Toss, Worlds
from taroky.players.random_player import RandomBot
from taroky.players.reasons import unpaid
from taroky.settling.counting import points
from taroky.settling.counting.piles import side_cards
from taroky.settling.paying import finished_facts, settle


def options_of(game: str) -> list[dict[str, str]]:
    """No choice, and each value of each option alone."""
    menu = rules.load(game).options
    return [{}, *({key: value} for key, row in menu.items() for value in row.values)]


CASES = [
    pytest.param(game, chosen, id=f"{game} {' '.join(map('='.join, chosen.items()))}")
    for game in rules.ids()
    for chosen in options_of(game)
    if not chosen or any(key in str(chosen) for key in ("play", "skyz", "valat", "varsava", "ban"))
]


def under_way(game: str, chosen: dict[str, str], seed: str, cards: int) -> Hand | None:
    """A hand in which so many cards have been played; None if it ended before."""
    table = rules.load(game, chosen)
    rng = random.Random(seed)
    hand = undealt(table, table.cards.shuffled(rng))
    bot = RandomBot(table, rng)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        if asked[0].name == "play":
            cards -= 1
            if cards < 0:
                return hand
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return None


@pytest.mark.parametrize(("game", "chosen"), CASES)
def test_worlds_end_as_the_public_way_says(game: str, chosen: dict[str, str]) -> None:
    compared = 0
    for seed in range(2 if chosen else 8):
        hand = under_way(game, chosen, f"{game}{chosen}{seed}", (0, 3, 17)[seed % 3])
        if hand is None:
            continue
        rng = random.Random(seed)
        choose = (at_random, Sensible(1), Sensible(-1), Skilled(hand))[seed % 4]
        played = play_out([hand], 4, rng, keep=True, money=True, choose=choose)
        for world in range(played.worlds):
            final = played.final(world)
            assert final.play.trick is None
            each = hand.row.sides == "each"
            for name, cards in side_cards(final).items():
                assert played.points[name][world] == points.value(final.table, cards, each)
            for seat in hand.active:
                taken = final.tricks_of((seat,)) - hand.tricks_of((seat,))
                assert played.tricks((seat,))[world] == taken
            due = worth(settle(final.table, finished_facts(final)), hand.active)
            assert played.money[world] == pytest.approx(due)
            compared += 1
    assert compared or chosen


def over(game: str, seed: str) -> Hand:
    """A hand played to its end at random."""
    table, rng = rules.load(game), random.Random(seed)
    hand, bot = undealt(table, table.cards.shuffled(rng)), RandomBot(table, rng)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return hand


@pytest.mark.parametrize("game", [t for t in rules.ids() if not unpaid(rules.load(t))])
def test_what_somebody_pays_is_worth_what_is_paid(game: str) -> None:
    for seed in range(12):
        hand = over(game, f"worth {game}{seed}")
        settled = settle(hand.table, finished_facts(hand))
        worth_of = worth(settled, hand.active)
        assert sum(worth_of.values()) == pytest.approx(0)
        if not any(settled.pots.values()):
            assert worth_of == {seat: float(settled.payments.get(seat, 0)) for seat in hand.active}


def test_what_nobody_pays_is_worth_being_ahead_of_the_average() -> None:
    """FR-SETTLE-14: only the declarer writes; who writes nothing is behind or ahead by that."""
    amounts = set()
    for seed in range(60):
        hand = over("french-practice-2", f"unpaid {seed}")
        worth_of = worth(settle(hand.table, finished_facts(hand)), hand.active)
        if not hand.declarer:
            assert set(worth_of.values()) == {0.0}
            continue
        paid = float(settle(hand.table, finished_facts(hand)).payments[hand.declarer])
        amounts.add(paid > 0)
        for seat in hand.active:
            due = 0.75 * paid if seat == hand.declarer else -0.25 * paid
            assert worth_of[seat] == pytest.approx(due)
    assert amounts == {True, False}


#: Parts of a table that say what is paid.
PAID = ("bonuses", "penalties", "payments", "pots", "result", "count", "settle", "declarations")


def paying_options(game: str) -> list[dict[str, str]]:
    """Each value of each option alone that changes what is paid."""
    usual = rules.load(game)

    def changes(chosen: dict[str, str]) -> bool:
        house = rules.load(game, chosen)
        return any(getattr(house, part) != getattr(usual, part) for part in PAID)

    return [chosen for chosen in options_of(game) if chosen and changes(chosen)]


@pytest.mark.parametrize("game", rules.ids())
def test_facts_that_are_taken_for_one_are_paid_alike_by_every_house(game: str) -> None:
    for chosen in paying_options(game):
        compared = 0
        for seed in range(6):
            if compared >= 6:
                break
            hand = under_way(game, chosen, f"paid {game}{chosen}{seed}", 6)
            if hand is None:
                continue
            played = play_out([hand], 6, random.Random(seed), keep=True, money=True)
            for world in range(played.worlds):
                final = played.final(world)
                due = worth(settle(final.table, finished_facts(final)), hand.active)
                assert played.money[world] == pytest.approx(due), (chosen, world)
                compared += 1


def test_guesses_that_differ_in_hidden_cards_are_played_side_by_side() -> None:
    hand = under_way("hlucin", {"povinnost.throw_in_unchallenged": "no"}, "guesses", 8)
    assert hand is not None
    asked = current(hand)
    assert asked is not None
    one, two = [seat for seat in hand.active if seat != asked[1]][:2]
    swapped = {**hand.cards.hands, one: hand.cards.hands[two], two: hand.cards.hands[one]}
    played = play_out(
        [hand, replace(hand, cards=replace(hand.cards, hands=swapped))],
        6,
        random.Random(1),
        keep=True,
    )
    assert played.worlds == 12
    for world in range(12):
        final = played.final(world)
        for name, cards in side_cards(final).items():
            assert played.points[name][world] == points.value(final.table, cards)


def test_every_legal_card_is_as_likely() -> None:
    hand = under_way("hlucin", {"povinnost.throw_in_unchallenged": "no"}, "fair", 36)
    assert hand is not None
    options = legal(hand)
    assert options is not None
    times = dict.fromkeys((choice.what for choice in options.of("play")), 0)
    rng = random.Random(3)
    assert len(times) == 3
    for _ in range(400):
        for card, plane in play_out([hand], 64, rng, keep=True).steps[0]:
            times[card] += plane.bit_count()
    assert all(7_000 < n < 10_000 for n in times.values()), times


def test_worlds_may_share_their_coins() -> None:
    hand = under_way("hlucin", {"povinnost.throw_in_unchallenged": "no"}, "coins", 8)
    assert hand is not None

    def tossed(hands: int, each: int, toss: Toss) -> str:
        worlds = Worlds((hand,) * hands, each, random.Random(4), at_random, toss=toss)
        return "".join(format(worlds.toss(), f"0{worlds.n}b")[::-1] for _ in range(200))

    coins = tossed(5, 6, neighbours(3))
    assert all(coins[start : start + 3] in ("000", "111") for start in range(0, len(coins), 3))
    assert 0.45 < coins.count("1") / len(coins) < 0.55
    coins = tossed(4, 6, same_for([7, 7, 8, 7]))
    for start in range(0, len(coins), 24):
        one, two, four = (coins[start + n : start + n + 6] for n in (0, 6, 18))
        assert one == two == four
    assert 0.45 < coins.count("1") / len(coins) < 0.55
    alone = tossed(5, 6, neighbours(1))
    assert len({alone[start : start + 3] for start in range(0, len(alone), 3)}) == 8


def test_hands_that_cannot_be_played_out_together_are_refused() -> None:
    hand = under_way("hlucin", {}, "refused", 4)
    later = under_way("hlucin", {}, "refused", 6)
    assert hand is not None and later is not None
    rng = random.Random(1)
    with pytest.raises(ValueError, match="differ in the play so far"):
        play_out([hand, later], 2, rng)
    short = replace(
        hand, cards=replace(hand.cards, hands={**hand.cards.hands, "A": hand.cards.hands["A"][1:]})
    )
    with pytest.raises(ValueError, match="different numbers of cards"):
        play_out([short], 2, rng)
    table = rules.load("hlucin")
    with pytest.raises(ValueError, match="nobody is to play"):
        play_out([undealt(table, table.cards.cards)], 2, rng)
