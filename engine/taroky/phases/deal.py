"""The deal: who cuts, the ways of dealing the cutter may ask for, packets, the choice of batches, and where
the talon comes from. A hand may also start dealt.

Sources: HLU-DEAL-03 to HLU-DEAL-09, HLU-SEAT-04, MACH-DEAL-04 to MACH-DEAL-17, VIC-DEAL-01 to
VIC-DEAL-08, HEUN-DEAL-01 to HEUN-DEAL-11, FR-DEAL-01, FR-DEAL-05 to FR-DEAL-12.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.hand import (
    Action,
    Choice,
    DealState,
    Hand,
    Legal,
    Phase,
    Refusal,
    Subsets,
    legal_among,
    replace,
)
from taroky.messages import say
from taroky.numbers import is_whole
from taroky.rules.table import Seat, Table, WayRow


def cutter(hand: Hand) -> Seat:
    """Return who cuts or knocks: the seat the table names; with one more than play that of `fifth`."""
    fifth = hand.table.seats.fifth
    if hand.players > hand.table.seats.active and fifth is not None:
        return fifth.cuts
    cutter = hand.table.deal.cutter
    if cutter == "left":  # whichever way the game goes
        return hand.active[0 if hand.table.seats.direction == "clockwise" else -2]
    if cutter == "before_dealer":
        return hand.active[-2]
    return hand.active[len(hand.active) // 2 - 1]


def stands_last(hand: Hand) -> Seat:
    """Return who takes what the dealer would take: the dealer, or with five the seat the rules name."""
    fifth = hand.table.seats.fifth
    if hand.players > hand.table.seats.active and fifth is not None:
        return fifth.stands_for_dealer
    return hand.active[-1]


def usual_places(table: Table) -> tuple[int, ...]:
    """Return the places where a dealer who scatters the talon may put it: one card after each of the
    first packets. Places of the pack, counted from 1."""
    packet = next(iter(table.deal.ways.values())).packets[0]
    return tuple((packet + 1) * n for n in range(1, table.deal.talon.cards + 1))


def split(
    table: Table, pack: Sequence[Card], places: Sequence[int] = ()
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Talon (t1 first) and the rest of a pack; places: where a scattered talon comes from."""
    row, pack = table.deal.talon, tuple(pack)
    if row.dealt == "scattered":
        talon = tuple(pack[place - 1] for place in places or usual_places(table))
        rest = tuple(card for card in pack if card not in talon)
    elif row.dealt == "last":
        cut = len(pack) - row.cards
        talon, rest = pack[cut:], pack[:cut]
    else:
        talon, rest = pack[: row.cards], pack[row.cards :]
    return (talon if row.top == "first_dealt" else talon[::-1]), rest


def lay_out(
    table: Table, pack: Sequence[Card], packets: Sequence[int], places: Sequence[int] = ()
) -> tuple[dict[Seat, tuple[Card, ...]], tuple[Card, ...]]:
    """Hands and talon (t1 first) from a pack: packets round and round, the first to seat A."""
    talon, rest = split(table, pack, places)
    hands: dict[Seat, tuple[Card, ...]] = dict.fromkeys(table.active, ())
    turn = start = 0
    while any(len(cards) < table.deal.hand for cards in hands.values()):
        size = packets[turn % len(packets)]
        for seat in table.active:
            hands[seat] += rest[start : start + size]
            start += size
        turn += 1
    return hands, talon


def batches_of(table: Table, pack: Sequence[Card]) -> list[tuple[Card, ...]]:
    """The batches of a hand each that players choose from, batch 1 first."""
    _, rest = split(table, pack)
    size = table.deal.hand
    return [rest[i : i + size] for i in range(0, len(rest), size)]


def opener_of(table: Table, hands: Mapping[Seat, Sequence[Card]], first_hand: bool) -> Seat:
    """Return who opens: the first player; in the first hand of a session perhaps the player who holds a
    card."""
    row = table.auction.first_hand
    if first_hand and row is not None:
        for card in row.lowest_held:
            for seat, cards in hands.items():
                if card in cards:
                    return seat
    return table.active[0]


