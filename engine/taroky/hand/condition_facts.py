"""Facts that conditions ask of a hand under way: cards in the piles one seat knows or the table sees,
and facts about what has happened so far."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand
from taroky.rules.conditions import Condition, Facts
from taroky.rules.facts import ZONES
from taroky.rules.table import Seat


def facts_for(hand: Hand, seat: Seat) -> Facts:
    """The facts of a hand under way; zones of one player (hand, dealt, held, …) are that seat's."""
    return Facts(
        lambda zone, of: _count(hand, seat, zone, of),
        lambda name: FACTS_OF_HAND[name](hand, seat),
    )


def possible(condition: Condition, facts: Facts) -> bool:
    """Whether a condition could hold for some cards: only its facts are asked."""
    return not condition.either or any(
        all(test.name in ZONES or facts.true(test) for test in tests)
        and not any(certain(other, facts) for other in never)
        for tests, never in condition.either
    )


def certain(condition: Condition, facts: Facts) -> bool:
    """Whether a condition holds whatever the cards."""
    return not condition.either or any(
        all(test.name not in ZONES and facts.true(test) for test in tests)
        and not any(possible(other, facts) for other in never)
        for tests, never in condition.either
    )


def is_pass(hand: Hand, call: str) -> bool:
    """Whether the word is a plain pass: no bid, and it hands nothing on."""
    row = hand.table.auction.calls[call]
    return row.rank is None and row.then is None


def _held(hand: Hand, seat: Seat) -> Sequence[Card]:
    """The cards that count as held by a caller."""
    row = hand.calling
    piles = {"hand": hand.holds(seat), "discards": hand.discard.discards.get(seat, ())}
    return tuple(card for name in (row.held if row else ("hand",)) for card in piles[name])


def _played(hand: Hand, seat: Seat) -> Sequence[Card]:
    """The cards a seat has played."""
    tricks = (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
    return tuple(
        card
        for trick in tricks
        for by, card in zip(trick.seats, trick.cards, strict=False)
        if by == seat
    )


#: The piles of cards a condition may count in.
ZONES_OF_HAND: Mapping[str, Callable[[Hand, Seat], Sequence[Card]]] = {
    "hand": lambda hand, seat: hand.holds(seat),
    "dealt": lambda hand, seat: hand.deal.dealt.get(seat, ()),
    "held": _held,
    "discards": lambda hand, seat: hand.discard.discards.get(seat, ()),
    "drawn": lambda hand, seat: hand.exchange.drawn.get(seat, ()),
    "talon": lambda hand, seat: hand.cards.talon,
    "trick": lambda hand, seat: hand.play.trick.cards if hand.play.trick else (),
    "last_trick": lambda hand, seat: hand.play.tricks[-1].cards if hand.play.tricks else (),
    "played": _played,
}


def _count(hand: Hand, seat: Seat, zone: str, of: str) -> int:
    cards = ZONES_OF_HAND[zone](hand, seat)
    if of == "called":
        return int(hand.call.called in cards)
    members = hand.table.cards.members(of)
    return sum(card in members for card in cards)


def _passes(hand: Hand, seat: Seat) -> int:
    return sum(is_pass(hand, call) for _, call in hand.auction.calls)


def _passed(hand: Hand, seat: Seat) -> frozenset[str]:
    """ "no", or "yes" and over which bids that seat has passed ("opening": over none)."""
    words: set[str] = set()
    over = "opening"
    for by, call in hand.auction.calls:
        if by == seat and is_pass(hand, call):
            words |= {"yes", over}
        if hand.table.auction.calls[call].rank is not None:
            over = call
    return frozenset(words or {"no"})


def _handed_on(hand: Hand, seat: Seat) -> int:
    calls = hand.table.auction.calls
    return sum(calls[call].then is not None for _, call in hand.auction.calls)


def _said(hand: Hand, seat: Seat) -> Mapping[str, str]:
    """Whether each bonus was announced, or undertaken with the contract."""
    announced = {bonus for _, bonus in hand.announce.announced}
    announced |= set(hand.row.undertakes) if hand.contract else set()
    every = {bonus: "yes" if bonus in announced else "no" for bonus in hand.table.bonuses}
    return {**every, "self": "some" if announced else "none"}


def _lead_card(hand: Hand, seat: Seat) -> Card:
    card = hand.play.trick.cards[0] if hand.play.trick and hand.play.trick.cards else ""
    return "called" if card and card == hand.call.called else card


#: Each fact known while a hand is under way, for a seat.
FACTS_OF_HAND: Mapping[str, Callable[[Hand, Seat], Any]] = {
    "contract": lambda hand, seat: hand.contract,
    "standing": lambda hand, seat: hand.standing or None,
    "passes": _passes,
    "passed": _passed,
    "first_hand": lambda hand, seat: hand.first_hand,
    "handed_on": _handed_on,
    "said": _said,
    "doubled": lambda hand, seat: "some" if hand.announce.doubles else "none",
    "alone": lambda hand, seat: hand.alone,
    "drew": lambda hand, seat: (
        "called" if hand.call.called in hand.exchange.drawn.get(seat, ()) else "none"
    ),
    "level": lambda hand, seat: hand.exchange.level,
    "trick_no": lambda hand, seat: len(hand.play.tricks) + 1,
    "lead_card": _lead_card,
}
