"""How hands end whose cards are all known, if everybody plays as well as can be.

All ways to play the last tricks are gone through, each position once. What each end pays is settled by the
table, many ends at once (`taroky.players.playout`). Every seat plays for its own money, and where that is
the same for its side's.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.card_bits import card_bits
from taroky.phases import play
from taroky.players.playout import play_out
from taroky.players.playout.bitsets import Planes
from taroky.players.playout.money import asked_by
from taroky.players.playout.tricks import Choose, Worlds
from taroky.rules.table import Seat

#: What each seat gets.
Paid = Mapping[Seat, float]


class _Turn:
    """A position in which somebody has a choice: whose turn it is, who plays with them, and what the cards
    lead to."""

    __slots__ = ("seat", "side", "ways", "worth")

    def __init__(self, seat: Seat, side: Sequence[Seat]) -> None:
        self.seat, self.side = seat, side
        self.ways: list[_Turn | int] = []
        self.worth: Paid | None = None


#: A turn, or the number of an end.
type _Position = _Turn | int


class _Score(NamedTuple):
    """What the settlement may ask of the tricks played so far. taken: by owner the sum of their cards'
    weights; events: what became of cards that matter."""

    taken: tuple[int, ...]
    events: tuple[tuple[int, ...], ...] = ()


def solvable(hand: Hand) -> bool:
    """Whether the end of this hand can be gone through: no talon goes onto tricks any more, and no trick's
    winner depends on earlier ones."""
    wins = hand.table.play[hand.row.play].wins.values()
    looks_back = any(test.name == "lost_tricks" for row in wins for test in row.when.tests())
    return not looks_back and not (hand.cards.talon and play.lays_on(hand))


def solved(
    hands: Sequence[Hand], pots: Mapping[str, Decimal] | None = None
) -> list[dict[Card, Paid]]:
    """Return for each hand what each card that may be played now leads to. The hands are guesses at one and
    the same hand under way, as for `play_out`; the fewer tricks are left the better: each trick more takes
    ten times as long."""
    ways = [_Ways(hand) for hand in hands]
    roots = [way.cards() for way in ways]
    each = max(len(way.lines) for way in ways)
    played = play_out(
        hands,
        each,
        random.Random(0),  # nothing is drawn
        choose=_by_script([way.lines for way in ways], each),
        money=True,
        pots=pots,
    )
    return [
        {card: _worth(root, played.money, g * each) for card, root in cards.items()}
        for g, cards in enumerate(roots)
    ]


def _worth(position: _Position, money: Sequence[Paid], first: int) -> Paid:
    if isinstance(position, int):
        return money[first + position]
    if position.worth is None:
        seat, side = position.seat, position.side
        ways = [_worth(way, money, first) for way in position.ways]
        position.worth = max(ways, key=lambda paid: (paid[seat], sum([paid[s] for s in side])))
    return position.worth


def _by_script(lines: Sequence[Sequence[Sequence[int]]], each: int) -> Choose:
    """A policy that plays these lines of each hand, one in each world, the last one in all worlds left."""
    n = len(lines) * each
    steps: list[Planes] = []
    for step in range(len(lines[0][0])):
        digits: dict[int, bytearray] = {}
        for g, of_hand in enumerate(lines):
            last = len(of_hand) - 1
            for world in range(each):
                i = of_hand[min(world, last)][step]
                if i not in digits:
                    digits[i] = bytearray(b"0") * n
                digits[i][n - 1 - g * each - world] = 49  # "1"
        steps.append({i: int(of_card, 2) for i, of_card in digits.items()})
    steps.reverse()

    def choose(w: Worlds, k: int, legal: Planes) -> Planes:
        return {i: plane & w.alive for i, plane in steps.pop().items()}

    return choose


class _Ways:
    """All ways in which one hand may end. lines: for each different end, the cards of a way to it, by their
    places in the pack."""

    def __init__(self, hand: Hand) -> None:
        self.hand, table = hand, hand.table
        self.bits, self.seats = card_bits(table, hand.row.play), hand.active
        self.held = [self.bits.mask(hand.holds(seat)) for seat in self.seats]
        self.bound = [self.bits.mask(play.bound_cards(hand, seat)) for seat in self.seats]
        asked, called = asked_by(table, hand.contract), hand.call.called
        named = {called if card == "called" else card for card in asked.cards}
        rows = table.play[hand.row.play].wins.values()
        #: Cards with which a trick may go to another one than the highest.
        self.winning = self.bits.mask(row.card for row in rows)
        if asked.honours:
            named |= {*table.cards.members("trul")}
        self.keys = self.bits.mask(card for card in named if card in self.bits.index)
        self.keys |= self.bits.excuse | self.winning | self.bits.watched
        for bound in self.bound:
            self.keys |= bound
        self.values = [table.cards.value(card) for card in self.bits.cards]
        by_seat = hand.row.sides == "each" or asked.seats or asked.held or asked.fined
        self.owner = [
            place if by_seat else int(seat in hand.declarers)
            for place, seat in enumerate(self.seats)
        ]
        # Where it matters which cards lie in a pile they are kept; else their points and their number.
        which = bool(self.bits.excuse) or table.count.left_over == "worthless"
        self.weights = [1 << i if which else value << 8 | 1 for i, value in enumerate(self.values)]
        self.sides = [
            [other for other in self.seats if hand.same_side(seat, other)] for seat in self.seats
        ]
        self.known: dict[tuple[object, ...], _Position] = {}
        self.ends: dict[_Score, int] = {}
        self.lines: list[tuple[int, ...]] = []
        self.path: list[int] = []

    def cards(self) -> dict[Card, _Position]:
        """Return what each card that may be played now leads to."""
        trick, cards = self.hand.play.trick, self.bits.cards
        asked = self.hand.asked
        assert asked is not None
        laid = [self.bits.index[card] for card in trick.cards] if trick else []
        leader = self.seats.index(trick.leader if trick else asked[1])
        led, best = self.bits.led_and_best(trick.cards if trick else ())
        top = leader if best < 0 else (leader + laid.index(best)) % len(self.seats)
        alive = self.bits.mask(trick.cards if trick else ())
        for held in self.held:
            alive |= held
        start = _Trick(leader, len(self.hand.play.tricks), alive, _Score((0,) * len(self.seats)))
        turn, same = self._turn(start, laid, led, best, top)
        leads_to = {cards[i]: way for i, way in turn.items()}
        return leads_to | {cards[i]: turn[first] for i, first in same.items()}

    def _turn(
        self, trick: _Trick, laid: list[int], led: int, best: int, top: int
    ) -> tuple[dict[int, _Position], dict[int, int]]:
        """Return what each card of whose turn it is leads to, and which cards are as good as another one."""
        bits, values, keys = self.bits, self.values, self.keys
        seat = (trick.leader + len(laid)) % len(self.seats)
        mine = self.held[seat]
        elsewhere = trick.alive & ~mine
        open_to = self._open_to(seat, mine, laid, led, best, trick.number)
        leads_to: dict[int, _Position] = {}
        same: dict[int, int] = {}
        last = -1
        while open_to:
            bit = open_to & -open_to
            open_to ^= bit
            i = bit.bit_length() - 1
            # Neighbours among the cards still out, of the same value: it does not matter which.
            if (
                last >= 0
                and values[i] == values[last]
                and bits.suits[i] == bits.suits[last]
                and not (bit | 1 << last) & keys
                and not elsewhere & (bit - (1 << last))
            ):
                same[i] = last
                continue
            last = i
            self.held[seat] = mine ^ bit
            self.path.append(i)
            beats = best < 0 or bits.beats[best] >> i & 1
            leads_to[i] = self._after(
                trick,
                [*laid, i],
                led or bits.suits[i],
                i if beats else best,
                seat if beats else top,
            )
            self.path.pop()
        self.held[seat] = mine
        return leads_to, same

    def _after(self, trick: _Trick, laid: list[int], led: int, best: int, top: int) -> _Position:
        """The position after these cards of a trick."""
        if len(laid) == len(self.seats):
            return self._taken(trick, laid, top)
        ways, _ = self._turn(trick, laid, led, best, top)
        if len(ways) == 1:
            return next(iter(ways.values()))
        place = (trick.leader + len(laid)) % len(self.seats)
        turn = _Turn(self.seats[place], self.sides[place])
        turn.ways = [*ways.values()]
        return turn

    def _taken(self, trick: _Trick, laid: Sequence[int], top: int) -> _Position:
        """The position after a trick."""
        alive = 0
        for held in self.held:
            alive |= held
        cards = trick.alive ^ alive
        if cards & self.winning:
            top = self._winner(trick, laid)
        owner, (taken, events) = self.owner[top], trick.score
        gain = 0
        for i in laid:
            gain += self.weights[i]
        taken = (*taken[:owner], taken[owner] + gain, *taken[owner + 1 :])
        last = not alive
        if last or cards & self.keys:
            won_with = laid[(top - trick.leader) % len(laid)]
            if not (last or self.keys >> won_with & 1):
                won_with = -1
            events += tuple(
                (i, self.owner[(trick.leader + k) % len(laid)], owner, won_with)
                for k, i in enumerate(laid)
                if self.keys >> i & 1
            )
        if last:
            return self._end(_Score(taken, ((-1, owner, won_with), *sorted(events))))
        return self._next(_Trick(top, trick.number + 1, alive, _Score(taken, events)))

    def _winner(self, trick: _Trick, laid: Sequence[int]) -> int:
        """The place that takes a trick that may go to another card than the highest."""
        names = [self.bits.cards[i] for i in laid]
        moment = play.Moment(trick.number + 1, self.hand.call.called)
        place, _ = play.winner(self.hand.table, self.hand.row.play, names, moment)
        return (trick.leader + place) % len(self.seats)

    def _end(self, score: _Score) -> int:
        if score not in self.ends:
            self.ends[score] = len(self.lines)
            self.lines.append(tuple(self.path))
        return self.ends[score]

    def _next(self, trick: _Trick) -> _Position:
        """The position before a trick."""
        key = (*self.held, trick.leader, trick.score)
        if key not in self.known:
            one_each = all(not held & (held - 1) for held in self.held)
            self.known[key] = (
                self._last(trick) if one_each else self._after(trick, [], 0, -1, trick.leader)
            )
        return self.known[key]

    def _last(self, trick: _Trick) -> _Position:
        """The end that the last trick leads to, in which nobody has a choice."""
        held, n, beats = self.held, len(self.seats), self.bits.beats
        order = [(trick.leader + k) % n for k in range(n)]
        laid = [held[place].bit_length() - 1 for place in order]
        best, top = laid[0], trick.leader
        for place, i in zip(order, laid, strict=True):
            if beats[best] >> i & 1:
                best, top = i, place
        self.path += laid
        self.held = [0] * n
        end = self._taken(trick, laid, top)
        self.held = held
        del self.path[-n:]
        return end

    def _open_to(
        self, seat: int, mine: int, laid: Sequence[int], led: int, best: int, number: int
    ) -> int:
        """The cards that may be played."""
        bits, bound = self.bits, self.bound[seat] & mine
        if not mine & bits.watched and not (bound and (bits.beat or mine & bits.excuse)):
            left = bits.legal(mine, led, best)
            return left & ~bound or left
        cards = play.legal_cards(
            self.hand.table,
            self.hand.row.play,
            bits.cards_of(mine),
            [bits.cards[i] for i in laid],
            bits.cards_of(bound),
            play.Moment(number + 1, self.hand.call.called),
        )
        return bits.mask(cards)


class _Trick(NamedTuple):
    """A trick as it begins. number: how many were played before; alive: all cards still to be played; score:
    of the tricks before."""

    leader: int
    number: int
    alive: int
    score: _Score
