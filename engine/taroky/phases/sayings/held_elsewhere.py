"""Limits on what a seat whose cards are not told can hold: not what others have, or have said that they
have."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.cards import Card
from taroky.hand import Hand, Refusal
from taroky.messages import say
from taroky.phases.declaring import needs
from taroky.rules.conditions import Condition
from taroky.rules.table import Seat

#: Zones of a seat's own cards, which are nobody else's.
_OWN = frozenset({"hand", "dealt", "held", "played"})


def can_hold(hand: Hand, seat: Seat, condition: Condition) -> bool:
    """Whether the other seats leave this one the cards that a condition asks for."""
    return not condition.either or any(
        all(
            span.low <= _most(hand, seat, _members(hand, of))
            for test in tests
            if test.name in _OWN
            for of, span in test.ranges
        )
        for tests, _ in condition.either
    )


def refuse_declaration(hand: Hand, seat: Seat, row: str) -> Refusal | None:
    """Why a seat cannot make a declaration, whatever its cards are; None if some would do."""
    when = hand.table.declarations.rows[row].when
    if can_hold(hand, seat, when):
        return None
    return Refusal(
        say("declare.cannot_hold", seat=seat, row=row, needs=needs(when)),
        hand.table.points_of(f"declarations.rows.{row}.when"),
    )


def _members(hand: Hand, of: str) -> frozenset[Card]:
    return frozenset({hand.call.called}) if of == "called" else hand.table.cards.members(of)


def _most(hand: Hand, seat: Seat, cards: frozenset[Card]) -> int:
    """How many of these cards a seat can have."""
    other_seats = (holder for holder in hand.active if holder != seat)
    return max(0, len(cards) - sum(_least(hand, holder, cards) for holder in other_seats))


def _least(hand: Hand, seat: Seat, cards: frozenset[Card]) -> int:
    """How many of these cards a seat has at least, by what is known of its hand and by what it said."""
    known = len(cards.intersection(hand.holds(seat)))
    return max([known, *(_told(hand, condition, cards) for condition in _said(hand, seat))])


def _said(hand: Hand, seat: Seat) -> Iterator[Condition]:
    """Yield what must be true of a seat's cards for what it declared and announced."""
    for row in hand.announce.declarations.get(seat, ()):
        yield hand.table.declarations.rows[row].when
    for by, bonus in hand.announce.announced:
        if by == seat:
            yield hand.table.bonuses[bonus].say


def _told(hand: Hand, condition: Condition, cards: frozenset[Card]) -> int:
    """How many of these cards there are where a condition holds: it asks for so many of a set, of which
    some may be others."""
    return min(
        (
            max(
                (
                    span.low - len(_members(hand, of) - cards)
                    for test in tests
                    if test.name in _OWN
                    for of, span in test.ranges
                ),
                default=0,
            )
            for tests, _ in condition.either
        ),
        default=0,
    )
