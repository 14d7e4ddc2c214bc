"""The player who broke a rule in the play answers for it: what the player or the side won or lost is
the player's to pay.

An item is taken apart into who pays whom. What an offender would be paid falls away; what the
partners are due the offender pays in the losers' place; what the partners owe, in theirs. So it does not
matter how often somebody offended, and offenders on both sides get along.

Sources: VIC-PEN-04 to VIC-PEN-12, VIC-PEN-17.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from taroky.messages import say
from taroky.rules.table import LiabilityRow, PenaltyRow, Seat
from taroky.settling.case import Case
from taroky.settling.paying.items import Item, WorkingStep


@dataclass(frozen=True)
class Flow:
    """An amount that passes from one player to another."""

    payer: Seat
    receiver: Seat
    amount: Decimal


def with_liability(case: Case, items: list[Item]) -> list[Item]:
    """The items with what the offenders owe rewritten; declarations and the like may be spared."""
    offenders = _offenders(case)
    return [_rewritten(case, item, offenders) for item in items]


def _offenders(case: Case) -> dict[Seat, tuple[str, PenaltyRow]]:
    """Return who answers for something, by which row; of several rows the one that lets a lone winner
    off least."""
    rows: dict[Seat, tuple[str, PenaltyRow]] = {}
    for offender, event in case.facts.irregular:
        for name, row in case.table.penalties.items():
            if (row.event or name) != event or row.liable is None:
                continue
            known = rows.get(offender)
            lenient = (
                known is not None
                and known[1].liable is not None
                and known[1].liable.lone_winner == "nothing"
            )
            if known is None or (lenient and row.liable.lone_winner != "nothing"):
                rows[offender] = (name, row)
    return rows


def _rewritten(case: Case, item: Item, offenders: Mapping[Seat, tuple[str, PenaltyRow]]) -> Item:
    """Return the item as it is after the offenders have answered for it."""
    if item.row in case.table.penalties or any(
        who not in case.table.active for who in item.amounts
    ):
        return item
    declared = item.row in case.table.declarations.rows
    concerned = {
        seat: each
        for seat, each in offenders.items()
        if item.amounts.get(seat) and not (declared and "declarations" in each[1].spares)
    }
    taking_back = {
        seat: each
        for seat, each in offenders.items()
        if declared and "declarations" in each[1].takes_back and item.amounts.get(seat, 0) > 0
    }
    if not concerned and not taking_back:
        return item
    owed = _flows(case, item.amounts, offenders)
    if taking_back:
        paid = [flow for flow in owed if flow.receiver not in taking_back]
        cell = "takes_back"
    else:
        rows = {seat: row.liable for seat, (_, row) in concerned.items() if row.liable}
        paid = _answered(case, owed, rows)
        cell = "liable"
    amounts = dict.fromkeys(item.amounts, Decimal(0))
    for flow in paid:
        amounts[flow.payer] -= flow.amount
        amounts[flow.receiver] += flow.amount
    steps = []
    points: tuple[str, ...] = ()
    for seat, (name, _) in (taking_back or concerned).items():
        path = f"penalties.{name}.{cell}"
        if cell == "liable":
            path += f".{_part(case, owed, seat)}"
        mine = case.table.points_of(path)
        points = (*points, *mine)
        message = say("step.liable", seat=seat, row=name)
        steps.append(WorkingStep(message, amounts[seat], mine))
    return replace(
        item,
        amounts=amounts,
        steps=(*item.steps, *steps),
        points=tuple(dict.fromkeys((*item.points, *points))),
    )


def _part(case: Case, flows: Sequence[Flow], offender: Seat) -> str:
    """Return which cell of the liability an offender falls under: winner, loser or lone_winner."""
    winners = {flow.receiver for flow in flows}
    if offender not in winners:
        return "loser"
    other_winners = winners - {offender}
    return (
        "winner"
        if any(_partners(case, seat, offender) for seat in other_winners)
        else "lone_winner"
    )


def _partners(case: Case, seat: Seat, offender: Seat) -> bool:
    """Return whether two seats are on one side."""
    return case.side_name(seat) == case.side_name(offender)


def _flows(case: Case, amounts: Mapping[str, Decimal], offenders: Collection[Seat]) -> list[Flow]:
    """Return who pays whom. Where several pay several, each winner is paid first by the loser who sits
    next after the winner; an offender, who may keep nothing, comes last."""
    active = case.table.active
    owed = {seat: -amount for seat, amount in amounts.items() if amount < 0}
    flows = []
    winners = [seat for seat in active if amounts.get(seat, 0) > 0]
    for winner in sorted(winners, key=lambda seat: seat in offenders):
        due = amounts[winner]
        place = active.index(winner)
        for loser in (*active[place:], *active[:place]):
            amount = min(due, owed.get(loser, Decimal(0)))
            if amount:
                flows.append(Flow(loser, winner, amount))
                owed[loser] -= amount
                due -= amount
    return flows


def _answered(case: Case, flows: Sequence[Flow], rows: Mapping[Seat, LiabilityRow]) -> list[Flow]:
    """The flows after the offenders have taken over what their sides win and lose. Where one player
    settles with each of the others, their own partner among them, an offender answers for the side
    alone."""
    receivers, payers = {flow.receiver for flow in flows}, {flow.payer for flow in flows}
    answered = []
    for flow in flows:
        won = [s for s in rows if s in receivers and _partners(case, s, flow.receiver)]
        lost = [s for s in rows if s in payers and _partners(case, s, flow.payer)]
        if flow.receiver in rows:
            alone = _part(case, flows, flow.receiver) == "lone_winner"
            row = rows[flow.receiver]
            pays_each = (row.lone_winner if alone else row.winner) == "pays_each"
            if pays_each and flow.payer not in rows:
                answered.append(Flow(flow.receiver, flow.payer, flow.amount))
        elif won:
            answered.append(replace(flow, payer=won[0]))
            if rows[won[0]].winner == "pays_partners_beside_losers":
                answered.append(flow)
            elif rows[won[0]].winner == "pays_each" and len(payers) > 1 and flow.payer not in rows:
                answered.append(Flow(won[0], flow.payer, flow.amount))
        elif lost and flow.payer not in lost:
            answered.append(replace(flow, payer=lost[0]))
        else:
            answered.append(flow)
    return answered
