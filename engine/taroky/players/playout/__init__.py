"""Playing on in many worlds at once, for players that look ahead.

A world is one hand played to its end. A whole number stands for all worlds together, a bit for each:
"A holds the king of spades" is a number whose bits say in which worlds. So one operation plays the
same step in every world, and a thousand hands cost little more than one.

How cards are chosen is a policy: at random, or with a little sense (`taroky.players.playout.policies`).
The worlds of one call share the order in which cards are tried at a step, so they are not quite
independent of each other. May import game, settlement and what is below them.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction

from taroky.cards import Card
from taroky.game import apply, current
from taroky.hand import Action, Hand
from taroky.players.playout.bitsets import Plane, add, number_of, read
from taroky.players.playout.money import Money
from taroky.players.playout.piles import piles_of, worths
from taroky.players.playout.policies import at_random
from taroky.players.playout.tricks import Choose, Toss, Worlds
from taroky.rules.table import Seat


@dataclass(frozen=True)
class Played:
    """How all worlds ended. World number w began as hands[w // each].

    points: card points by side, or by seat where each plays alone, world by world. won: trick by
    trick, seat by seat, the worlds in which that seat took it. steps: the cards of each step with
    their worlds, where they were kept. money: what each seat gets or pays, world by world, where it
    was asked for; a pot that grows or shrinks counts as everybody's in equal parts.
    """

    hands: tuple[Hand, ...]
    each: int
    points: Mapping[str, Sequence[Fraction]]
    won: tuple[tuple[Plane, ...], ...]
    steps: tuple[tuple[tuple[Card, Plane], ...], ...] = field(default=(), repr=False)
    money: Sequence[Mapping[Seat, float]] = field(default=(), repr=False)

    @property
    def worlds(self) -> int:
        """How many there are."""
        return len(self.hands) * self.each

    def tricks(self, seats: Iterable[Seat]) -> list[int]:
        """How many of the tricks played here these seats took, world by world."""
        places = [self.hands[0].active.index(seat) for seat in seats]
        digits: list[Plane] = []
        for won in self.won:
            for place in places:
                add(digits, won[place])
        return read(digits, self.worlds, number_of)

    def cards(self, world: int) -> tuple[Card, ...]:
        """The cards of a world in the order played. Only where the steps were kept."""
        return tuple(card for step in self.steps for card, plane in step if plane >> world & 1)

    def final(self, world: int) -> Hand:
        """A world's hand at its end, played card by card through the public door."""
        hand = self.hands[world // self.each]
        for card in self.cards(world):
            asked = current(hand)
            if asked is None:  # the rest was sure and has played itself
                break
            hand = apply(hand, Action(asked[1], "play", (card,)))
        return hand


def play_out(
    hands: Sequence[Hand],
    each: int,
    rng: random.Random,
    *,
    choose: Choose = at_random,
    opening: Choose | None = None,
    keep: bool = False,
    pots: Mapping[str, Decimal] | None = None,
    money: bool = False,
    toss: Toss | None = None,
) -> Played:
    """Play every hand to its end `each` times.

    The hands are guesses at one and the same hand under way: they may differ in what is hidden, but
    not in the play so far. Nobody says anything any more. choose: the policy; opening: another one for
    the first card. keep: remember the cards of every world. money: settle every world; pots: what
    is in them before the hand. toss: how a coin is tossed for each world, if not for each of its
    own (`taroky.players.playout.chances`). Raises ValueError for hands that are not at a card, that differ in
    the play so far, or whose players hold different numbers of cards.
    """
    worlds = Worlds(tuple(hands), each, rng, choose, opening, keep, toss)
    paid = Money(worlds, pots) if money else None
    worlds.run()
    piles = piles_of(worlds)
    counted = [worths(worlds, pile) for pile in piles]
    return Played(
        worlds.hands,
        each,
        {
            pile.name: [points for points, _ in worths_of_pile]
            for pile, worths_of_pile in zip(piles, counted, strict=True)
        },
        tuple(worlds.won),
        tuple(worlds.steps),
        paid.of(piles, counted) if paid else (),
    )
