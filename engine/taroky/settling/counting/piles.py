"""Find the owner of every card at the end: tricks, what was laid on them, discards, the talon, the
excuse that goes back to its player and the card given for it.

Sources: HLU-COUNT-07, HLU-COUNT-08, HLU-PLAY-11, HLU-VAR-14, FR-PLAY-21 to FR-PLAY-31, FR-TALON-05,
FR-CALLING-06, VIC-PEN-03, VIC-TALON-17, VIC-TALON-18, HEUN-COUNTING-02.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.sides import SIDES, other_side
from taroky.phases.discard import goes_to
from taroky.phases.talon import rest_of
from taroky.rules.table import ExcuseRow, Seat


@dataclass(frozen=True)
class Swap:
    """The fate of an excuse in a trick that another side, or another player, took.

    player: who played it; taker: who took the trick; after: how many tricks were finished when the
    card for it was paid, None if there was nothing to give; giver: from whose cards it came. kept:
    whether the excuse is its player's again.
    """

    player: Seat
    taker: Seat
    card: Card = ""
    giver: Seat = ""
    after: int | None = None
    kept: bool = True


def excuse_swap(hand: Hand) -> Swap | None:
    """Return what is owed and paid for the excuse so far; None while there is nothing to give back: not
    played, taken by its own side's common pile, or lost with the last trick."""
    table = hand.table
    if not table.cards.excuse or not hand.contract:
        return None
    row = table.play[hand.row.play].excuse
    excuse = table.cards.excuse[0]
    number = next((n for n, t in enumerate(hand.play.tricks) if excuse in t.cards), None)
    if row is None or number is None:
        return None
    trick = hand.play.tricks[number]
    player, taker = trick.by(excuse), trick.winner
    assert taker is not None
    if player == taker or (row.last_trick == "lost" and number + 1 == table.deal.hand):
        return None
    common = table.count.piles == "side"
    same_side = hand.same_side(player, taker)
    if common and same_side:
        return None
    side = tuple(s for s in hand.active if hand.same_side(player, s))
    payers = side if common else (player,)
    finished = len(hand.play.tricks)
    for tricks in range(number, finished + 1):
        gift = _least_gift(hand, row, payers, tricks)
        if gift is not None:
            return Swap(player, taker, *gift, tricks)
    if finished < table.deal.hand:
        return Swap(player, taker)
    if not common and not same_side:
        gift = _least_gift(hand, row, side, finished)  # piles are put together: the side pays
        if gift is not None:
            return Swap(player, taker, *gift, finished)
    return Swap(player, taker, kept=row.no_swap_card == "keep")


def _least_gift(
    hand: Hand, row: ExcuseRow, seats: Iterable[Seat], tricks: int
) -> tuple[Card, Seat] | None:
    """The least card that these seats can give for the excuse when so many tricks are finished, and
    from whose cards it comes."""
    pack = hand.table.cards
    sets = [pack.members(name) for name in row.swap]
    pool: list[tuple[Card, Seat]] = []
    for seat in seats:
        cards = [c for t in hand.play.tricks[:tricks] if t.winner == seat for c in t.cards]
        if row.swap_from == "tricks_and_discards":
            cards += hand.discard.discards.get(seat, ())
        pool += [
            (card, seat)
            for card in cards
            if not pack.is_excuse(card) and any(card in members for members in sets)
        ]
    return min(pool, key=lambda pair: (pack.value(pair[0]), -pack.position(pair[0])), default=None)


def trick_cards(hand: Hand) -> dict[Seat, tuple[Card, ...]]:
    """The cards in each player's tricks, talon cards laid on them included, the excuse and the card
    given for it where they belong."""
    piles: dict[Seat, list[Card]] = {seat: [] for seat in hand.active}
    for trick in hand.play.tricks:
        assert trick.winner is not None
        piles[trick.winner] += (*trick.cards, *trick.extra)
    swap = excuse_swap(hand)
    if swap is not None and swap.kept:
        excuse = hand.table.cards.excuse[0]
        piles[swap.taker].remove(excuse)
        piles[swap.player].append(excuse)
        if swap.card:
            if swap.card in piles[swap.giver]:
                piles[swap.giver].remove(swap.card)
            piles[swap.taker].append(swap.card)
    return {seat: tuple(cards) for seat, cards in piles.items()}


