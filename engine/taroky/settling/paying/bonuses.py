"""Bonuses: which of their outcomes came true, and what each pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from taroky.errors import MissingFact
from taroky.hand.sides import SIDES, other_side
from taroky.messages import say
from taroky.rules.conditions import Facts
from taroky.rules.table import OutcomeRow, Seat, Table
from taroky.settling.case import Case, amount_or_none, judged_sides
from taroky.settling.paying.items import Item, WorkingStep, between, short, with_each, work
from taroky.settling.paying.steps import add, double_step, sharing_step

#: Facts that people leave out where nothing came of them.
_TELLS_OF_BONUSES = ("tricks", "last_trick", "captured")


class Feat(NamedTuple):
    """An outcome of a bonus that came true: the bonus, the outcome's key and row, the side it is of,
    and who announced the bonus, if anybody did."""

    bonus: str
    key: str
    outcome: OutcomeRow
    side: str
    sayer: Seat | None


def feats_of(case: Case, says: Sequence[str]) -> list[Feat]:
    """Return the outcomes that came true of the bonuses that may be said in this contract."""
    feats: list[Feat] = []
    for name, row in case.table.bonuses.items():
        if "bonuses" not in says and name not in says:
            continue
        for side, sayer in judged_sides(case, name, row):
            asked = case.asked(side=side, bonus=name, sayer=sayer, own_tricks=row.side == "sayer")
            feats += [
                Feat(name, key, outcome, _whose(case, outcome, side, sayer), sayer)
                for key, outcome in row.outcomes.items()
                if _came_true(case, name, outcome, asked)
            ]
    return feats


def with_feats(case: Case, feats: Sequence[Feat]) -> Case:
    """Return the case with these outcomes, and with the card points that they move."""
    if not feats:
        return case
    moved: dict[str, Decimal] = {}
    marks: list[str] = []
    asked = case.asked()
    for feat in feats:
        marks.append(f"{feat.bonus}.{feat.key}")
        points = amount_or_none(feat.outcome.points_moved, asked)
        if points:
            add(moved, feat.side, points)
            add(moved, other_side(feat.side), -points)
        pays = amount_or_none(feat.outcome.pay, asked)
        if pays is not None:
            receiver = feat.side if pays >= 0 else other_side(feat.side)
            marks.append(f"{feat.bonus}@{receiver}")
    if moved:
        points_after = {
            who: value + Fraction(moved.get(who, Decimal(0)))
            for who, value in case.facts.points.items()
        }
        case = replace(case, facts=replace(case.facts, points=points_after))
    return replace(case, outcomes=tuple(marks))


def bonus_items(case: Case, feats: Sequence[Feat]) -> list[Item]:
    """Return the items of these outcomes, once the game is decided."""
    return _best_of(case.table, [_feat_item(case, feat) for feat in feats])


def moved_steps(case: Case, feats: Sequence[Feat]) -> list[WorkingStep]:
    """Return the steps that say which card points these outcomes move, before the game is worked out."""
    moved = (f for f in feats if amount_or_none(f.outcome.points_moved, case.asked()))
    items = (_moved(case, f.bonus, f.key, f.outcome, f.side) for f in moved)
    return [
        WorkingStep(say("step.moved", what=i.label), i.steps[-1].value, i.points) for i in items
    ]


def _came_true(case: Case, name: str, outcome: OutcomeRow, asked: Facts) -> bool:
    """Whether it did. Of a bonus that nobody announced and of which nothing is told, nothing did."""
    try:
        return outcome.when.holds(asked)
    except MissingFact as missing:
        if missing.fields["fact"] not in _TELLS_OF_BONUSES or case.announcers(name):
            raise
        return False


def _whose(case: Case, outcome: OutcomeRow, side: str, sayer: Seat | None) -> str:
    """Return the side whose outcome it is: the sayer's, the one that the table names, or the side itself."""
    if outcome.side == "sayer" and sayer is not None:
        return case.side_name(sayer)
    return outcome.side if outcome.side in SIDES else side


def _feat_item(case: Case, feat: Feat) -> Item:
    """Return the item of an outcome that came true."""
    name, key, outcome, side, sayer = feat
    table = case.table
    path = f"bonuses.{name}.outcomes.{key}"
    if outcome.pay is None:
        return _moved(case, name, key, outcome, side)
    points = table.points_of(f"{path}.pay")
    value, steps = work(outcome.pay, case.asked(), points)
    gets = value >= 0
    size = abs(value)
    if (
        not gets and steps
    ):  # the table writes what a side pays below zero; the working tells the size
        last = steps[-1]
        params = {**dict(last.message.params), "value": short(size, table.unit.step)}
        steps[-1] = replace(last, message=say(last.message.id, **params), value=size)
    factor = _feat_factor(case, outcome, name, sayer)
    if factor > 1:
        size *= factor
        steps.append(double_step(table, factor, size))
    winners, losers = case.side(side), case.side(other_side(side))
    if not gets:
        winners, losers = losers, winners
    holder = sayer or case.holder(table.bonuses[name].card or "")
    if outcome.payer == "nobody":
        mine = gets == (side == "declarers")
        amounts: Mapping[str, Decimal] = {case.facts.declarer: size if mine else -size}
    elif outcome.between == "holder_and_each" and holder:
        payers = [seat for seat in table.active if seat != holder]
        amounts = with_each([holder], payers, size if gets else -size)
    elif outcome.payer == "sayer" and sayer:
        amounts = with_each([sayer], winners, -size)
    else:
        amounts = between(table, winners, losers, size, case.facts.declarer)
        steps.append(sharing_step(case, size))
    outcome_word = (
        ("announced" if gets else "failed") if sayer else ("silent" if gets else "silent_failed")
    )
    taken = table.bonuses[name].side == "last_takers" and outcome.side is None
    label = say(f"item.bonus.{'taken' if taken else outcome_word}", bonus=name, side=side)
    return Item(name, label, points, amounts, tuple(steps), f"{name}.{key}")


def _feat_factor(case: Case, outcome: OutcomeRow, name: str, sayer: Seat | None) -> int:
    """Return what doubles make of an outcome: its own, those of the game, or nothing."""
    own = case.factor(name, sayer or "")
    if outcome.doubled == "game" or (outcome.doubled == "own_or_game" and own == 1):
        return case.factor("game")
    return 1 if outcome.doubled == "no" else own


def _moved(case: Case, name: str, key: str, outcome: OutcomeRow, side: str) -> Item:
    """A bonus that is card points alone, and paid for by nobody."""
    assert outcome.points_moved is not None  # or the table would have been refused
    path = f"bonuses.{name}.outcomes.{key}"
    points = case.table.points_of(f"{path}.points_moved")
    amount, steps = work(outcome.points_moved, case.asked(), points)
    label = say("item.moved", bonus=name, side=side, points=short(amount, case.table.unit.step))
    zero = dict.fromkeys(case.table.active, Decimal(0))
    return Item(name, label, points, zero, tuple(steps), f"{name}.{key}")


def _best_of(table: Table, items: list[Item]) -> list[Item]:
    """Return what pays: of the bonuses whose outcomes are in one group only the one that is worth
    most."""

    def group(item: Item) -> str | None:
        return table.bonuses[item.id].outcomes[item.outcome()].best_of

    sums: dict[str | None, dict[str, Decimal]] = {}
    for item in items:
        if group(item) is not None:
            add(sums.setdefault(group(item), {}), item.id, item.size())
    best = {of: max(by_bonus, key=by_bonus.__getitem__) for of, by_bonus in sums.items()}
    return [item for item in items if best.get(group(item), item.id) == item.id]
