"""Compare what actions have brought in imagined hands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from taroky.hand import Action

#: Within this many standard errors are 95 of 100 means of many values.
Z = 1.96
#: An interval is made from that many batches or more, if there are as many hands; and a batch is that many
#: hands in a row at most.
_BATCHES, _IN_A_ROW = 6, 6


@dataclass(frozen=True)
class Worth:
    """The average that an action brings, in the money of the game; half: half the width of its 95%
    interval; behind: by how much the best action is better, with half_behind. In how many of 100
    imagined hands money comes in (gains), the player's side takes the trick that is there (takes, for
    cards only), and how many card points the player's side has in the end (points, for cards only)."""

    action: Action
    mean: float
    half: float
    behind: float = 0.0
    half_behind: float = 0.0
    gains: float = 0.0
    takes: float | None = None
    points: float | None = None

    @property
    def worse(self) -> bool:
        """Whether it is behind the best beyond the noise."""
        return self.behind > self.half_behind


@dataclass(frozen=True)
class Judged:
    """The actions that were compared, the best first. hands: on how many imagined hands."""

    choices: tuple[Worth, ...]
    hands: int

    @property
    def best(self) -> Worth:
        """The first."""
        return self.choices[0]


@dataclass
class Tally:
    """The results of each action, imagined hand by imagined hand; a hand in which one of them was not
    open counts for none."""

    actions: Sequence[Action]
    rows: list[list[float]] = field(default_factory=list)
    open: list[int] = field(default_factory=list)
    notes: dict[tuple[str, int], list[float]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.open = list(range(len(self.actions)))

    def add(self, row: Sequence[float | None]) -> None:
        """One hand: what each action brought in it."""
        if all(row[a] is not None for a in self.open):
            self.rows.append([value if value is not None else math.nan for value in row])

    def note(self, what: str, a: int, total: float, of: float) -> None:
        """Note what else is told of an action: this much in this many worlds."""
        noted = self.notes.setdefault((what, a), [0.0, 0.0])
        noted[0] += total
        noted[1] += of

    def noted(self, what: str, a: int) -> float | None:
        """The mean of it; None if nothing was told."""
        total, of = self.notes.get((what, a), (0.0, 0.0))
        return total / of if of else None

    def drop(self) -> None:
        """Actions that are clearly behind are not tried any more."""
        if len(self.rows) < 10:
            return
        best = max(self.open, key=self._mean)
        for a in [a for a in self.open if a != best]:
            mean, error = _plain(self._gaps(best, a))
            if mean > 1.5 * Z * error:
                self.open.remove(a)

    def _values(self, a: int) -> list[float]:
        return [row[a] for row in self.rows if not math.isnan(row[a])]

    def _mean(self, a: int) -> float:
        values = self._values(a)
        return sum(values) / len(values)

    def difference(self, better: int, other: int) -> tuple[float, float]:
        """Return by how much the first is better, and half the width of the interval."""
        return _interval(self._gaps(better, other))

    def _gaps(self, better: int, other: int) -> list[float]:
        return [
            row[better] - row[other]
            for row in self.rows
            if not math.isnan(row[better]) and not math.isnan(row[other])
        ]

    def unsure(self, than: int) -> list[int]:
        """Return which actions are not better than this one beyond the noise."""
        gains = {a: self.difference(a, than) for a in self.open if a != than}
        return [a for a, (gain, half) in gains.items() if gain <= half]

    def judged(self) -> Judged:
        """The actions, the best first; those that were dropped are behind the others, and what there
        was no time to try is left out."""
        if not self.rows:
            return Judged(tuple(Worth(action, 0.0, math.inf) for action in self.actions), 0)
        best = max(self.open, key=self._mean)
        compared = []
        for a, action in enumerate(self.actions):
            if not self._values(a):
                continue
            mean, half = _interval(self._values(a))
            behind, half_behind = self.difference(best, a)
            takes, points = self.noted("takes", a), self.noted("points", a)
            compared.append(
                (
                    a not in self.open,
                    Worth(
                        action,
                        mean,
                        half,
                        behind,
                        half_behind,
                        100 * (self.noted("gains", a) or 0.0),
                        None if takes is None else 100 * takes,
                        points,
                    ),
                )
            )
        compared.sort(key=lambda entry: (entry[0], -entry[1].mean))
        return Judged(tuple(entry for _, entry in compared), len(self.rows))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95% interval. Hands that follow one another are alike (see
    `taroky.players.guesses`), so what is counted as one is the mean of a few in a row."""
    n = len(values)
    size = max(min(n // _BATCHES, _IN_A_ROW), 1)
    batches = n // size
    ends = [number * n // batches for number in range(batches + 1)]
    means = [sum(values[a:b]) / (b - a) for a, b in pairwise(ends)]
    _, error = _plain(means)
    return sum(values) / n, _errors(batches - 1) * error if batches > 1 else math.inf


def _plain(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error, as if no value were like another."""
    n = len(values)
    mean = sum(values) / n
    spread = sum([(value - mean) ** 2 for value in values])
    return mean, math.sqrt(spread / (n * (n - 1))) if n > 1 else math.inf


def _errors(free: int) -> float:
    """Within how many standard errors 95 of 100 means are, for that number of batches less one (Student’s t,
    right to 0.1 from three batches on)."""
    return Z + 2.4 / free + 2.8 / free**2
