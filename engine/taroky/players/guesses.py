"""What a player may think the hidden cards are: hands as they could be, drawn at random.

Any arrangement that what the player knows allows is as likely as any other. A player who listens
(`Hearing`) then keeps those more often in which the others' calls and passes make sense.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from taroky.game.unseen import PERFECT, Memory, Place, Unseen, arranged, unseen
from taroky.hand import Hand
from taroky.rules.table import Seat

#: How likely what was heard is, where the cards lie as in this hand; a number of which only the
#: proportions matter.
Hearing = Callable[[Hand], float]


def guesses(
    hand: Hand, seat: Seat, n: int, rng: random.Random, memory: Memory = PERFECT
) -> list[Hand]:
    """So many hands as they could be by what this seat knows. Neighbours are alike in part."""
    return Guesser(unseen(hand, seat, memory), rng).draw(n)


class Guesser:
    """Draws hands as they could be, one after another. heard: how likely what was heard is; tries:
    how many arrangements are looked at for each hand that is kept, where somebody listens."""

    def __init__(
        self, known: Unseen, rng: random.Random, heard: Hearing | None = None, tries: int = 4
    ) -> None:
        self.known, self.rng, self.heard, self.tries = known, rng, heard, tries
        self.places = known.copy()
        stir(self.places, 3 * len(known.hidden), rng)

    def draw(self, n: int) -> list[Hand]:
        """So many hands."""
        if self.heard is None:
            return [self._next() for _ in range(n)]
        tried = [self._next() for _ in range(n * self.tries)]
        weights = [self.heard(hand) for hand in tried]
        if not any(weights):
            return tried[:n]
        return _evenly(tried, weights, n, self.rng)

    def _next(self) -> Hand:
        stir(self.places, len(self.known.hidden), self.rng)
        return arranged(self.known.hand, self.known.seat, self.places, self.rng)


def _evenly(
    hands: Sequence[Hand], weights: Sequence[float], n: int, rng: random.Random
) -> list[Hand]:
    """n of these hands, each as often as its weight deserves, give or take one."""
    step = sum(weights) / n
    at, upto = rng.random() * step, 0.0
    found: list[Hand] = []
    for hand, weight in zip(hands, weights, strict=True):
        upto += weight
        while at < upto and len(found) < n:
            found.append(hand)
            at += step
    return found or [hands[0]]


def stir(places: Sequence[Place], times: int, rng: random.Random) -> None:
    """Swap cards between places wherever both may lie where the other lay: after enough swaps every
    arrangement that is possible is as likely as any other."""
    slots = [(place, at) for place in places for at in range(len(place.cards))]
    n = len(slots)
    if n < 2:
        return
    draw = rng.random
    for _ in range(times):
        one, i = slots[int(draw() * n)]
        two, j = slots[int(draw() * n)]
        if one is two:
            continue
        a, b = one.cards[i], two.cards[j]
        if a not in two.never and b not in one.never:
            one.cards[i], two.cards[j] = b, a
