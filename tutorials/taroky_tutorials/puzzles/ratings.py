"""Numbers that say how strong a learner is and how hard a puzzle, by Elo: of two with the same number either wins half of the
time, and 400 more means ten times as often. A puzzle wins when it is failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

#: A learner's number before the first puzzle; how far one answer moves it, at first and later; and how far it moves the
#: puzzle's, as it is for this learner.
FIRST, _SOON, _LATER, _PUZZLE = 1200, 40, 20, 10
_EARLY = 20
#: No number is below or above these.
LEAST, MOST = 400, 2600
#: The numbers of the levels of players, by which the puzzles got theirs.
LEVELS: Mapping[str, int] = {"beginner": 1000, "thumb": 1150, "club": 1500, "master": 1800}


def expected(own: float, other: float) -> float:
    """How often the first of two wins, from 0 to 1."""
    return float(1 / (1 + 10 ** ((other - own) / 400)))


def after(learner: float, puzzle: float, right: bool, count: int) -> tuple[int, int]:
    """Both numbers after an answer. count: how many answers the learner has given before."""
    surprise = right - expected(learner, puzzle)
    step = _SOON if count < _EARLY else _LATER
    return _within(learner + step * surprise), _within(puzzle - _PUZZLE * surprise)


def _within(number: float) -> int:
    return round(min(max(number, LEAST), MOST))


def rated(fails: Mapping[str, Sequence[bool]]) -> int:
    """The number of a puzzle that each level has failed or not, time after time. A draw with somebody in the middle is
    added, so that a puzzle that everybody fails has a number, too."""
    results = [(LEVELS[level], failed) for level, times in fails.items() for failed in times]
    results += [(1300, True), (1300, False)]
    low, high = float(LEAST), float(MOST)
    for _ in range(30):
        middle = (low + high) / 2
        over = sum(failed - expected(middle, level) for level, failed in results)
        low, high = (middle, high) if over > 0 else (low, middle)
    return _within(low)
