"""Effects of one item on others: multipliers, and items that replace others."""

from __future__ import annotations

from decimal import Decimal

from taroky.errors import MissingFact
from taroky.hand.sides import SIDES
from taroky.messages import say
from taroky.rules.table import PaymentRow, Table
from taroky.settling.case import Case, told_and_true
from taroky.settling.finished_hand import Finished, tricks_of
from taroky.settling.paying.items import Item, short


def multiplied(case: Case, items: list[Item]) -> list[Item]:
    """Return the items, those multiplied that a payment with a factor is over."""
    table = case.table
    for name, row in table.payments.items():
        if row.times is None or not told_and_true(row.when, case):
            continue
        hit = [
            item for item in items if any(map(item.comes_from, row.over)) and _owes(case, row, item)
        ]
        if not hit or (factor := row.times.value(case.asked())) == 1:
            continue
        points = table.points_of(f"payments.{name}.self")
        done = []
        for item in items:
            if any(item is item_hit for item_hit in hit):
                message = say("step.multiplied", row=name, factor=short(factor, table.unit.step))
                item = item.times(factor, message, points, table.unit.step)
            done.append(item)
        items = done
    return items


def factor_by_contract(table: Table, contract: str, row: str) -> Decimal:
    """Return what an item of this row is multiplied by because of the contract alone, whatever happens
    in the play (HEUN-DOUBLING-01)."""
    factor = Decimal(1)
    asked = Case(table, Finished(contract=contract)).asked()
    for payment in table.payments.values():
        if payment.times is not None and row in payment.over:
            try:
                factor *= payment.times.value(asked) if payment.when.holds(asked) else 1
            except MissingFact:
                continue
    return factor


def _owes(case: Case, row: PaymentRow, item: Item) -> bool:
    """Whether the side whose debts a multiplier touches is the one that pays this item."""
    if row.owed_by == "anyone":
        return True
    payers = {who for who, amount in item.amounts.items() if amount < 0}
    if row.owed_by == "declarers":
        return bool(payers) and payers <= set(case.ours)
    trickless = [
        set(case.side(side)) for side in SIDES if tricks_of(case.table, case.facts, side) == 0
    ]
    return any(payers and payers <= side for side in trickless)


def without_replaced(table: Table, items: list[Item]) -> list[Item]:
    """The items without those that another one replaces. "payments" means all others.

    Where both sides have announced one bonus, the outcome that the table names first takes the place
    of the other; two of the same row, both failed, are next to each other (POL-SET-11, POL-SET-12).
    """
    gone: set[int] = set()
    for item in items:
        names = replaces(table, item)
        for other in items:
            if other is item or id(item) in gone or not _goes_before(table, item, other):
                continue
            everything = "payments" in names or "everything" in names
            if everything or any(map(other.comes_from, names)):
                gone.add(id(other))
    return [item for item in items if id(item) not in gone]


def _goes_before(table: Table, item: Item, other: Item) -> bool:
    """Whether an item may take the place of the other: not if they are outcomes of one bonus and
    the other stands first in the table, or is of the same row."""
    mine, its = item.outcome(), other.outcome()
    if item.id != other.id or not (mine and its):
        return True
    outcomes = list(table.bonuses[item.id].outcomes)
    return outcomes.index(mine) < outcomes.index(its)


def replaces(table: Table, item: Item) -> tuple[str, ...]:
    """Return the rows that an item takes the place of."""
    if key := item.outcome():
        return table.bonuses[item.id].outcomes[key].replaces
    if item.row in table.payments:
        return table.payments[item.row].replaces
    return table.penalties[item.row].replaces if item.row in table.penalties else ()
