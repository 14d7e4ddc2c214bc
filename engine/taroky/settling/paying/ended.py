"""Hands that were not played to the end: an offer, a penalty or a broken rule ended them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.errors import MissingFact
from taroky.hand.sides import other_side
from taroky.messages import say
from taroky.rules.table import PenaltyRow, Seat, Table
from taroky.settling.case import Case
from taroky.settling.finished_hand import Finished
from taroky.settling.paying.declarations import declaration_items
from taroky.settling.paying.game import game_items, result_of
from taroky.settling.paying.items import Item, WorkingStep, between, short, with_each, work
from taroky.settling.paying.multipliers import multiplied
from taroky.settling.paying.penalties import penalty_amounts, penalty_items
from taroky.settling.paying.steps import sharing_step


def ended_by_penalty(table: Table, facts: Finished, seats: Sequence[Seat]) -> Item:
    """A hand that an irregularity ended: its price, if it has one."""
    name = facts.ended
    row = table.penalties[name]
    points = table.points_of(f"penalties.{name}.self")
    payer = seats[-1]
    if row.who != "dealer":
        payer = _payer(name, row, facts)
    amount = (row.pay.number if row.pay else None) or Decimal(0)
    text = short(amount, table.unit.step)
    said = say("step.fixed", operand=text, value=text) if amount else say("step.nothing")
    step = WorkingStep(said, amount, points)
    amounts = penalty_amounts(table, row, payer, seats, amount)
    return Item(name, say("item.penalty", seat=payer, row=name), points, amounts, (step,), name)


def _payer(name: str, row: PenaltyRow, facts: Finished) -> Seat:
    """Return who pays for what ended the hand. Raises MissingFact where nobody told."""
    if row.who == "declarer":
        if not facts.declarer:
            raise MissingFact(say("fact.declarer"), fact="declarer")
        return facts.declarer
    event = row.event or name
    payer = next((seat for seat, what in facts.irregular if what in (name, event)), None)
    if payer is None:
        raise MissingFact(say("fact.irregular", row=name), fact="irregular")
    return payer


def revoke_items(case: Case, offender: Seat, seats: Sequence[Seat]) -> tuple[Item, ...]:
    """A hand lost by a revoke: its value goes to the other side; what was declared stays."""
    table, facts = case.table, case.facts
    won = other_side(case.side_name(offender))
    case = replace(case, result=result_of(table, facts.contract), won=won)
    items = game_items(case)
    if "declarations" in table.contracts[facts.contract].says:
        items += declaration_items(case)
    items += penalty_items(case, seats, late=False)
    return tuple(multiplied(case, items))


def offer_items(case: Case) -> tuple[Item, ...]:
    """Return what an offer costs or brings that ended the hand, with what is paid beside it."""
    table, facts = case.table, case.facts
    offer = table.offers[facts.ended]
    if offer.pay is None:
        return ()
    path = f"offers.{facts.ended}"
    points = table.points_of(f"{path}.pay")
    amount, steps = work(offer.pay, case.asked(), points)
    label = say("item.ended", seat=facts.declarer, row=facts.ended)
    if offer.to == "each_other":
        receivers = [seat for seat in table.active if seat != facts.declarer]
        amounts: Mapping[str, Decimal] = with_each([facts.declarer], receivers, -amount)
    else:
        amounts = between(table, case.ours, case.theirs, amount, facts.declarer)
        steps.append(sharing_step(case, amount))
        if len(case.ours) == 1:
            points = (*points, *table.points_of(f"{path}.alone"))
    items = [Item(facts.ended, label, points, amounts, tuple(steps), facts.ended)]
    if "declarations" in offer.also:
        items += declaration_items(case)
    return tuple(items)
