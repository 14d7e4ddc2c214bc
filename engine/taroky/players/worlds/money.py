"""What every world pays: the facts that its settlement asks are gathered while it is played, and each
different set of facts is settled once. The settlement is that of `taroky.settlement`.

Facts that no row of the table can tell apart are taken for one: six tricks are as good as seven where
only none, one and all are asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.counting.piles import SIDES
from taroky.facts.finished import OTHER_CARD, Capture, Finished, LastTrick, sides, told_facts
from taroky.hand import Hand
from taroky.phases import play
from taroky.players.worlds.piles import Pile
from taroky.players.worlds.planes import Plane, add, bits_of, number_of, union
from taroky.players.worlds.tricks import Worlds
from taroky.rules.conditions import Condition, Test
from taroky.rules.table import Seat, Table
from taroky.settlement import Settlement, settle

#: Somebody of a side, where it does not matter who.
_OF_SIDE = (-1, -2)
#: More settlements than these are not kept.
_KEPT = 50_000


def worth(settlement: Settlement, seats: Sequence[Seat]) -> dict[Seat, float]:
    """What each seat gets or pays; what goes into a pot is everybody's in equal parts."""
    pot = float(sum(settlement.pots.values(), Decimal(0))) / len(seats)
    return {seat: float(settlement.payments.get(seat, 0)) + pot for seat in seats}


@dataclass(frozen=True)
class Asked:
    """What the settlement by a table may ask of the play. cards: those whose fall matters, called:
    whether the called card is one; wins_with: cards that it matters to have been taken by; most: up
    to how many tricks won or lost are told apart; seats: whether single seats' tricks matter; holders:
    cards of which it matters who held them, not only for which side."""

    cards: frozenset[Card]
    called: bool
    wins_with: frozenset[Card]
    most: int
    seats: bool
    holders: frozenset[Card]


def asked_by(rules: Table) -> Asked:
    """What the settlement by this table may ask, worked out once for each table."""
    found: Asked | None = rules.memo.get("asked_by_settlement")
    if found is None:
        found = rules.memo["asked_by_settlement"] = _asked_by(rules)
    return found


def _asked_by(rules: Table) -> Asked:
    pack = rules.cards
    cards = [row.card for row in rules.bonuses.values()]
    names = {card for card in (*cards, *(row.card for row in rules.penalties.values())) if card}
    wins_with: set[Card] = set()
    numbers, seats = {0}, any(row.side == "sayer" for row in rules.bonuses.values())
    for test in _tests(rules):
        words = {*test.words, *(word for pair in test.pairs for word in pair)}
        if test.name in ("captured", "lost_with", "last_won_with"):
            names |= {word for word in words if word in pack.cards or word == "called"}
            wins_with |= {word for word in words if word in pack.cards}
        if test.name == "last_trick":
            names |= {of for of, _ in test.ranges if of == "called"}
            sets = [pack.members(of) for of, _ in test.ranges if of != "called"]
            names |= {card for members in sets if len(members) < 6 for card in members}
        if test.name in ("tricks", "lost_tricks"):
            seats |= any(of not in (*SIDES, "self", "either") for of, _ in test.ranges)
            numbers |= {n for _, span in test.ranges for n in (span.low, span.top) if n}
    hand = rules.deal.hand
    most = max(min(n, hand - n) for n in numbers) + 1
    named = frozenset(name for name in names if name != "called")
    holders = {row.card for row in rules.penalties.values()} | {
        row.card for row in rules.bonuses.values()
        if any(outcome.between == "holder_and_each" for outcome in row.outcomes.values())
    }  # fmt: skip
    return Asked(named, "called" in names, frozenset(wins_with), most, seats,
                 frozenset(card for card in holders if card))  # fmt: skip


def _tests(rules: Table) -> Iterator[Test]:
    """Every test of the rows that a settlement reads."""

    def of(value: Any) -> Iterator[Test]:
        if isinstance(value, Condition):
            yield from value.tests()
        elif isinstance(value, Mapping):
            for row in value.values():
                yield from of(row)
        elif hasattr(value, "__dataclass_fields__"):
            for name in value.__dataclass_fields__:
                yield from of(getattr(value, name))

    for part in (rules.bonuses, rules.penalties, rules.result, rules.pots, rules.settle,
                 rules.contracts, rules.declarations):  # fmt: skip
        yield from of(part)


