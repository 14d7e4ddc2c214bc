"""What a player may think the hidden cards are: the hand as it could be, drawn at random.

A guess has every card somewhere, as many in each place as really lie there, and nothing that the
player knows is otherwise: the player's own cards, what was played, what was shown, who has run out of which
suit, which taroky the declarer's call has promised. Nothing else about the true hand is used; a test
hides other cards and gets the same guesses.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from taroky.cards import Card
from taroky.hand import Cards, Hand, replace
from taroky.hand.exchange import looked_at
from taroky.phases.discard import shown as shown_of
from taroky.phases.discard import told_of
from taroky.rules.table import Seat

#: Where a card may lie: in a hand, among somebody's discards, in the talon, or among the cards played
#: that this player has forgotten.
_HAND, _DISCARDS, _TALON, _GONE = "hand", "discards", "talon", "gone"


@dataclass(frozen=True)
class Memory:
    """What a player remembers of earlier tricks. suits: who has run out of what."""

    taroky: bool = True
    courts: bool = True
    rest: bool = True
    suits: bool = True

    def keeps(self, hand: Hand, card: Card) -> bool:
        """Whether the player remembers that this card was played."""
        pack = hand.rules.cards
        if pack.is_tarok(card) or pack.is_excuse(card):
            return self.taroky
        return self.courts if pack.value(card) > 1 else self.rest


#: The player remembers everything.
PERFECT = Memory()


@dataclass
class _Place:
    """kind, seat: where it is. size: how many unknown cards lie there; never: which cannot."""

    kind: str
    seat: Seat
    size: int
    never: frozenset[Card] = frozenset()
    cards: list[Card] = field(default_factory=list)


def guesses(
    hand: Hand, seat: Seat, n: int, rng: random.Random, memory: Memory = PERFECT
) -> list[Hand]:
    """So many hands as they could be by what this seat knows. Neighbours are alike in part."""
    fixed, places = _places(hand, seat, memory)
    hidden = sorted(
        (c for c in hand.rules.cards.cards if c not in fixed), key=hand.rules.cards.position
    )
    if not _fill(places, hidden, rng):
        raise ValueError("no arrangement of the hidden cards is possible")
    _stir(places, 3 * len(hidden), rng)
    found = []
    for _ in range(n):
        _stir(places, len(hidden), rng)
        found.append(_as_hand(hand, seat, places))
    return found


def _places(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], list[_Place]]:
    """The cards whose place this seat knows, and the places of all others."""
    pack = hand.rules.cards
    fixed = {*hand.cards.hands[seat], *hand.discard.discards.get(seat, ()), *_promised(hand)}
    fixed |= set(hand.play.trick.cards) if hand.play.trick else set()
    gone = 0
    for trick in hand.play.tricks:
        for card in (*trick.cards, *trick.extra):
            if card == hand.call.called or memory.keeps(hand, card):
                fixed.add(card)
            else:
                gone += 1
    talon_known = set(hand.exchange.exposed) & set(hand.cards.talon)
    if seat == hand.declarer and hand.rules.talon[hand.row.talon].sets:
        talon_known |= {c for cards in looked_at(hand) for c in cards} & set(hand.cards.talon)
    fixed |= talon_known
    lacks = _lacks(hand) if memory.suits else {}
    places = []
    row = hand.rules.discard[hand.row.discard] if hand.row.discard else None
    told = told_of(hand)
    for other in hand.active:
        if other == seat:
            continue
        known = [card for card in hand.cards.hands[other] if card in fixed]
        never = frozenset(c for c in pack.cards if pack.suit(c) in lacks.get(other, ()))
        places.append(_Place(_HAND, other, len(hand.cards.hands[other]) - len(known), never))
        laid = hand.discard.discards.get(other, ())
        if laid and row is not None:
            faced = shown_of(row, hand.rules, laid)
            fixed.update(faced)
            barred = {card for name in row.never for card in pack.members(name)}
            # Taroky are laid away only if it has to be, and then everybody hears or sees it.
            if not told.get(other, {}).get("taroky"):
                barred |= pack.members("taroky")
            if len(laid) > len(faced):
                places.append(_Place(_DISCARDS, other, len(laid) - len(faced), frozenset(barred)))
    if len(hand.cards.talon) > len(talon_known):
        places.append(_Place(_TALON, "", len(hand.cards.talon) - len(talon_known)))
    if gone:
        places.append(_Place(_GONE, "", gone))
    return fixed, places


def _promised(hand: Hand) -> set[Card]:
    """Cards the declarer must hold by what was called, as long as they are in the hand."""
    row = hand.calling
    if not hand.call.called or row is None:
        return set()
    for name in row.names.values():
        ladder = name.first_missing
        if hand.call.called in ladder and hand.call.called != ladder[0]:
            higher = ladder[: ladder.index(hand.call.called)]
            return {card for card in higher if card in hand.cards.hands[hand.declarer]}
    return set()


def _lacks(hand: Hand) -> dict[Seat, set[str]]:
    """Suits (T for taroky) that players have shown they do not hold."""
    pack = hand.rules.cards
    found: dict[Seat, set[str]] = {}
    for trick in (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ())):
        led = pack.led(trick.cards)
        if led is None:
            continue
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            suit = pack.suit(card)
            if pack.is_excuse(card) or suit == pack.suit(led):
                continue
            found.setdefault(seat, set()).add(pack.suit(led))
            if suit != "T":
                found[seat].add("T")
    return found


def _fill(places: Sequence[_Place], hidden: Sequence[Card], rng: random.Random) -> bool:
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


def _put(card: Card, by_card: dict[Card, list[_Place]], rng: random.Random) -> bool:
    """Put a card where there is room, or where a card lies that can make room."""
    open_to = by_card[card]
    room = [place.size - len(place.cards) for place in open_to]
    if any(room):
        rng.choices(open_to, room)[0].cards.append(card)
        return True
    for place in open_to:
        for at, other in enumerate(place.cards):
            for to in by_card[other]:
                if len(to.cards) < to.size:
                    to.cards.append(other)
                    place.cards[at] = card
                    return True
    return False


def _stir(places: Sequence[_Place], times: int, rng: random.Random) -> None:
    """Swap cards between places wherever both may lie where the other lay: after enough swaps every
    arrangement that is possible is as likely as any other."""
    slots = [(place, at) for place in places for at in range(len(place.cards))]
    n = len(slots)
    if n < 2:
        return
    draw = rng.random
    for _ in range(times):
        one, i = slots[int(draw() * n)]
        two, j = slots[int(draw() * n)]
        if one is two:
            continue
        a, b = one.cards[i], two.cards[j]
        if a not in two.never and b not in one.never:
            one.cards[i], two.cards[j] = b, a


def _as_hand(hand: Hand, seat: Seat, places: Sequence[_Place]) -> Hand:
    """The hand with the hidden cards where the places have them."""
    fresh = {card for place in places for card in place.cards}
    hands = {
        s: [c for c in cards if s == seat or c not in fresh]
        for s, cards in hand.cards.hands.items()
    }
    laid = {
        s: [c for c in cards if s == seat or c not in fresh]
        for s, cards in hand.discard.discards.items()
    }
    talon = [card for card in hand.cards.talon if card not in fresh]
    for place in places:
        if place.kind == _HAND:
            hands[place.seat] += place.cards
        elif place.kind == _DISCARDS:
            laid[place.seat] += place.cards
        elif place.kind == _TALON:
            talon += place.cards
    dealt = dict(hand.deal.dealt)
    if hand.call.called in fresh:  # who had it before the talon decides the sides in some games
        dealt = {
            s: (
                *(c for c in cards if c != hand.call.called),
                *([hand.call.called] * (hand.call.called in hands[s])),
            )
            for s, cards in dealt.items()
        }
    left = iter(talon)
    talon_dealt = tuple(
        next(left) if card in hand.cards.talon else "" if card in fresh else card
        for card in hand.deal.talon_dealt
    )
    return replace(
        hand,
        cards=Cards({s: tuple(cards) for s, cards in hands.items()}, tuple(talon)),
        deal=replace(hand.deal, dealt=dealt, talon_dealt=talon_dealt),
        discard=replace(hand.discard, discards={s: tuple(cards) for s, cards in laid.items()}),
    )
