"""Settle every world: the facts that its settlement asks are gathered while it is played, and each
different set of facts is settled once. The settlement is that of `taroky.settling.paying`.

Facts that no row of the table can tell apart are taken for one: six tricks are as good as seven where
only none, one and all are asked for.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.sides import SIDES
from taroky.phases import play
from taroky.players.playout.bitsets import Plane, add, bits_of, number_of, union
from taroky.players.playout.piles import Pile
from taroky.players.playout.tricks import Worlds
from taroky.rules.conditions import Amount, Condition, Test
from taroky.rules.table import Seat, Table
from taroky.settling.finished_hand import OTHER_CARD, Capture, Finished, LastTrick, sides
from taroky.settling.paying import Settlement, settle
from taroky.settling.paying.game import result_of
from taroky.settling.played import facts_before_play

#: Somebody of a side, where it does not matter who.
_OF_SIDE = (-1, -2)
#: Larger sets of cards are not followed card by card.
_FEW = 6
#: More settlements than these are not kept.
_KEPT = 50_000


def worth(settlement: Settlement, seats: Sequence[Seat]) -> dict[Seat, float]:
    """Return what each seat gets or pays; what goes into a pot is everybody's in equal parts. Where
    points are written that nobody pays, it is how far a seat is ahead of the average: who writes
    nothing has still to keep the others from writing much."""
    pot = sum(settlement.pots.values(), Decimal(0))
    unpaid = pot + sum(settlement.payments.values(), Decimal(0))
    shared = float(pot) / len(seats) - float(unpaid) / len(seats)
    return {seat: float(settlement.payments.get(seat, 0)) + shared for seat in seats}


@dataclass(frozen=True)
class Asked:
    """The facts of the play that the settlement of a contract asks for. Of cards ("called" for the
    called one): cards: those that matter at all, in whatever trick if they are among taken, else in the
    last or a lost one; held: those of which it matters who held them, not only for which side; fined:
    those of which it matters only where the other side takes them; wins_with: those that it matters to
    be taken by. most: up to how many tricks won or lost are told apart. Whether these matter: seats:
    single seats' tricks; winner: any card that wins the last trick; lost: what fell in a lost trick;
    honours: how many of the trul a side has; left_over: how many cards were left over in counting."""

    cards: frozenset[Card]
    taken: frozenset[Card]
    held: frozenset[Card]
    fined: frozenset[Card]
    wins_with: frozenset[Card]
    most: int
    seats: bool
    winner: bool
    lost: bool
    honours: bool
    left_over: bool


def asked_by(table: Table, contract: str) -> Asked:
    """Return what the settlement of this contract may ask, worked out once for each table."""
    key = ("asked by settlement", contract)
    asked: Asked | None = table.memo.get(key)
    if asked is None:
        asked = table.memo[key] = _asked_by(table, contract)
    return asked


def _asked_by(table: Table, contract: str) -> Asked:
    row = table.contracts[contract]
    bonuses = {
        name: bonus
        for name, bonus in table.bonuses.items()
        if "bonuses" in row.says or name in row.says
    }
    result = table.result[result_of(table, contract)]
    read = (bonuses, table.penalties, result, table.payments, table.pots, table.settle, row)
    asks = [*_asks((*read, table.declarations))]
    tests = [test for test in asks if isinstance(test, Test)]
    fined = {penalty.card for penalty in table.penalties.values() if penalty.card}
    with_cards = [(bonus, bonus.card) for bonus in bonuses.values() if bonus.card]
    held = {
        card
        for bonus, card in with_cards
        if any(outcome.between == "holder_and_each" for outcome in bonus.outcomes.values())
    }
    by_tests = _AskedByTests()
    for test in tests:
        by_tests.add(test, table)
    hand = table.deal.hand
    return Asked(
        cards=frozenset(fined | {card for _, card in with_cards} | by_tests.cards),
        taken=frozenset(
            fined
            | held
            | {card for bonus, card in with_cards if bonus.side == "holder"}
            | by_tests.taken
        ),
        held=frozenset(held),
        fined=frozenset(fined),
        wins_with=frozenset(by_tests.wins_with),
        most=max(min(n, hand - n) for n in by_tests.numbers) + 1,
        seats=by_tests.seats or any(bonus.side == "sayer" for bonus in bonuses.values()),
        winner=by_tests.winner,
        lost=any(test.name == "lost_with" for test in tests),
        honours="honours" in asks,
        left_over=any(test.name == "left_over" for test in tests),
    )


@dataclass
class _AskedByTests:
    """The facts that tests ask for, as in Asked. numbers: of tricks, those that are told apart."""

    cards: set[Card] = field(default_factory=set)
    taken: set[Card] = field(default_factory=set)
    wins_with: set[Card] = field(default_factory=set)
    numbers: set[int] = field(default_factory=lambda: {0})
    seats: bool = False
    winner: bool = False

    def add(self, test: Test, table: Table) -> None:
        """Add what a test asks."""
        pack = table.cards
        if test.name in ("captured", "lost_with", "last_won_with"):
            keys = {key for key, _ in test.pairs}
            words = {*test.words, *keys, *(word for _, word in test.pairs)}
            named = {word for word in words if word in pack.cards or word == "called"}
            self.cards |= named
            self.taken |= named if test.name == "captured" else set()
            self.wins_with |= {word for word in words if word in pack.cards}
            self.winner |= "with" in keys
        if test.name == "last_trick":
            for of, _ in test.ranges:
                members = {of} if of == "called" else pack.members(of)
                self.cards |= set(members) if len(members) < _FEW else set()
                self.winner |= len(members) >= _FEW
        if test.name == "talon":
            self.cards |= {card for of, _ in test.ranges for card in pack.members(of)}
        if test.name in ("tricks", "lost_tricks"):
            self.seats |= any(of not in (*SIDES, "self", "either") for of, _ in test.ranges)
            self.numbers |= {n for _, span in test.ranges for n in (span.low, span.top) if n}


def _asks(value: Any) -> Iterator[Test | str]:
    """Every test of the rows that a settlement reads, and every number that an amount asks by its
    name."""
    if isinstance(value, Condition):
        yield from value.tests()
    elif isinstance(value, Amount):
        if value.scale is not None:
            yield value.scale[0]
        for step in value.steps:
            if isinstance(step.operand, str):
                yield step.operand
            else:
                yield from _asks(step.operand)
    elif isinstance(value, Mapping):
        yield from _asks(tuple(value.values()))
    elif isinstance(value, tuple):
        for part in value:
            yield from _asks(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _asks(getattr(value, name))


class Money:
    """Gathers what is asked while the worlds are played, and settles them."""

    def __init__(self, worlds: Worlds, pots: Mapping[str, Decimal] | None) -> None:
        self.w = worlds
        self.asked = asked_by(worlds.table, worlds.first.contract)
        self.each = worlds.first.row.sides == "each"
        self.base = [facts_before_play(hand, pots) for hand in worlds.hands]
        self.falls: dict[Hashable, Plane] = {}
        self.keys = self._planes(self.asked.cards)
        self.taken, self.held, self.fined, self.wins_with = (
            set(self._planes(cards))
            for cards in (self.asked.taken, self.asked.held, self.asked.fined, self.asked.wins_with)
        )
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
                self._fell(
                    worlds.seats.index(seat),
                    worlds.index[card],
                    worlds.all,
                    won,
                    {worlds.index[with_card]: worlds.all},
                )
        worlds.watch = self._watch

    def _planes(self, cards: Iterable[Card]) -> dict[int, Plane]:
        """The places in the pack of these cards, with their worlds."""
        planes: dict[int, Plane] = {}
        for card in cards:
            known = card == "called" or card in self.w.index
            for i, plane in self.w.set_of(card).items() if known else ():
                planes[i] = planes.get(i, 0) | plane
        return planes

    # -- while the tricks are played -----------------------------------------------------------

    def _watch(self, w: Worlds, won: list[Plane]) -> None:
        self._count(won)
        last = w.number == w.table.deal.hand
        if last:
            self._last(won)
        winning: dict[int, Plane] = {}
        here = union(w.on_table.get(i, 0) & plane for i, plane in self.keys.items())
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
                                    self._lies(s, i, where)
        if last:
            for i, plane in winning.items():
                self._add(
                    ("won by", i), plane if self.asked.winner else plane & self.keys.get(i, 0)
                )

    def _last(self, won: Sequence[Plane]) -> None:
        """Note who has taken the last trick: which side, where no card is in it whose holder matters."""
        w = self.w
        by_seat = union(w.on_table.get(i, 0) for i in self.held | self.fined)
        self.by_side = 0 if self.each else w.all & ~by_seat
        for s, plane in enumerate(won):
            self._add(("last", s), plane & ~self.by_side)
            for whose, mine in zip(_OF_SIDE, self.sides, strict=True):
                self._add(("last", whose), plane & self.by_side & mine[s])

    def _lies(self, s: int, i: int, where: Plane) -> None:
        """Card i of seat s is in the last trick."""
        self._add(("lies", i, s), where & ~self.by_side)
        for whose, mine in zip(_OF_SIDE, self.sides, strict=True):
            self._add(("lies", i, whose), where & self.by_side & mine[s])

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

    def _fell(
        self, s: int, i: int, where: Plane, won: Sequence[Plane], winning: Mapping[int, Plane]
    ) -> None:
        """Card i of seat s fell in these worlds."""
        where &= self.keys.get(i, 0)
        if not where:
            return
        took = [union(a & b for a, b in zip(mine, won, strict=True)) for mine in self.sides]
        if i not in self.taken:
            fell = []
        elif self.each:
            fell = [(s, taker, where & plane) for taker, plane in enumerate(won)]
        else:
            fell = [
                (self._holder(s, i, holder, taker), taker, where & mine[s] & plane)
                for holder, mine in zip(_OF_SIDE, self.sides, strict=True)
                for taker, plane in zip(_OF_SIDE, took, strict=True)
            ]
        for holder, taker, here in fell:
            for j in self.wins_with if here else ():
                self._add(("fell", i, holder, taker, j), here & winning.get(j, 0))
                here &= ~winning.get(j, 0)
            self._add(("fell", i, holder, taker, -1), here)
        if self.asked.lost:
            for side, mine in enumerate(self.sides):
                self._add(("lost", side, i), where & mine[s] & ~took[side])

    def _holder(self, s: int, i: int, side: int, taker: int) -> int:
        """Return which holder of a card is kept: the seat where it matters, else the side."""
        return s if i in self.held or (i in self.fined and side != taker) else side

    # -- when they are over ---------------------------------------------------------------------

    def of(
        self, piles: Sequence[Pile], counted: Sequence[Sequence[tuple[Fraction, int]]]
    ) -> list[Mapping[Seat, float]]:
        """Return what each seat gets or pays, world by world. counted: points and size of each pile."""
        w = self.w
        names = [pile.name for pile in piles]
        honours = self._honours(piles[0]) if self.asked.honours and not self.each else []
        tags = list(self.falls)
        digits = [*honours]
        for exactly in self.won:
            digits += exactly[:-1]
        digits += [self.falls[tag] for tag in tags]
        digits.append(w.alive)
        constant = [
            self._constant(hand, facts, piles, g)
            for g, (hand, facts) in enumerate(zip(w.hands, self.base, strict=True))
        ]
        packet = w.table.count.packet if self.asked.left_over else 1
        paid: dict[Hashable, Mapping[Seat, float]] = w.table.memo.setdefault("payments", {})
        if len(paid) > _KEPT:
            paid.clear()
        rows = bits_of(digits, w.n)
        moneys = []
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
            moneys.append(money)
        return moneys

    def _honours(self, pile: Pile) -> list[Plane]:
        """How many of the trul are in the tricks of the declarer's side, as binary digits."""
        w, digits = self.w, []  # type: Worlds, list[Plane]
        for card in w.table.cards.members("trul"):
            i = w.index[card]
            here = pile.cards.get(i, 0)
            if i == w.excuse:
                here = (here | pile.got[0]) & ~pile.got[1]
            add(digits, here)
        return digits

    def _constant(
        self, hand: Hand, facts: Finished, piles: Sequence[Pile], g: int
    ) -> tuple[Hashable, tuple[int, tuple[Card, ...]]]:
        """Return what is the same in all worlds of a hand, to know it by; and of it the honours that
        lie with the declarers besides their tricks, and the cards of the talon that matter."""
        trul = hand.table.cards.members("trul")
        discards, rest = piles[0].aside[g]
        honours = sum(card in trul for card in (*discards, *rest)) if self.asked.honours else 0
        left = () if play.lays_on(hand) else hand.cards.talon
        talon = tuple(card for card in left if self.w.index[card] in self.keys)
        settled_by = (
            facts.contract,
            facts.declarer,
            facts.partner,
            facts.called,
            facts.level,
            facts.players,
            facts.announced,
            facts.irregular,
            *map(_hashable, (facts.declarations, facts.factors, facts.pots)),
        )
        return (settled_by, honours, talon), (honours, talon)

    def _read(self, bits: tuple[str, ...], n_honours: int, tags: Sequence[Any]) -> tuple[Any, ...]:
        """Return what the bits of a world say: honours, tricks, who took the last trick, what lay
        there, the card that won it, what fell, and what each side lost."""
        honours = number_of(bits[:n_honours])
        start, tricks = n_honours, []
        for exactly in self.won:
            mine = bits[start : start + len(exactly) - 1]
            start += len(mine)
            tricks.append(mine.index("1") if "1" in mine else None)
        true = [tag for tag, bit in zip(tags, bits[start:], strict=False) if bit == "1"]
        last = next((tag[1] for tag in true if tag[0] == "last"), None)
        won_by = next((tag[1] for tag in true if tag[0] == "won by"), None)
        lies, fell, lost = (
            tuple(sorted(tag[1:] for tag in true if tag[0] == name))
            for name in ("lies", "fell", "lost")
        )
        if bits[-1] != "1":
            last = None
        return honours, tuple(tricks), last, won_by, lies, fell, lost, bits[-1] == "1"

    def _settle(
        self,
        base: Finished,
        constant: tuple[int, tuple[Card, ...]],
        names: Sequence[str],
        points: Sequence[tuple[Fraction, int]],
        read: tuple[Any, ...],
    ) -> Mapping[Seat, float]:
        w = self.w
        seats, cards = w.seats, w.bits.cards
        honours, tricks, last, won_by, lies, fell, lost, whole = read
        numbers = self._tricks(tricks[: len(SIDES)], whole)
        won = {} if self.each else dict(zip(SIDES, numbers, strict=True))
        middle = w.table.deal.hand // len(seats)
        for seat, n in zip(seats, tricks[len(SIDES) :], strict=False):
            won[seat] = middle if n is None else n
        trick = self._last_trick(sides(w.table, base), last, won_by, lies)
        lost_with: dict[str, frozenset[Card]] = {}
        for side, name in enumerate(SIDES):
            if not self.each and numbers[1 - side] == 1:
                lost_with[name] = frozenset(cards[i] for whose, i in lost if whose == side)
        first = [next(iter(side), "") for side in sides(w.table, base)]

        def who(whose: int) -> Seat:
            return seats[whose] if whose >= 0 else first[_OF_SIDE.index(whose)]

        facts = replace(
            base,
            points={name: worth for name, (worth, _) in zip(names, points, strict=True)},
            left_over={name: left for name, (_, left) in zip(names, points, strict=True)}
            if self.asked.left_over
            else None,
            honours=honours + constant[0] if self.asked.honours and not self.each else None,
            tricks=won,
            last_trick=trick,
            lost_with=lost_with,
            talon_left=constant[1],
            captured={
                cards[i]: Capture(who(s), who(t), cards[j] if j >= 0 else OTHER_CARD)
                for i, s, t, j in fell
            },
        )
        return worth(settle(w.table, facts, sure=True), w.seats)

    def _last_trick(
        self,
        sides: Sequence[Sequence[Seat]],
        last: int | None,
        won_by: int | None,
        lies: Sequence[tuple[int, int]],
    ) -> LastTrick | None:
        """The last trick; where only its sides are known, each card with some seat of its side."""
        if last is None:
            return None
        seats, cards = self.w.seats, self.w.bits.cards

        def of(whose: int) -> Sequence[Seat]:
            return (seats[whose],) if whose >= 0 else sides[_OF_SIDE.index(whose)]

        winner = of(last)[0]
        played = {} if won_by is None else {winner: cards[won_by]}
        for i, whose in lies:
            if i != won_by:
                seat = next(seat for seat in of(whose) if seat != winner and seat not in played)
                played[seat] = cards[i]
        return LastTrick(winner, played)

    def _tricks(self, known: Sequence[int | None], whole: bool) -> tuple[int, int]:
        """How many tricks each side has, as near as anybody asks."""
        hand = self.w.table.deal.hand
        ours, theirs = known
        if ours is None:
            ours = hand - theirs if whole and theirs is not None else hand // 2
        return ours, theirs if theirs is not None else hand - ours


def _hashable(mapping: Mapping[str, Any]) -> Hashable:
    return tuple(sorted(mapping.items()))
