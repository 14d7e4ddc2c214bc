"""Coins that several worlds share, so that what is compared in them meets the same chances and the
differences are those of the choices."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.players.playout.bitsets import Plane
from taroky.players.playout.tricks import Toss, Worlds


def neighbours(n: int) -> Toss:
    """Return how many worlds next to each other share each coin."""
    if n == 1:
        return lambda w: w.rng.getrandbits(w.n)

    def toss(w: Worlds) -> Plane:
        coins = format(w.rng.getrandbits(w.n // n), "b")
        return int(coins.replace("0", "0" * n).replace("1", "1" * n), 2)

    return toss


def same_for(hands: Sequence[int]) -> Toss:
    """Hands with the same number share their coins, the first world of each with the first, and so
    on."""
    numbers = {number: index for index, number in enumerate(dict.fromkeys(hands))}
    order = [numbers[number] for number in reversed(hands)]

    def toss(w: Worlds) -> Plane:
        each = w.each
        coins = format(w.rng.getrandbits(len(numbers) * each), f"0{len(numbers) * each}b")
        own = [coins[start : start + each] for start in range(0, len(coins), each)]
        return int("".join([own[index] for index in order]), 2)

    return toss
