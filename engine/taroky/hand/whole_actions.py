"""Actions made of several choices, counted and found by their number, without making them all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, prod
from typing import overload

from taroky.hand.actions import Action


class _Listed(Sequence[Action]):
    """Actions by their number."""

    def __len__(self) -> int:
        raise NotImplementedError

    def _numbered(self, number: int) -> Action:
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Action, ...]: ...
    def __getitem__(self, index: int | slice) -> Action | tuple[Action, ...]:
        places = range(len(self))[index]
        if isinstance(places, range):
            return tuple(map(self._numbered, places))
        return self._numbered(places)


class Subsets(_Listed):
    """Every way to choose some of these words, in their order.

    action: without its words. words: all that may be chosen, in the order in which they are recorded; n: how
    many are; must: those that have to be. apart: of two words side by side only one may be chosen.
    """

    def __init__(
        self,
        action: Action,
        words: Sequence[str],
        n: int,
        must: Sequence[str] = (),
        apart: bool = False,
    ) -> None:
        self.action, self.words, self.must = action, tuple(words), frozenset(must)
        self.free = tuple(word for word in words if word not in self.must)
        self.n, self.apart = n - len(self.must), apart
        # Words that are apart are words among fewer, each but the first of them moved on by one more.
        self.among = len(self.free) - (max(self.n - 1, 0) if apart else 0)

    def __len__(self) -> int:
        return comb(self.among, self.n) if 0 <= self.n <= self.among else 0

    def __iter__(self) -> Iterator[Action]:
        if 0 <= self.n <= self.among:
            yield from map(self._action, combinations(range(self.among), self.n))

    def _numbered(self, number: int) -> Action:
        places, place = [], 0
        for left in range(self.n, 0, -1):
            while (skipped := comb(self.among - place - 1, left - 1)) <= number:
                number -= skipped
                place += 1
            places.append(place)
            place += 1
        return self._action(places)

    def _action(self, places: Sequence[int]) -> Action:
        spread = self.apart
        chosen = {self.free[place + (i if spread else 0)] for i, place in enumerate(places)}
        chosen |= self.must
        return self.action._replace(what=tuple(word for word in self.words if word in chosen))


class Together(_Listed):
    """Every way to choose one of each list and say all of it together.

    action: without its words. lists: makes them, each a list of groups of words; silence: what is said where
    all of them are empty, "" where that is no action.
    """

    def __init__(
        self,
        action: Action,
        lists: Callable[[], Sequence[Sequence[tuple[str, ...]]]],
        silence: str,
    ) -> None:
        self.action, self.silence = action, silence
        self.make = lists
        self._lists: Sequence[Sequence[tuple[str, ...]]] | None = None

    @property
    def lists(self) -> Sequence[Sequence[tuple[str, ...]]]:
        """The lists, made once."""
        if self._lists is None:
            self._lists = self.make()
        return self._lists

    @property
    def _without_silence(self) -> int:
        """How many ways, the first ones, are left out: none, or saying nothing."""
        return int(not self.silence and all(groups and not groups[0] for groups in self.lists))

    def __len__(self) -> int:
        return prod(map(len, self.lists)) - self._without_silence

    def _numbered(self, number: int) -> Action:
        number += self._without_silence
        words: tuple[str, ...] = ()
        for groups in reversed(self.lists):
            number, place = divmod(number, len(groups))
            words = (*groups[place], *words)
        return self.action._replace(what=words or (self.silence,))
