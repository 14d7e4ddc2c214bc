"""The hand as it could be by what one seat knows: every card somewhere, as many in each place as really
are there, and nothing that the seat knows otherwise.

What a seat knows: its own cards, what was played, shown or displayed, who has run out of which suit,
what the declarer's call has promised, how discards are bound. Nothing else about the true hand is
used, so two hands that look the same to a seat give the same places and the same hands.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as with_values

from taroky.cards import Card
from taroky.hand import Cards, Hand, replace
from taroky.hand.exchange import looked_at
from taroky.phases.discard import numbers_told_by_seat
from taroky.phases.discard import shown as shown_of
from taroky.rules.table import Seat

#: Where a card may lie: in a hand, among somebody's discards, in the talon, or among the cards played
#: that this player has forgotten.
HAND, DISCARDS, TALON, GONE = "hand", "discards", "talon", "gone"


@dataclass(frozen=True)
class Memory:
    """A player's memory of earlier tricks. suits: who has run out of what."""

    taroky: bool = True
    courts: bool = True
    rest: bool = True
    suits: bool = True

    def keeps(self, hand: Hand, card: Card) -> bool:
        """Whether it is remembered that this card was played."""
        pack = hand.table.cards
        if pack.is_tarok(card) or pack.is_excuse(card):
            return self.taroky
        return self.courts if pack.value(card) > 1 else self.rest


#: Everything is remembered.
PERFECT = Memory()


@dataclass
class Place:
    """kind, seat: where it is. size: how many unknown cards are there; never: which cannot; cards: an
    arrangement."""

    kind: str
    seat: Seat
    size: int
    never: frozenset[Card] = frozenset()
    cards: list[Card] = field(default_factory=list)


@dataclass(frozen=True)
class Unseen:
    """The unknown part of a hand, for one seat.

    seat: whose eyes. hand: the hand with the hidden cards in an order that says nothing. hidden: the
    cards whose place is not known. places: where they may lie, filled with one arrangement.
    """

    seat: Seat
    hand: Hand
    hidden: tuple[Card, ...]
    places: tuple[Place, ...]

    def copy(self) -> tuple[Place, ...]:
        """The places with lists of their own."""
        return tuple(with_values(place, cards=list(place.cards)) for place in self.places)


def unseen(hand: Hand, seat: Seat, memory: Memory = PERFECT) -> Unseen:
    """Return what this seat does not know. Raises ValueError if nothing fits, which no real hand leads
    to."""
    fixed, places = _places(hand, seat, memory)
    pack = hand.table.cards
    hidden = tuple(sorted((c for c in pack.cards if c not in fixed), key=pack.position))
    rng = random.Random(0)
    if not fill(places, hidden, rng):
        raise ValueError("no arrangement of the hidden cards is possible")
    return Unseen(seat, arranged(hand, seat, places, rng), hidden, tuple(places))


def _places(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], list[Place]]:
    """The cards whose place this seat knows, and the places of all others."""
    pack = hand.table.cards
    fixed, gone = _remembered(hand, seat, memory)
    talon = set(hand.cards.talon)
    talon_known = _seen_in_talon(hand, seat) & talon
    fixed |= talon_known
    without = lacks(hand) if memory.suits else {}
    elsewhere = _not_with(hand)
    numbers_told = numbers_told_by_seat(hand)
    places = []
    for other in hand.active:
        if other == seat:
            continue
        foreign = elsewhere.get(other, frozenset())
        never = frozenset(c for c in pack.cards if pack.suit(c) in without.get(other, ()))
        size = sum(card not in fixed for card in hand.holds(other))
        places.append(Place(HAND, other, size, never | foreign))
        told_taroky = "taroky" in numbers_told.get(other, {})
        faced, face_down = _discards_of(hand, other, foreign, told_taroky)
        fixed.update(faced)
        places += face_down
    if len(talon) > len(talon_known):
        never = frozenset(card for cards in _seen_with(hand).values() for card in cards)
        places.append(Place(TALON, "", len(talon) - len(talon_known), never))
    if gone:
        places.append(Place(GONE, "", gone))
    return fixed, places


