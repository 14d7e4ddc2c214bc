"""A policy that sees, in each world, who can still beat a card: for play-outs that have to be good rather
than many.

It takes tricks that nobody can take from it and gives its own side points where they are safe; it draws
taroky when it has most of them; and it keeps for the last trick the card that is paid for there, or else
brings it home. Which card that is the table says.
"""

from __future__ import annotations

from collections.abc import Sequence

from taroky.cards import Card
from taroky.hand import Hand
from taroky.players.playout.bitsets import Plane, Planes, add, union
from taroky.players.playout.policies import Sensible, drawn, merge, sweep
from taroky.players.playout.tricks import Worlds
from taroky.rules.table import Table


def paid_last(table: Table, contract: str) -> tuple[Card, ...]:
    """The cards that a bonus pays for in the last trick, where this contract has it."""
    says = table.contracts[contract].says
    return tuple(
        dict.fromkeys(
            row.card
            for name, row in table.bonuses.items()
            if row.card and ("bonuses" in says or name in says) and _asks_last(table, name)
        )
    )


def _asks_last(table: Table, bonus: str) -> bool:
    row = table.bonuses[bonus]
    return any(
        row.card in (*test.words, *(of for of, _ in test.ranges))
        for outcome in row.outcomes.values()
        for test in outcome.when.tests()
        if test.name in ("last_won_with", "last_trick")
    )


#: Plain cards up to this value are led where no trick is sure.
_CHEAP = 3


class Skilled(Sensible):
    """Plays as the first sentences of this module say, where tricks are good for a side, and one card in
    2^loose at random. hand: one of those that are played on."""

    def __init__(self, hand: Hand, loose: int = 4) -> None:
        super().__init__(loose=loose)
        self.hand = hand
        self.of_last = paid_last(hand.table, hand.contract)
        self.trick: tuple[Worlds, int] | None = None

    def __call__(self, w: Worlds, k: int, legal: Planes) -> Planes:
        if len(legal) > 1 and self.trick != (w, w.number):
            self.trick = w, w.number
            self._look(w)
        return super().__call__(w, k, legal)

    def _look(self, w: Worlds) -> None:
        """See who holds most taroky, and which cards are worth keeping for the last trick."""
        counts = [_counted(w, j) for j in range(w.players)]
        more = [[_more(one, other, w.all) for other in counts] for one in counts]
        places = range(w.players)
        #: By place: where it has more taroky than each opponent; and where an opponent has some.
        self.most, self.to_draw = [w.all] * w.players, [0] * w.players
        for k in places:
            for j in places:
                if j != k:
                    against = self._against(w, k, j)
                    self.most[k] &= ~against | more[k][j]
                    self.to_draw[k] |= against & union(counts[j])
        self.last: set[int] = set()
        self.kept: list[Planes] = [{} for _ in places]
        for card in self.of_last:
            for i, where in w.set_of(card).items():
                self.last.add(i)
                for k in places:
                    keeps = w.held[k].get(i, 0) & where & (self.most[k] | self._announced(w, k))
                    if keeps:
                        self.kept[k][i] = self.kept[k].get(i, 0) | keeps
        for k in places:
            self._free(w, k, counts, more)

    def _free(
        self, w: Worlds, k: int, counts: Sequence[Sequence[Plane]], more: Sequence[Sequence[Plane]]
    ) -> None:
        """Have the side of a card that is kept for the last trick draw all other taroky, its partner's as well."""
        keeps = union(self.kept[k].values())
        if keeps:
            rivals = [j for j in range(w.players) if j != k]
            for j in rivals:
                keeps &= more[k][j]
            keeps &= union(union(counts[j]) for j in rivals)
            for j in range(w.players):
                mine = keeps if j == k else keeps & ~self._against(w, k, j)
                self.most[j] |= mine
                self.to_draw[j] |= mine

    def _announced(self, w: Worlds, k: int) -> Plane:
        """Return where the player in this place has announced a bonus of the last trick."""
        worlds = 0
        for sayer, bonus in self.hand.undertaken:
            if w.table.bonuses[bonus].card in self.of_last:
                worlds |= w.lead[(w.seats.index(sayer) - k) % w.players]
        return worlds

    def _against(self, w: Worlds, k: int, j: int) -> Plane:
        """Return where the players in two places are opponents."""
        if w.first.row.sides == "each":
            return w.all
        return w.declaring(k) ^ w.declaring(j)

    def _lead(self, w: Worlds, legal: Planes, todo: Plane, picked: Planes) -> None:
        """Taroky, where there is something to draw and most of them are here; a valuable card where the trick
        is sure, then any other; else a cheap card of the longest suit."""
        value, trumps = w.values, w.suits[0]
        open_to = _without(legal, self.kept[0])
        sure = self._sure(w, open_to)
        # Who keeps a card for the last trick needs the taroky to keep it with; the partner draws.
        draws = todo & self.most[0] & self.to_draw[0] & ~union(self.kept[0].values())
        if draws:
            left = sweep(picked, sure, trumps, draws)
            low = [i for i in reversed(trumps) if value[i] == 1]
            todo = todo & ~draws | sweep(picked, open_to, low, left)
        spared = _without(open_to, self._weakening(w))
        sure = {i: plane & spared[i] for i, plane in sure.items()}
        plain = sorted((i for i in sure if i not in trumps), key=lambda i: -value[i])
        todo = sweep(picked, sure, [*plain, *trumps], todo)
        long = sorted(
            w.suits[1:], key=lambda suit: -sum(open_to.get(i, 0).bit_count() for i in suit)
        )
        cheap = [i for suit in long for i in reversed(suit) if value[i] <= _CHEAP]
        cheap.sort(key=lambda i: value[i])
        todo = sweep(picked, spared, cheap, todo)
        todo = sweep(picked, open_to, sorted(open_to, key=lambda i: (value[i], -i)), todo)
        merge(picked, drawn(w, legal, todo))

    def _weakening(self, w: Worlds) -> Planes:
        """Return for each plain card where it would take a tarok from a partner who keeps a card for the last
        trick."""
        weakening: Planes = {}
        for j in range(1, w.players):
            keeps = union(self.kept[j].values()) & ~self._against(w, 0, j)
            for suit in w.suits[1:] if keeps else ():
                void = keeps & ~union(w.held[j].get(i, 0) for i in suit)
                for i in suit if void else ():
                    weakening[i] = weakening.get(i, 0) | void
        return weakening

    def _sure(self, w: Worlds, cards: Planes) -> Planes:
        """Return for each card where its side takes the trick if it is led: no opponent can beat it, or a
        partner can beat whatever they have."""
        players = [(w.held[j], self._against(w, 0, j)) for j in range(1, w.players)]
        void = []
        for held, _ in players:
            has = [0] * len(w.suits)
            for i, plane in held.items():
                if i != w.excuse:
                    has[w.suit_of[i]] |= plane
            void.append([w.all & ~plane for plane in has])
        sure: Planes = {}
        for u, suit in enumerate(w.suits):
            if not any(i in cards for i in suit):
                continue
            won = lost = 0
            for i in (*w.suits[0], *suit) if u else suit:
                where = cards.get(i, 0) & ~lost if i in suit else 0
                if where:
                    sure[i] = where
                for (held, against), empty in zip(players, void, strict=True):
                    plane = held.get(i, 0)
                    if plane and u and i not in suit:
                        plane &= empty[u]
                    if plane:
                        lost |= plane & against & ~won
                        won |= plane & ~against & ~lost
            for i in suit:
                if i in cards and cards[i] & won:
                    sure[i] = sure.get(i, 0) | cards[i] & won
        return sure

    def _follow(self, w: Worlds, k: int, legal: Planes, todo: Plane, picked: Planes) -> None:
        """Take for sure as cheaply as can be, a valuable card first; give to the player's own side where the trick is
        safe; else give little."""
        value, trumps, kept = w.values, w.suits[0], self.kept[k]
        place = {i: n for n, i in enumerate(trumps)}
        threats = self._threats(w, k)
        friend = 0
        for j in range(k):
            friend |= w.top[j] & ~self._against(w, k, j)
        safe = friend & union(_unbeaten(w, w.best, threats).values())
        open_to = _without(legal, kept)
        sure = _unbeaten(w, w.beating(open_to), threats)

        def cheaply(i: int) -> tuple[int, int]:
            """The most valuable card of a suit, but of taroky one that counts and is low, then the lowest."""
            return (0, -value[i]) if i not in place else (1, -place[i])

        def freely(i: int) -> tuple[int, bool, int]:
            """The most valuable card of a suit; of taroky one for the last trick that cannot be kept, then the
            lowest: the others come home by themselves."""
            return -value[i] if i not in place or i in self.last else -1, i in place, -i

        left = sweep(picked, open_to, sorted(open_to, key=freely), todo & safe)
        todo = todo & ~safe | left
        todo = sweep(picked, sure, sorted(sure, key=cheaply), todo)
        little = sorted(legal, key=lambda i: (value[i], i in place, -i))
        todo = sweep(picked, open_to, little, todo)
        sweep(picked, legal, little, todo)

    def _threats(self, w: Worlds, k: int) -> Planes:
        """The cards with which opponents may still answer in this trick."""
        threats: Planes = {}
        for j in range(k + 1, w.players):
            against = self._against(w, k, j)
            for i, plane in w.legal(j).items():
                if plane & against:
                    threats[i] = threats.get(i, 0) | plane & against
        return threats


