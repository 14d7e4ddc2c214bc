"""The items of a settlement, and how an amount passes between players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_UP, Decimal
from typing import Any

from taroky.immutable import hash_of_fields
from taroky.messages import Message, in_units, say
from taroky.rules.conditions import UNIT_STEP, Amount, Facts
from taroky.rules.table import Seat, Table


@dataclass(frozen=True)
class WorkingStep:
    """One line of working: a sentence, the value after it, its rule points."""

    message: Message
    value: Decimal
    points: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One thing that is paid for: what it is, what each seat gets (+) or pays (-), the working.

    row: the row of the table it comes from ("pagat.silent_made"). A pot that pays or is paid
    is among the amounts under its name.
    """

    id: str
    label: Message
    points: tuple[str, ...]
    amounts: Mapping[str, Decimal]
    steps: tuple[WorkingStep, ...] = ()
    row: str = ""

    __hash__ = hash_of_fields

    def size(self) -> Decimal:
        """The most that one player gets or pays of it."""
        return max(map(abs, self.amounts.values()), default=Decimal(0))

    def outcome(self) -> str:
        """Return which outcome of the bonus `id` it comes from; "" if it is no bonus."""
        return self.row.partition(f"{self.id}.")[2]

    def comes_from(self, name: str) -> bool:
        """Whether a row or a whole group of rows that a table names means this item."""
        return name in (self.id, self.row)

    def times(
        self, factor: Decimal, message: Message, points: tuple[str, ...], unit: Decimal
    ) -> Item:
        """The item with all its amounts multiplied. message, points: of the step that says so; who pays whom is
        said after it, with what they pay in the end. unit: the smallest step of the money."""
        if not self.size():  # nobody pays anything, and that stays so
            nothing = WorkingStep(message, self.size(), points)
            return replace(self, steps=(*self.steps, nothing))
        amounts = {who: amount * factor for who, amount in self.amounts.items()}
        last = bool(self.steps) and "amount" in dict(self.steps[-1].message.params)
        worked, passing = (self.steps[:-1], self.steps[-1:]) if last else (self.steps, ())
        value = (worked[-1].value if worked else self.size()) * factor
        paid = [
            WorkingStep(
                say(
                    s.message.id,
                    **{**dict(s.message.params), "amount": in_units(s.value * factor, unit)},
                ),
                s.value * factor,
                s.points,
            )
            for s in passing
        ]
        steps = (*worked, WorkingStep(message, value, points), *paid)
        return replace(self, amounts=amounts, steps=steps)


@dataclass(frozen=True)
class Settlement:
    """All items of a hand and what each seat gets or pays; pots: how much each pot changes.

    Payments and pots together sum to zero, except where points are written and not paid. winners:
    who has won the game itself. replay: the hand counts for nothing and the same dealer deals again.
    """

    items: tuple[Item, ...]
    payments: Mapping[Seat, Decimal]
    notes: tuple[Message, ...] = ()
    pots: Mapping[str, Decimal] = field(default_factory=dict)
    winners: tuple[Seat, ...] = ()
    replay: bool = False

    __hash__ = hash_of_fields

    def __repr__(self) -> str:
        payments = " ".join(f"{seat} {amount}" for seat, amount in self.payments.items())
        return f"<Settlement: {payments}>"


def between(
    table: Table,
    winners: Sequence[Seat],
    losers: Sequence[Seat],
    amount: Decimal,
    declarer: Seat,
) -> dict[str, Decimal]:
    """An amount that passes from one side to the other: each of the larger side pays or gets it
    once, the smaller side divides what that comes to, equally or by the table's shares. sides_once:
    two sides of one size pass the amount once in all, odd steps to the first in order of play."""
    if not winners or not losers:
        return {}
    got, paid = dict.fromkeys(winners, amount), dict.fromkeys(losers, amount)
    often = 3 if table.settle.between == "sides_thrice" else max(len(winners), len(losers))
    if len(winners) < len(losers):
        got = _shares(table, winners, amount * often, declarer)
    elif len(winners) > len(losers):
        paid = _shares(table, losers, amount * often, declarer)
    elif table.settle.between == "sides_once":
        got, paid = (share_out(amount, side, table.unit.step) for side in (winners, losers))
    return {**got, **negative(paid)}


