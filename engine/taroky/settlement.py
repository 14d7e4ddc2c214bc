"""Facts of a finished hand → who pays whom, with the working.

The order is always the same: the game's result, its amount step by step, doubling, bonuses,
declarations, and the sum per seat. Each item and each step names its rule points. A fact that an
amount needs and nobody gave is asked for by name; impossible facts are refused in words.

Sources: HLU-SET-01 to HLU-SET-15, HLU-BON-01 to HLU-BON-15, HLU-VAR-18 to HLU-VAR-25, HLU-DBL-06
to HLU-DBL-10, HLU-ANN-16 to HLU-ANN-22, HLU-DEAL-08, HLU-CALL-13.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import ROUND_UP, Decimal
from fractions import Fraction
from typing import Any

from taroky import counting
from taroky.cards import Card
from taroky.errors import MissingFact, RecordError
from taroky.hand import Hand
from taroky.messages import Message, say
from taroky.phases.announce import announced as announced_in
from taroky.phases.announce import check_combination, effective
from taroky.piles import side_cards
from taroky.rules.conditions import ZONES, Amount, Facts
from taroky.rules.table import SEATS, Contract, Seat, Table

Number = Decimal | Fraction | int


@dataclass(frozen=True)
class LastTrick:
    """Who took the last trick and what was played to it, as far as it matters."""

    winner: Seat
    cards: Mapping[Seat, Card] = field(default_factory=dict)


@dataclass(frozen=True)
class Finished:
    """The facts of a finished hand.

    points, tricks: by "declarers" and "opponents", or by seat where each plays alone.
    announced: (seat, bonus). factors: {"game": 2, "pagat": 4, "valat@B": 2}: what doubles came to.
    ended: the offer that ended the hand before play ("surrender", "unchallenged"), "misdeal", or "".
    """

    contract: str = ""
    declarer: Seat = ""
    partner: Seat | None = None
    level: int = 1
    players: int = 4
    points: Mapping[str, Fraction] = field(default_factory=dict)
    tricks: Mapping[str, int] | None = None
    declarations: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    announced: tuple[tuple[Seat, str], ...] = ()
    factors: Mapping[str, int] = field(default_factory=dict)
    last_trick: LastTrick | None = None
    ended: str = ""


@dataclass(frozen=True)
class WorkingStep:
    """One line of working: a sentence, the value after it, its rule points."""

    message: Message
    value: Decimal
    points: tuple[str, ...]


@dataclass(frozen=True)
class Item:
    """One thing that is paid for: what it is, what each seat gets (+) or pays (-), the working."""

    id: str
    label: Message
    points: tuple[str, ...]
    amounts: Mapping[Seat, Decimal]
    steps: tuple[WorkingStep, ...] = ()


@dataclass(frozen=True)
class Settlement:
    """All items of a hand and the payments, which sum to zero."""

    items: tuple[Item, ...]
    payments: Mapping[Seat, Decimal]
    notes: tuple[Message, ...] = ()


def settle(rules: Table, facts: Finished) -> Settlement:
    """What each seat gets or pays. Raises RecordError for impossible facts, MissingFact."""
    seats = SEATS[: facts.players]
    if facts.ended in rules.penalties:
        return _sum(seats, (_penalty(rules, facts, seats),))
    _check(rules, facts)
    if facts.ended:
        return _sum(seats, _ended(rules, facts))
    contract = rules.contracts[facts.contract]
    items: list[Item] = []
    if contract.sides == "each":
        items += _each(rules, facts)
    else:
        items += _game(rules, facts)
    if "bonuses" in contract.says:
        items += _bonuses(rules, facts)
    if "declarations" in contract.says:
        items += _declarations(rules, facts)
    notes = (
        () if facts.tricks is not None or contract.sides == "each" else (say("settle.no_tricks"),)
    )
    return _sum(seats, tuple(items), notes)


def _sum(seats: Sequence[Seat], items: tuple[Item, ...], notes: tuple[Message, ...] = ()
         ) -> Settlement:  # fmt: skip
    payments = {
        seat: sum((item.amounts.get(seat, Decimal(0)) for item in items), Decimal(0))
        for seat in seats
    }
    return Settlement(items, payments, notes)


def sides(rules: Table, facts: Finished) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The declarer's side and the others."""
    ours = tuple(s for s in rules.active if s in (facts.declarer, facts.partner))
    return ours, tuple(s for s in rules.active if s not in ours)


