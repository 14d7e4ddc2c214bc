"""Penalties: what irregularities and events of the play cost, and whom."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from taroky.messages import say
from taroky.rules.table import SEATS, PenaltyRow, Seat, Table
from taroky.settling.case import Case, told_and_true
from taroky.settling.paying.items import Item, with_each, work


def penalty_items(case: Case, seats: Sequence[Seat], *, late: bool) -> list[Item]:
    """Return what irregularities and events of the play cost; late: those that wait for their order."""
    items = []
    for name, row in case.table.penalties.items():
        if (row.order is not None) == late and row.pay is not None:
            items += [
                penalty(case, name, row, payer, seats) for payer in offenders(case, name, row)
            ]
    return items


def offenders(case: Case, name: str, row: PenaltyRow) -> list[Seat]:
    """Return who pays a penalty, once for each time it is due."""
    facts = case.facts
    event = row.event or name
    asked = case.asked(card=row.card or "")
    if event == "hand_over":
        due = row.who == "declarer" and told_and_true(row.when, case)
        return [facts.declarer] if due else []
    if event == "captured_by_opponents":
        capture = case.capture(row.card or "")
        if capture is None or case.side_name(capture.holder) == case.side_name(capture.taker):
            return []
        return [capture.holder] if row.when.holds(asked) else []
    if event == "left_in_talon":
        return [facts.declarer] if row.card in facts.talon_left and row.when.holds(asked) else []
    seats = [seat for seat, what in facts.irregular if what == event and row.when.holds(asked)]
    return [_who(case, row, seat) for seat in seats]


def _who(case: Case, row: PenaltyRow, offender: Seat) -> Seat:
    """Return who pays for what the offender did: as the table says, the declarer, the dealer or the offender."""
    if row.who == "declarer":
        return case.facts.declarer
    return SEATS[case.facts.players - 1] if row.who == "dealer" else offender


def penalty(case: Case, name: str, row: PenaltyRow, payer: Seat, seats: Sequence[Seat]) -> Item:
    """Return what this player pays by a row of the penalties."""
    table = case.table
    path = f"penalties.{name}"
    assert row.pay is not None
    points = table.points_of(f"{path}.self")
    amount, steps = work(row.pay, case.asked(), table.points_of(f"{path}.pay"))
    amounts = penalty_amounts(table, row, payer, seats, amount)
    return Item(
        name, say("item.penalty", seat=payer, row=name), points, amounts, tuple(steps), name
    )


def penalty_amounts(
    table: Table, row: PenaltyRow, payer: Seat, seats: Sequence[Seat], amount: Decimal
) -> dict[str, Decimal]:
    """Return what each gets or pays of a penalty, which goes to a pot or to each other player."""
    if row.to in table.pots:
        return {payer: -amount, row.to: amount}
    payers = seats if row.to == "each_other_at_table" else table.active
    return with_each([payer], [seat for seat in payers if seat != payer], -amount)
