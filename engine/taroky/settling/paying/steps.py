"""Pieces that several parts of a settlement share: steps of working, and sums by seat."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from taroky.messages import in_units, say
from taroky.rules.table import RulePoints, Table
from taroky.settling.case import Case
from taroky.settling.paying.items import WorkingStep, short


def unique(*groups: Sequence[str]) -> RulePoints:
    """Return the rule points of all groups, each once."""
    return tuple(dict.fromkeys(point for group in groups for point in group))


def add(amounts: dict[str, Decimal], who: str, amount: Decimal) -> None:
    """Add an amount to what a seat or a pot has."""
    amounts[who] = amounts.get(who, Decimal(0)) + amount


def sharing_step(case: Case, amount: Decimal) -> WorkingStep:
    """Return the step that says how an amount passes between the sides."""
    table = case.table
    alone = len(case.ours) == 1
    amount = in_units(amount, table.unit.step)
    if alone and table.settle.between == "sides_thrice":
        message = say("step.thrice", amount=amount)
    elif alone:
        message = say("step.alone", amount=amount)
    elif table.settle.between == "sides_once" and len(case.ours) == len(case.theirs):
        message = say("step.once", amount=amount)
    elif len(case.ours) == len(case.theirs):
        message = say("step.pairs", amount=amount)
    else:
        message = say("step.uneven", amount=amount)
    return WorkingStep(
        message, amount, table.points_of("session.alone" if alone else "session.sharing")
    )


def double_step(table: Table, factor: int, value: Decimal) -> WorkingStep:
    """Return the step that says by which word an amount was doubled."""
    word = next(w for w, f in table.doubling.steps.items() if f == factor)
    return WorkingStep(
        say("step.doubled", word=word, factor=factor, value=short(value, table.unit.step)),
        value,
        table.points_of("doubling.steps"),
    )
