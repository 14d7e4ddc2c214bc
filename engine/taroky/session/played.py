"""The part of a hand that a session keeps, and what follows from it for the next: who deals, whether
the cards are dealt again.

Sources: HLU-DEAL-02, HLU-DEAL-08, MACH-SESS-01, MACH-SESS-02, VIC-SESS-05, VIC-SESS-06,
HEUN-SESSION-05 to HEUN-SESSION-08, FR-DEAL-14, FR-SESSION-03.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from taroky.game import record as records
from taroky.hand import Hand
from taroky.immutable import hash_of_fields
from taroky.messages import as_text
from taroky.rules.table import SEATS, Seat, Table
from taroky.session.json_values import one_of
from taroky.settling.paying import Settlement


@dataclass(frozen=True)
class Played:
    """The part of a hand that a session keeps. Seats are those of the hand.

    pots: how much each changed. replay: it counts for nothing and is dealt again. dealer: the place
    that dealt it, if that is not whom the rules name. source: what the file holds of it (a record,
    facts, or nothing but this).
    """

    payments: Mapping[Seat, Decimal]
    pots: Mapping[str, Decimal] = field(default_factory=dict)
    contract: str = ""
    declarer: Seat = ""
    opener: Seat = "A"
    ended: str = ""
    replay: bool = False
    source: Mapping[str, Any] = field(default_factory=dict, compare=False)
    hand: Hand | None = field(default=None, compare=False)
    dealer: int | None = None

    __hash__ = hash_of_fields


def played_of(hand: Hand, settled: Settlement) -> Played:
    """Return what a session keeps of a finished hand."""
    return Played(
        settled.payments,
        settled.pots,
        hand.contract,
        hand.declarer,
        hand.auction.opener,
        hand.ended,
        settled.replay,
        {"record": records.to_json(records.of_hand(hand))},
        hand,
    )


def reported_hand(table: Table, item: Mapping[str, Any]) -> dict[str, Any]:
    """Return contract, declarer, opener and ending of a hand that was entered without a record. A
    contract that only the opener can bid says who opened."""
    known = {
        "contract": ["", *table.contracts],
        "declarer": ["", *table.active],
        "opener": list(table.active),
        "ended": ["", "all_pass", *_offers_ever(table), *table.penalties],
    }
    start = {"contract": "", "declarer": "", "opener": "A", "ended": ""}
    call = table.auction.calls.get(as_text(item.get("contract")))
    if call is not None and call.who == "opener":
        start["opener"] = item.get("declarer") or start["opener"]
    return {key: one_of(item.get(key, start[key]), known[key], key) for key in known}


def _offers_ever(table: Table) -> tuple[str, ...]:
    """The offers of a table, with those that an option gives or takes away: an option may be chosen between
    two hands."""
    names = [*table.offers]
    for row in table.options.values():
        for cells in row.values.values():
            offers = cells.plain().get("offers")
            names += offers if isinstance(offers, Mapping) else ()
    return tuple(dict.fromkeys(names))


def dealt_again(table: Table, played: Played) -> bool:
    """Whether this hand was not played and its cards are dealt again."""
    if played.replay or played.ended == "all_pass":
        return True
    if played.ended in table.offers:
        return table.offers[played.ended].then.startswith("redeal")
    penalty = table.penalties.get(played.ended)
    return penalty is not None and penalty.next_dealer is not None


def next_dealer(table: Table, played: Played, players: int | None = None) -> Seat:
    """Return which seat of this hand deals the next one."""
    at_table = SEATS[: players or table.seats.active]
    dealer, after = at_table[-1], at_table[0]
    if played.replay:
        return dealer
    if played.ended in table.penalties:
        word = table.penalties[played.ended].next_dealer
        if word is not None:
            return dealer if word == "same" else after
    if played.ended == "all_pass":
        return dealer if table.auction.all_pass == "redeal_same_dealer" else after
    if played.ended in table.offers:
        then = table.offers[played.ended].then
        if then.startswith("redeal"):
            return dealer if then == "redeal_same_dealer" else after
    row = table.session
    who = row.next_dealer_by.get(played.contract, row.next_dealer)
    return {"first": after, "opener": played.opener, "declarer": played.declarer or after}[who]


def played_without_record(table: Table, item: Mapping[str, Any]) -> Played:
    """A hand that was entered without a record, and without what it paid."""
    return Played({}, **reported_hand(table, item))
