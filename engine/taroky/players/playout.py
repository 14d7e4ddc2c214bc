"""Playing on at random in many worlds at once, for players that look ahead.

A world is one hand played to its end. A whole number stands for all worlds together, a bit for each:
"A holds the king of spades" is a number whose bits say in which worlds. So one operation plays the
same step in every world, and a thousand hands cost little more than one. The rules are those of
`taroky.phases.play` and `taroky.counting.piles`; a test plays worlds over again card by card through the
public door and compares.

In each world every legal card is as likely as any other. The worlds of one call share the order in
which cards are tried at a step, so they are not quite independent of each other.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from taroky.cards import Card
from taroky.counting import points as counting
from taroky.counting.piles import SIDES
from taroky.game import apply, current
from taroky.hand import Action, Hand
from taroky.hand.card_bits import card_bits
from taroky.hand.tricks import may_stop_early
from taroky.phases import play
from taroky.phases.discard import goes_to
from taroky.phases.talon import rest_of
from taroky.rules.conditions import Condition, Range, Test
from taroky.rules.table import Bar, Seat

#: A bit for each world.
Plane = int
#: Cards by their places in the pack, each with its worlds.
Planes = dict[int, Plane]


@dataclass(frozen=True)
class Played:
    """How all worlds ended. World number w began as hands[w // each].

    points: card points by side, or by seat where each plays alone, world by world. won: trick by
    trick, seat by seat, the worlds in which that seat took it. steps: the cards of each step with
    their worlds, where they were kept.
    """

    hands: tuple[Hand, ...]
    each: int
    points: Mapping[str, Sequence[Fraction]]
    won: tuple[tuple[Plane, ...], ...]
    steps: tuple[tuple[tuple[Card, Plane], ...], ...] = field(default=(), repr=False)

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
                _add(digits, won[place])
        return _read(digits, self.worlds, _number)

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


def play_out(hands: Sequence[Hand], each: int, rng: random.Random, keep: bool = False) -> Played:
    """Play every hand to its end `each` times. keep: remember the cards of every world.

    The hands are guesses at one and the same hand under way: they may differ in what is hidden, but
    not in the play so far. Nobody says anything any more. Raises ValueError for hands that are not
    at a card, that differ in the play so far, or whose players hold different numbers of cards.
    """
    return _Worlds(tuple(hands), each, rng, keep).run()


class _Worlds:
    """The state of all worlds. Places count from the leader of the trick, seats from A; what a place
    holds is in `held`, where each seat leads in `lead`."""

    def __init__(self, hands: tuple[Hand, ...], each: int, rng: random.Random, keep: bool) -> None:
        first = self.first = hands[0]
        asked = first.asked
        if asked is None or asked[0].name != "play":
            raise ValueError("nobody is to play a card")
        so_far = (first.play.tricks, first.play.trick, first.contract)
        if any((h.play.tricks, h.play.trick, h.contract) != so_far for h in hands):
            raise ValueError("the hands differ in the play so far")
        self.hands, self.each, self.rng, self.keep = hands, each, rng, keep
        self.rules, self.row = first.rules, first.rules.play[first.row.play]
        self.bits = card_bits(self.rules, first.row.play)
        self.index, self.seats = self.bits.index, first.active
        self.players, self.size = len(self.seats), len(self.bits.cards)
        self.n = len(hands) * each
        self.all = self.alive = (1 << self.n) - 1
        self.blocks = [((1 << each) - 1) << i * each for i in range(len(hands))]
        self.laid = first.play.trick.cards if first.play.trick else ()
        leader = self.seats.index(first.play.trick.leader if first.play.trick else asked[1])
        order = [(leader + k) % self.players for k in range(self.players)]
        sizes = {
            len(hand.cards.hands[self.seats[s]]) + (k < len(self.laid))
            for hand in hands for k, s in enumerate(order)
        }  # fmt: skip
        if len(sizes) != 1:
            raise ValueError("the players hold different numbers of cards")
        (self.left,) = sizes
        self._set_up(order, leader)

    def _set_up(self, order: Sequence[int], leader: int) -> None:
        first, bits = self.first, self.bits
        masks = dict.fromkeys((bits.trumps, *bits.suits))
        #: The places in the pack of each suit, taroky first, strong cards before weak ones.
        self.suits = [[i for i in range(self.size) if m >> i & 1] for m in masks if m]
        self.suit_of = {i: u for u, suit in enumerate(self.suits) for i in suit}
        self.excuse = bits.excuse.bit_length() - 1
        self.held = [self._where(partial(_holds, self.seats[s])) for s in order]
        self.lead = [self.all if s == leader else 0 for s in range(self.players)]
        self.declarers = [self._blocks(partial(_declares, seat)) for seat in self.seats]
        self.talon = [list(h.cards.talon) if play.lays_on(h) else [] for h in self.hands]
        self.bound = [self._where(partial(_bound, seat)) for seat in self.seats]
        #: Where the play stops once these have each lost a trick that was to be theirs.
        self.stoppers = [
            (block, [(self.seats.index(sayer), self.rules.bonuses[bonus].side == "sayer")
                     for sayer, bonus in hand.undertaken])
            for block, hand in zip(self.blocks, self.hands, strict=True) if may_stop_early(hand)
        ]  # fmt: skip
        self.number = len(first.play.tricks)
        self.won: list[tuple[Plane, ...]] = []
        self.steps: list[tuple[tuple[Card, Plane], ...]] = []
        #: What lies in each seat's tricks, and what it holds where the play has stopped.
        self.taken: list[Planes] = [{} for _ in self.seats]
        #: Where each seat has taken a trick at all, and where it has played the excuse.
        self.some, self.excused = [0] * self.players, [0] * self.players
        self.lost_excuse = 0
        for trick in first.play.tricks:
            s = self.seats.index(trick.winner or "")
            self.some[s] = self.all
            for card in (*trick.cards, *trick.extra):
                self.taken[s][self.index[card]] = self.all
            for seat, card in zip(trick.seats, trick.cards, strict=False):
                if self.index[card] == self.excuse:
                    self.excused[self.seats.index(seat)] = self.all

    def _blocks(self, holds: Callable[[Hand], bool]) -> Plane:
        """The worlds of the hands of which something is true."""
        return sum(b for b, hand in zip(self.blocks, self.hands, strict=True) if holds(hand))

    def _where(self, cards: Callable[[Hand], Iterable[Card]]) -> Planes:
        """Cards of each hand with the worlds of that hand."""
        found: Planes = {}
        for block, hand in zip(self.blocks, self.hands, strict=True):
            for card in cards(hand):
                if card in self.index:
                    found[self.index[card]] = found.get(self.index[card], 0) | block
        return found

    # -- the play -----------------------------------------------------------------------------

    def run(self) -> Played:
        """All tricks, then the count."""
        for number in range(self.left):
            if self.alive:
                self._trick(self.laid if number == 0 else ())
        points = self._points()
        return Played(self.hands, self.each, points, tuple(self.won), tuple(self.steps))

    def _trick(self, laid: Sequence[Card]) -> None:
        self.best: Planes = {}
        self.table: Planes = {}
        self.led = [0] * len(self.suits)
        self.none = self.all  # nothing has been played that has to be followed
        self.top = [0] * self.players
        self.played: list[Planes] = []
        for k in range(self.players):
            if k < len(laid):
                chosen = {self.index[laid[k]]: self.all}
            else:
                chosen = self._choose(self._legal(k))
                mine = self.held[k]
                for i, plane in chosen.items():
                    mine[i] ^= plane
                if self.keep:
                    cards = self.bits.cards
                    self.steps.append(tuple((cards[i], plane) for i, plane in chosen.items()))
            self._lay(k, chosen)
        self._take()

    def _legal(self, k: int) -> Planes:
        """What the player in place k may play."""
        bits, none = self.bits, self.none
        alive = self.alive
        mine = {i: plane & alive for i, plane in self.held[k].items() if plane & alive}
        excuse = mine.pop(self.excuse, 0)
        has = [0] * len(self.suits)
        for i, plane in mine.items():
            has[self.suit_of[i]] |= plane
        follows = [
            here & led if bits.follow else 0 for here, led in zip(has, self.led, strict=True)
        ]
        following = 0
        for plane in follows:
            following |= plane
        void = self.all & ~(following | none)
        trumping = void & has[0] if bits.trump else 0
        free = void & ~trumping | none
        open_to = [must | free for must in follows]
        open_to[0] |= trumping
        legal = {
            i: plane & open_to[self.suit_of[i]]
            for i, plane in mine.items() if plane & open_to[self.suit_of[i]]
        }  # fmt: skip
        if bits.overtrump and self.played:
            _prefer(legal, self._over(legal, 0, 0, follows[0] | trumping))
        if self.row.bars or any(self.bound):
            self._bar(k, legal, excuse & ~(following | trumping))
        if bits.beat and self.played:
            _prefer(legal, self._beating(legal))
        if excuse:
            legal[self.excuse] = excuse
        return legal

    def _beating(self, cards: Planes) -> Planes:
        """Where each of these cards beats what is winning."""
        excuse = self.best.get(self.excuse, 0)
        plain = excuse
        for i, plane in self.best.items():
            if i not in self.suits[0]:
                plain |= plane
        found: Planes = {}
        for u in range(len(self.suits)):
            found |= self._over(cards, u, excuse if u else plain, self.all)
        return found

    def _over(self, cards: Planes, u: int, below: Plane, where: Plane) -> Planes:
        """Where each card of a suit beats a weaker one of it that is winning, or (below) what every
        card of the suit beats."""
        found: Planes = {}
        best = self.best
        for i in reversed(self.suits[u]):
            plane = cards.get(i, 0) & below & where
            if plane:
                found[i] = plane
            below |= best.get(i, 0)
        return found

    def _bar(self, k: int, legal: Planes, other: Plane) -> None:
        """Take out what is barred or held back, unless nothing else is left; other: where an excuse
        counts as something else."""
        barred: Planes = {}
        for bar in self.row.bars.values():
            for i, plane in self._barred(k, bar, legal).items():
                barred[i] = barred.get(i, 0) | plane
        for seat, cards in enumerate(self.bound):
            here = self.lead[(seat - k) % self.players]
            for i, plane in cards.items():
                barred[i] = barred.get(i, 0) | here & plane & legal.get(i, 0)
        for i, plane in legal.items():
            other |= plane & ~barred.get(i, 0)
        for i, plane in barred.items():
            if i in legal:
                legal[i] &= ~(plane & other)

    def _barred(self, k: int, bar: Bar, legal: Planes) -> Planes:
        if (bar.at == "lead" and self.played) or (bar.at == "follow" and not self.played):
            return {}
        members = self._set(bar.card or bar.cards or "")
        found = {i: legal[i] & plane for i, plane in members.items() if i in legal}
        if not self.played and bar.spares_lead:
            for i, plane in self._set(bar.spares_lead).items():
                if i in found:
                    found[i] &= ~plane
        if not any(found.values()):
            return {}
        where = self._holds(bar.when, k)
        if bar.unless is not None:
            where &= ~self._holds(bar.unless, k)
        return {i: plane & where for i, plane in found.items()}

    def _set(self, of: str) -> Planes:
        """The cards of a set, which may depend on the called card."""
        if of in play.CALLED_SETS:
            return self._where(lambda hand: play.members(self.rules, of, hand.call.called))
        return {self.index[card]: self.all for card in self.rules.cards.members(of)}

    def _choose(self, legal: Planes) -> Planes:
        """One legal card in every world: cards are tried in random orders, twice with a coin for
        each world and then without."""
        todo, picked, n = self.alive, {}, self.n  # type: Plane, Planes, int
        draw = self.rng.random
        left = list(legal.items())
        for coin in (True, True, False):
            left.sort(key=lambda _: draw())  # quicker than shuffling
            for i, plane in left:
                here = plane & todo
                if coin and here:
                    here &= self.rng.getrandbits(n)
                if here:
                    picked[i] = picked.get(i, 0) | here
                    todo ^= here
            if not todo:
                break
        return picked

    def _lay(self, k: int, chosen: Planes) -> None:
        """Cards on the table: what has to be followed, what wins, and whose it is."""
        better = self._beating(chosen) if self.played else chosen
        self.played.append(chosen)
        none = self.none
        for i, plane in chosen.items():
            self.table[i] = self.table.get(i, 0) | plane
            if i == self.excuse:
                for s in range(self.players):
                    self.excused[s] |= plane & self.lead[(s - k) % self.players]
            else:
                self.led[self.suit_of[i]] |= plane & none
        self.none = none & chosen.get(self.excuse, 0)
        new = 0
        for plane in better.values():
            new |= plane
        self.best = {i: plane & ~new for i, plane in self.best.items() if plane & ~new}
        for i, plane in better.items():
            self.best[i] = self.best.get(i, 0) | plane
        for j in range(k):
            self.top[j] &= ~new
        self.top[k] = new

    def _take(self) -> None:
        """Who takes the trick and leads to the next one."""
        for wins in self.row.wins.values():
            i = self.index[wins.card]
            where = self.table.get(i, 0)
            where &= self._holds(wins.when, 0) if where else 0
            if where:
                for k, laid in enumerate(self.played):
                    self.top[k] = self.top[k] & ~where | laid.get(i, 0) & where
        seats = range(self.players)
        won = [0] * self.players
        for s in seats:
            for k in seats:
                won[s] |= self.top[k] & self.lead[(s - k) % self.players]
        self.number += 1
        if self.number == self.rules.deal.hand and self.row.excuse is not None:
            if self.row.excuse.last_trick == "lost":
                self.lost_excuse = self.table.get(self.excuse, 0)
        for block, talon in zip(self.blocks, self.talon, strict=True):
            if talon:
                i = self.index[talon.pop(0)]
                self.table[i] = self.table.get(i, 0) | block
        for i, plane in self.table.items():
            for s in seats:
                if plane & won[s]:
                    self.taken[s][i] = self.taken[s].get(i, 0) | plane & won[s]
        self.won.append(tuple(won))
        old, self.lead = self.held, won
        self.held = [{} for _ in seats]
        for k in seats:
            top = self.top[k]
            for j in seats:
                new = self.held[j]
                for i, plane in old[(k + j) % self.players].items():
                    if plane & top:
                        new[i] = new.get(i, 0) | plane & top
        for s in seats:
            self.some[s] |= won[s]
        if self.stoppers:
            self._stop()

    def _stop(self) -> None:
        """End the play where nobody can take all tricks any more; everybody keeps their cards."""
        over = 0
        for block, said in self.stoppers:
            here = block & self.alive
            for sayer, alone in said:
                lost = 0
                for s, plane in enumerate(self.some):
                    lost |= plane & ~(0 if alone and s != sayer else self._same(s, sayer))
                here &= lost
            over |= here
        for s in range(self.players):
            for k in range(self.players):
                here = over & self.lead[(s - k) % self.players]
                for i, plane in self.held[k].items():
                    if plane & here:
                        self.taken[s][i] = self.taken[s].get(i, 0) | plane & here
        self.alive &= ~over

    # -- conditions ---------------------------------------------------------------------------

    def _holds(self, condition: Condition, k: int) -> Plane:
        """Where a condition on the hand in place k, the trick and the moment holds."""
        if not condition.either:
            return self.all
        found = 0
        for tests, never in condition.either:
            here = self.all
            for test in tests:
                here &= self._true(test, k) if here else 0
            for other in never:
                here &= ~self._holds(other, k)
            found |= here
        return found

    def _true(self, test: Test, k: int) -> Plane:
        if test.name in ("hand", "trick"):
            here = self.all
            for of, span in test.ranges:
                here &= self._counted(self.held[k] if test.name == "hand" else self.table, of, span)
            return here
        if test.name == "trick_no":
            last = self.number + 1 == self.rules.deal.hand
            return self.all if {str(self.number + 1), "last" if last else ""} & {*test.words} else 0
        if test.name == "lead_card":
            found = 0
            for word in test.words:
                for i, plane in self._set(word).items():
                    found |= plane & (self.played[0].get(i, 0) if self.played else 0)
            return found
        if test.name == "trick_in_order":
            return self._in_order(test.words)
        if test.name == "lost_tricks" and all((s.low, s.top) == (0, 0) for _, s in test.ranges):
            return self._lost_none()
        raise ValueError(f"not known while playing out: {test.name}")

    def _counted(self, cards: Planes, of: str, span: Range) -> Plane:
        """Where so many cards of a set lie."""
        most = max(span.low, span.top or 0) + 1
        exactly = [self.all, *[0] * most]
        for i, block in self._set(of).items():
            plane = cards.get(i, 0) & block
            if plane:
                exactly[most] |= exactly[most - 1] & plane
                for j in range(most - 1, 0, -1):
                    exactly[j] = exactly[j] & ~plane | exactly[j - 1] & plane
                exactly[0] &= ~plane
        found = 0
        for plane in exactly[span.low : (most if span.top is None else span.top) + 1]:
            found |= plane
        return found

    def _in_order(self, words: Sequence[str]) -> Plane:
        """Where these cards were played one after another, others between them or not."""
        so_far = [self.all, *[0] * len(words)]
        for laid in self.played:
            for n in range(len(words), 0, -1):
                so_far[n] |= so_far[n - 1] & laid.get(self.index.get(words[n - 1], -1), 0)
        return so_far[-1]

    def _lost_none(self) -> Plane:
        """Where the side of the trick's leader has taken every trick so far."""
        found = 0
        for s in range(self.players):
            lost = 0
            for other in range(self.players):
                lost |= self.some[other] & ~self._same(s, other)
            found |= self.lead[s] & ~lost
        return found

    def _same(self, s: int, other: int) -> Plane:
        """Where two seats are on one side."""
        if s == other or self.first.row.sides == "each":
            return self.all if s == other else 0
        return ~(self.declarers[s] ^ self.declarers[other]) & self.all

    # -- the count ----------------------------------------------------------------------------

    def _points(self) -> dict[str, list[Fraction]]:
        """Card points by side, or by seat where each plays alone, world by world."""
        each = self.first.row.sides == "each"
        names: Sequence[str] = self.seats if each else SIDES
        if each:
            mine = [[self.all if s == p else 0 for s in range(self.players)]
                    for p in range(self.players)]  # fmt: skip
        else:
            mine = [self.declarers, [self.all & ~plane for plane in self.declarers]]
        piles: list[Planes] = []
        for own in mine:
            pile: Planes = {}
            for s, where in enumerate(own):
                for i, plane in self.taken[s].items():
                    if plane & where:
                        pile[i] = pile.get(i, 0) | plane & where
            piles.append(pile)
        aside = [self._aside(name) for name in names]
        got, paid = self._excuses(mine, piles, aside)
        return {
            name: self._worth(piles[p], aside[p], got[p], paid[p], each)
            for p, name in enumerate(names)
        }

    def _aside(self, name: str) -> list[tuple[tuple[Card, ...], tuple[Card, ...]]]:
        """Hand by hand what a pile has besides tricks: cards laid away, and cards of the talon."""
        found = []
        for hand in self.hands:
            each = hand.row.sides == "each"
            laid = tuple(
                card for seat, cards in hand.discard.discards.items()
                if (seat if each else goes_to(hand, seat)) == name for card in cards
            )  # fmt: skip
            rest = () if play.lays_on(hand) else tuple(rest_of(hand).get(name, ()))
            found.append((laid, rest))
        return found

    def _excuses(
        self, mine: list[list[Plane]], piles: list[Planes], aside: list[Any]
    ) -> tuple[list[list[Plane]], list[list[Plane]]]:
        """Pile by pile where it gets the excuse back and where it has to let it go; and where a card
        is given for it and taken for it."""
        nothing = [[0, 0] for _ in piles]
        row = self.row.excuse
        if row is None:
            return nothing, nothing
        got, paid = [[0, 0] for _ in piles], [[0, 0] for _ in piles]
        gifts = {self.index[c] for name in row.swap for c in self.rules.cards.members(name)}
        gifts.discard(self.excuse)
        for p, own in enumerate(mine):
            owed = 0
            for s, where in enumerate(own):
                owed |= self.excused[s] & where
            owed &= ~piles[p].get(self.excuse, 0) & ~self.lost_excuse
            has = 0
            for i in gifts:
                has |= piles[p].get(i, 0)
            if row.swap_from == "tricks_and_discards":
                for block, (laid, _) in zip(self.blocks, aside[p], strict=True):
                    if gifts & {self.index[card] for card in laid}:
                        has |= block
            kept = owed if row.no_swap_card == "keep" else owed & has
            for q, pile in enumerate(piles):
                here = pile.get(self.excuse, 0) if q != p else 0
                got[p][0] |= kept & here
                got[q][1] |= kept & here
                paid[p][0] |= owed & has & here
                paid[q][1] |= owed & has & here
        return got, paid

    def _worth(
        self, pile: Planes, aside: list[Any], got: list[Plane], paid: list[Plane], each: bool
    ) -> list[Fraction]:
        """What a pile is worth, world by world."""
        rules, cards = self.rules, self.bits.cards
        if rules.count.left_over == "worthless":  # it has to be known which cards are left over
            return [
                counting.value(rules, (*(cards[i] for i, plane in pile.items() if plane >> w & 1),
                                       *aside[w // self.each][0], *aside[w // self.each][1]), each)
                for w in range(self.n)
            ]  # fmt: skip
        faces: list[Plane] = []
        number: list[Plane] = []
        for i, plane in pile.items():
            _add(number, plane)
            value = rules.cards.value(cards[i])
            for b in range(value.bit_length()):
                if value >> b & 1:
                    _add(faces, plane, b)
        excuse = rules.cards.value(rules.cards.excuse[0]) if self.excuse >= 0 else 0
        gift = min(map(rules.cards.value, cards))
        digits = [*got, *paid, *faces]
        more = [
            (sum(map(rules.cards.value, (*laid, *rest))), len(laid) + len(rest))
            for laid, rest in aside
        ]
        # What faces and cards come to is asked again and again, and the same in every hand.
        worths: dict[tuple[int, int], Fraction] = rules.memo.setdefault(f"worths {each}", {})
        known: dict[tuple[tuple[str, ...], tuple[int, int]], Fraction] = {}
        found: list[Fraction] = []
        for w, bits in enumerate(_bits([*digits, *number], self.n)):
            key = bits, more[w // self.each]
            worth = known.get(key)
            if worth is None:
                back, gone, gave, took = (bit == "1" for bit in bits[:4])
                points, size = key[1]
                points += _number(bits[4 : 4 + len(faces)])
                points += excuse * (back - gone) - gift * (gave - took)
                size += _number(bits[4 + len(faces) :]) + back - gone - gave + took
                worth = worths.get((points, size))
                if worth is None:
                    worth = worths[points, size] = counting.worth(rules, points, size, each)
                known[key] = worth
            found.append(worth)
        return found


def _holds(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    return hand.cards.hands[seat]


def _declares(seat: Seat, hand: Hand) -> bool:
    return seat in hand.declarers


def _bound(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    return play.bound_cards(hand, seat)


def _prefer(legal: Planes, better: Planes) -> None:
    """Where there is something better, only that is left."""
    somewhere = 0
    for plane in better.values():
        somewhere |= plane
    if somewhere:
        for i in legal:
            legal[i] = legal[i] & ~somewhere | better.get(i, 0)


def _add(digits: list[Plane], plane: Plane, at: int = 0) -> None:
    """Add 2^at in these worlds to numbers written in binary digits, the lowest first."""
    while plane:
        while len(digits) <= at:
            digits.append(0)
        digits[at], plane = digits[at] ^ plane, digits[at] & plane
        at += 1


def _number(bits: Sequence[str]) -> int:
    return sum(1 << b for b, bit in enumerate(bits) if bit == "1")


def _bits(digits: Sequence[Plane], n: int) -> Iterable[tuple[str, ...]]:
    """The bits of these digits world by world."""
    if not digits:
        return [()] * n
    return zip(*(format(plane, f"0{n}b")[::-1] for plane in digits), strict=True)


def _read[T](digits: Sequence[Plane], n: int, work: Callable[[tuple[str, ...]], T]) -> list[T]:
    """World by world what follows from its bits, worked out once for equal ones."""
    known: dict[tuple[str, ...], T] = {}
    found = []
    for bits in _bits(digits, n):
        value = known.get(bits)
        if value is None:
            value = known[bits] = work(bits)
        found.append(value)
    return found
