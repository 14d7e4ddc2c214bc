"""The game itself: who has won, and what that pays; to and from whom the table says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.errors import MissingFact
from taroky.hand.sides import other_side
from taroky.messages import Message, in_units, say
from taroky.rules.table import PaymentRow, RulePoints, Seat, Table
from taroky.settling.case import Case, rounded_for_declarers
from taroky.settling.finished_hand import Finished, all_tricks
from taroky.settling.paying.items import (
    Item,
    WorkingStep,
    between,
    negative,
    share_out,
    share_out_up,
    short,
    work,
)
from taroky.settling.paying.steps import add, double_step, sharing_step, unique
from taroky.settling.without_tricks import least_of_a_trick, most_points


def result_of(table: Table, contract: str) -> str:
    """The row of the result that decides a contract: the first that is for it. A table has one."""
    rows = table.result.items()
    return next(name for name, row in rows if not row.contracts or contract in row.contracts)


def decided(case: Case) -> Case:
    """The result: which row decides, and which side has won, if sides play."""
    table, facts = case.table, case.facts
    case = replace(case, result=result_of(table, facts.contract))
    if table.contracts[facts.contract].sides == "each":
        return case
    wins = table.result[case.result].wins
    assert wins is not None  # or the table would have been refused
    return replace(case, won="declarers" if wins.holds(case.asked()) else "opponents")


def winner(table: Table, facts: Finished) -> tuple[str, str]:
    """The row of the result that decides, and the side that has won the game by points, cards left
    over and honours alone; "" where no sides play. Raises MissingFact."""
    case = decided(Case(table, rounded_for_declarers(table, facts)))
    return case.result, case.won


def winners_of(case: Case) -> tuple[Seat, ...]:
    """Return who has won the game itself; several with most points have won, or lost, together."""
    if case.won:
        return case.side(case.won)
    row = case.table.result[case.result]
    points = {seat: case.facts.points[seat] for seat in case.table.active}
    most = max(points.values())
    return tuple(seat for seat in points if (points[seat] == most) == bool(row.winners))


def game_items(case: Case) -> list[Item]:
    """Return the items of the game itself, row by row; those with an order come later, see `pots`."""
    items = []
    for name, row in case.table.payments.items():
        if row.pay is None or row.order is not None or not row.when.holds(case.asked()):
            continue
        if case.won and row.payer is None and row.receiver is None:
            items.append(_between_sides(case, name, row))
        elif row.payer is None and row.receiver is None:
            items.append(_most_points(case, name, row))
        else:
            items += between_roles(case, name, row)
    return items


def _steps(
    case: Case, name: str, row: PaymentRow, seat: Seat = ""
) -> tuple[Decimal, list[WorkingStep]]:
    """Return the amount of a payment with its working. seat: whose facts it asks, where it asks a player's."""
    table = case.table
    path = f"payments.{name}"
    assert row.pay is not None
    cells = {
        cell.removeprefix("pay."): ids
        for cell, ids in row.points.items()
        if cell.startswith("pay.")
    }
    amount, steps = work(row.pay, case.asked(seat=seat), table.points_of(f"{path}.pay"), cells)
    rate = table.points_of(f"contracts.{case.facts.contract}.rate")
    named = {i for i, step in enumerate(row.pay.steps) if step.operand == "contract.rate"}
    return amount, [
        replace(step, points=rate) if rate and i in named else step for i, step in enumerate(steps)
    ]


def _between_sides(case: Case, name: str, row: PaymentRow) -> Item:
    """Return the item of a payment that the losing side owes the winning one."""
    table, facts = case.table, case.facts
    path = f"payments.{name}"
    amount, steps = _steps(case, name, row)
    factor = case.factor("game")
    if row.doubled and factor > 1:
        amount *= factor
        steps.append(double_step(table, factor, amount))
    winners = case.side(case.won)
    losers = case.theirs if case.won == "declarers" else case.ours
    steps.append(sharing_step(case, amount))
    points = unique(
        table.points_of(f"{path}.self"),
        table.points_of(f"contracts.{facts.contract}.rate"),
        _alone_points(case),
    )
    amounts = between(table, winners, losers, amount, facts.declarer)
    return Item("game", _won(case), points, amounts, tuple(steps), name)


