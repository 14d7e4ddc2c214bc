"""Whether tricks are good in a contract, found by playing at random: in hands dealt again, so that what is
found does not hang on the cards of the hand in which it is asked first."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import replace

from taroky.hand import Cards, Hand
from taroky.hand.parts import AnnounceState, PlayState
from taroky.hand.tricks import played_by
from taroky.players.playout import play_out
from taroky.players.playout.policies import at_random

#: How many hands are tried, and how often each is played.
_DEALS, _TIMES = 24, 8
#: Smaller correlations mean nothing.
_LEAST = 0.25


def aim_of(hand: Hand) -> int:
    """-1 where tricks cost money in this contract, 1 where they do not. Remembered with the table."""
    key = ("tricks are good", hand.contract)
    aim: int | None = hand.table.memo.get(key)
    if aim is None:
        aim = hand.table.memo[key] = _found(hand)
    return aim


def _found(hand: Hand) -> int:
    rng = random.Random(f"{hand.table.name}/{hand.contract}")
    played = play_out(
        [_dealt_anew(hand, rng) for _ in range(_DEALS)], _TIMES, rng, choose=at_random, money=True
    )
    taken = {seat: played.tricks((seat,)) for seat in hand.active}
    alone = hand.row.sides == "each"
    correlations = []
    for seat in (hand.declarer or hand.active[0], hand.active[-1]):
        tricks = [
            sum(
                taken[other][w]
                for other in hand.active
                if other == seat or (not alone and began.same_side(other, seat))
            )
            for g, began in enumerate(played.hands)
            for w in range(g * played.each, (g + 1) * played.each)
        ]
        correlations.append(_correlation(tricks, [money[seat] for money in played.money]))
    mean = sum(correlations) / len(correlations)
    return -1 if mean < -_LEAST else 1


def _dealt_anew(hand: Hand, rng: random.Random) -> Hand:
    """The hand before its first card, with as many cards in each place and other cards there."""
    pack = [*hand.table.cards.cards]
    rng.shuffle(pack)

    def cards(n: int) -> tuple[str, ...]:
        return tuple(pack.pop() for _ in range(n))

    hands = {s: cards(len(hand.holds(s)) + len(played_by(hand, s))) for s in hand.active}
    laid = {seat: cards(len(of)) for seat, of in hand.discard.discards.items()}
    return replace(
        hand,
        cards=Cards(hands, tuple(pack)),
        play=PlayState(),
        deal=replace(hand.deal, dealt=hands),
        discard=replace(hand.discard, discards=laid, shown=()),
        announce=_in_silence(hand.announce),
    )


def _in_silence(said: AnnounceState) -> AnnounceState:
    """The same turns of announcing, and nothing said: an announcement can be worth more than the game."""
    silent = tuple(replace(saying, items=()) for saying in said.sayings)
    return AnnounceState(sayings=silent, announcing_over=said.announcing_over)


def _correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    n = len(xs)
    mx, my = sum(xs) / n, sum(ys) / n
    cov = sum((x - mx) * (y - my) for x, y in zip(xs, ys, strict=True))
    spread = math.sqrt(sum((x - mx) ** 2 for x in xs) * sum((y - my) ** 2 for y in ys))
    return cov / spread if spread else 0.0
