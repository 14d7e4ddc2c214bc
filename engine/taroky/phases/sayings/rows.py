"""The meaning of a table's words for a hand: the rows that may be said, a seat's part, and the cards it
is judged on."""

from __future__ import annotations

from collections.abc import Iterable

from taroky.cards import Card
from taroky.hand import Hand
from taroky.hand.tricks import played_by
from taroky.phases.declaring import holding_facts
from taroky.rules.conditions import Facts
from taroky.rules.table import Seat, StageRow, Table


def sayable(hand: Hand, stage: StageRow) -> frozenset[str]:
    """Return what this stage and the contract both let be said: rows, and "doubles"."""
    return expand(hand.table, stage.says) & expand(hand.table, hand.row.says)


def expand(table: Table, says: tuple[str, ...]) -> frozenset[str]:
    """Return the rows that some words of a table stand for: a bonus, or all of a group."""
    known: frozenset[str] | None = table.memo.get(("says", says))
    if known is None:
        known = table.memo["says", says] = frozenset(_expanded(table, says))
    return known


def _expanded(table: Table, says: Iterable[str]) -> set[str]:
    kinds = {
        "declarations": set(table.declarations.rows),
        "bonuses": set(table.bonuses),
        "doubles": {"doubles"} if table.doubling.steps else set(),
    }
    return {name for word in says for name in kinds.get(word, {word})}


def has_role(hand: Hand, seat: Seat, role: str) -> bool:
    """Whether a seat has the part that a column names."""
    match role:
        case "any":
            return True
        case "first":
            return seat == hand.active[0]
        case "opener":
            return seat == hand.auction.opener
        case "others":
            return seat != hand.auction.opener
        case "dealer":
            return seat == hand.dealer
        case "declarer":
            return seat == hand.declarer
        case "declarers":
            return seat in hand.declarers or hand.may_hold_called(seat)
    return seat in hand.opponents


def judged_cards(hand: Hand, seat: Seat) -> tuple[Card, ...]:
    """The cards a seat's declarations are judged on; once play has begun, those it began with."""
    if hand.table.declarations.judged == "dealt":
        return hand.deal.dealt.get(seat, ())
    return hand.table.cards.sort((*hand.holds(seat), *played_by(hand, seat)))


def zones_of(hand: Hand, seat: Seat) -> dict[str, tuple[Card, ...]]:
    """Cards of a seat that conditions of declarations ask for besides those judged."""
    return {"dealt": hand.deal.dealt.get(seat, ()), "played": played_by(hand, seat)}


def judged_facts(hand: Hand, seat: Seat) -> Facts:
    """Return what a seat's declarations are judged by."""
    return holding_facts(hand.table, judged_cards(hand, seat), zones_of(hand, seat))
