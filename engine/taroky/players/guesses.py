"""Guess the hidden cards as a player may: hands as they could be, drawn at random.

Any arrangement that what the player knows allows is as likely as any other. A player who listens
(`Hearing`) changes the last one a little at a time, and takes a change the more often the better the
others' words fit it (Metropolis and others 1953): so even hands that are rare, but the only ones that
explain a bid, come as often as they should.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from taroky.game.unseen import PERFECT, Memory, Unseen, arranged, unseen
from taroky.hand import Hand
from taroky.rules.table import Seat

#: How likely what was heard is, where the cards lie as in this hand; a number of which only the
#: proportions matter.
Hearing = Callable[[Hand], float]

#: Before the first hand so many times the changes of the others, until nothing is left of where it began.
_FIRST = 12


def guesses(
    hand: Hand, seat: Seat, n: int, rng: random.Random, memory: Memory = PERFECT
) -> list[Hand]:
    """Return this many hands as they could be by what this seat knows. Neighbours are alike in part."""
    return Guesser(unseen(hand, seat, memory), rng).draw(n)


class Guesser:
    """Draws hands as they could be, one after another. heard: how likely what was heard is; changes: how
    many are tried before the next hand, where somebody listens."""

    def __init__(
        self, known: Unseen, rng: random.Random, heard: Hearing | None = None, changes: int = 4
    ) -> None:
        self.known, self.rng, self.heard, self.changes = known, rng, heard, changes
        self.arrangement = known.arrangement.copy()
        self.arrangement.stir(3 * len(known.hidden), rng)
        self.likely: Hand | None = None

    def draw(self, n: int) -> list[Hand]:
        """Return this many hands."""
        heard = self.heard
        if heard is None:
            return [self._next() for _ in range(n)]
        if self.likely is None:
            self.likely = self._fitting(self._arranged(), heard, _FIRST * self.changes)
        hands = []
        for _ in range(n):
            self.likely = self._fitting(self.likely, heard, self.changes)
            hands.append(self.likely)
        return hands

    def _next(self) -> Hand:
        self.arrangement.stir(len(self.known.hidden), self.rng)
        return self._arranged()

    def _fitting(self, hand: Hand, heard: Hearing, changes: int) -> Hand:
        """The hand after so many changes were tried, few cards or many at a time."""
        fits = heard(hand)
        for _ in range(changes):
            before = self.arrangement.snapshot()
            times = 1 + int(self.rng.random() * len(self.known.hidden) / 4)
            self.arrangement.stir(times, self.rng)
            other = self._arranged()
            better = heard(other)
            if self.rng.random() * fits < better:
                hand, fits = other, better
            else:
                self.arrangement.restore(before)
        return hand

    def _arranged(self) -> Hand:
        return arranged(self.known.hand, self.known.seat, self.arrangement, self.rng)
