"""Declarations: who pays them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from taroky.hand.sides import other_side
from taroky.messages import in_units, say
from taroky.rules.table import Seat
from taroky.settling.case import Case
from taroky.settling.paying.items import (
    Item,
    WorkingStep,
    between,
    negative,
    share_out,
    with_each,
    work,
)
from taroky.settling.paying.steps import double_step, sharing_step, unique


def declaration_items(case: Case) -> list[Item]:
    """Return an item for each declaration of each player."""
    table, facts = case.table, case.facts
    section = table.declarations
    items = []
    for seat in table.active:
        for name in facts.declarations.get(seat, ()):
            row = section.rows[name]
            path = f"declarations.rows.{name}"
            points = table.points_of(f"{path}.self")
            amount, steps = work(row.pay, case.asked(seat=seat), points)
            factor = case.factor("game")
            if section.doubled and factor > 1:
                amount *= factor
                steps.append(double_step(table, factor, amount))
            amounts, shared = _declared(case, seat, amount)
            steps.append(shared)
            items.append(
                Item(
                    name,
                    say("item.declaration", seat=seat, row=name),
                    unique(points, table.points_of("declarations.paid")),
                    amounts,
                    tuple(steps),
                    name,
                )
            )
    return items


def _declared(case: Case, seat: Seat, amount: Decimal) -> tuple[Mapping[str, Decimal], WorkingStep]:
    """Return who pays a declaration."""
    table, to = case.table, case.table.declarations.to
    points = table.points_of("declarations.to")
    mine = case.side_name(seat)
    if to == "each_other":
        payers = [s for s in table.active if s != seat]
        step = WorkingStep(
            say("step.each_other", amount=in_units(amount, table.unit.step)), amount, points
        )
        return with_each([seat], payers, amount), step
    if to == "opponents":
        step = WorkingStep(
            say("step.each_opponent", amount=in_units(amount, table.unit.step)), amount, points
        )
        return with_each([seat], case.side(other_side(mine)), amount), step
    if to == "each_other_shared":
        payers = [s for s in table.active if s != seat]
        shares = share_out(amount, payers, table.unit.step)
        most = max(shares.values())
        step = WorkingStep(
            say("step.each_other", amount=in_units(most, table.unit.step)), most, points
        )
        return {**negative(shares), seat: amount}, step
    winner = case.won if to == "game_winners" and case.won else mine
    winners, losers = case.side(winner), case.side(other_side(winner))
    return between(table, winners, losers, amount, case.facts.declarer), sharing_step(case, amount)
