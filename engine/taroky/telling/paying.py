"""Tell who has won, what is paid, what irregularities cost, and what goes on from hand to hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from taroky.messages import card_name, known, term
from taroky.rules.conditions import Amount, Condition, Range
from taroky.rules.table import LiabilityRow, PaymentRow, PenaltyRow, ResultRow, Table
from taroky.telling.base import Line, literal, of_games, of_word, one, points_of, question
from taroky.telling.values import (
    call,
    calls,
    coins,
    condition,
    counted,
    factor,
    games,
    item,
    listed,
    paid,
    plain,
    rate,
    roles,
    saying,
    scale_parts,
    span,
    word,
)


def _result_of(table: Table, game: str) -> tuple[str, ResultRow]:
    return next(
        (name, row)
        for name, row in table.result.items()
        if not row.contracts or game in row.contracts
    )


@question("needed", "settlement", "result.*.target", "result.*.wins", "result.*.contracts")
def _needed(table: Table) -> Iterator[Line]:
    by_value: dict[str, tuple[list[str], list[str]]] = {}
    for game in games(table):
        name, row = _result_of(table, game)
        if row.wins is None:
            continue
        players, points = by_value.setdefault(_wins(table, row), ([], []))
        players.append(game)
        points += points_of(table, f"result.{name}.wins", f"result.{name}.target")
    yield from of_games(table, by_value)


def _wins(table: Table, row: ResultRow) -> str:
    assert row.wins is not None
    total = str(table.total)
    ways = []
    for tests, never in row.wins.either:
        rest = []
        needs = ""
        for test in tests:
            if test.name == "points" and [key for key, _ in test.ranges] == ["declarers"]:
                needs = word("needed.of_total", n=_least(test.ranges[0][1]), total=total)
            elif test.name == "reached" and row.target is not None:
                needs = _target(row.target, total)
            else:
                rest.append(test)
        more = condition(table, Condition(((tuple(rest), never),))) if rest or never else ""
        ways.append(word("needed.if", needs=needs, when=more) if needs and more else needs or more)
    return listed(ways, "or_else")


def _target(target: Amount, total: str) -> str:
    if target.scale is None or target.scale[0] != "honours":
        return word("needed.of_total", n=counted(target), total=total)
    values, keys = scale_parts(target, plain)
    return word("needed.honours", n=values, total=total, keys=keys)


def _least(numbers: Range) -> str:
    return str(numbers.low) if numbers.top is None else span(numbers)


@question("most", "settlement", "result.*.losers", "result.*.winners", "result.*.ties")
def _most(table: Table) -> Iterator[Line]:
    by_value: dict[str, tuple[list[str], list[str]]] = {}
    for game in games(table):
        name, row = _result_of(table, game)
        if row.losers is None and row.winners is None:
            continue
        value = word("most.loses" if row.losers else "most.wins")
        if row.winners:
            value += word(f"most.ties.{row.ties}")
        players, points = by_value.setdefault(value, ([], []))
        players.append(game)
        points += points_of(
            table, f"result.{name}.losers", f"result.{name}.winners", f"result.{name}.ties"
        )
    yield from of_games(table, by_value)


@question("rate", "settlement", "contracts.*.rate", by_row=True)
def _rate(table: Table) -> Iterator[Line]:
    if not any("rate" in word_of for word_of in _asked(table)):
        return
    role = roles(table)
    for name in games(table):
        row = table.contracts[name]
        if row.rate.number == 0:
            continue
        yield one(
            table,
            rate(table, row.rate),
            f"contracts.{name}.rate",
            key=role[name],
            row=name,
            label=call(name),
        )


def _asked(table: Table) -> set[str]:
    """Return what the payments are worked out from."""
    amounts = [row.pay for row in table.payments.values()]
    return {
        step.operand
        for amount in amounts
        if amount is not None
        for step in amount.steps
        if isinstance(step.operand, str)
    }


@question("loss", "settlement", "contracts.*.loss", by_row=True)
def _loss(table: Table) -> Iterator[Line]:
    role = roles(table)
    for name in games(table):
        row = table.contracts[name]
        if row.loss.number != 1:
            yield one(
                table,
                factor(row.loss),
                f"contracts.{name}.loss",
                key=role[name],
                row=name,
                label=call(name),
            )


@question("payments", "settlement", "payments", "result.*.target", by_row=True)
def _payments(table: Table) -> Iterator[Line]:
    for name, row in table.payments.items():
        path = f"payments.{name}"
        yield one(
            table,
            _payment(table, row),
            path,
            f"{path}.pay",
            f"{path}.when",
            f"{path}.times",
            key=name,
            row=name,
        )


def _payment(table: Table, row: PaymentRow) -> str:
    when = condition(table, row.when, lambda test: test.name == "result" and len(table.result) == 1)
    if row.times is not None:
        value = word("payments.times", n=_multiplier(table, row), what=_items(row.over))
        if row.owed_by != "anyone":
            value += word(f"payments.owed_by.{row.owed_by}")
    else:
        assert row.pay is not None
        value = word("payments.pay", amount=paid(table, row.pay))
        receiver = _party(table, row.receiver or "winners")
        if row.payer == "nobody":
            value = word("payments.written", what=value, receiver=receiver)
        elif row.payer is not None or row.receiver is not None:
            payer = _party(table, row.payer or "losers")
            whole = "all_to" if value == payer else "from_to"  # a pot is paid out, all of it
            value = word(f"payments.{whole}", what=value, payer=payer, receiver=receiver)
        if row.between is not None:
            value += word(f"payments.between.{row.between}")
        if table.doubling.steps:
            value += word(f"payments.doubled.{'yes' if row.doubled else 'no'}")
    if row.ties is not None:
        value += word(f"payments.ties.{row.ties}")
    if row.trickless is not None:
        value += word("payments.trickless", n=row.trickless)
    if row.replaces:
        value += word("payments.replaces", what=_items(row.replaces))
    if row.order is not None:
        value += word("payments.order", n=row.order)
    return word("payments.when", when=when, what=value) if when else value


def _multiplier(table: Table, row: PaymentRow) -> str:
    assert row.times is not None
    amount = row.times
    if len(amount.steps) == 1 and amount.steps[0].operand == "contract.loss":
        return word("payments.loss")
    return factor(amount)


def _items(names: Sequence[str]) -> str:
    """Items of the settlement by name."""
    return listed(item(name) for name in names)


def _party(table: Table, name: str) -> str:
    if name in table.pots:
        return word("number.pot", pot=term("pot", name))
    bonus, _, side = name.partition(".")
    if side:
        return word(f"party.of.{side}", bonus=saying(bonus))
    return word(f"party.{name}")


@question("settled", "settlement", "settle.between", "settle.shares")
def _settled(table: Table) -> Iterator[Line]:
    if all(contract.sides == "each" for contract in table.contracts.values()):
        return
    shares = table.settle.shares
    value = of_word("settled", table.settle.between)
    if shares.declarer != shares.partner:
        value += word("settled.shares", declarer=shares.declarer, partner=shares.partner)
    yield one(table, value, "settle.between", "settle.shares")


# -- penalties ----------------------------------------------------------------------------------


@question("penalties", "penalties", "penalties", by_row=True, named=True)
def _penalties(table: Table) -> Iterator[Line]:
    for name, row in table.penalties.items():
        path = f"penalties.{name}"
        points = points_of(
            table,
            path,
            f"{path}.pay",
            f"{path}.to",
            f"{path}.next_dealer",
            *(f"{path}.liable.{side}" for side in ("winner", "loser", "lone_winner") if row.liable),
        )
        event = row.event or name
        key = f"{event} {row.card or ''} {name if event == 'hand_over' else ''}".strip()
        yield Line(_penalty(table, row), points, key, name, _event(table, row, name))


def _event(table: Table, row: PenaltyRow, name: str) -> str:
    event = row.event or name
    if event == "hand_over":
        return condition(table, row.when)
    card = card_name(row.card) if row.card else ""
    key = f"cell.event.{event}"
    text = say_event(key, card) if known(key) else term("penalty", event)
    more = condition(table, row.when)
    return f"{text}, {more}" if more else text


def say_event(key: str, card: str) -> str:
    """Return what went wrong, or what happened in the play."""
    return word(key.removeprefix("cell."), card=card)


def _penalty(table: Table, row: PenaltyRow) -> str:
    parts = []
    if row.pay is not None:
        if row.pay.number == 0:
            parts.append(word("penalties.free"))
        else:
            to = word(
                f"penalties.to.{'pot' if row.to in table.pots else row.to}", pot=term("pot", row.to)
            )
            parts.append(
                word(
                    "penalties.pay",
                    who=word(f"penalties.who.{row.who}"),
                    amount=paid(table, row.pay),
                    to=to,
                )
            )
    if row.liable is not None:
        parts.append(_liable(row.liable))
    if row.spares:
        parts.append(word("penalties.spares"))
    if row.takes_back:
        parts.append(word("penalties.takes_back"))
    if row.left_over_to:
        parts.append(word("penalties.left_over"))
    if row.replaces:
        parts.append(word("penalties.replaces", what=_items(row.replaces)))
    if row.next_dealer:
        parts.append(word(f"penalties.next.{row.next_dealer}"))
    if row.order is not None:
        parts.append(word("penalties.order", n=row.order))
    return "; ".join(parts)


def _liable(row: LiabilityRow) -> str:
    return word(
        "penalties.liable",
        winner=word(f"liable.winner.{row.winner}"),
        loser=word(f"liable.loser.{row.loser}"),
        lone=word(f"liable.lone.{row.lone_winner}"),
    )


# -- pots ---------------------------------------------------------------------------------------


@question("pots", "pots", "pots", by_row=True)
def _pots(table: Table) -> Iterator[Line]:
    kept = {name: pot for name, pot in table.pots.items() if pot.on}
    if not kept:
        yield one(table, word("pots.none"), "pots")
    for name, pot in kept.items():
        value = word(
            "pots.kept",
            starts=coins(table, pot.starts),
            odd=word(f"pots.odd.{pot.odd}"),
            end=word(f"pots.at_end.{pot.at_end}"),
            pot=term("pot", name),
        )
        path = f"pots.{name}"
        yield one(table, value, path, f"{path}.starts", f"{path}.odd", f"{path}.at_end")


# -- a session ----------------------------------------------------------------------------------


@question("next_dealer", "session", "session.next_dealer", "session.next_dealer_by")
def _next_dealer(table: Table) -> Iterator[Line]:
    session = table.session
    value = word(f"next_dealer.{session.next_dealer}")
    for name, who in session.next_dealer_by.items():
        value += word("next_dealer.by", contract=calls((name,)), who=word(f"next_dealer.{who}"))
    yield one(
        table,
        value,
        "session.next_dealer",
        *(f"session.next_dealer_by.{name}" for name in session.next_dealer_by),
    )


@question("redealt_first", "session", "session.redealt_first")
def _redealt_first(table: Table) -> Iterator[Line]:
    first = table.auction.first_hand or any(row.first_hand_lead for row in table.play.values())
    if first:
        value = of_word("redealt_first", table.session.redealt_first)
        yield one(table, value, "session.redealt_first")


@question("start_chips", "session", "session.start_chips")
def _start_chips(table: Table) -> Iterator[Line]:
    chips = table.session.start_chips
    value = coins(table, chips) if chips else word("start_chips.none")
    yield one(table, value, "session.start_chips")


@question("ends", "session", "session.ends")
def _ends(table: Table) -> Iterator[Line]:
    ends = table.session.ends
    value = (
        word(f"ends.{ends.hands}")
        if known(f"cell.ends.{ends.hands}")
        else word("ends.hands", n=ends.hands)
    )
    if ends.chips is not None:
        value += word("ends.chips", left=coins(table, ends.chips))
    yield one(table, value, "session.ends.hands", "session.ends.chips")


literal("debt", "session", "session.debt")
literal("best", "session", "session.best")
literal("tie", "session", "session.tie", lambda table: table.session.best != "none")


@question("counts", "session", "session.counts")
def _counts(table: Table) -> Iterator[Line]:
    counts = table.session.counts
    if counts:
        value = "; ".join(
            word(f"counts.{'yes' if does else 'no'}", what=_ending(name))
            for name, does in counts.items()
        )
        yield one(table, value, "session.counts")


def _ending(name: str) -> str:
    return word(f"counts.{name}") if known(f"cell.counts.{name}") else term("ended", name)


@question("options", "session")
def _options(table: Table) -> Iterator[Line]:
    if table.options:
        yield Line(word("options.many", n=len(table.options)))