def _remembered(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], int]:
    """The cards that this seat has, must be with the declarer or are remembered from tricks, and how
    many that were played are forgotten."""
    fixed = {*hand.holds(seat), *hand.discard.discards.get(seat, ()), *_promised(hand)}
    fixed |= set(hand.play.trick.cards) if hand.play.trick else set()
    gone = 0
    for trick in hand.play.tricks:
        for card in (*trick.cards, *trick.extra):
            if card == hand.call.called or memory.keeps(hand, card):
                fixed.add(card)
            else:
                gone += 1
    return fixed, gone


def _seen_in_talon(hand: Hand, seat: Seat) -> set[Card]:
    """The cards of the talon that this seat has seen, taken ones among them."""
    seen = set(hand.exchange.exposed)
    if hand.contract and seat == hand.declarer and hand.table.talon[hand.row.talon].sets:
        seen |= {card for cards in looked_at(hand) for card in cards}
    return seen


def _discards_of(
    hand: Hand, seat: Seat, foreign: frozenset[Card], told_taroky: bool
) -> tuple[tuple[Card, ...], list[Place]]:
    """The discards of a seat that are face up, and the place of those that are not. foreign: cards
    that seat never had; told_taroky: whether it has told that taroky are among them."""
    discards = hand.discard.discards.get(seat, ())
    if not discards or not hand.contract or not hand.row.discard:
        return (), []
    row, pack = hand.table.discard[hand.row.discard], hand.table.cards
    faced = shown_of(row, hand.table, discards)
    barred = {card for name in row.never for card in pack.members(name)}
    # Taroky are discarded only if it has to be, and then everybody hears or sees it.
    if not told_taroky:
        barred |= pack.members("taroky")
    size = len(discards) - len(faced)
    return faced, [Place(DISCARDS, seat, size, frozenset(barred) | foreign)] if size else []


def _seen_with(hand: Hand) -> Mapping[Seat, set[Card]]:
    """Cards that everybody has seen come to a seat: displayed for a declaration, or taken from the
    talon when they lay open."""
    seen: dict[Seat, set[Card]] = {}
    for seat, _, cards in hand.announce.displayed:
        seen.setdefault(seat, set()).update(cards)
    for seat, drawn in hand.exchange.drawn.items():
        seen.setdefault(seat, set()).update(set(drawn) & set(hand.exchange.exposed))
    return seen


def _not_with(hand: Hand) -> dict[Seat, frozenset[Card]]:
    """The cards each seat cannot hold, as everybody has seen them with another one."""
    seen = _seen_with(hand)
    return {
        seat: frozenset(card for other, cards in seen.items() if other != seat for card in cards)
        for seat in hand.active
    }


def _promised(hand: Hand) -> set[Card]:
    """Cards the declarer must hold by what was called, as long as they are in their hand."""
    row = hand.calling
    if not hand.call.called or row is None:
        return set()
    for name in row.names.values():
        ladder = name.first_missing
        if name.said == "card" and hand.call.called in ladder and hand.call.called != ladder[0]:
            higher = ladder[: ladder.index(hand.call.called)]
            return {card for card in higher if card in hand.holds(hand.declarer)}
    return set()


def lacks(hand: Hand) -> dict[Seat, set[str]]:
    """Suits (T for taroky) that players have shown they do not hold."""
    pack = hand.table.cards
    missing: dict[Seat, set[str]] = {}
    for trick in (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ())):
        led = pack.led(trick.cards)
        if led is None:
            continue
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            suit = pack.suit(card)
            if pack.is_excuse(card) or suit == pack.suit(led):
                continue
            missing.setdefault(seat, set()).add(pack.suit(led))
            if suit != "T":
                missing[seat].add("T")
    return missing


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


