"""Whole numbers that stand for many worlds, a bit for each, and counting in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

#: A bit for each world.
Plane = int
#: Cards by their places in the pack, each with its worlds.
Planes = dict[int, Plane]


def union(planes: Iterable[Plane]) -> Plane:
    """The worlds that are in any of these."""
    worlds = 0
    for plane in planes:
        worlds |= plane
    return worlds


def prefer(legal: Planes, better: Planes) -> None:
    """Keep only what is better, where there is such a thing."""
    somewhere = union(better.values())
    if somewhere:
        for i in legal:
            legal[i] = legal[i] & ~somewhere | better.get(i, 0)


def add(digits: list[Plane], plane: Plane, digit: int = 0) -> None:
    """Add 2^digit in these worlds to numbers written in binary digits, the lowest first."""
    while plane:
        while len(digits) <= digit:
            digits.append(0)
        digits[digit], plane = digits[digit] ^ plane, digits[digit] & plane
        digit += 1


def number_of(bits: Sequence[str]) -> int:
    """The number that these binary digits write, the lowest first."""
    return sum(1 << b for b, bit in enumerate(bits) if bit == "1")


def bits_of(digits: Sequence[Plane], n: int) -> Iterable[tuple[str, ...]]:
    """The bits of these digits world by world."""
    if not digits:
        return [()] * n
    return zip(*(format(plane, f"0{n}b")[::-1] for plane in digits), strict=True)


def read[T](digits: Sequence[Plane], n: int, work: Callable[[tuple[str, ...]], T]) -> list[T]:
    """World by world what follows from its bits, worked out once for equal ones."""
    known: dict[tuple[str, ...], T] = {}
    values = []
    for bits in bits_of(digits, n):
        value = known.get(bits)
        if value is None:
            value = known[bits] = work(bits)
        values.append(value)
    return values
