"""Conditions of the play, asked of many worlds at once: where each of them holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from taroky.cards import Card
from taroky.players.playout.bitsets import Plane, Planes
from taroky.rules.conditions import Condition, Range, Test
from taroky.rules.table import Table


class Worlds(Protocol):
    """The facts of the worlds that a condition asks for, as `taroky.players.playout.tricks` has it."""

    @property
    def table(self) -> Table: ...
    @property
    def all(self) -> Plane: ...
    @property
    def held(self) -> list[Planes]: ...
    @property
    def on_table(self) -> Planes: ...
    @property
    def played(self) -> list[Planes]: ...
    @property
    def lead(self) -> list[Plane]: ...
    @property
    def some(self) -> list[Plane]: ...
    @property
    def number(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def index(self) -> Mapping[Card, int]: ...

    def set_of(self, of: str) -> Planes:
        """The cards of a set with their worlds."""

    def same(self, s: int, other: int) -> Plane:
        """Return the worlds in which two seats are on one side."""


def holds(w: Worlds, condition: Condition, k: int) -> Plane:
    """Return the worlds in which a condition on the hand in place k, the trick and the moment holds."""
    if not condition.either:
        return w.all
    somewhere = 0
    for tests, never in condition.either:
        here = w.all
        for test in tests:
            here &= FACTS_OF_PLAY[test.name](w, test, k) if here else 0
        for other in never:
            here &= ~holds(w, other, k)
        somewhere |= here
    return somewhere


def _counted(w: Worlds, cards: Planes, of: str, span: Range) -> Plane:
    """Return the worlds in which this many cards of a set lie."""
    most = max(span.low, span.top or 0) + 1
    exactly = [w.all, *[0] * most]
    for i, block in w.set_of(of).items():
        plane = cards.get(i, 0) & block
        if plane:
            exactly[most] |= exactly[most - 1] & plane
            for j in range(most - 1, 0, -1):
                exactly[j] = exactly[j] & ~plane | exactly[j - 1] & plane
            exactly[0] &= ~plane
    in_span = 0
    for plane in exactly[span.low : (most if span.top is None else span.top) + 1]:
        in_span |= plane
    return in_span


def _all_counted(w: Worlds, cards: Planes, test: Test) -> Plane:
    """Return the worlds in which as many cards of each set lie as a test asks for."""
    here = w.all
    for of, span in test.ranges:
        here &= _counted(w, cards, of, span)
    return here


def _trick_no(w: Worlds, words: Sequence[str]) -> Plane:
    """Return all worlds if it is one of these tricks, else none."""
    last = w.number + 1 == w.table.deal.hand
    return w.all if {str(w.number + 1), "last" if last else ""} & {*words} else 0


def _lead_card(w: Worlds, words: Sequence[str]) -> Plane:
    """Return the worlds in which one of these cards was led."""
    led = 0
    for word in words:
        for i, plane in w.set_of(word).items():
            led |= plane & (w.played[0].get(i, 0) if w.played else 0)
    return led


def _in_order(w: Worlds, words: Sequence[str]) -> Plane:
    """Return the worlds in which these cards were played one after another, others between them or not."""
    so_far = [w.all, *[0] * len(words)]
    for laid in w.played:
        for n in range(len(words), 0, -1):
            so_far[n] |= so_far[n - 1] & laid.get(w.index.get(words[n - 1], -1), 0)
    return so_far[-1]


def _lost_tricks(w: Worlds, test: Test) -> Plane:
    """Return the worlds in which the side of the trick's leader has taken every trick so far."""
    if any((span.low, span.top) != (0, 0) for _, span in test.ranges):
        raise ValueError(f"not known while playing out: {test.name}")
    none_lost = 0
    for s in range(w.players):
        lost = 0
        for other in range(w.players):
            lost |= w.some[other] & ~w.same(s, other)
        none_lost |= w.lead[s] & ~lost
    return none_lost


#: What the conditions of a card or a finished trick may ask, each with where it is so for the hand in
#: place k.
FACTS_OF_PLAY: Mapping[str, Callable[[Worlds, Test, int], Plane]] = {
    "hand": lambda w, test, k: _all_counted(w, w.held[k], test),
    "trick": lambda w, test, k: _all_counted(w, w.on_table, test),
    "trick_no": lambda w, test, k: _trick_no(w, test.words),
    "lead_card": lambda w, test, k: _lead_card(w, test.words),
    "trick_in_order": lambda w, test, k: _in_order(w, test.words),
    "lost_tricks": lambda w, test, k: _lost_tricks(w, test),
}
