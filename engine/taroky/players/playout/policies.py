"""How cards are chosen while worlds are played on.

A policy gets the cards that the player in a place may play and returns one of them in every world. It
reads nothing but the table and who is on whose side, so any rule set can be played by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from taroky.cards import Card
from taroky.players.playout.bitsets import Plane, Planes, union
from taroky.players.playout.tricks import Worlds


def at_random(w: Worlds, k: int, legal: Planes) -> Planes:
    """In each world every legal card is as likely as any other: cards are tried in random orders,
    twice with a coin for each world and then without."""
    return drawn(w, legal, w.alive)


def spread(cards: Sequence[Card]) -> Callable[[Worlds, int, Planes], Planes]:
    """These cards dealt out over the worlds one after another, each to as many; for the first card
    of a player who compares them."""

    def choose(w: Worlds, k: int, legal: Planes) -> Planes:
        n = len(cards)
        whole = (1 << n * -(-w.n // n)) - 1
        every = whole // ((1 << n) - 1)  # a bit in n, the lowest first
        return {w.index[card]: every << world & w.all for world, card in enumerate(cards)}

    return choose


class Sensible:
    """Takes what is worth taking, gives its own side what it can and the others little, and plays one
    card in four at random.

    aim: 1 where tricks are good for a side, -1 where they are bad, 0 where it does not matter: then
    all cards are drawn at random.
    """

    def __init__(self, aim: int = 1, loose: int = 2) -> None:
        self.aim = aim
        self.loose = loose

    def __call__(self, w: Worlds, k: int, legal: Planes) -> Planes:
        if not self.aim or len(legal) < 2:
            return drawn(w, legal, w.alive)
        loose = w.alive
        for _ in range(self.loose):
            loose &= w.toss()
        picked = drawn(w, legal, loose)
        todo = w.alive & ~loose
        if not w.played:
            self._lead(w, legal, todo, picked)
        elif self.aim > 0:
            self._follow(w, k, legal, todo, picked)
        else:
            self._duck(w, k, legal, todo, picked)
        return picked

    def _lead(self, w: Worlds, legal: Planes, todo: Plane, picked: Planes) -> None:
        """A cheap card, in half of the worlds of any suit."""
        some = todo & w.toss()
        mixed = sorted(legal, key=lambda _: w.rng.random())
        value = w.values
        sweep(picked, legal, sorted(mixed, key=lambda i: value[i] > 1), some)
        merge(picked, drawn(w, legal, todo & ~some))

    def _follow(self, w: Worlds, k: int, legal: Planes, todo: Plane, picked: Planes) -> None:
        value, trumps = w.values, w.suits[0]
        mine = w.declaring(k)
        friend = 0
        if w.first.row.sides != "each":
            for j in range(k):
                friend |= w.top[j] & ~(w.declaring(j) ^ mine)
        beats = w.beating(legal)
        take = union(beats.values()) & todo & ~friend
        last = k == w.players - 1
        strong = 0 if last else take & w.toss()
        place = {i: n for n, i in enumerate(trumps)}

        def cheaply(i: int) -> tuple[int, int]:
            """The most valuable card of a suit, but of taroky one that counts and is low, then the
            lowest."""
            if i not in place:
                return 0, -value[i]
            return 1, -place[i]

        sweep(picked, beats, sorted(beats), strong)
        sweep(picked, beats, sorted(beats, key=cheaply), take & ~strong)
        rest = todo & ~take
        give = rest & friend
        if not last:
            give &= w.toss()
        sweep(picked, legal, sorted(legal, key=lambda i: (-value[i], i in place, -i)), give)
        sweep(picked, legal, sorted(legal, key=lambda i: (value[i], i in place, -i)), rest & ~give)

    def _duck(self, w: Worlds, k: int, legal: Planes, todo: Plane, picked: Planes) -> None:
        """The highest card that does not take the trick; if every card takes it, the lowest, and
        from the last player the highest."""
        beats = w.beating(legal)
        under = {i: plane & ~beats.get(i, 0) for i, plane in legal.items()}
        low = union(under.values()) & todo
        sweep(picked, under, sorted(under), low)
        order = sorted(beats, reverse=k != w.players - 1)
        sweep(picked, beats, order, todo & ~low)


def sweep(picked: Planes, cards: Planes, order: Iterable[int], where: Plane) -> Plane:
    """In these worlds the first card in this order that may be played; return the worlds in which none may."""
    for i in order:
        here = cards.get(i, 0) & where
        if here:
            picked[i] = picked.get(i, 0) | here
            where ^= here
            if not where:
                return 0
    return where


def merge(picked: Planes, more: Planes) -> None:
    """Add what more is picked."""
    for i, plane in more.items():
        picked[i] = picked.get(i, 0) | plane


def drawn(w: Worlds, legal: Planes, where: Plane) -> Planes:
    """Return a card drawn at random in each of these worlds."""
    picked: Planes = {}
    todo = where
    draw = w.rng.random
    left = list(legal.items())
    for coin in (True, True, False):
        left.sort(key=lambda _: draw())  # quicker than shuffling
        for i, plane in left:
            here = plane & todo
            if coin and here:
                here &= w.toss()
            if here:
                picked[i] = picked.get(i, 0) | here
                todo ^= here
        if not todo:
            break
    return picked
