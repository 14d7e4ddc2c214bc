"""Whoever broke a rule in the play answers for it: the amounts that he or his side won or lost are
paid by him."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.messages import say
from taroky.rules.table import Liability, Penalty, Seat
from taroky.settlement.asking import Case
from taroky.settlement.items import Item, WorkingStep


def answer_for(case: Case, items: list[Item]) -> list[Item]:
    """The items with what the offenders owe rewritten; declarations and the like may be spared."""
    for offender, event in case.facts.irregular:
        for name, row in case.rules.penalties.items():
            if (row.event or name) == event and row.liable is not None:
                items = [_rewritten(case, item, name, row, offender) for item in items]
    return items


def _rewritten(case: Case, item: Item, name: str, row: Penalty, offender: Seat) -> Item:
    spared = "declarations" in row.spares and item.row in case.rules.declarations.rows
    if spared or item.row in case.rules.penalties or not item.amounts.get(offender):
        return item
    assert row.liable is not None
    amounts = _amounts(case, item.amounts, offender, row.liable)
    points = case.rules.points_of(f"penalties.{name}.liable")
    step = WorkingStep(say("step.liable", seat=offender, row=name),
                       amounts.get(offender, Decimal(0)), points)  # fmt: skip
    return replace(item, amounts=amounts, steps=(*item.steps, step),
                   points=(*item.points, *points))  # fmt: skip


def _amounts(
    case: Case, amounts: Mapping[str, Decimal], offender: Seat, row: Liability
) -> dict[str, Decimal]:
    """Who gets and pays what after the offender has taken over."""
    winners = [seat for seat, amount in amounts.items() if amount > 0]
    losers = [seat for seat, amount in amounts.items() if amount < 0]
    nothing = dict.fromkeys(amounts, Decimal(0))
    if offender in losers:
        due = sum((amounts[seat] for seat in losers), Decimal(0))
        return {**nothing, **{seat: amounts[seat] for seat in winners}, offender: due}
    partners = [seat for seat in winners if seat != offender]
    others = [seat for seat in amounts if seat != offender]
    unit = _unit(amounts)
    if not partners:
        return _pays(nothing, offender, others, unit) if row.lone_winner == "pays_each" else nothing
    if row.winner == "pays_each":
        return _pays(nothing, offender, others, unit)
    if row.winner == "pays_partners_beside_losers":
        return _beside_losers(amounts, offender, partners, losers)
    kept = {seat: amounts[seat] for seat in partners}
    return {**nothing, **kept, offender: -sum(kept.values(), Decimal(0))}


def _pays(nothing: dict[str, Decimal], offender: Seat, others: Sequence[Seat], unit: Decimal
          ) -> dict[str, Decimal]:  # fmt: skip
    return {**nothing, **dict.fromkeys(others, unit), offender: -unit * len(others)}


def _beside_losers(
    amounts: Mapping[str, Decimal], offender: Seat, partners: Sequence[Seat], losers: Sequence[Seat]
) -> dict[str, Decimal]:
    """The losers pay the partners as usual, the offender pays them the same once more."""
    due = {seat: amounts[seat] for seat in partners}
    total = sum(due.values(), Decimal(0))
    paid = sum((amounts[seat] for seat in losers), Decimal(0))
    from_losers = {seat: amounts[seat] * total / -paid for seat in losers}
    twice = {seat: 2 * amount for seat, amount in due.items()}
    return {**from_losers, **twice, offender: -total}


def _unit(amounts: Mapping[str, Decimal]) -> Decimal:
    """What passes between one payer and one receiver."""
    return min((abs(amount) for amount in amounts.values() if amount), default=Decimal(0))
