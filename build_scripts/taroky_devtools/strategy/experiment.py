"""Experiments: what is measured on hand number n, over how many hands, and what comes of it.

An experiment measures named numbers on one hand after another. Hand n of a seed is always the same,
so the first few can be played again by a test and must give the very same figures.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from taroky import rules
from taroky.rules.table import Table

#: Who judges or plays in an experiment.
JUDGED = "a program that looks ahead tries each choice in imagined hands"
IN_TRUTH = "each choice was played out 40 times with the real cards"
PLAYED_OUT = "four players looked ahead, with 8 imagined hands for each card"
#: No hand is thrown in before it is played.
NOT_THROWN_IN = {"povinnost.throw_in_unchallenged": "no"}

#: Names and numbers of one hand; a name that is missing was not to be measured on it.
Measured = Mapping[str, float]
#: Does something with each of many numbers and gives what comes of it, in their order.
Spread = Callable[[Callable[[int], Measured], Iterable[int]], Iterable[Measured]]
#: 95 of 100 intervals of so many standard errors hold the true mean.
Z = 1.96


@dataclass(frozen=True)
class Experiment:
    """id: how figures and commands name it. what: one sentence, what is done on each hand. hands:
    how many; again: how many of them a test plays again. players: who plays, "" if nobody does."""

    id: str
    what: str
    game: str
    hands: int
    again: int
    one: Callable[[Table, random.Random, int], Measured]
    players: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: str = "1"

    def table(self) -> Table:
        """The rules it is played by."""
        return rules.load(self.game, self.options)

    def measured(self, number: int) -> Measured:
        """Return what is measured on hand number so and so."""
        return self.one(self.table(), random.Random(f"{self.id}/{self.seed}/{number}"), number)

    def run(self, hands: int, spread: Spread = map) -> dict[str, list[float]]:
        """The figures of the first so many hands: name -> [on how many hands, mean, half the width of
        the 95% interval]. spread: how the hands are measured, one after another if nothing else is
        given; it keeps their order, so the figures are the same for any number of workers."""
        sums: dict[str, list[float]] = {}
        for measured in spread(self.measured, range(hands)):
            for name, value in measured.items():
                total = sums.setdefault(name, [0, 0.0, 0.0])
                total[0] += 1
                total[1] += value
                total[2] += value * value
        return {name: _figure(*sums[name]) for name in sorted(sums)}

    def kept(self, hands: int | None = None, spread: Spread = map) -> dict[str, Any]:
        """Return what goes into the file of figures."""
        hands = hands or self.hands
        return {
            "what": self.what,
            "rules": self.game,
            **({"options": dict(self.options)} if self.options else {}),
            **({"players": self.players} if self.players else {}),
            "seed": self.seed,
            "hands": hands,
            "command": f'make strategy ARGS="{self.id}"',
            "figures": self.run(hands, spread),
            "again": {"hands": self.again, "figures": self.run(self.again)},
        }


def _figure(n: float, total: float, squares: float) -> list[float]:
    mean = total / n
    spread = max(squares / n - mean * mean, 0.0)
    half = Z * math.sqrt(spread / (n - 1)) if n > 1 else 0.0
    return [int(n), round(mean, 5), round(half, 5)]


def seen(flags: Mapping[str, object]) -> dict[str, float]:
    """Whether each of these is so, as numbers whose mean is a share."""
    return {name: 1.0 if flag else 0.0 for name, flag in flags.items()}
