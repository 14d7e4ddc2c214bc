"""How many imagined hands are looked at at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator

#: How many hands are looked at first where time is short.
_FIRST = 2


def pace(total: int, batch: int, until: float | None, clock: Callable[[], float]) -> Iterator[int]:
    """Yield this many hands in all, batch by batch: equal batches where there is no limit; with one,
    few at first and then as many as the time up to it allows by what the last batch took."""
    if until is None:
        while total > 0:
            yield min(total, batch)
            total -= batch
        return
    n = _FIRST
    while total > 0:
        n = min(total, n)
        start = clock()
        yield n
        total -= n
        now = clock()
        fits = int((until - now) / max(now - start, 1e-6) * n)
        n = min(2 * n, fits)
        if n < 1:
            return