def arranged(hand: Hand, seat: Seat, places: Iterable[Place], rng: random.Random) -> Hand:
    """The hand with the hidden cards where the places have them."""
    places = list(places)
    fresh = {card for place in places for card in place.cards}

    def kept(piles: Mapping[Seat, Sequence[Card]]) -> dict[Seat, list[Card]]:
        return {s: [c for c in cards if s == seat or c not in fresh] for s, cards in piles.items()}

    hands, discards = kept(hand.cards.hands), kept(hand.discard.discards)
    in_talon: list[Card] = []
    for place in places:
        if place.kind == HAND:
            hands[place.seat] += place.cards
        elif place.kind == DISCARDS:
            discards[place.seat] += place.cards
        elif place.kind == TALON:
            in_talon += place.cards
    left = iter(in_talon)
    talon = [next(left) if card in fresh else card for card in hand.cards.talon]
    drawn = {
        s: cards if s == seat else _drawn(hand, s, hands, discards, fresh, rng)
        for s, cards in hand.exchange.drawn.items()
    }
    return replace(
        hand,
        actions=(),
        cards=Cards({s: hand.table.cards.sort(cards) for s, cards in hands.items()}, tuple(talon)),
        deal=replace(
            hand.deal,
            pack=(),
            dealt=_dealt(hand, seat, hands, discards, drawn),
            talon_dealt=_talon_dealt(hand, talon, drawn),
        ),
        call=replace(hand.call, called=_called(hand, seat, hands, discards)),
        exchange=replace(hand.exchange, drawn=drawn),
        discard=replace(hand.discard, discards={s: tuple(cards) for s, cards in discards.items()}),
    )


def _played(hand: Hand, seat: Seat) -> list[Card]:
    tricks = (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
    return [c for t in tricks for s, c in zip(t.seats, t.cards, strict=False) if s == seat]


def _drawn(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
    fresh: set[Card],
    rng: random.Random,
) -> tuple[Card, ...]:
    """Return the cards that another seat may have from the talon: those everybody saw, and others."""
    known = [card for card in hand.exchange.drawn[seat] if card in hand.exchange.exposed]
    had = [*hands[seat], *discards.get(seat, ()), *_played(hand, seat)]
    from_either = [card for card in had if card not in known]
    rng.shuffle(from_either)
    if hand.call.called in from_either:
        # who held the called card before the talon is the partner: a card in the hand was dealt
        from_either.remove(hand.call.called)
        from_either.append(hand.call.called)
    return tuple((*known, *from_either)[: len(hand.exchange.drawn[seat])])


def _dealt(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
    drawn: Mapping[Seat, Sequence[Card]],
) -> dict[Seat, tuple[Card, ...]]:
    """Return what each seat was dealt: all it has had but what came from the talon."""
    dealt = {}
    for s, cards in hand.deal.dealt.items():
        had = [*hands[s], *discards.get(s, ()), *_played(hand, s)]
        dealt[s] = cards if s == seat else tuple(c for c in had if c not in drawn.get(s, ()))
    return dealt


def _talon_dealt(
    hand: Hand, talon: Sequence[Card], drawn: Mapping[Seat, Sequence[Card]]
) -> tuple[Card, ...]:
    """The talon as it was dealt, place by place."""
    now = dict(zip(hand.cards.talon, talon, strict=True))
    for seat, cards in hand.exchange.drawn.items():
        now |= dict(zip(cards, drawn[seat], strict=True))
    return tuple(now.get(card, card) for card in hand.deal.talon_dealt)


def _called(
    hand: Hand,
    seat: Seat,
    hands: Mapping[Seat, Sequence[Card]],
    discards: Mapping[Seat, Sequence[Card]],
) -> Card:
    """The called card; one that was never named is what the declarer's cards make of it."""
    row = hand.calling.names.get(hand.call.called_as) if hand.calling else None
    if row is None or row.said != "row" or not row.first_missing or hand.partner_public:
        return hand.call.called
    if seat == hand.declarer or hand.knows_called(seat):
        return hand.call.called
    held = (*hands[hand.declarer], *discards.get(hand.declarer, ()), *_played(hand, hand.declarer))
    return next((card for card in row.first_missing if card not in held), row.first_missing[-1])