def _shares(
    table: Table, seats: Sequence[Seat], total: Decimal, declarer: Seat
) -> dict[Seat, Decimal]:
    """Return each seat's part of the total, by the parts the table gives declarer and partner."""
    shares = table.settle.shares
    parts = {seat: shares.declarer if seat == declarer else shares.partner for seat in seats}
    whole = sum(parts.values())
    return {seat: total * part / whole for seat, part in parts.items()}


def with_each(
    receivers: Sequence[Seat], payers: Sequence[Seat], amount: Decimal
) -> dict[str, Decimal]:
    """One player gets the amount from each of the others, or, below zero, pays it to each."""
    amounts = dict.fromkeys(payers, -amount)
    for seat in receivers:
        amounts[seat] = amount * len(payers)
    return amounts


def share_out(total: Decimal, seats: Sequence[Seat], step: Decimal) -> dict[Seat, Decimal]:
    """Equal shares to the smallest step; odd steps go to the first in order of play."""
    low, odd = divmod(int(total / step), len(seats))
    return {seat: step * (low + (i < odd)) for i, seat in enumerate(seats)}


def share_out_up(total: Decimal, seats: Sequence[Seat]) -> dict[Seat, Decimal]:
    """Equal shares, each rounded up to the next 0.10."""
    each = (total / len(seats)).quantize(Decimal("0.1"), rounding=ROUND_UP)
    return dict.fromkeys(seats, each)


def negative(amounts: Mapping[Seat, Decimal]) -> dict[Seat, Decimal]:
    """The same amounts, paid and not got."""
    return {seat: -amount for seat, amount in amounts.items()}


def work(
    amount: Amount,
    facts: Facts,
    points: tuple[str, ...],
    scale_points: Mapping[str, tuple[str, ...]] | None = None,
) -> tuple[Decimal, list[WorkingStep]]:
    """An amount with its working, which is empty where nobody reads it. scale_points: rule points of a
    scale's row, by its key, or of a step, by its verb."""
    if facts.bare:
        return amount.value(facts), []
    steps: list[WorkingStep] = []
    worth = bool(amount.steps) and amount.steps[0].operand == "contract.rate"
    worked = list(amount.work(facts))
    for i, (verb, operand, value) in enumerate(worked):
        here = (scale_points or {}).get(verb, points)
        if verb == "scale" and amount.scale and scale_points:
            place = amount.row(operand)
            here = scale_points.get(amount.scale[1][place][0], points) if place >= 0 else points
        shown = _what(operand, value, facts.number(UNIT_STEP))
        kind = "worth" if worth and not steps else _kind(verb, amount, i)
        if kind == "scale" and isinstance(operand, str):
            kind = "scale_of"
        if kind == "fixed" and not value and len(worked) == 1:
            kind, shown = "nothing", {}
        if kind == "least" and steps and steps[-1].value == value:
            kind, shown = "least_met", {"operand": shown["operand"]}
        steps.append(WorkingStep(say(f"step.{kind}", **shown), value, here))
    return steps[-1].value, steps


#: Steps with a sentence of their own, by the verb and what is behind it.
_SAID = {
    ("from", "points.winners"): "from_winners",
    ("from", "points.declarers"): "from_declarers",
    ("less", "points.losers"): "less_losers",
    ("less", "target"): "less_target",
    ("times", "contract.rate"): "times_rate",
    ("round", "1"): "round_whole",
}


def _kind(verb: str, amount: Amount, i: int) -> str:
    """Return the id of the sentence that tells a step."""
    operand = str(amount.steps[i].operand) if amount.steps else ""
    if verb == "from" and operand.startswith("pot."):
        return "from_pot"
    return _SAID.get((verb, operand), verb)


def _what(operand: Decimal | str, value: Decimal, step: Decimal) -> dict[str, Any]:
    """Return the parameters of a step: its operand and its value, as they are written."""
    text = operand if isinstance(operand, str) else short(operand, step)
    return {"operand": text, "value": short(value, step)}


def short(number: Decimal, step: Decimal) -> str:
    """Points as whole numbers; tariffs with two decimals where the unit of the game has hundredths, else
    with no more than they need. step: the unit's smallest."""
    exponent, fine = number.as_tuple().exponent, step.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -2:
        number = number.quantize(Decimal("0.001")).normalize()
    elif isinstance(fine, int) and fine > -2:
        number = number.normalize()
    elif isinstance(exponent, int) and exponent < 0:
        return f"{number:.2f}"
    return format(number, "f")
