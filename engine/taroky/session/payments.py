"""Payments of a session: what a player who has too little can pay, and where everybody stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True)
class Standing:
    """A player's standing: chips or points now (start, hands, and a part of a pot at the end),
    and the rank; equals share one."""

    place: int
    name: str
    total: Decimal
    rank: int


def covered(
    owed: Mapping[int, Decimal],
    balances: Sequence[Decimal],
    order: Sequence[int],
    step: Decimal,
) -> dict[int, Decimal]:
    """Payments cut down to what each payer has. Those who are paid bear the shortage in
    proportion to what is due to them; odd steps go to the first of them in order of play.
    step: the smallest amount that is paid."""
    paid = {p: max(amount, -max(balances[p], Decimal(0))) for p, amount in owed.items()}
    short = sum(paid.values()) - sum(owed.values())
    due = sum((amount for amount in owed.values() if amount > 0), start=Decimal(0))
    if not short or not due:
        return paid
    for place, amount in owed.items():
        if amount > 0:
            paid[place] = amount * (due - short) / due // step * step
    for place in order:
        if sum(paid.values()) < sum(owed.values()) and owed.get(place, 0) > 0:
            paid[place] += step
    return paid
