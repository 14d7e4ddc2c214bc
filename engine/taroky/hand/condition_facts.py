"""Facts that conditions ask of a hand under way: cards in the piles one seat knows or the table sees,
and facts about what has happened so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand
from taroky.rules.conditions import ZONES, Condition, Facts
from taroky.rules.table import Seat


def facts_for(hand: Hand, seat: Seat) -> Facts:
    """The facts of a hand under way; zones of one player (hand, dealt, held, …) are that seat's.

    Raises KeyError for a zone or fact that only a finished hand has.
    """
    return Facts(
        lambda zone, of: _count(hand, seat, zone, of), lambda name: _fact(hand, seat, name)
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


def _zone(hand: Hand, seat: Seat, zone: str) -> Sequence[Card]:
    match zone:
        case "hand":
            return hand.holds(seat)
        case "dealt":
            return hand.deal.dealt.get(seat, ())
        case "held":
            row = hand.calling
            zones = row.held if row else ("hand",)
            piles = {"hand": hand.holds(seat), "discards": hand.discard.discards.get(seat, ())}
            return tuple(card for name in zones for card in piles[name])
        case "discards":
            return hand.discard.discards.get(seat, ())
        case "drawn":
            return hand.exchange.drawn.get(seat, ())
        case "talon":
            return hand.cards.talon
        case "trick":
            return hand.play.trick.cards if hand.play.trick else ()
        case "last_trick":
            return hand.play.tricks[-1].cards if hand.play.tricks else ()
        case "played":
            return tuple(
                card
                for trick in (*hand.play.tricks, *((hand.play.trick,) if hand.play.trick else ()))
                for by, card in zip(trick.seats, trick.cards, strict=False)
                if by == seat
            )
    raise KeyError(zone)


def _count(hand: Hand, seat: Seat, zone: str, of: str) -> int:
    cards = _zone(hand, seat, zone)
    if of == "called":
        return int(hand.call.called in cards)
    members = hand.table.cards.members(of)
    return sum(card in members for card in cards)


def _passed(hand: Hand, seat: Seat) -> frozenset[str]:
    """ "no", or "yes" and over which bids that seat has passed ("opening": over none)."""
    found: set[str] = set()
    over = "opening"
    for by, call in hand.auction.calls:
        if by == seat and is_pass(hand, call):
            found |= {"yes", over}
        if hand.table.auction.calls[call].rank is not None:
            over = call
    return frozenset(found or {"no"})


def _fact(hand: Hand, seat: Seat, name: str) -> Any:
    match name:
        case "contract":
            return hand.contract
        case "standing":
            return hand.standing or None
        case "passes":
            return sum(is_pass(hand, call) for _, call in hand.auction.calls)
        case "passed":
            return _passed(hand, seat)
        case "first_hand":
            return hand.first_hand
        case "handed_on":
            calls = hand.table.auction.calls
            return sum(calls[call].then is not None for _, call in hand.auction.calls)
        case "said":
            made = {bonus for _, bonus in hand.announce.announced}
            made |= set(hand.row.undertakes) if hand.contract else set()
            every = {bonus: "yes" if bonus in made else "no" for bonus in hand.table.bonuses}
            return {**every, "self": "some" if made else "none"}
        case "doubled":
            return "some" if hand.announce.doubles else "none"
        case "alone":
            return hand.alone
        case "drew":
            return "called" if hand.call.called in hand.exchange.drawn.get(seat, ()) else "none"
        case "level":
            return hand.exchange.level
        case "trick_no":
            return len(hand.play.tricks) + 1
        case "lead_card":
            card = hand.play.trick.cards[0] if hand.play.trick and hand.play.trick.cards else ""
            return "called" if card and card == hand.call.called else card
    raise KeyError(name)