def _won(case: Case) -> Message:
    """That a side has won, with its points where they were counted."""
    facts = case.facts
    if not facts.points:
        return say("item.game_broken_off", contract=facts.contract, side=case.won)
    points, against = facts.points[case.won], facts.points[other_side(case.won)]
    shown = {"contract": facts.contract, "side": case.won, "points": str(points)}
    if points == against:
        return say("item.game_level", **shown)
    return say("item.game", against=str(against), **shown)


def _alone_points(case: Case) -> RulePoints:
    """Return the rule points of playing alone, where nobody is the declarer's partner."""
    contract = case.table.contracts[case.facts.contract]
    if contract.sides == "called" and not case.facts.partner:
        return contract.points.get("alone", ())
    return ()


def _most_points(case: Case, name: str, row: PaymentRow) -> Item:
    """Games in which each plays alone and the player who has most points loses (or wins)."""
    table, facts = case.table, case.facts
    path = f"payments.{name}"
    most = max(facts.points.values())
    first = [seat for seat in table.active if facts.points[seat] == most]
    amount, steps = _steps(case, name, row)
    factor = case.factor("game")
    if row.doubled and factor > 1:
        amount *= factor
        steps.append(double_step(table, factor, amount))
    due: dict[str, Decimal] = {}
    for seat in table.active:
        if seat in first:
            continue
        due[seat] = amount
        if row.trickless and _trickless(table, facts, seat):
            due[seat] = amount * row.trickless
            value_text = short(due[seat], table.unit.step)
            message = say("step.trickless", seat=seat, factor=row.trickless, value=value_text)
            steps.append(WorkingStep(message, due[seat], table.points_of(f"{path}.trickless")))
    total = sum(due.values(), Decimal(0))
    up = row.ties == "shared_up" and len(first) > 2
    shares = share_out_up(total, first) if up else share_out(total, first, table.unit.step)
    if len(first) > 1:
        steps.append(
            WorkingStep(
                say("step.shared", total=total, n=len(first)),
                max(shares.values()),
                table.points_of(f"{path}.ties"),
            )
        )
    paid = sum(shares.values(), Decimal(0))
    # where shares are rounded up, what is over goes to the receivers alike
    amounts = {seat: value + (paid - total) / len(due) for seat, value in due.items()}
    amounts |= negative(shares)
    label = say("item.most_points", contract=facts.contract, seats=first, points=str(most))
    points = unique(table.points_of(f"{path}.self"), *(step.points for step in steps[:1]))
    return Item("game", label, points, amounts, tuple(steps), name)


def _trickless(table: Table, facts: Finished, seat: Seat) -> bool:
    """Whether a player took no trick: as told, or as it follows from the others' tricks or from its
    points. Raises MissingFact where neither tells."""
    tricks = all_tricks(table, facts) or {}
    if seat in tricks:
        return tricks[seat] == 0
    if facts.points[seat] > most_points(table, facts.contract, "each"):
        return False
    if facts.points[seat] < least_of_a_trick(table):
        return True
    raise MissingFact(say("fact.tricks_of", who=seat), fact="tricks")


def between_roles(case: Case, name: str, row: PaymentRow) -> list[Item]:
    """A payment from or to whom the table names: each player, a pot, nobody."""
    payers = _role(case, row.payer or "losers")
    receivers = _role(case, row.receiver or "winners")
    if row.payer in case.table.pots:
        return _from_pot(case, name, row, receivers)
    if payers and receivers and {payers, receivers} == {case.ours, case.theirs}:
        return _from_side_to_side(case, name, row, payers, receivers)
    return _seat_by_seat(case, name, row, payers, receivers)


def _from_side_to_side(
    case: Case, name: str, row: PaymentRow, payers: Sequence[Seat], receivers: Sequence[Seat]
) -> list[Item]:
    """Return the item of an amount that one side pays the other, none if it is nothing."""
    amount, steps = _steps(case, name, row)
    if amount == 0:
        return []
    if row.between == "shared":
        return [_shared_out(case, name, payers, receivers, amount, steps)]
    steps.append(sharing_step(case, amount))
    amounts = between(case.table, receivers, payers, amount, case.facts.declarer)
    points = case.table.points_of(f"payments.{name}.self")
    return [Item(name, say("item.payment", row=name), points, amounts, tuple(steps), name)]