class Money:
    """Gathers what is asked while the worlds are played, and settles them."""

    def __init__(self, worlds: Worlds, pots: Mapping[str, Decimal] | None) -> None:
        self.w = worlds
        self.asked = asked_by(worlds.rules)
        self.each = worlds.first.row.sides == "each"
        self.base = [told_facts(hand, pots) for hand in worlds.hands]
        self.falls: dict[Hashable, Plane] = {}
        index = worlds.index
        self.keys = {index[card]: worlds.all for card in self.asked.cards if card in index}
        if self.asked.called:
            for i, plane in worlds.set_of("called").items():
                self.keys[i] = self.keys.get(i, 0) | plane
        #: A card that is called may be one of them.
        self.holders = {index[card] for card in self.asked.holders if card in index}
        if "called" in self.asked.holders:
            self.holders |= set(worlds.set_of("called"))
        self.wins_with = {index[card] for card in self.asked.wins_with if card in index}
        self.sides = (worlds.declarers, [worlds.all & ~plane for plane in worlds.declarers])
        #: By side, then by seat: where exactly 0, 1, … tricks have been won, the last entry: more.
        counted = len(SIDES) + (worlds.players if self.asked.seats or self.each else 0)
        self.won = [[worlds.all, *[0] * self.asked.most] for _ in range(counted)]
        for trick in worlds.first.play.tricks:
            s = worlds.seats.index(trick.winner or "")
            won = [worlds.all if s == seat else 0 for seat in range(worlds.players)]
            self._count(won)
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                with_card = trick.by(card) and trick.cards[trick.seats.index(trick.winner or "")]
                self._fell(worlds.seats.index(seat), index[card], worlds.all, won,
                           {index[with_card]: worlds.all})  # fmt: skip
        worlds.watch = self._watch

    # -- while the tricks are played -----------------------------------------------------------

    def _watch(self, w: Worlds, won: list[Plane]) -> None:
        self._count(won)
        last = w.number == w.rules.deal.hand
        winning: dict[int, Plane] = {}
        here = union(w.table.get(i, 0) & plane for i, plane in self.keys.items())
        if here:
            for k, laid in enumerate(w.played):
                for i, plane in laid.items():
                    if plane & w.top[k] & here:
                        winning[i] = winning.get(i, 0) | plane & w.top[k] & here
            for k, laid in enumerate(w.played):
                for i in self.keys:
                    if i in laid:
                        for s in range(w.players):
                            where = laid[i] & self.keys[i] & w.lead[(s - k) % w.players]
                            if where:
                                self._fell(s, i, where, won, winning)
                                if last:
                                    self._add(("lies", i, s), where)
        if last:
            for s, plane in enumerate(won):
                self._add(("last", s), plane)
            for i, plane in winning.items():
                self._add(("won by", i), plane)

    def _add(self, what: Hashable, where: Plane) -> None:
        if where:
            self.falls[what] = self.falls.get(what, 0) | where

    def _count(self, won: Sequence[Plane]) -> None:
        by_side = [
            union(mine & plane for mine, plane in zip(side, won, strict=True))
            for side in self.sides
        ]
        for exactly, plane in zip(self.won, [*by_side, *won], strict=False):
            more = exactly[-1]
            for n in range(len(exactly) - 1, 0, -1):
                exactly[n] = exactly[n] & ~plane | exactly[n - 1] & plane
            exactly[0] &= ~plane
            exactly[-1] |= more

    def _fell(self, s: int, i: int, where: Plane, won: Sequence[Plane],
              winning: Mapping[int, Plane]) -> None:  # fmt: skip
        """Card i of seat s fell in these worlds."""
        where &= self.keys.get(i, 0)
        if not where:
            return
        took = [union(a & b for a, b in zip(mine, won, strict=True)) for mine in self.sides]
        takers = list(enumerate(won)) if self.each else list(zip(_OF_SIDE, took, strict=True))
        holders = [(s, where)]
        if not self.each and i not in self.holders:
            holders = [(at, where & mine[s]) for at, mine in zip(_OF_SIDE, self.sides, strict=True)]
        for holder, held in holders:
            for taker, plane in takers:
                here = held & plane
                if not here:
                    continue
                for j in self.wins_with:
                    if here & winning.get(j, 0):
                        self._add(("fell", i, holder, taker, j), here & winning[j])
                        here &= ~winning[j]
                self._add(("fell", i, holder, taker, -1), here)
        for side, mine in enumerate(self.sides):
            self._add(("lost", side, i), where & mine[s] & ~took[side])

    # -- when they are over ---------------------------------------------------------------------

    def of(
        self, piles: Sequence[Pile], counted: Sequence[Sequence[tuple[Fraction, int]]]
    ) -> list[Mapping[Seat, float]]:
        """What each seat gets or pays, world by world. counted: points and size of each pile."""
        w = self.w
        names = [pile.name for pile in piles]
        honours: list[Plane] = [] if self.each else self._honours(piles[0])
        tags = list(self.falls)
        digits = [*honours]
        for exactly in self.won:
            digits += exactly[:-1]
        digits += [self.falls[tag] for tag in tags]
        digits.append(w.alive)
        constant = [self._constant(hand, facts, piles, g)
                    for g, (hand, facts) in enumerate(zip(w.hands, self.base, strict=True))]  # fmt: skip
        packet = w.rules.count.packet
        paid: dict[Hashable, Mapping[Seat, float]] = w.rules.memo.setdefault("payments", {})
        if len(paid) > _KEPT:
            paid.clear()
        rows = bits_of(digits, w.n)
        found = []
        read: dict[tuple[str, ...], tuple[Hashable, ...]] = {}
        for world, (bits, *count) in enumerate(zip(rows, *counted, strict=True)):
            facts = read.get(bits)
            if facts is None:
                facts = read[bits] = self._read(bits, len(honours), tags)
            g = world // w.each
            points = tuple([(points, size % packet) for points, size in count])
            key = constant[g][0], points, facts
            money = paid.get(key)
            if money is None:
                money = paid[key] = self._settle(self.base[g], constant[g][1], names, points, facts)
            found.append(money)
        return found

    def _honours(self, pile: Pile) -> list[Plane]:
        """How many of the trul lie in the tricks of the declarer's side, as binary digits."""
        w, digits = self.w, []  # type: Worlds, list[Plane]
        for card in w.rules.cards.members("trul"):
            i = w.index[card]
            here = pile.cards.get(i, 0)
            if i == w.excuse:
                here = (here | pile.got[0]) & ~pile.got[1]
            add(digits, here)
        return digits

    def _constant(
        self, hand: Hand, facts: Finished, piles: Sequence[Pile], g: int
    ) -> tuple[Hashable, tuple[int, tuple[Card, ...]]]:
        """What is the same in all worlds of a hand, to know it by; and of it the honours that lie with
        the declarers besides their tricks, and the cards of the talon that matter."""
        trul = hand.rules.cards.members("trul")
        laid, rest = piles[0].aside[g]
        honours = sum(card in trul for card in (*laid, *rest))
        left = () if play.lays_on(hand) else hand.cards.talon
        talon = tuple(card for card in left if self.w.index[card] in self.keys)
        told = (facts.contract, facts.declarer, facts.partner, facts.called, facts.level,
                facts.players, facts.announced, facts.irregular, *map(_hashable, (
                    facts.declarations, facts.factors, facts.pots)))  # fmt: skip
        return (told, honours, talon), (honours, talon)

    def _read(self, bits: tuple[str, ...], n_honours: int, tags: Sequence[Any]) -> tuple[Any, ...]:
        """What the bits of a world say: honours, tricks, who took the last trick, what lay there, the
        card that won it, what fell, and what each side lost."""
        honours = number_of(bits[:n_honours])
        at, tricks = n_honours, []
        for exactly in self.won:
            mine = bits[at : at + len(exactly) - 1]
            at += len(mine)
            tricks.append(mine.index("1") if "1" in mine else None)
        true = [tag for tag, bit in zip(tags, bits[at:], strict=False) if bit == "1"]
        last = next((tag[1] for tag in true if tag[0] == "last"), None)
        won_by = next((tag[1] for tag in true if tag[0] == "won by"), None)
        lies = tuple(tag[1:] for tag in true if tag[0] == "lies")
        fell = tuple(tag[1:] for tag in true if tag[0] == "fell")
        lost = tuple(tag[1:] for tag in true if tag[0] == "lost")
        if bits[-1] != "1":
            last = None
        return honours, tuple(tricks), last, won_by, lies, fell, lost, bits[-1] == "1"

    def _settle(
        self, base: Finished, constant: tuple[int, tuple[Card, ...]], names: Sequence[str],
        points: Sequence[tuple[Fraction, int]], read: tuple[Any, ...],
    ) -> Mapping[Seat, float]:  # fmt: skip
        w = self.w
        seats, cards = w.seats, w.bits.cards
        honours, tricks, last, won_by, lies, fell, lost, whole = read
        numbers = self._tricks(tricks[: len(SIDES)], whole)
        won = {} if self.each else dict(zip(SIDES, numbers, strict=True))
        middle = w.rules.deal.hand // len(seats)
        for seat, n in zip(seats, tricks[len(SIDES) :], strict=False):
            won[seat] = middle if n is None else n
        trick = None
        if last is not None:
            played = {seats[s]: cards[i] for i, s in lies}
            if won_by is not None:
                played[seats[last]] = cards[won_by]
            trick = LastTrick(seats[last], played)
        lost_with: dict[str, frozenset[Card]] = {}
        for side, name in enumerate(SIDES):
            if not self.each and numbers[1 - side] == 1:
                lost_with[name] = frozenset(cards[i] for at, i in lost if at == side)
        first = [next(iter(side), "") for side in sides(w.rules, base)]

        def who(at: int) -> Seat:
            return seats[at] if at >= 0 else first[_OF_SIDE.index(at)]

        facts = replace(
            base,
            points={name: worth for name, (worth, _) in zip(names, points, strict=True)},
            left_over={name: left for name, (_, left) in zip(names, points, strict=True)},
            honours=None if self.each else honours + constant[0],
            tricks=won, last_trick=trick, lost_with=lost_with, talon_left=constant[1],
            captured={
                cards[i]: Capture(who(s), who(t), cards[j] if j >= 0 else OTHER_CARD)
                for i, s, t, j in fell
            },
        )  # fmt: skip
        return worth(settle(w.rules, facts, sure=True), w.seats)

    def _tricks(self, known: Sequence[int | None], whole: bool) -> tuple[int, int]:
        """How many tricks each side has, as near as anybody asks."""
        hand = self.w.rules.deal.hand
        ours, theirs = known
        if ours is None:
            ours = hand - theirs if whole and theirs is not None else hand // 2
        return ours, theirs if theirs is not None else hand - ours


def _hashable(mapping: Mapping[str, Any]) -> Hashable:
    return tuple(sorted(mapping.items()))
