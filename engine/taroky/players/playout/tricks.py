"""The play of many worlds at once: what may be played in each, what wins, who takes the trick.

The rules are those of `taroky.phases.play`; a test plays worlds over again card by card through the
public door and compares.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.card_bits import card_bits
from taroky.hand.tricks import may_stop_early
from taroky.phases import play
from taroky.players.playout.bitsets import Plane, Planes, prefer
from taroky.players.playout.conditions import holds
from taroky.rules.table import BarRow, Seat

#: A way to choose: of the cards that the player in a place may play, in every world one.
Choose = Callable[["Worlds", int, Planes], Planes]
#: A way to toss a coin for each world, so that some of them share theirs.
Toss = Callable[["Worlds"], Plane]


class Worlds:
    """The state of all worlds. Places count from the leader of the trick, seats from A; what a place
    holds is in `held`, where each seat leads in `lead`."""

    def __init__(
        self,
        hands: tuple[Hand, ...],
        each: int,
        rng: random.Random,
        choose: Choose,
        opening: Choose | None = None,
        keep: bool = False,
        toss: Toss | None = None,
    ) -> None:
        first = self.first = hands[0]
        asked = first.asked
        if asked is None or asked[0].name != "play":
            raise ValueError("nobody is to play a card")
        so_far = (first.play.tricks, first.play.trick, first.contract)
        if any((h.play.tricks, h.play.trick, h.contract) != so_far for h in hands):
            raise ValueError("the hands differ in the play so far")
        self.hands, self.each, self.rng, self.keep = hands, each, rng, keep
        self.tossed = toss
        self.choose, self.first_choice = choose, opening or choose
        self.table, self.row = first.table, first.table.play[first.row.play]
        self.bits = card_bits(self.table, first.row.play)
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
            for hand in hands
            for k, s in enumerate(order)
        }
        if len(sizes) != 1:
            raise ValueError("the players hold different numbers of cards")
        (self.left,) = sizes
        self._set_up(order, leader)

    def _set_up(self, order: Sequence[int], leader: int) -> None:
        first, bits = self.first, self.bits
        masks = dict.fromkeys((bits.trumps, *bits.suits))
        #: The places in the pack of each suit, taroky first, strong cards before weak ones.
        self.suits = [[i for i in range(self.size) if m >> i & 1] for m in masks if m]
        self.values = [self.table.cards.value(card) for card in bits.cards]
        self.suit_of = {i: u for u, suit in enumerate(self.suits) for i in suit}
        self.excuse = bits.excuse.bit_length() - 1
        self.held = [self.where(partial(_holds, self.seats[s])) for s in order]
        self.lead = [self.all if s == leader else 0 for s in range(self.players)]
        self.declarers = [self.in_hands(partial(_declares, seat)) for seat in self.seats]
        self.talon = [list(h.cards.talon) if play.lays_on(h) else [] for h in self.hands]
        self.bound = [self.where(partial(_bound, seat)) for seat in self.seats]
        #: Where the play stops once these have each lost a trick that was to be theirs.
        self.stoppers: list[tuple[Plane, list[tuple[int, bool]]]] = [
            (
                block,
                [
                    (self.seats.index(sayer), self.table.bonuses[bonus].side == "sayer")
                    for sayer, bonus in hand.undertaken
                ],
            )
            for block, hand in zip(self.blocks, self.hands, strict=True)
            if may_stop_early(hand)
        ]
        self.number = len(first.play.tricks)
        self.won: list[tuple[Plane, ...]] = []
        #: Told of every trick taken, with the worlds in which each seat took it.
        self.watch: Callable[[Worlds, list[Plane]], None] | None = None
        self.steps: list[tuple[tuple[Card, Plane], ...]] = []
        #: What is in each seat's tricks, and what it holds where the play has stopped.
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

    def in_hands(self, holds: Callable[[Hand], bool]) -> Plane:
        """The worlds of the hands of which something is true."""
        return sum(b for b, hand in zip(self.blocks, self.hands, strict=True) if holds(hand))

    def where(self, cards: Callable[[Hand], Iterable[Card]]) -> Planes:
        """Cards of each hand with the worlds of that hand."""
        planes: Planes = {}
        for block, hand in zip(self.blocks, self.hands, strict=True):
            for card in cards(hand):
                if card in self.index:
                    planes[self.index[card]] = planes.get(self.index[card], 0) | block
        return planes

    # -- the play -----------------------------------------------------------------------------

    def toss(self) -> Plane:
        """A coin for each world."""
        return self.rng.getrandbits(self.n) if self.tossed is None else self.tossed(self)

    def run(self) -> None:
        """Play all tricks."""
        for number in range(self.left):
            if self.alive:
                self._trick(self.laid if number == 0 else ())

    def _trick(self, laid: Sequence[Card]) -> None:
        self.best: Planes = {}
        self.on_table: Planes = {}
        self.led = [0] * len(self.suits)
        self.none = self.all  # nothing has been played that has to be followed
        self.top = [0] * self.players
        self.played: list[Planes] = []
        for k in range(self.players):
            if k < len(laid):
                chosen = {self.index[laid[k]]: self.all}
            else:
                choose, self.first_choice = self.first_choice, self.choose
                chosen = choose(self, k, self.legal(k))
                mine = self.held[k]
                for i, plane in chosen.items():
                    mine[i] ^= plane
                if self.keep:
                    cards = self.bits.cards
                    self.steps.append(tuple((cards[i], plane) for i, plane in chosen.items()))
            self.lay(k, chosen)
        self._take()

    def legal(self, k: int) -> Planes:
        """Return what the player in place k may play."""
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
            for i, plane in mine.items()
            if plane & open_to[self.suit_of[i]]
        }
        if bits.overtrump and self.played:
            prefer(legal, self.over(legal, 0, 0, follows[0] | trumping))
        if self.row.bars or any(self.bound):
            self._bar(k, legal, excuse & ~(following | trumping))
        if bits.beat and self.played:
            prefer(legal, self.beating(legal))
        if excuse:
            legal[self.excuse] = excuse
        return legal

    def beating(self, cards: Planes) -> Planes:
        """Return for each of these cards the worlds in which it beats what is winning."""
        excuse = self.best.get(self.excuse, 0)
        plain = excuse
        for i, plane in self.best.items():
            if i not in self.suits[0]:
                plain |= plane
        beating: Planes = {}
        for u in range(len(self.suits)):
            beating |= self.over(cards, u, excuse if u else plain, self.all)
        return beating

    def over(self, cards: Planes, u: int, below: Plane, where: Plane) -> Planes:
        """Return for each card of a suit the worlds in which it beats a weaker one of it that is
        winning, or (below) what every card of the suit beats."""
        beating: Planes = {}
        best = self.best
        for i in reversed(self.suits[u]):
            plane = cards.get(i, 0) & below & where
            if plane:
                beating[i] = plane
            below |= best.get(i, 0)
        return beating

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

    def _barred(self, k: int, bar: BarRow, legal: Planes) -> Planes:
        if (bar.at == "lead" and self.played) or (bar.at == "follow" and not self.played):
            return {}
        members = self.set_of(bar.card or bar.cards or "")
        barred = {i: legal[i] & plane for i, plane in members.items() if i in legal}
        if not self.played and bar.spares_lead:
            for i, plane in self.set_of(bar.spares_lead).items():
                if i in barred:
                    barred[i] &= ~plane
        if not any(barred.values()):
            return {}
        where = holds(self, bar.when, k)
        if bar.unless is not None:
            where &= ~holds(self, bar.unless, k)
        return {i: plane & where for i, plane in barred.items()}

    def set_of(self, of: str) -> Planes:
        """The cards of a set, which may depend on the called card."""
        if of in play.CALLED_SETS:
            return self.where(lambda hand: play.members(self.table, of, hand.call.called))
        return {self.index[card]: self.all for card in self.table.cards.members(of)}

    def lay(self, k: int, chosen: Planes) -> None:
        """Cards on the table: what has to be followed, what wins, and whose it is."""
        better = self.beating(chosen) if self.played else chosen
        self.played.append(chosen)
        none = self.none
        for i, plane in chosen.items():
            self.on_table[i] = self.on_table.get(i, 0) | plane
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
        """Give the trick, and the lead to the next one, to its winner."""
        for wins in self.row.wins.values():
            i = self.index[wins.card]
            where = self.on_table.get(i, 0)
            where &= holds(self, wins.when, 0) if where else 0
            if where:
                for k, laid in enumerate(self.played):
                    self.top[k] = self.top[k] & ~where | laid.get(i, 0) & where
        seats = range(self.players)
        won = [0] * self.players
        for s in seats:
            for k in seats:
                won[s] |= self.top[k] & self.lead[(s - k) % self.players]
        self.number += 1
        if self.number == self.table.deal.hand and self.row.excuse is not None:
            if self.row.excuse.last_trick == "lost":
                self.lost_excuse = self.on_table.get(self.excuse, 0)
        for block, talon in zip(self.blocks, self.talon, strict=True):
            if talon:
                i = self.index[talon.pop(0)]
                self.on_table[i] = self.on_table.get(i, 0) | block
        for i, plane in self.on_table.items():
            for s in seats:
                if plane & won[s]:
                    self.taken[s][i] = self.taken[s].get(i, 0) | plane & won[s]
        self.won.append(tuple(won))
        if self.watch is not None:
            self.watch(self, won)
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
                    lost |= plane & ~(0 if alone and s != sayer else self.same(s, sayer))
                here &= lost
            over |= here
        for s in range(self.players):
            for k in range(self.players):
                here = over & self.lead[(s - k) % self.players]
                for i, plane in self.held[k].items():
                    if plane & here:
                        self.taken[s][i] = self.taken[s].get(i, 0) | plane & here
        self.alive &= ~over

    def same(self, s: int, other: int) -> Plane:
        """Return the worlds in which two seats are on one side."""
        if s == other or self.first.row.sides == "each":
            return self.all if s == other else 0
        return ~(self.declarers[s] ^ self.declarers[other]) & self.all

    def declaring(self, k: int) -> Plane:
        """Return the worlds in which the player in place k is on the declarer's side."""
        worlds = 0
        for s, plane in enumerate(self.declarers):
            worlds |= plane & self.lead[(s - k) % self.players]
        return worlds


def _holds(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    return hand.cards.hands[seat]


def _declares(seat: Seat, hand: Hand) -> bool:
    return seat in hand.declarers


def _bound(seat: Seat, hand: Hand) -> tuple[Card, ...]:
    return play.bound_cards(hand, seat)