def _without(legal: Planes, kept: Planes) -> Planes:
    """The cards that may be played but those kept; where nothing else is left nothing is."""
    return {i: plane & ~kept[i] if i in kept else plane for i, plane in legal.items()}


def _unbeaten(w: Worlds, cards: Planes, threats: Planes) -> Planes:
    """Return for each card where none of the threats beats it."""
    unbeaten: Planes = {}
    ruffed = union(threats.get(i, 0) for i in w.suits[0])
    for u, suit in enumerate(w.suits):
        above = ruffed if u else 0
        for i in suit:
            here = cards.get(i, 0) & ~above
            if here:
                unbeaten[i] = here
            above |= threats.get(i, 0)
    return unbeaten


def _counted(w: Worlds, j: int) -> list[Plane]:
    """Return the binary digits of how many taroky a place holds, the lowest first."""
    digits: list[Plane] = []
    held = w.held[j]
    for i in w.suits[0]:
        if i in held:
            add(digits, held[i])
    return digits


def _more(mine: Sequence[Plane], theirs: Sequence[Plane], every: Plane) -> Plane:
    """Return where the first number is the greater, both in binary digits, the lowest first."""
    more, equal = 0, every
    for n in reversed(range(max(len(mine), len(theirs)))):
        one = mine[n] if n < len(mine) else 0
        other = theirs[n] if n < len(theirs) else 0
        more |= equal & one & ~other
        equal &= ~(one ^ other)
    return more