def transfer(
    winners: Sequence[Seat], losers: Sequence[Seat], amount: Decimal
) -> dict[Seat, Decimal]:
    """Each loser pays one winner; a side of one pays, or is paid by, each of the others."""
    each_win = amount * max(1, len(losers) // len(winners))
    each_lose = amount * max(1, len(winners) // len(losers))
    return {**dict.fromkeys(winners, each_win), **dict.fromkeys(losers, -each_lose)}


def _number_facts(rules: Table, facts: Finished, extra: Mapping[str, Number]) -> Facts:
    """Numbers for amounts, and the facts that conditions of results and payments ask."""
    contract = rules.contracts[facts.contract]

    def number(name: str) -> Decimal:
        if name == "contract.rate":
            return contract.rate.value(_number_facts(rules, facts, {}))
        if name == "level":
            return Decimal(facts.level)
        found = extra[name]
        if isinstance(found, Fraction):
            return Decimal(found.numerator) / Decimal(found.denominator)
        return Decimal(found)

    def fact(name: str) -> Any:
        if name == "contract":
            return facts.contract
        if name == "result":
            return next(
                (key for key, row in rules.result.items() if facts.contract in row.contracts), None
            )
        if name == "points":
            return {side: _whole(value) for side, value in facts.points.items()}
        raise KeyError(name)

    def count(zone: str, of: str) -> int:
        raise KeyError(zone)

    return Facts(count, fact, number)


def _whole(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def _amount(
    amount: Amount, facts: Facts, points: tuple[str, ...], scale_points: Mapping[str, Any]
) -> tuple[Decimal, list[WorkingStep]]:
    steps = []
    for verb, operand, value in amount.work(facts):
        here = points
        if verb == "scale" and amount.scale:
            from taroky.rules.conditions import Range

            key = next((k for k, _ in amount.scale[1] if operand // 1 in Range.parse(k)), "")
            here = scale_points.get(f"pay.{key}", points)
        steps.append(
            WorkingStep(
                say(f"step.{verb}", operand=_short(operand), value=_short(value)), value, here
            )
        )
    return steps[-1].value, steps


def _short(number: Decimal) -> str:
    """Points as whole numbers, tariffs with the two decimals they are written with."""
    exponent = number.as_tuple().exponent
    return f"{number:.2f}" if isinstance(exponent, int) and exponent < 0 else str(number)


def _game(rules: Table, facts: Finished) -> list[Item]:
    ours, theirs = sides(rules, facts)
    ours_points, their_points = facts.points["declarers"], facts.points["opponents"]
    rate_points = rules.points_of(f"contracts.{facts.contract}.rate")
    extra: dict[str, Number] = {
        "points.declarers": ours_points,
        "points.opponents": their_points,
        "points.winners": max(ours_points, their_points),
        "points.losers": min(ours_points, their_points),
    }
    asked = _number_facts(rules, facts, extra)
    result = next(row for row in rules.result.values() if facts.contract in row.contracts)
    assert result.wins is not None
    won = result.wins.holds(asked)
    items = []
    for name, row in rules.payments.items():
        if not row.when.holds(asked):
            continue
        path = f"payments.{name}"
        points = rules.points_of(f"{path}.pay")
        amount, steps = _amount(row.pay, asked, points, {})
        steps = [
            replace(step, points=rate_points)
            if rate_points and step.message.id == "step.times" else step
            for step in steps
        ]  # fmt: skip
        factor = facts.factors.get("game", 1)
        if row.doubled and factor > 1:
            amount *= factor
            steps.append(_double_step(rules, factor, amount))
        winners, losers = (ours, theirs) if won else (theirs, ours)
        label = say(
            "item.game", contract=facts.contract, side="declarers" if won else "opponents",
            points=str(ours_points), against=str(their_points),
        )  # fmt: skip
        steps.append(_sharing_step(rules, facts, amount))
        item_points = tuple(dict.fromkeys(
            (*rules.points_of(f"{path}.self"), *rate_points, *_alone_points(rules, facts))
        ))  # fmt: skip
        items.append(Item("game", label, item_points, transfer(winners, losers, amount),
                          tuple(steps)))  # fmt: skip
    return items


def _alone_points(rules: Table, facts: Finished) -> tuple[str, ...]:
    contract = rules.contracts[facts.contract]
    if contract.sides == "called" and facts.partner is None:
        return contract.points.get("alone", ())
    return ()


def _sharing_step(rules: Table, facts: Finished, amount: Decimal) -> WorkingStep:
    ours, _ = sides(rules, facts)
    alone = len(ours) == 1
    return WorkingStep(
        say("step.alone" if alone else "step.pairs", amount=amount),
        amount,
        rules.points_of("session.alone" if alone else "session.sharing"),
    )


def _double_step(rules: Table, factor: int, value: Decimal) -> WorkingStep:
    word = next(w for w, f in rules.doubling.steps.items() if f == factor)
    return WorkingStep(
        say("step.doubled", word=word, factor=factor, value=_short(value)),
        value,
        rules.points_of("doubling.steps"),
    )


def _bonuses(rules: Table, facts: Finished) -> list[Item]:
    ours, theirs = sides(rules, facts)
    items = []
    for name, row in rules.bonuses.items():
        announcers = _by_side(rules, facts, name)
        silent = []
        for side_name, side in (("declarers", ours), ("opponents", theirs)):
            asked = _bonus_facts(rules, facts, side_name, side, name)
            sayer = announcers.get(side_name)
            if sayer is not None:
                made = row.made.holds(asked)
                amount = (row.announced if made else row.failed).value(asked)
                cell = "announced" if made else "failed"
                items.append(
                    _bonus_item(rules, facts, name, cell, side_name, amount if made else -amount,
                                _factor(facts, name, sayer))
                )  # fmt: skip
                continue
            card = row.card
            if card is not None and (announcers or not _played_last(facts, card, side)):
                continue  # an announced card bonus is settled for its announcer alone
            if card is None and facts.tricks is None:
                continue
            if row.made.holds(asked):
                silent.append(("silent", side_name, row.silent.value(asked)))
            elif row.silent_failed is not None and row.tried and row.tried.holds(asked):
                silent.append(("silent_failed", side_name, -row.silent_failed.value(asked)))
        items += [_bonus_item(rules, facts, name, cell, side, amount, 1)
                  for cell, side, amount in silent]  # fmt: skip
    return items


def _by_side(rules: Table, facts: Finished, bonus: str) -> dict[str, Seat]:
    """The first announcer of a bonus on each side; the bid itself may announce."""
    ours, _ = sides(rules, facts)
    found: dict[str, Seat] = {}
    for seat, name in _announced(rules, facts):
        if name == bonus:
            found.setdefault("declarers" if seat in ours else "opponents", seat)
    return found


def _announced(rules: Table, facts: Finished) -> tuple[tuple[Seat, str], ...]:
    bid = tuple((facts.declarer, b) for b in rules.contracts[facts.contract].undertakes)
    return (*bid, *(pair for pair in facts.announced if pair not in bid))


def _factor(facts: Finished, bonus: str, sayer: Seat) -> int:
    return facts.factors.get(f"{bonus}@{sayer}", facts.factors.get(bonus, 1))


def _played_last(facts: Finished, card: Card, side: Sequence[Seat]) -> bool:
    last = facts.last_trick
    return last is not None and any(last.cards.get(seat) == card for seat in side)


def _bonus_facts(
    rules: Table, facts: Finished, side_name: str, side: Sequence[Seat], bonus: str
) -> Facts:
    last = facts.last_trick

    def fact(name: str) -> Any:
        if name == "last_won_with":
            if last is None:
                raise MissingFact(say("fact.last_trick", bonus=bonus), fact="last_trick")
            return last.cards.get(last.winner) if last.winner in side else None
        if name == "tricks":
            if facts.tricks is None:
                raise MissingFact(say("fact.tricks", bonus=bonus), fact="tricks")
            return "all" if facts.tricks[side_name] == rules.deal.hand else "some"
        raise KeyError(name)

    def count(zone: str, of: str) -> int:
        if zone != "last_trick" or last is None:
            raise MissingFact(say("fact.last_trick", bonus=bonus), fact="last_trick")
        members = rules.cards.members(of)
        return sum(last.cards.get(seat) in members for seat in side)

    return Facts(count, fact, lambda name: _number_facts(rules, facts, {}).number(name))


def _bonus_item(
    rules: Table, facts: Finished, bonus: str, cell: str, side: str, amount: Decimal, factor: int
) -> Item:
    ours, theirs = sides(rules, facts)
    mine, others = (ours, theirs) if side == "declarers" else (theirs, ours)
    points = rules.points_of(f"bonuses.{bonus}.{cell}")
    size = abs(amount)
    steps = [WorkingStep(say("step.fixed", operand=_short(size), value=_short(size)), size, points)]
    if factor > 1:
        size *= factor
        steps.append(_double_step(rules, factor, size))
    steps.append(_sharing_step(rules, facts, size))
    winners, losers = (mine, others) if amount > 0 else (others, mine)
    label = say(f"item.bonus.{cell}", bonus=bonus, side=side)
    return Item(bonus, label, points, transfer(winners, losers, size), tuple(steps))


def _declarations(rules: Table, facts: Finished) -> list[Item]:
    ours, theirs = sides(rules, facts)
    items = []
    for seat in rules.active:
        for name in facts.declarations.get(seat, ()):
            row = rules.declarations.rows[name]
            path = f"declarations.rows.{name}"
            mine, others = (ours, theirs) if seat in ours else (theirs, ours)
            asked = _number_facts(rules, facts, {})
            points = (*rules.points_of(f"{path}.self"), *rules.points_of("declarations.paid"))
            amount, steps = _amount(row.pay, asked, rules.points_of(f"{path}.self"), {})
            steps.append(_sharing_step(rules, facts, amount))
            items.append(
                Item(name, say("item.declaration", row=name, seat=seat), points,
                     transfer(mine, others, amount), tuple(steps))
            )  # fmt: skip
    return items


def _each(rules: Table, facts: Finished) -> list[Item]:
    """A contract in which everybody plays for himself and the most points lose."""
    asked = _number_facts(rules, facts, {})
    items = []
    for name, row in rules.payments.items():
        if not row.when.holds(asked):
            continue
        path = f"payments.{name}"
        worst = max(facts.points.values())
        losers = [seat for seat in rules.active if facts.points[seat] == worst]
        asked_here = _number_facts(rules, facts, {"points.loser": worst})
        cells = {cell: ids for cell, ids in row.points.items() if cell.startswith("pay.")}
        amount, steps = _amount(row.pay, asked_here, rules.points_of(f"{path}.pay"), cells)
        due: dict[Seat, Decimal] = {}
        for seat in rules.active:
            if seat in losers:
                continue
            due[seat] = amount
            if row.trickless and _trickless(facts, seat):
                due[seat] = amount * row.trickless
                steps.append(
                    WorkingStep(
                        say("step.trickless", seat=seat, factor=row.trickless,
                            value=_short(due[seat])),
                        due[seat], rules.points_of(f"{path}.trickless"),
                    )
                )  # fmt: skip
        amounts = dict(due)
        total = sum(due.values(), Decimal(0))
        shares = _share(total, len(losers), rules.unit.step, row.ties == "shared_up")
        if len(losers) > 1:
            steps.append(
                WorkingStep(
                    say("step.shared", total=total, n=len(losers)),
                    shares[0], rules.points_of(f"{path}.ties"),
                )
            )  # fmt: skip
        paid = sum(shares, Decimal(0))
        if paid > total and due:  # rounded up: what is over goes to the receivers alike
            over = (paid - total) / len(due)
            amounts = {seat: value + over for seat, value in due.items()}
        amounts |= {seat: -share for seat, share in zip(losers, shares, strict=True)}
        label = say("item.most_points", contract=facts.contract, seats=losers, points=str(worst))
        points = tuple(dict.fromkeys((*rules.points_of(f"{path}.self"), *steps[0].points)))
        items.append(Item("game", label, points, amounts, tuple(steps)))
    return items


def _trickless(facts: Finished, seat: Seat) -> bool:
    if facts.tricks is not None:
        return facts.tricks.get(seat, 0) == 0
    return facts.points[seat] == 0


def _share(total: Decimal, among: int, step: Decimal, up: bool) -> list[Decimal]:
    """Equal shares to the smallest step; odd steps are paid by the first in order of play."""
    if up:
        each = (total / among).quantize(Decimal("0.1"), rounding=ROUND_UP)
        return [each] * among
    units = int(total / step)
    low, odd = divmod(units, among)
    return [step * (low + (i < odd)) for i in range(among)]


def _ended(rules: Table, facts: Finished) -> tuple[Item, ...]:
    offer = rules.offers[facts.ended]
    ours, theirs = sides(rules, facts)
    path = f"offers.{facts.ended}"
    asked = _number_facts(rules, facts, {})
    assert offer.pay is not None
    points = rules.points_of(f"{path}.pay")
    amount, steps = _amount(offer.pay, asked, points, {})
    label = say(f"item.{facts.ended}", seat=facts.declarer)
    if offer.to == "each_other":
        others = [seat for seat in rules.active if seat != facts.declarer]
        amounts = transfer(others, [facts.declarer], amount)
    else:
        amounts = transfer(ours, theirs, amount)
        steps.append(_sharing_step(rules, facts, amount))
        if len(ours) == 1:
            points = (*points, *rules.points_of(f"{path}.alone"))
    items = [Item(facts.ended, label, points, amounts, tuple(steps))]
    if "declarations" in offer.also:
        items += _declarations(rules, facts)
    return tuple(items)


def _penalty(rules: Table, facts: Finished, seats: Sequence[Seat]) -> Item:
    row = rules.penalties[facts.ended]
    points = rules.points_of(f"penalties.{facts.ended}.self")
    payer = seats[-1]
    others = [s for s in (seats if row.to == "each_other_at_table" else rules.active) if s != payer]
    amount = row.pay.number or Decimal(0)
    step = WorkingStep(
        say("step.fixed", operand=_short(amount), value=_short(amount)), amount, points
    )
    return Item(
        facts.ended, say(f"item.{facts.ended}", seat=payer), points,
        transfer(others, [payer], amount), (step,),
    )  # fmt: skip


# -- facts: from a played hand, and checked ----------------------------------------------------


def finished_facts(hand: Hand) -> Finished:
    """The facts of a hand that has been played, or that ended before play."""
    base = Finished(
        contract=hand.contract, declarer=hand.declarer, players=hand.players, ended=hand.ended,
        level=hand.level,
    )  # fmt: skip
    if hand.ended in hand.rules.penalties:
        return base
    factors = {"game": effective(hand, "game", "")}
    for seat, bonus in announced_in(hand):
        factors[f"{bonus}@{seat}"] = effective(hand, bonus, seat)
    base = replace(
        base, partner=hand.partner, declarations=hand.declarations, announced=hand.announced,
        factors=factors,
    )  # fmt: skip
    if hand.ended:
        return base
    piles = side_cards(hand)
    seats_of = {"declarers": hand.declarers, "opponents": hand.opponents}
    last = hand.tricks[-1]
    assert last.winner is not None
    return replace(
        base,
        points={
            name: counting.value(hand.rules, cards, hand.row.sides == "each")
            for name, cards in piles.items()
        },
        tricks={name: hand.tricks_of(seats_of.get(name, (name,))) for name in piles},
        last_trick=LastTrick(last.winner, dict(zip(last.seats, last.cards, strict=True))),
    )


def _refuse(message_id: str, **params: Any) -> RecordError:
    return RecordError(say(message_id, **params))


def _check(rules: Table, facts: Finished) -> None:
    """Raises RecordError for facts that cannot be true together, MissingFact for absent ones."""
    if facts.contract not in rules.contracts:
        raise _refuse("fact.contract", value=facts.contract, expected=list(rules.contracts))
    contract = rules.contracts[facts.contract]
    for seat in (facts.declarer, facts.partner, *facts.declarations, *dict(facts.announced)):
        if seat and seat not in rules.active:
            raise _refuse("hand.no_seat", seat=seat, seats=list(rules.active))
    ends = [name for name, offer in rules.offers.items() if offer.then == "end"]
    if facts.ended and facts.ended not in ends:
        raise _refuse("fact.ended", value=facts.ended, expected=[*ends, *rules.penalties])
    if contract.sides != "each":
        if not facts.declarer:
            raise MissingFact(say("fact.declarer"), fact="declarer")
        if facts.partner == facts.declarer:
            raise _refuse("fact.partner_self", seat=facts.declarer)
        if facts.partner and contract.sides == "alone":
            raise _refuse("fact.partner_alone", contract=facts.contract, seat=facts.partner)
    levels = [choice.level for choice in rules.talon[contract.talon].choose.values()] or [1]
    if facts.level not in levels:
        raise _refuse("fact.level", level=facts.level, expected=list(map(str, levels)))
    _check_said(rules, facts, contract)
    if facts.ended:
        _check_ended(rules, facts)
        return
    _check_points(rules, facts, contract)
    _check_tricks(rules, facts, contract)


def _check_ended(rules: Table, facts: Finished) -> None:
    """The offer that ended the hand must have been open, as far as these facts can tell."""
    said = bool(_announced(rules, facts))
    doubled = any(factor > 1 for factor in facts.factors.values())
    alone = facts.partner is None
    known = {
        "contract": facts.contract, "said": "some" if said else "none",
        "doubled": "some" if doubled else "none", "alone": alone,
        "drew": "called" if alone else "none",
    }  # fmt: skip
    asked = Facts(lambda zone, of: int(alone), known.__getitem__)
    if not rules.offers[facts.ended].when.holds(asked):
        raise RecordError(
            say("fact.ended_not_open", value=facts.ended),
            points=rules.points_of(f"offers.{facts.ended}.when"),
        )


def _check_points(rules: Table, facts: Finished, contract: Contract) -> None:
    names = rules.active if contract.sides == "each" else ("declarers", "opponents")
    for name, points in facts.points.items():
        if name not in names:
            raise _refuse("fact.points_of_whom", who=name, expected=list(names))
        if points < 0 or points > rules.total + (1 if contract.sides == "each" else 0):
            raise _refuse("fact.points_range", who=name, points=str(points), total=rules.total)
    missing = [name for name in names if name not in facts.points]
    if missing:
        raise MissingFact(say("fact.points", who=missing[0]), fact="points")
    total = sum(facts.points.values(), Fraction(0))
    slack = len(names) // 4 if contract.sides == "each" and rules.count.left_over != "exact" else 0
    if abs(total - rules.total) > slack:
        raise _refuse("fact.points_sum", sum=str(total), total=rules.total)


def _check_tricks(rules: Table, facts: Finished, contract: Contract) -> None:
    names = rules.active if contract.sides == "each" else ("declarers", "opponents")
    if facts.tricks is not None:
        if set(facts.tricks) - set(names) or any(n < 0 for n in facts.tricks.values()):
            wrong = next(iter(set(facts.tricks) - set(names)), "-1")
            raise _refuse("fact.points_of_whom", who=wrong, expected=list(names))
        if sum(facts.tricks.values()) != rules.deal.hand:
            raise _refuse("fact.tricks_sum", sum=sum(facts.tricks.values()), total=rules.deal.hand)
    last = facts.last_trick
    if last is None:
        return
    if last.winner not in rules.active or set(last.cards) - set(rules.active):
        raise _refuse("hand.no_seat", seat=last.winner, seats=list(rules.active))
    for seat, card in last.cards.items():
        if list(last.cards.values()).count(card) > 1:
            raise _refuse("card.twice", card=card)
        mine = last.cards.get(last.winner)
        if seat != last.winner and mine and not rules.cards.is_tarok(mine):
            if rules.cards.is_tarok(card):
                raise _refuse("fact.last_trick_winner", seat=last.winner, card=mine, other=card)
        elif mine and rules.cards.is_tarok(mine) and rules.cards.is_tarok(card):
            if rules.cards.position(card) < rules.cards.position(mine):
                raise _refuse("fact.last_trick_winner", seat=last.winner, card=mine, other=card)
    ours, _ = sides(rules, facts)
    if facts.tricks is not None and contract.sides != "each":
        side = "declarers" if last.winner in ours else "opponents"
        if facts.tricks[side] == 0:
            raise _refuse("fact.last_trick_side", seat=last.winner)


def _check_said(rules: Table, facts: Finished, contract: Contract) -> None:
    if not contract.says and (facts.declarations or facts.announced or set(facts.factors) - {"game"}
                              or facts.factors.get("game", 1) > 1):  # fmt: skip
        raise RecordError(
            say("fact.says_nothing", contract=facts.contract),
            points=rules.points_of(f"contracts.{facts.contract}.says"),
        )
    for rows in facts.declarations.values():
        for row in rows:
            if row not in rules.declarations.rows:
                raise _refuse("hand.no_such", what=row, expected=list(rules.declarations.rows))
            if rows.count(row) > 1:
                raise _refuse("announce.twice", item=row)
        refusal = check_combination(rules, rows)
        if refusal is not None:
            raise RecordError(refusal.message, points=refusal.points)
    holders: dict[Card, Seat] = {}
    for seat, bonus in _announced(rules, facts):
        if bonus not in rules.bonuses:
            raise _refuse("hand.no_such", what=bonus, expected=list(rules.bonuses))
        card = rules.bonuses[bonus].card
        if card is None:
            continue
        if holders.setdefault(card, seat) != seat:
            raise _refuse("fact.two_holders", card=card, first=holders[card], second=seat)
    if facts.last_trick:
        for seat, card in facts.last_trick.cards.items():
            if card in holders and holders[card] != seat:
                raise _refuse("fact.two_holders", card=card, first=holders[card], second=seat)
    _check_declared_sets(rules, facts)
    said = {bonus for _, bonus in _announced(rules, facts)}
    for target, factor in facts.factors.items():
        if factor != 1 and factor not in rules.doubling.steps.values():
            known = ["1", *map(str, rules.doubling.steps.values())]
            raise _refuse("fact.factor", value=str(factor), target=target, expected=known)
        name = target.partition("@")[0]
        sayer = target.partition("@")[2]
        unsaid = (sayer, name) not in _announced(rules, facts) if sayer else name not in said
        if factor > 1 and name != "game" and unsaid:
            raise RecordError(
                say("double.unannounced", target=name),
                points=rules.points_of("doubling.unannounced"),
            )


def _check_declared_sets(rules: Table, facts: Finished) -> None:
    """What is declared must fit into one pack: nobody else can hold the trul as well."""
    least: dict[str, int] = {}
    for rows in facts.declarations.values():
        mine: dict[str, int] = {}
        for row in rows:
            when = rules.declarations.rows[row].when
            if len(when.either) != 1:
                continue
            for test in when.tests():
                for of, span in test.ranges:
                    if test.name in ZONES:
                        mine[of] = max(mine.get(of, 0), span.low)
        for of, number in mine.items():
            least[of] = least.get(of, 0) + number
            if least[of] > len(rules.cards.members(of)):
                raise _refuse("fact.declared_too_often", set=of, n=len(rules.cards.members(of)))
