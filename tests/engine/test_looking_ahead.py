"""Players that look ahead know no more than a person in their seat, keep to their time, and find what
pays most where that is known by proof."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache

import pytest
from taroky import rules
from taroky.game import apply, check, current, dealt, legal, undealt
from taroky.game.unseen import unseen
from taroky.game.view import view
from taroky.hand import Action, Hand
from taroky.players import beginner
from taroky.players.batches import pace
from taroky.players.bot import Bot
from taroky.players.guesses import Guesser
from taroky.players.random_player import RandomBot
from taroky.players.roster import LEVELS, player
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.search import Effort, LooksAhead
from taroky.players.trick_value import aim_of
from taroky.rules.table import Table


@cache
def moments(game: str, hands: int, each: int) -> tuple[Hand, ...]:
    """Return this many hands of a rule set at each kind of decision; made once for all levels."""
    table, hands_kept = rules.load(game), []
    seen: dict[tuple[str, ...], int] = {}
    for seed in range(hands):
        rng = random.Random(f"{game}/{seed}")
        hand = undealt(table, table.cards.shuffled(rng))
        bot = (RandomBot if seed % 2 else RuleOfThumb)(table, rng)
        while (asked := current(hand)) is not None:
            options = legal(hand)
            assert options is not None
            kind = (options.phase, *sorted(set(options.kinds)))
            several = len(options.legal) > 1 and options.phase != "deal"
            if several and seen.get(kind, 0) < each and rng.random() < 0.5:
                seen[kind] = seen.get(kind, 0) + 1
                hands_kept.append(hand)
            hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return tuple(hands_kept)


def quick(level: str, table: Table, rng: random.Random) -> Bot:
    """A player of this level that imagines fewer hands; a beginner who makes a mistake every time."""
    bot = player(level, table, rng)
    for looks in (bot, getattr(bot, "worse", None)):
        if isinstance(looks, LooksAhead):
            looks.effort = replace(looks.effort, cards=2, plays=1, deals=2, batch=2)
    return bot


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", rules.ids())
def test_other_cards_where_it_cannot_see_change_no_decision(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beginner, "_MISTAKES", 1.0)
    kinds = set()
    for hand in moments(game, 8, 1):
        seat = hand.asked[1]  # type: ignore[index]
        known = unseen(hand, seat)
        other = Guesser(known, random.Random(5)).draw(1)[0]
        assert other.cards != hand.cards or not known.hidden
        # Known for known and card for card it is the same hand to this player …
        assert unseen(other, seat).hand == known.hand
        # … and so is what it does, and why.
        decisions = []
        for one in (hand, other):
            options = legal(one)
            assert options is not None
            bot = quick(level, one.table, random.Random(9))
            decisions.append(bot.act(view(one, seat), options))
        assert decisions[0] == decisions[1], (options.phase, options.kinds)
        kinds.add(options.phase)
    assert {"play", "auction"} & kinds


@pytest.mark.parametrize(
    ("game", "level"),
    [(game, level) for game in rules.ids() for level in ("beginner", "club")]
    + [("hlucin", "thumb"), ("hlucin", "master"), ("heun", "master"), ("french", "master")],
)
def test_whatever_a_level_does_is_legal(game: str, level: str) -> None:
    for hand in moments(game, 3, 1):
        options = legal(hand)
        assert options is not None
        bot = player(level, hand.table, random.Random(3), seconds=0.01)
        action, why = bot.act(view(hand, options.seat), options)
        assert check(hand, action) is None, action
        assert str(why)


@pytest.mark.parametrize("game", rules.ids())
def test_what_is_legal_is_the_same_with_the_reasons_against_the_rest(game: str) -> None:
    for hand in moments(game, 8, 3):
        options = legal(hand)
        assert options is not None
        assert options.legal == tuple(choice for choice in options.choices if choice.legal)


def test_time_is_kept() -> None:
    ticks = iter(range(10_000))
    hand = next(hand for hand in moments("hlucin", 4, 1) if legal(hand).phase == "play")  # type: ignore[union-attr]
    options = legal(hand)
    assert options is not None
    bot = LooksAhead(
        hand.table, random.Random(1), Effort(cards=1000, seconds=9), clock=lambda: next(ticks)
    )
    judged = bot.judge(view(hand, options.seat), options)
    assert judged is not None
    assert 20 <= judged.hands <= 100


@pytest.mark.parametrize("cost", [0.001, 0.01, 0.05])
def test_no_more_is_begun_than_the_time_allows(cost: float) -> None:
    looked = [0]
    for n in pace(10_000, 20, 0.5, lambda: looked[0] * cost):
        looked[0] += n
    assert looked[0] * cost <= 0.5 + 1e-6
    assert looked[0] >= 0.4 / cost


def test_without_time_it_still_does_something_legal() -> None:
    ticks = iter(range(0, 1_000_000, 10))
    for hand in moments("hlucin", 4, 1):
        options = legal(hand)
        assert options is not None
        bot = LooksAhead(hand.table, random.Random(1), Effort(seconds=1), clock=lambda: next(ticks))
        action, _ = bot.act(view(hand, options.seat), options)
        assert check(hand, action) is None


def test_a_trick_that_is_sure_is_taken_with_the_valuable_card() -> None:
    """The last but one trick of a hand all of whose other cards are known: what pays most is sure."""
    hand = ending()
    options = legal(hand)
    assert options is not None
    bot = LooksAhead(hand.table, random.Random(1), Effort(cards=30, plays=4))
    judged = bot.judge(view(hand, options.seat), options)
    assert judged is not None
    best = max(
        options.actions("play"), key=lambda action: exactly(apply(hand, action), options.seat)
    )
    assert judged.best.action == best


def ending() -> Hand:
    """Hlučín, three cards left with each player, rules of thumb so far."""
    table = rules.load("hlucin", {"povinnost.throw_in_unchallenged": "no"})
    for seed in range(100):
        rng = random.Random(f"ending/{seed}")
        hand = undealt(table, table.cards.shuffled(rng))
        bot = RuleOfThumb(table, rng)
        while (asked := current(hand)) is not None:
            options = legal(hand)
            assert options is not None
            if (
                asked[0].name == "play"
                and len(hand.play.tricks) == 10
                and not (hand.play.trick and hand.play.trick.cards)
                and len(options.of("play")) == 2
            ):
                values = {
                    exactly(apply(hand, action), asked[1]) for action in options.actions("play")
                }
                known = unseen(hand, asked[1])
                if len(values) == 2 and sure(hand, asked[1], known):
                    return hand
            hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    raise AssertionError("no such ending")


def sure(hand: Hand, seat: str, known: object) -> bool:
    """Whether the same card is best in every hand as it could be."""
    rng = random.Random(2)
    best = set()
    for one in Guesser(unseen(hand, seat), rng).draw(12):
        options = legal(one)
        assert options is not None
        worth = {a: exactly(apply(one, a), seat) for a in options.actions("play")}
        if len(set(worth.values())) > 1:
            best.add(max(worth, key=lambda a: worth[a]))
    return len(best) == 1


def exactly(hand: Hand, seat: str) -> float:
    """Return what this seat gets if all see all cards and play as well as can be, each side for its own
    money."""
    from taroky.settling.paying import finished_facts, settle

    asked = current(hand)
    if asked is None:
        return float(settle(hand.table, finished_facts(hand)).payments[seat])
    options = legal(hand)
    assert options is not None
    mine = [
        exactly(apply(hand, Action(asked[1], "play", (c.what,))), seat) for c in options.of("play")
    ]
    return max(mine) if hand.same_side(asked[1], seat) else min(mine)


@pytest.mark.parametrize(("game", "seed"), [("polish", 26), ("hlucin", 11)])
def test_what_is_said_together_is_not_compared_with_its_parts(game: str, seed: int) -> None:
    """Alone each part was found as good as it was: what else could be done is to be silent."""
    table, rng = rules.load(game), random.Random(f"together/{seed}")
    hand, bot = undealt(table, table.cards.shuffled(rng)), RuleOfThumb(table, rng)
    while (asked := current(hand)) is not None and asked[0].name != "play":
        options, seen = legal(hand), view(hand, asked[1])
        assert options is not None
        if len([choice for choice in options.of("say") if not choice.must]) > 2:
            effort = Effort(deals=12, batch=6)
            judged = LooksAhead(table, random.Random(1), effort).judge(seen, options)
            assert judged is not None
            best, *rest = judged.choices
            if len(best.action.what) > 1:
                assert best.gains > 50 and ("nothing",) in [one.action.what for one in rest]
                for other in rest:
                    assert not set(other.action.what) <= set(best.action.what), other.action
                return
        hand = apply(hand, bot.act(seen, options)[0])
    raise AssertionError("nothing is said together")


@pytest.mark.parametrize("taroky", [0, 12])
def test_whether_tricks_are_good_does_not_hang_on_the_hand_that_asks_first(taroky: int) -> None:
    """A declarer who is sure to lose or sure to win everything finds the same for a sólo."""
    table = rules.load("hlucin")
    pack = table.cards
    plain = [card for card in pack.cards if not pack.is_tarok(card)]
    mine = [*pack.trumps[:taroky], *plain[-(12 - taroky) :]] if taroky < 12 else [*pack.trumps[:12]]
    rest = [card for card in pack.cards if card not in mine]
    random.Random(1).shuffle(rest)
    hands = {"A": mine, "B": rest[:12], "C": rest[12:24], "D": rest[24:36]}
    hand = dealt(table, hands, rest[36:])
    for seat, call in zip("ABCD", ("solo", "pass", "pass", "pass"), strict=True):
        hand = apply(hand, Action(seat, "bid", (call,)))
    bot = RuleOfThumb(table, random.Random(1))
    while (asked := current(hand)) is not None and asked[0].name != "play":
        options = legal(hand)
        assert options is not None
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    table.memo.pop(("tricks are good", "solo"), None)
    assert aim_of(hand) == 1
