"""What a player may think the hidden cards are: the hand as it could be, drawn at random.

A guess has every card somewhere, as many in each place as really lie there, and nothing that the
player knows is otherwise: the player's own cards, what was played, what was shown, who has run out of which
suit, which taroky the declarer's call has promised. Nothing else about the true hand is used; a test
hides other cards and gets the same guesses.

The figures that are kept were made by these guesses, so they stay as they are until the simulations are
run again; players use `taroky.players.guesses`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from taroky.cards import Card
from taroky.game.unseen import (
    DISCARDS,
    GONE,
    HAND,
    PERFECT,
    TALON,
    Memory,
    Place,
    fill,
    lacks,
)
from taroky.hand import Cards, Hand, replace
from taroky.hand.exchange import looked_at
from taroky.phases.discard import shown as shown_of
from taroky.phases.discard import told_of
from taroky.players.guesses import stir
from taroky.rules.table import Seat


def guesses(
    hand: Hand, seat: Seat, n: int, rng: random.Random, memory: Memory = PERFECT
) -> list[Hand]:
    """So many hands as they could be by what this seat knows. Neighbours are alike in part."""
    fixed, places = _places(hand, seat, memory)
    hidden = sorted(
        (c for c in hand.rules.cards.cards if c not in fixed), key=hand.rules.cards.position
    )
    if not fill(places, hidden, rng):
        raise ValueError("no arrangement of the hidden cards is possible")
    stir(places, 3 * len(hidden), rng)
    found = []
    for _ in range(n):
        stir(places, len(hidden), rng)
        found.append(_as_hand(hand, seat, places))
    return found


def _places(hand: Hand, seat: Seat, memory: Memory) -> tuple[set[Card], list[Place]]:
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
    without = lacks(hand) if memory.suits else {}
    places = []
    row = hand.rules.discard[hand.row.discard] if hand.row.discard else None
    told = told_of(hand)
    for other in hand.active:
        if other == seat:
            continue
        known = [card for card in hand.cards.hands[other] if card in fixed]
        never = frozenset(c for c in pack.cards if pack.suit(c) in without.get(other, ()))
        places.append(Place(HAND, other, len(hand.cards.hands[other]) - len(known), never))
        laid = hand.discard.discards.get(other, ())
        if laid and row is not None:
            faced = shown_of(row, hand.rules, laid)
            fixed.update(faced)
            barred = {card for name in row.never for card in pack.members(name)}
            # Taroky are laid away only if it has to be, and then everybody hears or sees it.
            if not told.get(other, {}).get("taroky"):
                barred |= pack.members("taroky")
            if len(laid) > len(faced):
                places.append(Place(DISCARDS, other, len(laid) - len(faced), frozenset(barred)))
    if len(hand.cards.talon) > len(talon_known):
        places.append(Place(TALON, "", len(hand.cards.talon) - len(talon_known)))
    if gone:
        places.append(Place(GONE, "", gone))
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


def _as_hand(hand: Hand, seat: Seat, places: Sequence[Place]) -> Hand:
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
        if place.kind == HAND:
            hands[place.seat] += place.cards
        elif place.kind == DISCARDS:
            laid[place.seat] += place.cards
        elif place.kind == TALON:
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