def _with_deal(hand: Hand, **changes: Any) -> Hand:
    deal: DealState = replace(hand.deal, **changes)
    return replace(hand, deal=deal)


class DealPhase(Phase):
    """Asks the cutter, then the dealer where the way of dealing or the talon is the dealer’s to choose, or
    each player for a batch; the last one is the dealer's."""

    name = "deal"
    kinds = ("cut", "knock", "batch", "talon", "misdeal", "expose")
    of_cards = ("expose",)
    aside_kinds = ("misdeal", "expose")
    irregular_kinds = ("misdeal", "expose")

    def turn(self, hand: Hand) -> Seat | None:
        if hand.deal.dealt:
            return None
        if not hand.deal.way:
            cuts = any(way.asked == "cutter" for way in hand.table.deal.ways.values())
            return cutter(hand) if cuts else hand.dealer
        if self._other_ways(hand):
            return hand.dealer
        if hand.table.deal.ways[hand.deal.way].pick:
            return next(
                (s for s in hand.active if s not in hand.deal.stacks and s != stands_last(hand)),
                None,
            )
        return hand.dealer

    def legal(self, hand: Hand, seat: Seat) -> Legal:
        deal = hand.table.deal
        if not hand.deal.way:
            asked = "dealer" if all(w.asked == "dealer" for w in deal.ways.values()) else "cutter"
            ways = [n for n, w in deal.ways.items() if w.asked == asked and w.after is None]
            return legal_among(seat, self.name, tuple(Choice(name) for name in ways))
        other_ways = self._other_ways(hand)
        if other_ways:
            return legal_among(
                seat, self.name, tuple(Choice(name) for name in (hand.deal.way, *other_ways))
            )
        if deal.ways[hand.deal.way].pick:
            numbers = range(1, len(hand.active) + 1)
            choices = tuple(Choice("batch", str(n), self._batch(hand, n)) for n in numbers)
            return legal_among(seat, self.name, choices)
        places = tuple(
            Choice("talon", str(n), self._place(hand, n)) for n in range(1, len(hand.deal.pack) + 1)
        )
        n = deal.talon.cards
        return legal_among(seat, self.name, places, {"talon": (n, n)})

    def _other_ways(self, hand: Hand) -> list[str]:
        """The ways the dealer may still choose in place of the one asked for."""
        if hand.deal.way_kept:
            return []
        ways = hand.table.deal.ways
        return [name for name, way in ways.items() if way.after == hand.deal.way]

    def _batch(self, hand: Hand, number: int) -> Refusal | None:
        points = hand.table.points_of(f"deal.ways.{hand.deal.way}.pick")
        for seat, taken in hand.deal.stacks.items():
            if taken == number:
                return Refusal(say("deal.batch_taken", number=number, seat=seat), points)
        row = self._in_a_row(hand)
        if row and number != row[len(hand.deal.stacks)]:
            message = say(
                "deal.batch_in_a_row", number=row[len(hand.deal.stacks)], seat=hand.active[0]
            )
            return Refusal(message, points)
        return None

    def _in_a_row(self, hand: Hand) -> tuple[int, ...]:
        """The batches in the order they must be taken, once the first player took the end one."""
        numbers = tuple(range(1, len(hand.active) + 1))
        pick = hand.table.deal.ways[hand.deal.way].pick
        if pick == "free_unless_nearest":  # the batch laid down last lies nearest to that player
            numbers = numbers[::-1]
        bound = pick in ("free_unless_first_dealt", "free_unless_nearest")
        first = hand.deal.stacks.get(hand.active[0])
        return numbers if bound and first == numbers[0] else ()

    def _place(self, hand: Hand, place: int) -> Refusal | None:
        talon = hand.table.deal.talon
        if talon.not_first and place == 1:
            return Refusal(say("deal.talon_first"), hand.table.points_of("deal.talon.not_first"))
        if talon.not_last and place == len(hand.deal.pack):
            return Refusal(say("deal.talon_last"), hand.table.points_of("deal.talon.not_last"))
        return None

    def aside(self, hand: Hand, seat: Seat) -> tuple[Choice, ...]:
        """The dealer's irregularities, until the first call: a misdeal, a card that shows itself."""
        if hand.auction.calls or hand.contract:
            return ()
        choices = []
        if "misdeal" in hand.table.penalties:
            refusal = Refusal(say("deal.misdeal_dealer", dealer=hand.dealer))
            choices.append(Choice("misdeal", "", None if seat == hand.dealer else refusal))
        if hand.table.deal.exposed_card is not None and seat == hand.dealer:
            choices += [Choice("expose", card) for card in hand.table.cards.cards]
        return tuple(choices)

    def check(self, hand: Hand, action: Action) -> Refusal | None:
        if action.kind == "batch":
            for choice in self.legal(hand, action.seat).choices:
                if choice.kind == "batch" and (choice.what,) == action.what:
                    return choice.refusal
            return Refusal(say("deal.no_batch", what=" ".join(action.what), last=len(hand.active)))
        if action.kind == "talon":
            return self._check_places(hand, action.what)
        way = hand.table.deal.ways[action.kind]
        if way.pack == "cut":
            place = action.what[0] if len(action.what) == 1 else ""
            if not is_whole(place) or not 0 < int(place) < len(hand.deal.pack):
                return Refusal(say("deal.cut_where", what=place, last=len(hand.deal.pack) - 1))
        elif action.what:
            return Refusal(say("hand.nothing_more", kind=action.kind))
        return None

    def actions(self, hand: Hand, seat: Seat, kind: str) -> Sequence[Action]:
        options = hand.options_of(self, seat)
        if kind == "talon":
            places = [choice.what for choice in options.of(kind)]
            n, apart = hand.table.deal.talon.cards, hand.table.deal.talon.not_adjacent
            return Subsets(Action(seat, kind), places, n, apart=apart)
        ways = hand.table.deal.ways
        if options.of(kind) and kind in ways and ways[kind].pack == "cut":
            return [Action(seat, kind, (str(n),)) for n in range(1, len(hand.deal.pack))]
        return super().actions(hand, seat, kind)

    def recorded(self, hand: Hand, action: Action) -> Action:
        if action.kind == "expose" or not all(map(is_whole, action.what)):
            return super().recorded(hand, action)
        return action._replace(what=tuple(map(str, sorted(map(int, action.what)))))

    def _check_places(self, hand: Hand, what: tuple[str, ...]) -> Refusal | None:
        n, last = hand.table.deal.talon.cards, len(hand.deal.pack)
        places = sorted({int(p) for p in what if is_whole(p) and 0 < int(p) <= last})
        if len(places) != n or len(what) != n:
            points = hand.table.points_of("deal.talon.cards")
            return Refusal(say("deal.talon_places", many=n, last=last), points)
        for place in places:
            if (refusal := self._place(hand, place)) is not None:
                return refusal
        close = next((p for p in places if p + 1 in places), None)
        if hand.table.deal.talon.not_adjacent and close is not None:
            return Refusal(
                say("deal.talon_adjacent", first=close, second=close + 1),
                hand.table.points_of("deal.talon.not_adjacent"),
            )
        return None

    def apply(self, hand: Hand, action: Action) -> Hand:
        if action.kind == "misdeal":
            return replace(hand, ended="misdeal")
        if action.kind == "expose":
            if hand.table.deal.exposed_card == "misdeal":
                return replace(hand, ended="misdeal")
            return _with_deal(hand, faced=(*hand.deal.faced, *action.what))
        if action.kind == "batch":
            stacks = {**hand.deal.stacks, action.seat: int(action.what[0])}
            hand = _with_deal(hand, stacks=stacks)
            return hand if self.turn(hand) else self._batches(hand)
        if action.kind == "talon":
            return self._lay_out(_with_deal(hand, scattered=tuple(sorted(map(int, action.what)))))
        if hand.deal.way:
            hand = _with_deal(hand, way=action.kind, way_kept=True)
        else:
            cut = int(action.what[0]) if action.what else 0
            hand = _with_deal(hand, way=action.kind, cut=cut)
        way = hand.table.deal.ways[hand.deal.way]
        scattered = hand.table.deal.talon.dealt == "scattered"
        if way.pick or scattered or self._other_ways(hand):
            return hand
        return self._lay_out(hand)

    def _pack(self, hand: Hand) -> tuple[Card, ...]:
        return hand.deal.pack[hand.deal.cut :] + hand.deal.pack[: hand.deal.cut]

    def _lay_out(self, hand: Hand) -> Hand:
        way: WayRow = hand.table.deal.ways[hand.deal.way]
        if way.dealer_split:
            return self._split(hand)
        hands, talon = lay_out(hand.table, self._pack(hand), way.packets, hand.deal.scattered)
        return self._dealt(hand, hands, talon)

    def _split(self, hand: Hand) -> Hand:
        """The dealer takes the first and the last half hand, the others a whole one in between."""
        talon, rest = split(hand.table, self._pack(hand))
        size, last = hand.table.deal.hand, stands_last(hand)
        half = size // 2
        rest_of_seats = [seat for seat in hand.active if seat != last]
        hands = {
            s: rest[half + i * size : half + (i + 1) * size] for i, s in enumerate(rest_of_seats)
        }
        hands[last] = rest[:half] + rest[half + len(rest_of_seats) * size :]
        return self._dealt(hand, hands, talon)

    def _batches(self, hand: Hand) -> Hand:
        talon, _ = split(hand.table, self._pack(hand))
        batches = batches_of(hand.table, self._pack(hand))
        left = ({*range(1, len(batches) + 1)} - set(hand.deal.stacks.values())).pop()
        chosen = {**hand.deal.stacks, stands_last(hand): left}
        hands = {seat: batches[chosen[seat] - 1] for seat in hand.active}
        return self._dealt(_with_deal(hand, stacks=chosen), hands, talon)

    def _dealt(
        self, hand: Hand, hands: dict[Seat, tuple[Card, ...]], talon: tuple[Card, ...]
    ) -> Hand:
        cards = {seat: hand.table.cards.sort(hands[seat]) for seat in hand.active}
        opener = opener_of(hand.table, cards, hand.first_hand)
        return replace(
            hand,
            deal=replace(hand.deal, dealt=cards, talon_dealt=talon),
            cards=replace(hand.cards, hands=cards, talon=talon),
            auction=replace(hand.auction, opener=opener),
        )

    def by_itself(self, hand: Hand) -> Hand:
        """A table without an auction has one contract, which is played as soon as it is dealt."""
        if hand.table.auction.calls or hand.contract:
            return hand
        name, row = next(iter(hand.table.contracts.items()))
        declarer = "" if row.sides == "each" else hand.auction.opener
        return replace(hand, contract=name, declarer=declarer)

    def places(self, hand: Hand, action: Action) -> list[str]:
        """While nothing is dealt, the ways of dealing say what comes first."""
        if hand.deal.dealt:
            return []
        cuts = any(way.asked == "cutter" for way in hand.table.deal.ways.values())
        return ["deal.ways", *(["deal.cutter"] if cuts else [])]

    def done(self, hand: Hand) -> bool:
        return bool(hand.deal.dealt)

    def implied(self, hand: Hand, action: Action) -> Hand | None:
        """Asking for a batch: the dealer has left it at the way that was chosen."""
        if action.kind != "batch" or not hand.deal.way or not self._other_ways(hand):
            return None
        return _with_deal(hand, way_kept=True)
