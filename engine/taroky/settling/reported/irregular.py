"""Read what is told of a hand that did not go the usual way: irregularities, cards left in hand, an
opening that was handed on. Sources: VIC-PEN-03, VIC-BID-12 to VIC-BID-16, and the column `penalties` of each table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.errors import MissingFact, RecordError
from taroky.hand.sides import other_side
from taroky.messages import say
from taroky.messages.expected import one_of
from taroky.rules.table import SEATS, CallRow, Seat, Table
from taroky.settling.finished_hand import OF_THEMSELVES
from taroky.settling.reported.values import bad, cards_of, mapping, players, said_by, text_of

#: Irregularities that can be recorded in any game.
IN_ANY_GAME = ("revoke", "wrong_discard", "misdeal")


def ended_by_irregularity(table: Table, irregular: Iterable[tuple[Seat, str]]) -> str:
    """A hand without a contract that an irregularity of the dealer has ended, or ""."""
    for _, event in irregular:
        for name, row in table.penalties.items():
            if (row.event or name) == event and row.who == "dealer":
                return name
    return ""


def handing_on(table: Table) -> list[CallRow]:
    """The calls with which the first player hands the opening on."""
    return [call for call in table.auction.calls.values() if call.then is not None]


def with_openings_paid(
    table: Table, declared: Mapping[Seat, tuple[str, ...]], opener: Seat
) -> dict[Seat, tuple[str, ...]]:
    """Return what was declared, with what is paid for handing the opening on."""
    rows = dict(declared)
    for call in handing_on(table) if table.auction.first_hand is None and opener else ():
        for seat in table.active[: table.active.index(opener)]:
            if call.pays is not None and call.pays not in rows.get(seat, ()):
                rows[seat] = (*rows.get(seat, ()), call.pays)
    return rows


def opener_of(table: Table, data: Mapping[str, Any]) -> Seat:
    """Return who opened the auction, "" if that is not told."""
    opener = text_of(data, "opener")
    if not opener:
        return ""
    if opener not in table.active:
        raise RecordError(say("hand.no_seat", seat=opener[:60], seats=list(table.active)))
    before = table.active.index(opener)
    if not before or table.auction.first_hand is not None:
        return opener
    calls = handing_on(table)
    if not calls:
        raise RecordError(
            say("fact.opener", seat=opener, first=table.active[0]),
            points=table.points_of("auction.starts"),
            fact="opener",
        )
    once = all(_only_once(call) for call in calls)
    if once and before > 1:
        raise RecordError(
            say("fact.handed_on_once", seat=opener, second=table.active[1]),
            points=table.points_of("auction.calls"),
            fact="opener",
        )
    return opener


def _only_once(call: CallRow) -> bool:
    """Whether the opening may be handed on by the first player only."""
    ranges = [test for test in call.when.tests() if test.name == "handed_on"]
    return any("0" in test.words for test in ranges)


def left_in_hand(
    table: Table, data: Mapping[str, Any], irregular: Sequence[tuple[Seat, str]]
) -> dict[Seat, tuple[Card, ...]]:
    """The cards that players were left with. Raises RecordError for a player who has done
    nothing irregular after which they count for the other side, and for a card that two have."""
    left: dict[Seat, tuple[Card, ...]] = {}
    gives = {row.event or name for name, row in table.penalties.items() if row.left_over_to}
    for seat, value in mapping(data, "left_in_hand").items():
        if seat not in table.active:
            raise RecordError(say("hand.no_seat", seat=seat[:60], seats=list(table.active)))
        cards = cards_of(table, {"left_in_hand": value}, "left_in_hand")
        for card in cards:
            holder = next((s for s, held in left.items() if card in held), None)
            if holder is not None:
                raise RecordError(say("fact.two_holders", card=card, first=holder, second=seat))
        if cards and not any(by == seat and event in gives for by, event in irregular):
            raise RecordError(
                say("fact.left_in_hand", seat=seat, expected=sorted(gives))
                if gives
                else say("fact.left_in_hand_never"),
                fact="left_in_hand",
            )
        if cards:
            left[seat] = cards
    return left


def count_for_the_others(
    table: Table,
    points: dict[str, Fraction],
    held: Mapping[Seat, Sequence[Card]],
    ours: Collection[Seat],
) -> None:
    """Cards that a side was left with are no part of its pile, and the other side's has them in: it
    has all that the first side's pile has not (VIC-PEN-03)."""
    sides = {"declarers" if seat in ours else "opponents" for seat in held}
    if len(sides) > 1:
        raise RecordError(say("fact.left_in_hand_both"), fact="left_in_hand")
    (side,) = sides
    receiving = other_side(side)
    if side not in points:
        raise MissingFact(say("fact.points_of_side", side=side), fact="points")
    rest = Fraction(table.total) - points[side]
    worth = sum(table.cards.value(card) for cards in held.values() for card in cards)
    counted = points.get(receiving, rest)
    if not 0 <= rest - counted <= worth:
        raise RecordError(
            say(
                "fact.left_in_hand_sum", sum=points[side] + counted, total=table.total, worth=worth
            ),
            fact="points",
        )
    points[receiving] = rest


def irregular(table: Table, data: Mapping[str, Any]) -> tuple[tuple[Seat, str], ...]:
    """Irregularities by the name of the event, or of the penalty for it. One without a price is no
    mistake; one that no table knows of would be lost in silence."""
    events = {
        name: row.event or name
        for name, row in table.penalties.items()
        if (row.event or name) not in OF_THEMSELVES
    }
    known = {event: event for event in (*IN_ANY_GAME, *events.values())} | events
    events_by_seat = []
    seats = SEATS[: players(table, data)]
    for seat, names in said_by(data, "irregular").items():
        if seat not in seats:
            raise RecordError(say("hand.no_seat", seat=seat[:60], seats=list(seats)))
        for name in names:
            if name not in known:
                raise bad(f"irregular.{seat}", name, one_of(dict.fromkeys(known)))
            _check_irregularity(table, seat, known[name], seats[-1])
            events_by_seat.append((seat, known[name]))
    return tuple(events_by_seat)


def _check_irregularity(table: Table, seat: Seat, event: str, dealer: Seat) -> None:
    """Check that nobody but the dealer misdeals."""
    for name, row in table.penalties.items():
        if (row.event or name) == event and row.who == "dealer" and seat != dealer:
            raise RecordError(
                say("fact.not_dealer", row=name, dealer=dealer, seat=seat),
                points=table.points_of(f"penalties.{name}.self"),
                fact="irregular",
            )
