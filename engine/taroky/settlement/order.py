"""The order of settlement: facts of a finished hand → who pays whom, with the working.

1. Card points that a bonus moves go to their side. 2. The result: who has won. 3. The game's amount,
step by step, with rounding and doubling. 4. Bonuses. 5. Declarations. 6. Penalties for what went
wrong. 7. Multipliers. 8. Rows that another replaces fall away. 9. Whoever broke a rule answers for
his side. 10. What goes into pots and comes out of them, in the table's order. 11. The sum per seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.errors import MissingFact
from taroky.messages import Message, say
from taroky.rules.conditions import Condition
from taroky.rules.table import SEATS, Outcome, Payment, Penalty, Seat, Table
from taroky.settlement.asking import (
    Case,
    amount_or_none,
    decimal,
    judged_sides,
    rounded_for_declarers,
)
from taroky.settlement.checks import check, lost_by_revoke
from taroky.settlement.finished import SIDES, Finished, tricks_of
from taroky.settlement.items import (
    Item,
    Settlement,
    WorkingStep,
    between,
    share_out,
    short,
    with_each,
    work,
)
from taroky.settlement.liability import answer_for

Points = tuple[str, ...]


def settle(rules: Table, facts: Finished) -> Settlement:
    """What each seat gets or pays. Raises RecordError for impossible facts, MissingFact."""
    seats = SEATS[: facts.players]
    if facts.ended in rules.penalties:
        kept = _declarations(Case(rules, facts)) if rules.declarations.paid == "at_once" else []
        return _sum(rules, facts, seats, (_ended_by_penalty(rules, facts, seats), *kept))
    if facts.ended and facts.ended == (rules.auction.all_pass and "all_pass"):
        return _sum(rules, facts, seats, ())
    if facts.ended in rules.offers:
        if not facts.contract or rules.offers[facts.ended].then.startswith("redeal"):
            return _sum(rules, facts, seats, ())
    check(rules, facts)
    facts = rounded_for_declarers(rules, facts)
    case = Case(rules, facts)
    offender = lost_by_revoke(rules, facts)
    if offender is not None:
        return _sum(rules, facts, seats, _broken_off(case, offender, seats))
    if facts.ended:
        return _sum(rules, facts, seats, _ended(case))
    contract = rules.contracts[facts.contract]
    feats, case = _feats(case, contract.says)
    case = _decided(case)
    winners = _winners(case)
    if len(winners) > 1 and case.result_row is not None and case.result_row.ties == "replay":
        again = _sum(rules, facts, seats, (), (say("settle.replay", seats=list(winners)),))
        return replace(again, winners=winners, replay=True)
    items = [*_game(case), *feats(case)]
    declared = _declarations(case) if "declarations" in contract.says else []
    at_once = rules.declarations.paid == "at_once"
    items = [*declared, *items] if at_once else [*items, *declared]
    items += _penalties(case, seats, late=False)
    items = _replaced(rules, _multiplied(case, items))
    items = answer_for(case, items)
    items = _pots(case, items, seats)
    notes = () if facts.tricks is not None or contract.sides == "each" else _untold(rules)
    return replace(_sum(rules, facts, seats, tuple(items), notes), winners=winners)


def _sum(
    rules: Table, facts: Finished, seats: Sequence[Seat], items: tuple[Item, ...],
    notes: tuple[Message, ...] = (),
) -> Settlement:  # fmt: skip
    def total(who: str) -> Decimal:
        return sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0))

    pots = {name: total(name) for name, pot in rules.pots.items() if pot.on}
    return Settlement(items, {seat: total(seat) for seat in seats}, notes, pots)


def _untold(rules: Table) -> tuple[Message, ...]:
    """A note for each bonus that rests on the number of tricks, where nobody has told it."""
    return tuple(
        say("settle.no_tricks", bonus=name)
        for name, row in rules.bonuses.items()
        if any(
            test.name in ("tricks", "lost_tricks")
            for outcome in row.outcomes.values()
            for test in outcome.when.tests()
        )
    )


def _unique(*groups: Sequence[str]) -> Points:
    return tuple(dict.fromkeys(point for group in groups for point in group))


# -- the game -------------------------------------------------------------------------------------


def _decided(case: Case) -> Case:
    """The result: which row decides, and which side has won, if sides play."""
    rules, facts = case.rules, case.facts
    name = next(
        (
            key
            for key, row in rules.result.items()
            if not row.contracts or facts.contract in row.contracts
        ),
        "",
    )
    case = replace(case, result=name)
    row = case.result_row
    if row is None or row.wins is None or rules.contracts[facts.contract].sides == "each":
        return case
    won = row.wins.holds(case.asked())
    return replace(case, won="declarers" if won else "opponents")


def _winners(case: Case) -> tuple[Seat, ...]:
    """Who has won the game itself; several with most points have won, or lost, together."""
    row = case.result_row
    if case.won:
        return tuple(case.side(case.won))
    if row is None or not (row.winners or row.losers):
        return ()
    points = {seat: case.facts.points[seat] for seat in case.rules.active}
    most = max(points.values())
    return tuple(seat for seat in points if (points[seat] == most) == bool(row.winners))


def _game(case: Case) -> list[Item]:
    items = []
    for name, row in case.rules.payments.items():
        if row.pay is None or row.order is not None or not row.when.holds(case.asked()):
            continue
        if case.won and row.payer is None and row.receiver is None:
            items.append(_between_sides(case, name, row))
        elif row.payer is None and row.receiver is None:
            items.append(_most_points(case, name, row))
        else:
            items += _between_roles(case, name, row)
    return items


def _steps(case: Case, name: str, row: Payment, seat: Seat = "", loser: Decimal | None = None
           ) -> tuple[Decimal, list[WorkingStep]]:  # fmt: skip
    rules = case.rules
    path = f"payments.{name}"
    assert row.pay is not None
    numbers = {} if loser is None else {"points.loser": loser}
    cells = {
        cell.removeprefix("pay."): ids
        for cell, ids in row.points.items()
        if cell.startswith("pay.")
    }
    asked = case.asked(seat=seat, numbers=numbers)
    amount, steps = work(row.pay, asked, rules.points_of(f"{path}.pay"), cells)
    rate = rules.points_of(f"contracts.{case.facts.contract}.rate")
    named = {i for i, step in enumerate(row.pay.steps) if step.operand in ("contract.rate", "rate")}
    return amount, [
        replace(step, points=rate) if rate and i in named else step for i, step in enumerate(steps)
    ]


def _between_sides(case: Case, name: str, row: Payment) -> Item:
    rules, facts = case.rules, case.facts
    path = f"payments.{name}"
    amount, steps = _steps(case, name, row)
    factor = case.factor("game")
    if row.doubled and factor > 1:
        amount *= factor
        steps.append(_double_step(rules, factor, amount))
    winners = case.side(case.won)
    losers = case.theirs if case.won == "declarers" else case.ours
    label = (
        say("item.game", contract=facts.contract, side=case.won,
            points=str(facts.points["declarers"]), against=str(facts.points["opponents"]))
        if facts.points
        else say("item.game_broken_off", contract=facts.contract, side=case.won)
    )  # fmt: skip
    steps.append(_sharing_step(case, amount))
    points = _unique(
        rules.points_of(f"{path}.self"),
        rules.points_of(f"contracts.{facts.contract}.rate"),
        _alone_points(case),
    )
    amounts = between(rules, winners, losers, amount, facts.declarer)
    return Item("game", label, points, amounts, tuple(steps), name)


def _alone_points(case: Case) -> Points:
    contract = case.rules.contracts[case.facts.contract]
    if contract.sides == "called" and case.facts.partner is None:
        return contract.points.get("alone", ())
    return ()


def _sharing_step(case: Case, amount: Decimal) -> WorkingStep:
    rules = case.rules
    alone = len(case.ours) == 1
    if alone:
        message = say("step.alone", amount=amount)
    elif len(case.ours) == len(case.theirs):
        message = say("step.pairs", amount=amount)
    else:
        message = say("step.uneven", amount=amount)
    return WorkingStep(
        message, amount, rules.points_of("session.alone" if alone else "session.sharing")
    )


def _double_step(rules: Table, factor: int, value: Decimal) -> WorkingStep:
    word = next(w for w, f in rules.doubling.steps.items() if f == factor)
    return WorkingStep(
        say("step.doubled", word=word, factor=factor, value=short(value)),
        value,
        rules.points_of("doubling.steps"),
    )


def _most_points(case: Case, name: str, row: Payment) -> Item:
    """Games in which each plays for himself and whoever has most points loses (or wins)."""
    rules, facts = case.rules, case.facts
    path = f"payments.{name}"
    most = max(facts.points.values())
    first = [seat for seat in rules.active if facts.points[seat] == most]
    amount, steps = _steps(case, name, row, loser=decimal(most))
    factor = case.factor("game")
    if row.doubled and factor > 1:
        amount *= factor
        steps.append(_double_step(rules, factor, amount))
    due: dict[str, Decimal] = {}
    for seat in rules.active:
        if seat in first:
            continue
        due[seat] = amount
        if row.trickless and _trickless(facts, seat):
            due[seat] = amount * row.trickless
            steps.append(
                WorkingStep(
                    say("step.trickless", seat=seat, factor=row.trickless, value=short(due[seat])),
                    due[seat], rules.points_of(f"{path}.trickless"),
                )
            )  # fmt: skip
    amounts = dict(due)
    total = sum(due.values(), Decimal(0))
    shares = share_out(total, len(first), rules.unit.step, row.ties == "shared_up")
    if len(first) > 1:
        steps.append(
            WorkingStep(
                say("step.shared", total=total, n=len(first)),
                shares[0], rules.points_of(f"{path}.ties"),
            )
        )  # fmt: skip
    paid = sum(shares, Decimal(0))
    if paid > total and due:  # rounded up: what is over goes to the receivers alike
        over = (paid - total) / len(due)
        amounts = {seat: value + over for seat, value in due.items()}
    amounts |= {seat: -share for seat, share in zip(first, shares, strict=True)}
    label = say("item.most_points", contract=facts.contract, seats=first, points=str(most))
    points = _unique(rules.points_of(f"{path}.self"), steps[0].points)
    return Item("game", label, points, amounts, tuple(steps), name)


def _trickless(facts: Finished, seat: Seat) -> bool:
    if facts.tricks is not None:
        return facts.tricks.get(seat, 0) == 0
    return facts.points[seat] == 0


def _between_roles(case: Case, name: str, row: Payment) -> list[Item]:
    """A payment from or to whom the table names: each player for himself, a pot, nobody."""
    rules = case.rules
    path = f"payments.{name}"
    pots = rules.pots
    payers = _role(case, row.payer or "losers")
    receivers = _role(case, row.receiver or "winners")
    points = rules.points_of(f"{path}.self")
    label = say("item.payment", row=name)
    if row.payer in pots:
        return _from_pot(case, name, row, receivers)
    if payers and receivers and {payers, receivers} == {case.ours, case.theirs}:
        amount, steps = _steps(case, name, row)
        if amount == 0:
            return []
        steps.append(_sharing_step(case, amount))
        amounts = between(rules, receivers, payers, amount, case.facts.declarer)
        return [Item(name, label, points, amounts, tuple(steps), name)]
    each = payers if row.payer != "nobody" else receivers
    amounts = {}
    steps = []
    for seat in each:
        amount, more = _steps(case, name, row, seat=seat)
        factor = case.factor("game")
        if row.doubled and factor > 1:
            amount *= factor
            more.append(_double_step(rules, factor, amount))
        steps += [replace(s, message=say("step.of_seat", seat=seat, step=s.message)) for s in more]
        if row.payer == "nobody":
            lost = (case.won == "opponents" and seat in case.ours) or (
                case.won == "declarers" and seat in case.theirs
            )  # fmt: skip
            _add(amounts, seat, -amount if lost else amount)
        elif row.receiver in pots:
            _add(amounts, seat, -amount)
            _add(amounts, row.receiver or "", amount)
        else:
            _add(amounts, seat, -amount * len(receivers))
            for receiver in receivers:
                _add(amounts, receiver, amount)
    if not any(amounts.values()) and row.payer != "nobody":
        return []
    own = "game" if row.payer == "nobody" else name
    return [Item(own, label, points, amounts, tuple(steps), name)]


def _add(amounts: dict[str, Decimal], who: str, amount: Decimal) -> None:
    amounts[who] = amounts.get(who, Decimal(0)) + amount


def _role(case: Case, role: str) -> tuple[Seat, ...]:
    """The seats of a role; none for a pot or nobody."""
    rules, facts = case.rules, case.facts
    losers = "opponents" if case.won == "declarers" else "declarers"
    sides = {
        "declarer": (facts.declarer,), "declarers": case.ours, "each_declarer": case.ours,
        "opponents": case.theirs, "each_opponent": case.theirs, "each": rules.active,
        "winners": case.side(case.won) if case.won else (),
        "losers": case.side(losers) if case.won else (),
    }  # fmt: skip
    if role in sides:
        return sides[role]
    bonus, _, which = role.partition(".")
    if which in ("winners", "losers"):
        side = _feat_winner(case, bonus)
        if not side:
            return ()
        winners = case.side(side)
        return winners if which == "winners" else case.side(_other(side))
    return ()


def _other(side: str) -> str:
    return "opponents" if side == "declarers" else "declarers"


def _feat_winner(case: Case, bonus: str) -> str:
    """The side that got a bonus, or to whom its failure was paid."""
    for outcome in case.outcomes:
        name, side = outcome.rsplit("@", 1) if "@" in outcome else (outcome, "")
        if name == bonus and side:
            return side
    return ""


# -- bonuses --------------------------------------------------------------------------------------


def _feats(case: Case, says: Sequence[str]) -> tuple[Any, Case]:
    """Which outcomes came true. Gives what makes their items once the game is decided, and the
    case with card points moved."""
    rules = case.rules
    found: list[tuple[str, str, Outcome, str, Seat | None]] = []
    for name, row in rules.bonuses.items():
        if "bonuses" not in says and name not in says:
            continue
        for side, sayer in judged_sides(case, name, row):
            asked = case.asked(side=side, bonus=name, sayer=sayer, own_tricks=row.side == "sayer")
            for key, outcome in row.outcomes.items():
                try:
                    true = outcome.when.holds(asked)
                except MissingFact:
                    if sayer is not None or case.announcers(name):
                        raise
                    continue  # nobody announced it and nothing is told of it
                if true:
                    whose = _whose(case, outcome, side, sayer)
                    found.append((name, key, outcome, whose, sayer))
    moved: dict[str, Decimal] = {}
    marks: list[str] = []
    for name, key, outcome, side, sayer in found:
        marks.append(f"{name}.{key}")
        asked = case.asked(side=side, bonus=name, sayer=sayer)
        points = amount_or_none(outcome.points_moved, asked)
        if points:
            _add(moved, side, points)
            _add(moved, _other(side), -points)
        pays = amount_or_none(outcome.pay, asked)
        if pays is not None:
            marks.append(f"{name}@{side if pays >= 0 else _other(side)}")
    if moved:
        points_after = {
            who: value + Fraction(moved.get(who, Decimal(0)))
            for who, value in case.facts.points.items()
        }
        case = replace(case, facts=replace(case.facts, points=points_after))
    case = replace(case, outcomes=tuple(marks))

    def make(now: Case) -> list[Item]:
        items = [_feat(now, *each) for each in found]
        return _best_of(rules, [item for item in items if item is not None])

    return make, case


def _whose(case: Case, outcome: Outcome, side: str, sayer: Seat | None) -> str:
    if outcome.side == "sayer" and sayer is not None:
        return case.side_name(sayer)
    return outcome.side if outcome.side in SIDES else side


def _feat(case: Case, name: str, key: str, outcome: Outcome, side: str, sayer: Seat | None
          ) -> Item | None:  # fmt: skip
    rules = case.rules
    path = f"bonuses.{name}.outcomes.{key}"
    asked = case.asked(side=side, bonus=name, sayer=sayer)
    if outcome.pay is None:
        return _moved(case, name, key, outcome, side)
    points = rules.points_of(f"{path}.pay")
    value, steps = work(outcome.pay, asked, points)
    gets = value >= 0
    size = abs(value)
    if not gets:  # the table writes what a side pays below zero; the working tells the size
        last = steps[-1]
        params = {**dict(last.message.params), "value": short(size)}
        steps[-1] = replace(last, message=say(last.message.id, **params), value=size)
    factor = _feat_factor(case, outcome, name, sayer)
    if factor > 1:
        size *= factor
        steps.append(_double_step(rules, factor, size))
    winners, losers = case.side(side), case.side(_other(side))
    if not gets:
        winners, losers = losers, winners
    holder = sayer or case.holder(rules.bonuses[name].card or "")
    if outcome.payer == "nobody":
        mine = gets == (side == "declarers")
        amounts: Mapping[str, Decimal] = {case.facts.declarer: size if mine else -size}
    elif outcome.between == "holder_and_each" and holder:
        others = [seat for seat in rules.active if seat != holder]
        amounts = with_each([holder], others, size, gets)
    elif outcome.payer == "sayer" and sayer:
        amounts = with_each([sayer], winners, size, False)
    else:
        amounts = between(rules, winners, losers, size, case.facts.declarer)
        steps.append(_sharing_step(case, size))
    said = ("announced" if gets else "failed") if sayer else ("silent" if gets else "silent_failed")
    taken = rules.bonuses[name].side == "last_takers" and outcome.side is None
    label = say(f"item.bonus.{'taken' if taken else said}", bonus=name, side=side)
    return Item(name, label, points, amounts, tuple(steps), f"{name}.{key}")


def _feat_factor(case: Case, outcome: Outcome, name: str, sayer: Seat | None) -> int:
    own = case.factor(name, sayer or "")
    if outcome.doubled == "game" or (outcome.doubled == "own_or_game" and own == 1):
        return case.factor("game")
    return 1 if outcome.doubled == "no" else own


def _moved(case: Case, name: str, key: str, outcome: Outcome, side: str) -> Item | None:
    if outcome.points_moved is None:
        return None
    path = f"bonuses.{name}.outcomes.{key}"
    points = case.rules.points_of(f"{path}.points_moved")
    amount, steps = work(outcome.points_moved, case.asked(side=side, bonus=name), points)
    label = say("item.moved", bonus=name, side=side, points=short(amount))
    zero = dict.fromkeys(case.rules.active, Decimal(0))
    return Item(name, label, points, zero, tuple(steps), f"{name}.{key}")


def _best_of(rules: Table, items: list[Item]) -> list[Item]:
    """Of the bonuses whose outcomes stand in one group only the dearest pays."""
    sums: dict[tuple[str, str], Decimal] = {}
    groups = []
    for item in items:
        bonus, _, key = item.row.partition(".")
        group = rules.bonuses[bonus].outcomes[key].best_of
        groups.append((group, bonus))
        if group is not None:
            size = max(map(abs, item.amounts.values()), default=Decimal(0))
            sums[group, bonus] = sums.get((group, bonus), Decimal(0)) + size
    best = {
        group: max((pair for pair in sums if pair[0] == group), key=sums.__getitem__)[1]
        for group, _ in sums
    }
    return [
        item
        for item, (group, bonus) in zip(items, groups, strict=True)
        if group is None or best[group] == bonus
    ]


# -- declarations ---------------------------------------------------------------------------------


def _declarations(case: Case) -> list[Item]:
    rules, facts = case.rules, case.facts
    section = rules.declarations
    items = []
    for seat in rules.active:
        for name in facts.declarations.get(seat, ()):
            row = section.rows[name]
            path = f"declarations.rows.{name}"
            points = rules.points_of(f"{path}.self")
            amount, steps = work(row.pay, case.asked(seat=seat), points)
            factor = case.factor("game")
            if section.doubled and factor > 1:
                amount *= factor
                steps.append(_double_step(rules, factor, amount))
            amounts, shared = _declared(case, seat, amount)
            if shared is not None:
                steps.append(shared)
            items.append(
                Item(name, say("item.declaration", seat=seat, row=name),
                     _unique(points, rules.points_of("declarations.paid")), amounts, tuple(steps),
                     name)
            )  # fmt: skip
    return items


def _declared(case: Case, seat: Seat, amount: Decimal
              ) -> tuple[Mapping[str, Decimal], WorkingStep | None]:  # fmt: skip
    """Who pays a declaration."""
    rules, to = case.rules, case.rules.declarations.to
    points = rules.points_of("declarations.to")
    mine = case.side_name(seat)
    if to == "each_other":
        others = [s for s in rules.active if s != seat]
        step = WorkingStep(say("step.each_other", amount=amount), amount, points)
        return with_each([seat], others, amount, True), step
    if to == "opponents":
        step = WorkingStep(say("step.each_opponent", amount=amount), amount, points)
        return with_each([seat], case.side(_other(mine)), amount, True), step
    if to == "each_other_shared":
        others = [s for s in rules.active if s != seat]
        shares = share_out(amount, len(others), rules.unit.step, False)
        amounts = {s: -share for s, share in zip(others, shares, strict=True)}
        step = WorkingStep(say("step.each_other", amount=shares[0]), shares[0], points)
        return {**amounts, seat: amount}, step
    winner = case.won if to == "game_winners" and case.won else mine
    winners, losers = case.side(winner), case.side(_other(winner))
    return between(rules, winners, losers, amount, case.facts.declarer), _sharing_step(case, amount)


# -- penalties ------------------------------------------------------------------------------------


def _penalties(case: Case, seats: Sequence[Seat], *, late: bool) -> list[Item]:
    """What irregularities and events of the play cost; late: those that wait for their order."""
    items = []
    for name, row in case.rules.penalties.items():
        if (row.order is not None) == late and row.pay is not None:
            items += [
                _penalty(case, name, row, payer, seats) for payer in _offenders(case, name, row)
            ]
    return items


def _offenders(case: Case, name: str, row: Penalty) -> list[Seat]:
    """Who pays a penalty, once for each time it is due."""
    facts = case.facts
    event = row.event or name
    asked = case.asked(card=row.card or "")
    if event == "hand_over":
        due = row.who == "declarer" and _told_and_true(row.when, case)
        return [facts.declarer] if due else []
    if event == "captured_by_opponents":
        capture = case.capture(row.card or "")
        if capture is None or case.side_name(capture.holder) == case.side_name(capture.taker):
            return []
        return [capture.holder] if row.when.holds(asked) else []
    if event == "left_in_talon":
        return [facts.declarer] if row.card in facts.talon_left and row.when.holds(asked) else []
    found = [seat for seat, what in facts.irregular if what == event and row.when.holds(asked)]
    return found if row.who == "offender" else [_who(case, row, seat) for seat in found]


def _who(case: Case, row: Penalty, offender: Seat) -> Seat:
    if row.who == "declarer":
        return case.facts.declarer
    return SEATS[case.facts.players - 1] if row.who == "dealer" else offender


def _penalty(case: Case, name: str, row: Penalty, payer: Seat, seats: Sequence[Seat]) -> Item:
    rules = case.rules
    path = f"penalties.{name}"
    assert row.pay is not None
    points = rules.points_of(f"{path}.self")
    asked = case.asked(card=row.card or "")
    amount, steps = work(row.pay, asked, rules.points_of(f"{path}.pay"))
    amounts = _penalty_amounts(rules, row, payer, seats, amount)
    return Item(
        name, say("item.penalty", seat=payer, row=name), points, amounts, tuple(steps), name
    )


def _penalty_amounts(
    rules: Table, row: Penalty, payer: Seat, seats: Sequence[Seat], amount: Decimal
) -> dict[str, Decimal]:
    if row.to in rules.pots:
        return {payer: -amount, row.to: amount}
    table = seats if row.to == "each_other_at_table" else rules.active
    return with_each([payer], [seat for seat in table if seat != payer], amount, False)


def _ended_by_penalty(rules: Table, facts: Finished, seats: Sequence[Seat]) -> Item:
    """A hand that an irregularity ended: its price, if it has one."""
    name = facts.ended
    row = rules.penalties[name]
    points = rules.points_of(f"penalties.{name}.self")
    payer = seats[-1]
    if row.who != "dealer":
        payer = next((seat for seat, what in facts.irregular if what == name), facts.declarer)
    amount = (row.pay.number if row.pay else None) or Decimal(0)
    step = WorkingStep(
        say("step.fixed", operand=short(amount), value=short(amount)), amount, points
    )
    amounts = _penalty_amounts(rules, row, payer, seats, amount)
    return Item(name, say("item.penalty", seat=payer, row=name), points, amounts, (step,), name)


# -- multipliers, replacement, pots ---------------------------------------------------------------


def _multiplied(case: Case, items: list[Item]) -> list[Item]:
    rules = case.rules
    for name, row in rules.payments.items():
        if row.times is None or not _told_and_true(row.when, case):
            continue
        factor = row.times.value(case.asked())
        if factor == 1:
            continue
        points = rules.points_of(f"payments.{name}.self")
        done = []
        for item in items:
            if any(map(item.comes_from, row.over)) and _owes(case, row, item):
                amount = max(map(abs, item.amounts.values()), default=Decimal(0)) * factor
                message = say("step.multiplied", row=name, factor=short(factor))
                step = WorkingStep(message, amount, points)
                item = item.times(factor, step)
            done.append(item)
        items = done
    return items


def _told_and_true(when: Condition, case: Case) -> bool:
    """Whether it holds; where tricks are asked and not told, they are taken for ordinary, as a note
    in the settlement says."""
    try:
        return when.holds(case.asked())
    except MissingFact as missing:
        if missing.fields.get("fact") != "tricks":
            raise
        return False


def _owes(case: Case, row: Payment, item: Item) -> bool:
    """Whether the side whose debts a multiplier touches is the one that pays this item."""
    if row.owed_by == "anyone":
        return True
    payers = {who for who, amount in item.amounts.items() if amount < 0}
    if row.owed_by == "declarers":
        return bool(payers) and payers <= set(case.ours)
    trickless = [
        set(case.side(side)) for side in SIDES if tricks_of(case.rules, case.facts, side) == 0
    ]
    return any(payers and payers <= side for side in trickless)


def _replaced(rules: Table, items: list[Item]) -> list[Item]:
    """The items without those that another one replaces. "payments" means all others."""
    gone: set[int] = set()
    for item in items:
        names = _replaces(rules, item)
        for other in items:
            if other is item or id(item) in gone:
                continue
            everything = "payments" in names or "everything" in names
            if everything or any(map(other.comes_from, names)):
                gone.add(id(other))
    return [item for item in items if id(item) not in gone]


def _replaces(rules: Table, item: Item) -> tuple[str, ...]:
    bonus, _, key = item.row.partition(".")
    if key and bonus in rules.bonuses:
        return rules.bonuses[bonus].outcomes[key].replaces
    if item.row in rules.payments:
        return rules.payments[item.row].replaces
    return rules.penalties[item.row].replaces if item.row in rules.penalties else ()


def _pots(case: Case, items: list[Item], seats: Sequence[Seat]) -> list[Item]:
    """Payments and penalties that have an order, one after another, each on what the earlier left
    in the pots."""
    rules = case.rules
    if any("everything" in _replaces(rules, item) for item in items):
        return items
    rows: list[tuple[int, str, Payment | Penalty]] = [
        (row.order, name, row) for name, row in rules.payments.items() if row.order is not None
    ]
    rows += [
        (row.order, name, row) for name, row in rules.penalties.items() if row.order is not None
    ]
    found = list(items)
    for _, name, row in sorted(rows, key=lambda each: each[0]):
        now = _so_far(case, found, seats)
        if isinstance(row, Penalty):
            assert row.pay is not None
            new = [_penalty(now, name, row, payer, seats) for payer in _offenders(now, name, row)]
        elif row.pay is not None and row.when.holds(now.asked()):
            new = _between_roles(now, name, row)
        else:
            new = []
        found += new
        gone = {other for item in new for other in _replaces(rules, item)}
        found = [item for item in found if not any(map(item.comes_from, gone))]
    return found


def _so_far(case: Case, items: Sequence[Item], seats: Sequence[Seat]) -> Case:
    """The case with what lies in the pots by now; net: what the seats have for game, bonuses and
    declarations."""
    rules, facts = case.rules, case.facts

    def total(who: str) -> Decimal:
        return sum((item.amounts.get(who, Decimal(0)) for item in items), Decimal(0))

    pots = {name: facts.pots.get(name, pot.starts) + total(name)
            for name, pot in rules.pots.items()}  # fmt: skip
    plain = [item for item in items if item.row not in rules.penalties
             and not set(item.amounts) & set(rules.pots)]  # fmt: skip
    net = {s: sum((item.amounts.get(s, Decimal(0)) for item in plain), Decimal(0)) for s in seats}
    return replace(case, facts=replace(facts, pots=pots), net=net)


def _from_pot(case: Case, name: str, row: Payment, receivers: Sequence[Seat]) -> list[Item]:
    """An amount out of a pot, shared alike; what does not divide stays, unless the table says."""
    rules = case.rules
    pot = row.payer or ""
    amount, steps = _steps(case, name, row)
    amount = min(amount, case.facts.pots.get(pot, Decimal(0)))
    if not receivers or amount <= 0:
        return []
    odd, step = rules.pots[pot].odd, rules.unit.step
    if odd == "fractions":
        step = min(step, Decimal("0.01"))
    part = (amount / len(receivers)) // step * step
    amounts: dict[str, Decimal] = dict.fromkeys(receivers, part)
    if odd == "declarer" and case.facts.declarer in amounts:
        amounts[case.facts.declarer] += amount - part * len(receivers)
    taken = sum(amounts.values(), Decimal(0))
    points = rules.points_of(f"payments.{name}.self")
    if len(receivers) > 1:
        message = say("step.shared", total=amount, n=len(receivers))
        steps.append(WorkingStep(message, part, rules.points_of(f"pots.{pot}.odd")))
    return [Item(name, say("item.payment", row=name), points, {**amounts, pot: -taken},
                 tuple(steps), name)]  # fmt: skip


# -- hands that were not played to the end -----------------------------------------------------------------


def _broken_off(case: Case, offender: Seat, seats: Sequence[Seat]) -> tuple[Item, ...]:
    """A hand lost by a revoke: its value goes to the other side; what was declared stays."""
    rules, facts = case.rules, case.facts
    result = next(
        (n for n, r in rules.result.items() if not r.contracts or facts.contract in r.contracts), ""
    )
    case = replace(case, result=result, won=_other(case.side_name(offender)))
    items = _game(case)
    if "declarations" in rules.contracts[facts.contract].says:
        items += _declarations(case)
    items += _penalties(case, seats, late=False)
    return tuple(_multiplied(case, items))


def _ended(case: Case) -> tuple[Item, ...]:
    rules, facts = case.rules, case.facts
    offer = rules.offers[facts.ended]
    if offer.pay is None:
        return ()
    path = f"offers.{facts.ended}"
    points = rules.points_of(f"{path}.pay")
    amount, steps = work(offer.pay, case.asked(), points)
    label = say("item.ended", seat=facts.declarer, row=facts.ended)
    if offer.to == "each_other":
        others = [seat for seat in rules.active if seat != facts.declarer]
        amounts: Mapping[str, Decimal] = with_each([facts.declarer], others, amount, False)
    else:
        amounts = between(rules, case.ours, case.theirs, amount, facts.declarer)
        steps.append(_sharing_step(case, amount))
        if len(case.ours) == 1:
            points = (*points, *rules.points_of(f"{path}.alone"))
    items = [Item(facts.ended, label, points, amounts, tuple(steps), facts.ended)]
    if "declarations" in offer.also:
        items += _declarations(case)
    return tuple(items)
