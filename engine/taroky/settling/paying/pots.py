"""Pots: what goes in and comes out, in the table's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.rules.table import PaymentRow, PenaltyRow, Seat
from taroky.settling.case import Case
from taroky.settling.paying.game import between_roles
from taroky.settling.paying.items import Item
from taroky.settling.paying.multipliers import replaces
from taroky.settling.paying.penalties import offenders, penalty


def with_pots(case: Case, items: list[Item], seats: Sequence[Seat]) -> list[Item]:
    """Payments and penalties that have an order, one after another, each on what the earlier left
    in the pots."""
    table = case.table
    if any("everything" in replaces(table, item) for item in items):
        return items
    rows: list[tuple[int, str, PaymentRow | PenaltyRow]] = [
        (row.order, name, row) for name, row in table.payments.items() if row.order is not None
    ]
    rows += [
        (row.order, name, row) for name, row in table.penalties.items() if row.order is not None
    ]
    settled, now = list(items), None
    for _, name, row in sorted(rows, key=lambda each: each[0]):
        now = now or _so_far(case, settled, seats)
        if isinstance(row, PenaltyRow):
            assert row.pay is not None
            new = [penalty(now, name, row, payer, seats) for payer in offenders(now, name, row)]
        elif row.pay is not None and row.when.holds(now.asked()):
            new = between_roles(now, name, row)
        else:
            new = []
        if not new:
            continue
        now = None
        settled += new
        gone = {replaced_name for item in new for replaced_name in replaces(table, item)}
        settled = [item for item in settled if not any(map(item.comes_from, gone))]
    return settled


def _so_far(case: Case, items: Sequence[Item], seats: Sequence[Seat]) -> Case:
    """The case with what is in the pots by now; net: what the seats have for game, bonuses and
    declarations."""
    table, facts = case.table, case.facts

    def total(who: str) -> Decimal:
        return sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0))

    pots = {
        name: facts.pots.get(name, pot.starts) + total(name) for name, pot in table.pots.items()
    }
    plain = [
        item
        for item in items
        if item.row not in table.penalties and not set(item.amounts) & set(table.pots)
    ]
    net = {s: sum((item.amounts.get(s, Decimal(0)) for item in plain), Decimal(0)) for s in seats}
    return replace(case, pots=pots, net=net)
