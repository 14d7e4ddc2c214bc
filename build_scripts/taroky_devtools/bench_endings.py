"""How much money players lose where four tricks are left, beside what is best with all cards open, and how
often their play-outs make a pagát: one JSON line each. Part of `make bench`.

    python -m taroky_devtools.bench_endings [--positions 300] [--seed 4301] [--players random thumb]

A position is the first decision about a card with four cards in hand, in a hand of Hlučín that four players by
rules of thumb have played so far. What each card is worth if all play on as well as can be is known exactly;
the loss is how much less than the best the card is worth that is played. All players meet the same positions.

The pagáts are those of druhá povinnost, which undertakes it. The same hands are played on from the first card
by a policy, many times, and once by club players in all seats.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from taroky import rules
from taroky.cards import Card
from taroky.game import apply, current, legal, undealt
from taroky.game.view import View, view
from taroky.hand import Hand
from taroky.players.bot import Bot
from taroky.players.endings import solvable, solved
from taroky.players.guesses import Guesser
from taroky.players.levels import LEVELS, MASTER
from taroky.players.playout import play_out
from taroky.players.playout.bitsets import union
from taroky.players.playout.policies import Sensible
from taroky.players.playout.skilled import Skilled
from taroky.players.playout.tricks import Choose
from taroky.players.rule_of_thumb import RuleOfThumb
from taroky.players.search import Effort, LooksAhead
from taroky.players.strength import strength
from taroky.players.trick_value import aim_of
from taroky.rules.table import Seat, Table

from taroky_devtools.strategy.arena import figure
from taroky_devtools.strategy.card_play import play_on
from taroky_devtools.strategy.deals import deal
from taroky_devtools.strategy.experiment import NOT_THROWN_IN
from taroky_devtools.strategy.plans import Plan, first_card, until

#: How many tricks are left.
TRICKS = 4
#: From here on some masters solve what follows, in cards that are left.
_SOLVED_FROM = 14
#: How often a policy plays a position.
_TIMES = 64
#: From which strength on druhá povinnost is bid, and how club players think about a card.
_STRONG, _CLUB = 9, Effort(cards=12, plays=1, batch=8)

#: How likely a player is to play each card.
Chances = Mapping[Card, float]


class _Sees(LooksAhead):
    """A player that sees all cards. open: the hand as it is."""

    open: Hand

    def _guesser(self, view: View) -> Guesser:
        guesser = super()._guesser(view)
        guesser.draw = lambda n: [self.open] * n  # type: ignore[method-assign]
        return guesser


def positions(number: int, seed: str) -> Iterator[Hand]:
    """Yield this many positions."""
    table = rules.load("hlucin", NOT_THROWN_IN)
    n = 0
    while number:
        rng = random.Random(f"{seed}/{n}")
        n += 1
        position = _late(undealt(table, table.cards.shuffled(rng)), rng)
        if position is not None:
            number -= 1
            yield position


def _late(hand: Hand, rng: random.Random) -> Hand | None:
    """The hand at its first decision with so few tricks left; None if there is none."""
    bot = RuleOfThumb(hand.table, rng)
    while (asked := current(hand)) is not None:
        options = legal(hand)
        assert options is not None
        late = asked[0].name == "play" and len(hand.holds(asked[1])) == TRICKS
        if late and len(options.of("play")) > 1:
            return hand if solvable(hand) and hand.row.sides != "each" else None
        hand = apply(hand, bot.act(view(hand, asked[1]), options)[0])
    return None


def _plays(bot: Bot, hand: Hand) -> Chances:
    options = legal(hand)
    assert options is not None
    action = bot.act(view(hand, options.seat), options)[0]
    return {action.what[0]: 1.0} if action.kind == "play" else {}


def _by_policy(policy: Callable[[Hand], Choose], hand: Hand, rng: random.Random) -> Chances:
    played = play_out([hand], _TIMES, rng, choose=policy(hand), keep=True)
    return {card: plane.bit_count() / _TIMES for card, plane in played.steps[0]}


def _sees(hand: Hand, rng: random.Random) -> Chances:
    sees = LEVELS["master"].make(hand.table, rng, None, None)
    assert isinstance(sees, LooksAhead)
    player = _Sees(hand.table, rng, sees.effort)
    player.open = hand
    return _plays(player, hand)


def _at_random(hand: Hand, rng: random.Random) -> Chances:
    options = legal(hand)
    assert options is not None
    cards = [choice.what for choice in options.of("play")]
    return dict.fromkeys(cards, 1 / len(cards))


def _level(name: str) -> Callable[[Hand, random.Random], Chances]:
    return lambda hand, rng: _plays(LEVELS[name].make(hand.table, rng, None, None), hand)


def _master(effort: Effort) -> Callable[[Hand, random.Random], Chances]:
    return lambda hand, rng: _plays(LooksAhead(hand.table, rng, effort), hand)


POLICIES: Mapping[str, Callable[[Hand], Choose]] = {
    "usual": lambda hand: Sensible(aim_of(hand)),
    "skilled": Skilled,
}
PLAYERS: Mapping[str, Callable[[Hand, random.Random], Chances]] = {
    "random": _at_random,
    "thumb": _level("thumb"),
    **{f"policy, {name}": partial(_by_policy, policy) for name, policy in POLICIES.items()},
    "club": _level("club"),
    "master": _level("master"),
    # Masters that no duel has yet shown to earn more: until then the level stays as it is.
    "master, skilled": _master(replace(MASTER, skilled=True)),
    "master, skilled, solving": _master(replace(MASTER, skilled=True, endings=_SOLVED_FROM)),
    "master that sees all": _sees,
}


def losses(
    names: Iterable[str], hands: Sequence[Hand], seed: str
) -> Iterator[tuple[str, list[float], float]]:
    """Yield for each player its loss in each position and the seconds a decision took."""
    worths: list[Mapping[Card, float]] = []
    for hand in hands:
        seat = current(hand)[1]  # type: ignore[index]
        worths.append({card: paid[seat] for card, paid in solved([hand])[0].items()})
    for name in names:
        started, lost = time.process_time(), []
        for n, (hand, worth) in enumerate(zip(hands, worths, strict=True)):
            chances = PLAYERS[name](hand, random.Random(f"{seed}/{n}/{name}"))
            mean = sum(chance * worth[card] for card, chance in chances.items())
            # Who says something before the card has not lost anything yet.
            lost.append(max(worth.values()) - mean if chances else 0.0)
        yield name, lost, (time.process_time() - started) / len(hands)


# -- pagáts ----------------------------------------------------------------------------------------


def pagats(number: int, seed: str) -> Iterator[Hand]:
    """Yield this many hands of druhá povinnost at their first card."""
    table = rules.load("hlucin", NOT_THROWN_IN)
    n = 0
    while number:
        rng = random.Random(f"{seed}/pagat/{n}")
        n += 1
        hands, talon = deal(table, rng)
        seat = next(seat for seat, cards in [*hands.items(), ("", ["I"])] if "I" in cards)
        if seat in table.active[1:] and strength(table, hands[seat]) >= _STRONG:
            began = until(table, hands, talon, _plan(table, seat), rng, first_card)
            if began is not None and began[0].undertaken:
                number -= 1
                yield began[0]


def _plan(table: Table, bidder: Seat) -> Plan:
    return Plan({seat: "druha_povinnost" if seat == bidder else "pass" for seat in table.active})


def made(hand: Hand, policy: Callable[[Hand], Choose], rng: random.Random) -> float:
    """In which part of its play-outs the pagát takes the last trick."""
    played = play_out([hand], _TIMES, rng, choose=policy(hand), keep=True)
    last = played.steps[-len(hand.active) :]
    there = union(plane for step in last for card, plane in step if card == "I")
    return (there & played.won[-1][hand.active.index(_holder(hand))]).bit_count() / _TIMES


def _holder(hand: Hand) -> Seat:
    holder = hand.holder("I")
    assert holder is not None
    return holder


def _made(hand: Hand) -> bool:
    trick = hand.play.tricks[-1]
    return "I" in trick.cards and trick.by("I") == trick.winner


def measured(
    names: Iterable[str] = tuple(PLAYERS),
    number: int = 300,
    hands: int = 60,
    seed: str = "4301",
) -> Iterator[dict[str, Any]]:
    """Yield all measurements. number: of positions; hands: with a pagát."""
    for name, lost, seconds in losses(names, [*positions(number, seed)] if number else [], seed):
        mean, half = figure([100 * loss for loss in lost])
        yield {
            "name": f"loss where four tricks are left, {name}",
            "value": mean,
            "unit": "haléř a decision",
            "half": round(half, 1),
            "ms": round(1000 * seconds, 1),
        }
    for name, share in _shares([*pagats(hands, seed)], seed) if hands else ():
        mean, half = figure([100 * one for one in share])
        yield {
            "name": f"pagáts made, {name}",
            "value": mean,
            "unit": "%",
            "half": round(half, 1),
        }


def _shares(began: Sequence[Hand], seed: str) -> Iterator[tuple[str, list[float]]]:
    for name, policy in POLICIES.items():
        yield (
            f"by policy, {name}",
            [made(hand, policy, random.Random(f"{seed}/{n}")) for n, hand in enumerate(began)],
        )
    played = [play_on(hand, random.Random(f"{seed}/{n}"), _CLUB) for n, hand in enumerate(began)]
    yield "by club players", [float(_made(hand)) for hand in played]


def main() -> None:
    """Print all lines."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--pagats", type=int, default=60)
    parser.add_argument("--seed", default="4301", help="the same seed, the same positions")
    parser.add_argument("--players", nargs="*", default=[*PLAYERS], choices=[*PLAYERS])
    args = parser.parse_args()
    for line in measured(args.players, args.positions, args.pagats, args.seed):
        print(json.dumps(line, ensure_ascii=False), flush=True)


if __name__ == "__main__":
    main()
