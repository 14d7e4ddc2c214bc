"""The hidden cards in the places where they may lie, moved about at random and never to where what was
said does not allow them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.game.demands import Bits, Checks, Demand, Piles
from taroky.rules.table import Seat

#: Where a card may lie: in a hand, among somebody's discards, in the talon, or among the cards played
#: that this player has forgotten.
HAND, DISCARDS, TALON, GONE = "hand", "discards", "talon", "gone"

#: How many changes are tried until what was said allows all cards, and how often one may lead away from it.
_TRIES, _AWAY = 600, 0.1


@dataclass
class Place:
    """kind, seat: where it is. size: how many unknown cards are there; never: which cannot; cards: an
    arrangement."""

    kind: str
    seat: Seat
    size: int
    never: frozenset[Card] = frozenset()
    cards: list[Card] = field(default_factory=list)


class _Kinds(dict[Bits, tuple[Bits, ...]]):
    """The kind of a card: to which of these sets it belongs."""

    def __init__(self, sets: set[Bits]) -> None:
        self.sets = sorted(sets)

    def __missing__(self, bit: Bits) -> tuple[Bits, ...]:
        self[bit] = kind = tuple(of for of in self.sets if of & bit)
        return kind


@dataclass
class Sayer(Piles):
    """A seat whose cards are not free: what was said, or how cards are discarded, demands something of
    them.

    free: the cards of which it is open whether they came from the talon, where that matters; keeps_drawn:
    whether cards from the talon may not be discarded. kinds: by the bit of a card its kind; one of the same
    kind in its place changes nothing.
    """

    demands: tuple[Demand, ...] = ()
    free: Bits = 0
    keeps_drawn: bool = False
    kinds: dict[Bits, tuple[Bits, ...]] = field(default_factory=dict)
    checks: Checks | None = None

    def __post_init__(self) -> None:
        if not self.kinds:
            self.kinds = _Kinds({of for demand in self.demands for of in demand.need.sets()})
        if self.checks is None:
            self.checks = Checks(self.demands)

    def fits(self) -> bool:
        """Whether nothing is lacking."""
        assert self.checks is not None
        return not (self.keeps_drawn and self.drawn & self.discards) and self.checks.hold(self)

    def lacks(self) -> int:
        """How many cards it is from all that is demanded, about."""
        lacking = (self.drawn & self.discards).bit_count() if self.keeps_drawn else 0
        for demand in self.demands:
            lacking += demand.lacks(self)
        return lacking

    @property
    def piles(self) -> tuple[Bits, Bits, Bits]:
        """The bits of what changes."""
        return self.had, self.drawn, self.discards

    @piles.setter
    def piles(self, piles: tuple[Bits, Bits, Bits]) -> None:
        self.had, self.drawn, self.discards = piles


class Arrangement:
    """Every hidden card somewhere. places: where; sayers: the seats whose cards are not free; bit: the bit
    of each card."""

    def __init__(
        self, places: Sequence[Place], sayers: Mapping[Seat, Sayer], bit: Mapping[Card, Bits]
    ) -> None:
        self.places = tuple(places)
        self.sayers = dict(sayers)
        self.bit = bit
        self.slots = [(place, index) for place in self.places for index in range(len(place.cards))]
        self._moving = [sayer for sayer in self.sayers.values() if sayer.free]
        self._card = {bit: card for card, bit in self.bit.items()} if self._moving else {}

    def copy(self) -> Arrangement:
        """The same arrangement, with piles of its own."""
        places = [
            Place(place.kind, place.seat, place.size, place.never, [*place.cards])
            for place in self.places
        ]
        sayers = {
            seat: Sayer(
                *sayer.piles,
                sayer.demands,
                sayer.free,
                sayer.keeps_drawn,
                sayer.kinds,
                sayer.checks,
            )
            for seat, sayer in self.sayers.items()
        }
        return Arrangement(places, sayers, self.bit)

    def drawn(self, seat: Seat) -> frozenset[Card] | None:
        """The cards that a seat has from the talon; None where that does not matter."""
        sayer = self.sayers.get(seat)
        if sayer is None or not sayer.free:
            return None
        return frozenset(card for card, bit in self.bit.items() if sayer.drawn & bit)

    def snapshot(self) -> tuple[list[list[Card]], list[tuple[Bits, Bits, Bits]]]:
        """Return where everything is now, for `restore`."""
        return [[*place.cards] for place in self.places], [s.piles for s in self.sayers.values()]

    def restore(self, snapshot: tuple[list[list[Card]], list[tuple[Bits, Bits, Bits]]]) -> None:
        """Put everything back to where it lay."""
        for place, cards in zip(self.places, snapshot[0], strict=True):
            place.cards[:] = cards
        for sayer, piles in zip(self.sayers.values(), snapshot[1], strict=True):
            sayer.piles = piles

    def stir(self, times: int, rng: random.Random) -> None:
        """Swap cards between places wherever both may lie where the other lay: after enough swaps every
        arrangement that is possible is as likely as any other."""
        n, draw, slots, sayers = len(self.slots), rng.random, self.slots, self.sayers
        for _ in range(times if n > 1 else 0):
            first, second = slots[int(draw() * n)], slots[int(draw() * n)]
            one, i = first
            two, j = second
            if one is two:
                continue
            if one.seat in sayers or two.seat in sayers:
                self._swap(first, second)
                continue
            a, b = one.cards[i], two.cards[j]
            if a not in two.never and b not in one.never:
                one.cards[i], two.cards[j] = b, a
        for sayer in self._moving:
            for _ in range(1 + times // 4):
                self._relabel(sayer, rng)

    def settle(self, rng: random.Random) -> bool:
        """Change cards until nothing is lacking any more, and return whether that was possible. Most
        changes bring the cards nearer to it; a few lead away, or there would be dead ends."""
        own = {s: [slot for slot in self.slots if slot[0].seat == s] for s in self.sayers}
        lacks = {seat: sayer.lacks() for seat, sayer in self.sayers.items()}
        for _ in range(_TRIES):
            lacking = [seat for seat, n in lacks.items() if n]
            if not lacking:
                return True
            seat = rng.choice(lacking)
            sayer = self.sayers[seat]
            if sayer.free and (not own[seat] or rng.random() < 0.3):
                self._relabel(sayer, rng, lacks[seat])
                lacks[seat] = sayer.lacks()
                continue
            # Now and then two other cards: what is lacking may have to come by a detour.
            one = rng.choice(own[seat] if own[seat] and rng.random() < 0.8 else self.slots)
            two = rng.choice(self.slots)
            touched = {one[0].seat, two[0].seat} & lacks.keys()
            away = int(rng.random() < _AWAY)
            self._swap(one, two, sum(lacks[other] for other in touched) + away)
            lacks |= {other: self.sayers[other].lacks() for other in touched}
        return False

    def _swap(self, first: tuple[Place, int], second: tuple[Place, int], most: int = 0) -> None:
        """Swap two cards if each may lie where the other lies, and their seats then lack no more cards
        than `most`."""
        one, i = first
        two, j = second
        if one is two:
            return
        a, b = one.cards[i], two.cards[j]
        if a in two.never or b in one.never:
            return
        own, other = self.sayers.get(one.seat), self.sayers.get(two.seat)
        sayers = [sayer for sayer in (own, other if other is not own else None) if sayer]
        if sayers:
            out, into = self.bit[a], self.bit[b]
            before = [sayer.piles for sayer in sayers]
            if own is other:
                if one.kind != two.kind:
                    sayers[0].discards ^= out | into
            else:
                _change(own, one.kind, out, into)
                _change(other, two.kind, into, out)
            changed = [s for s in sayers if s.kinds[out] != s.kinds[into] or s.keeps_drawn]
            if _more_than(most, changed):
                for sayer, piles in zip(sayers, before, strict=True):
                    sayer.piles = piles
                return
        one.cards[i], two.cards[j] = b, a

    def _relabel(self, sayer: Sayer, rng: random.Random, most: int = 0) -> None:
        """Let another card of a seat be one that it drew."""
        open_to = [bit for bit in self._card if sayer.had & sayer.free & bit]
        one, two = rng.choice(open_to), rng.choice(open_to)
        if bool(sayer.drawn & one) != bool(sayer.drawn & two):
            sayer.drawn ^= one | two
            if _more_than(most, [sayer]):
                sayer.drawn ^= one | two


def _more_than(most: int, sayers: Sequence[Sayer]) -> bool:
    """Whether these seats together lack more cards than that."""
    if most:
        return sum([sayer.lacks() for sayer in sayers]) > most
    return not all(sayer.fits() for sayer in sayers)


def _change(sayer: Sayer | None, kind: str, out: Bits, into: Bits) -> None:
    """One card goes from a seat's pile and another comes; where it came from the talon, so did that."""
    if sayer is None:
        return
    sayer.had ^= out | into
    if kind == DISCARDS:
        sayer.discards ^= out | into
    if sayer.drawn & out:
        sayer.drawn ^= out | into


def fill(places: Sequence[Place], hidden: Sequence[Card], rng: random.Random) -> bool:
    """Put every hidden card somewhere; cards that fit in few places first."""
    by_card = {card: [p for p in places if card not in p.never] for card in hidden}
    for _ in range(60):
        order = list(hidden)
        rng.shuffle(order)
        order.sort(key=lambda card: len(by_card[card]))
        for place in places:
            place.cards = []
        if all(_put(card, by_card, rng) for card in order):
            return True
    return False


def _put(card: Card, by_card: dict[Card, list[Place]], rng: random.Random) -> bool:
    """Put a card where there is room, or where a card lies that can make room."""
    open_to = by_card[card]
    room = [place.size - len(place.cards) for place in open_to]
    if any(room):
        rng.choices(open_to, room)[0].cards.append(card)
        return True
    for place in open_to:
        for index, occupant in enumerate(place.cards):
            for to in by_card[occupant]:
                if len(to.cards) < to.size:
                    to.cards.append(occupant)
                    place.cards[index] = card
                    return True
    return False
