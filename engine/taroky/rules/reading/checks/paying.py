"""Rows of settlement name only rows that there are, every pile can be counted, every contract is won."""

from __future__ import annotations

from taroky.messages import say
from taroky.rules.columns.bidding import ContractRow
from taroky.rules.reading.checks.places import Places
from taroky.rules.reading.sizes import amounts
from taroky.rules.table import Table


def check_left_over(table: Table, place: Places) -> None:
    """Cards left over from the packets of a pile count for something, however many they are."""
    left = {str(n) for n in range(1, table.count.packet)}
    if set(table.count.left) != left:
        raise place("count", "left").error(
            say("table.left_over", packet=table.count.packet, expected=sorted(left))
        )


def check_replaced(table: Table, place: Places) -> None:
    """Check that what an item multiplies or replaces is an item of the settlement, and each has its
    price."""
    outcomes = {f"{b}.{key}" for b, row in table.bonuses.items() for key in row.outcomes}
    rows = {
        *table.payments,
        *table.bonuses,
        *outcomes,
        *table.declarations.rows,
        *table.penalties,
        "game",
        "payments",
        "everything",
    }
    named: list[tuple[tuple[str, ...], tuple[str, ...]]] = []
    for name, payment in table.payments.items():
        named += [(("payments", name, "over"), payment.over)]
        named += [(("payments", name, "replaces"), payment.replaces)]
        if payment.pay is None and payment.times is None:
            raise place("payments", name).error(say("table.missing_key", key="pay", path=name))
    for name, bonus in table.bonuses.items():
        for key, outcome in bonus.outcomes.items():
            path = ("bonuses", name, "outcomes", key)
            named += [((*path, "replaces"), outcome.replaces)]
            if outcome.pay is None and outcome.points_moved is None:
                raise place(*path).error(say("table.missing_key", key="pay", path=key))
    named += [(("penalties", n, "replaces"), row.replaces) for n, row in table.penalties.items()]
    for where, words in named:
        for word in words:
            if word not in rows:
                raise place.no_row(where, "payments", word, rows)


def check_parties(table: Table, place: Places) -> None:
    """Check who pays and who is paid: sides, players and pots that there are."""
    roles = {
        "losers",
        "winners",
        "nobody",
        "each",
        "each_declarer",
        "each_opponent",
        "declarer",
        "declarers",
        "opponents",
        *table.pots,
        *(f"{bonus}.{side}" for bonus in table.bonuses for side in ("winners", "losers")),
    }
    parties = [(("payments", n, "payer"), row.payer) for n, row in table.payments.items()]
    parties += [(("payments", n, "receiver"), row.receiver) for n, row in table.payments.items()]
    for path, who in parties:
        if who is not None and who not in roles:
            raise place.no_row(path, "pots", who, roles)
    receivers = {"each_other", "each_other_at_table", *table.pots}
    for name, penalty in table.penalties.items():
        if penalty.to not in receivers:
            raise place("penalties", name, "to").error(
                say(
                    "table.not_one_of",
                    path=f"penalties.{name}.to",
                    value=penalty.to,
                    expected=sorted(receivers),
                )
            )


def check_old_names(table: Table, place: Places) -> None:
    """Check that no old name of a pot is another pot's name."""
    taken = set(table.pots)
    for name, pot in table.pots.items():
        for old in pot.old_names:
            if old in taken:
                raise place("pots", name, "old_names").error(say("old_name.taken", old=old))
            taken.add(old)


def check_results(table: Table, place: Places) -> None:
    """Results are of contracts that there are, and each contract has one that says who wins it."""
    for name, result in table.result.items():
        for contract in result.contracts:
            if contract not in table.contracts:
                path = ("result", name, "contracts")
                raise place.no_row(path, "contracts", contract, table.contracts)
    undecided = [name for name, row in table.contracts.items() if not _decided(table, name, row)]
    if undecided:
        raise place("result").error(say("table.undecided", contract=undecided[0]))


def _decided(table: Table, name: str, contract: ContractRow) -> bool:
    """Whether the first row of result that is for this contract says who wins it: one of two sides, or
    by their points players who each play for themselves."""
    rows = (r for r in table.result.values() if not r.contracts or name in r.contracts)
    row = next(rows, None)
    if row is None:
        return False
    return bool(row.winners or row.losers) if contract.sides == "each" else row.wins is not None


def check_total(table: Table, place: Places) -> None:
    """There are points to count, and enough of them to win."""
    if table.total < 1:
        raise place("count").error(say("table.total", total=table.total))
    for name, result in table.result.items():
        for target in amounts(result.target) if result.target else ():
            if target > table.total:
                path = ("result", name, "target")
                raise place(*path).error(
                    say(
                        "table.unreachable",
                        path=".".join(path),
                        value=str(target),
                        total=table.total,
                    )
                )