def _seat_by_seat(
    case: Case, name: str, row: PaymentRow, payers: Sequence[Seat], receivers: Sequence[Seat]
) -> list[Item]:
    """Return the item of amounts that are worked out for each payer, or for each receiver where
    nobody pays; none if all are nothing."""
    table = case.table
    written = row.payer == "nobody"
    amounts: dict[str, Decimal] = {}
    steps: list[WorkingStep] = []
    for seat in receivers if written else payers:
        amount, more = _steps(case, name, row, seat=seat)
        factor = case.factor("game")
        if row.doubled and factor > 1:
            amount *= factor
            more.append(double_step(table, factor, amount))
        steps += [replace(s, message=say("step.of_seat", seat=seat, step=s.message)) for s in more]
        if written:
            lost = case.won != "" and case.won != case.side_name(seat)
            add(amounts, seat, -amount if lost else amount)
        elif row.receiver in table.pots:
            add(amounts, seat, -amount)
            add(amounts, row.receiver or "", amount)
        else:
            add(amounts, seat, -amount * len(receivers))
            for receiver in receivers:
                add(amounts, receiver, amount)
    if not any(amounts.values()) and not written:
        return []
    points = table.points_of(f"payments.{name}.self")
    own = "game" if written else name
    label = _won(case) if name == "game" and case.won else say("item.payment", row=name)
    return [Item(own, label, points, amounts, tuple(steps), name)]


def _shared_out(
    case: Case,
    name: str,
    payers: Sequence[Seat],
    receivers: Sequence[Seat],
    amount: Decimal,
    steps: list[WorkingStep],
) -> Item:
    """An amount that passes once in all: each side divides it to the smallest step, odd steps to the
    first in order of play, so that nothing of it is lost."""
    table, step = case.table, case.table.unit.step
    paid, got = share_out(amount, payers, step), share_out(amount, receivers, step)
    for shares in (paid, got):
        if len(shares) > 1:
            message = say("step.shared_pot", total=in_units(amount, step), n=len(shares))
            most = max(shares.values())
            steps.append(WorkingStep(message, most, table.points_of(f"payments.{name}.between")))
    points = table.points_of(f"payments.{name}.self")
    amounts = {**negative(paid), **got}
    return Item(name, say("item.payment", row=name), points, amounts, tuple(steps), name)


def _role(case: Case, role: str) -> tuple[Seat, ...]:
    """The seats of a role; none for a pot or nobody."""
    table, facts = case.table, case.facts
    sides = {
        "declarer": (facts.declarer,),
        "declarers": case.ours,
        "each_declarer": case.ours,
        "opponents": case.theirs,
        "each_opponent": case.theirs,
        "each": table.active,
        "winners": case.side(case.won) if case.won else (),
        "losers": case.side(other_side(case.won)) if case.won else (),
    }
    if role in sides:
        return sides[role]
    bonus, _, which = role.partition(".")
    if which in ("winners", "losers"):
        side = _feat_winner(case, bonus)
        if not side:
            return ()
        winners = case.side(side)
        return winners if which == "winners" else case.side(other_side(side))
    return ()


def _feat_winner(case: Case, bonus: str) -> str:
    """The side that got a bonus, or to whom its failure was paid."""
    for outcome in case.outcomes:
        name, _, side = outcome.partition("@")
        if name == bonus and side:
            return side
    return ""


def _from_pot(case: Case, name: str, row: PaymentRow, receivers: Sequence[Seat]) -> list[Item]:
    """An amount out of a pot, shared alike; what does not divide stays, unless the table says."""
    table = case.table
    pot = row.payer or ""
    amount, steps = _steps(case, name, row)
    amount = min(amount, case.pot(pot))
    if not receivers or amount <= 0:
        return []
    odd, step = table.pots[pot].odd, table.unit.step
    if odd == "fractions":
        step = min(step, Decimal("0.01"))
    part = (amount / len(receivers)) // step * step
    amounts: dict[str, Decimal] = dict.fromkeys(receivers, part)
    if odd == "declarer" and case.facts.declarer in amounts:
        amounts[case.facts.declarer] += amount - part * len(receivers)
    taken = sum(amounts.values(), Decimal(0))
    points = table.points_of(f"payments.{name}.self")
    if len(receivers) > 1:
        message = say("step.shared_pot", total=in_units(amount, step), n=len(receivers))
        steps.append(WorkingStep(message, part, table.points_of(f"pots.{pot}.odd")))
    return [
        Item(
            name,
            say("item.payment", row=name),
            points,
            {**amounts, pot: -taken},
            tuple(steps),
            name,
        )
    ]