def pile_sizes(hand: Hand) -> dict[Seat, int]:
    """How many cards are in each player's tricks: all that may be seen of them (FR-ETIQUETTE-06)."""
    sizes = dict.fromkeys(hand.active, 0)
    for trick in hand.play.tricks:
        assert trick.winner is not None
        sizes[trick.winner] += len(trick.cards) + len(trick.extra)
    swap = excuse_swap(hand)
    if swap is not None and swap.kept:
        sizes[swap.player] += 1
        sizes[swap.taker] -= 1
        if swap.card:
            sizes[swap.taker] += 1
            if swap.card not in hand.discard.discards.get(swap.giver, ()):
                sizes[swap.giver] -= 1
    return sizes


def seat_cards(hand: Hand) -> dict[Seat, tuple[Card, ...]]:
    """The cards that lie with each player: tricks and what that player discarded."""
    swap = excuse_swap(hand)
    swapped = swap.card if swap is not None else ""
    return {
        seat: (*cards, *(c for c in hand.discard.discards.get(seat, ()) if c != swapped))
        for seat, cards in trick_cards(hand).items()
    }


def side_cards(hand: Hand) -> dict[str, tuple[Card, ...]]:
    """The piles that are counted: "declarers" and "opponents", or by seat where each plays alone.

    Tricks with what was laid on them, discards, what is left of the talon, and cards that
    a player was left with in hand. Cards of the talon that nobody counts are in no pile.
    """
    each = hand.row.sides == "each"
    names = hand.active if each else SIDES
    piles: dict[str, list[Card]] = {name: [] for name in names}
    declarers = hand.declarers
    side_of = {seat: seat if each else SIDES[seat not in declarers] for seat in hand.active}
    swap = excuse_swap(hand)
    swapped = swap.card if swap is not None else ""
    for seat, cards in trick_cards(hand).items():
        piles[side_of[seat]] += cards
    for seat, cards in hand.discard.discards.items():
        piles[side_of[seat] if each else goes_to(hand, seat)] += [c for c in cards if c != swapped]
    for seat, cards in hand.cards.hands.items():
        piles[_left_with(hand, seat, side_of[seat])] += cards
    for to, cards in rest_of(hand).items():
        if to in piles:
            piles[to] += cards
    return {name: tuple(cards) for name, cards in piles.items()}


def _left_with(hand: Hand, seat: Seat, side: str) -> str:
    """Return who counts the cards that are still in this seat's hand: the other side, where the table
    fines what left them there."""
    for by, event in hand.irregular:
        for name, row in hand.table.penalties.items():
            if by == seat and event == (row.event or name) and row.left_over_to == "other_side":
                return other_side(side) if side in SIDES else side
    return side


def captors(hand: Hand) -> dict[Card, Seat]:
    """Return who won each card that was played or laid on a trick; an excuse that went back is with its
    player, a card given for it with the player who got it."""
    return {card: seat for seat, cards in trick_cards(hand).items() for card in cards}


def lost_tricks(hand: Hand, seats: Iterable[Seat]) -> int:
    """How many finished tricks these seats did not take."""
    side = set(seats)
    return sum(trick.winner not in side for trick in hand.play.tricks)


def lost_with(hand: Hand, seats: Iterable[Seat]) -> frozenset[Card]:
    """The cards these seats played to the tricks they did not take."""
    side = set(seats)
    return frozenset(
        card
        for trick in hand.play.tricks
        if trick.winner not in side
        for seat, card in zip(trick.seats, trick.cards, strict=False)
        if seat in side
    )
