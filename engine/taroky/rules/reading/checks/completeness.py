"""What a table says can be played to the end: nobody is left without a way on, every card counts for somebody,
every contract is paid. A packed table from an old link is not asked: its hands go on as they always did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from taroky.messages import say
from taroky.rules.conditions import Condition, Test
from taroky.rules.reading.checks.keyed_facts import SIDES, check_keyed_facts
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import BonusRow, ContractRow, RestRow, Table, TalonUseRow

#: Words for all cards of the talon that are still left; "unseen" may be all of them.
_ALL_LEFT = ("all", "others", "unseen")


def check_complete(table: Table, place: Places) -> None:
    """Check that every hand by this table comes to an end and is paid. Raises TableError."""
    for name, contract in table.contracts.items():
        _check_exchange(table, place, name, contract)
        _check_feats(table, place, name, contract)
        _check_paid(table, place, name, contract)
    for name in dict.fromkeys(contract.talon for contract in table.contracts.values()):
        _check_way_out(table.talon[name], place, name)
        _check_rest(table, place, name)
    for name, bonus in table.bonuses.items():
        _check_announcer(table, place, name, bonus)
    check_keyed_facts(table, place)


def _check_exchange(table: Table, place: Places, name: str, contract: ContractRow) -> None:
    """Check that somebody is there who draws from the talon or takes of it, and has the time to."""
    use = table.talon[contract.talon]
    if not (use.draws or use.choose):
        return
    if not _has_bids(table):
        raise place("contracts", name).error(
            say("table.draws_without_declarer", row=name, talon=contract.talon)
        )
    for phase in ("talon", "discard"):
        if phase not in table.phases:
            raise place("phases").error(
                say("table.draws_without_phase", row=name, talon=contract.talon, phase=phase)
            )


def _has_bids(table: Table) -> bool:
    """Whether somebody bids, and so is the declarer."""
    return any(call.rank is not None for call in table.auction.calls.values())


def _check_way_out(use: TalonUseRow, place: Places, name: str) -> None:
    """Check that a declarer who has rejected all sets but the last may take one."""
    last = len(use.sets)
    if use.choose and all(row.looks != last for row in use.choose.values()):
        raise place("talon", name, "choose").error(say("table.no_way_out", row=name, sets=last))


def _check_rest(table: Table, place: Places, name: str) -> None:
    """Check that cards that stay in the talon count for somebody, or for nobody, as the table says."""
    use = table.talon[name]
    taken = sum(draw.cards for draw in use.draws.values())
    if use.choose:
        taken = max(use.sets[row.take - 1] for row in use.choose.values())
    left = table.deal.talon.cards - taken
    counted = [_most(row, left) for row in use.rest.values()]
    if left > sum(counted):
        raise place("talon", name, "rest").error(
            say("table.rest_uncounted", row=name, left=left - sum(counted))
        )


def _most(row: RestRow, left: int) -> int:
    """How many cards at most a row is about."""
    if row.cards in _ALL_LEFT:
        return left
    first, _, last = row.cards.rpartition("_")[2].partition("-")
    if "_" in row.cards:
        return int(first)
    return int(last or first) - int(first) + 1


def _check_announcer(table: Table, place: Places, name: str, bonus: BonusRow) -> None:
    """Check that a bonus of one card is announced only by the player who holds it."""
    announced = any({name, "bonuses"} & {*stage.says} for stage in table.announce.stages.values())
    if bonus.card is None or not announced:
        return
    if not bonus.say.either or not all(
        any(_needs(test, bonus.card) for test in tests) for tests, _ in bonus.say.either
    ):
        raise place("bonuses", name).error(say("table.bonus_holder", row=name, card=bonus.card))


def _needs(test: Test, card: str) -> bool:
    return test.name == "hand" and any(of == card and span.low for of, span in test.ranges)


def _check_feats(table: Table, place: Places, name: str, contract: ContractRow) -> None:
    """Check that a bonus has sides that pay each other, or is between its holder and each of the others."""
    if contract.sides != "each" or _has_bids(table):  # a declarer, even alone, is a side
        return
    for bonus, row in table.bonuses.items():
        said = {bonus, "bonuses"} & {*contract.says}
        sides = any(outcome.between is None for outcome in row.outcomes.values())
        if said and sides:
            raise place("contracts", name, "says").error(
                say("table.bonus_without_sides", row=name, bonus=bonus)
            )


def _check_paid(table: Table, place: Places, name: str, contract: ContractRow) -> None:
    """Check that some payment may come of a contract whose declarers have no points or all of them, or a bonus
    that its bid undertakes. A tie may well be paid by a row of its own."""
    if contract.undertakes:
        return
    rows = table.result.items()
    result = next((key for key, row in rows if not row.contracts or name in row.contracts), "")
    paid = [row.when for row in table.payments.values() if row.pay is not None]
    for points in (Fraction(0), table.total):
        shares = dict(zip(SIDES, (points, table.total - points), strict=True))
        known = Known({"contract": name, "result": result}, shares)
        if any(known.may_hold(when) for when in paid):
            return
    raise place("payments").error(say("table.unpaid", contract=name))


@dataclass(frozen=True)
class Known:
    """A part of the facts of a hand. words: facts that are a word; points: those of each side."""

    words: Mapping[str, str]
    points: Mapping[str, Fraction]

    def may_hold(self, condition: Condition) -> bool:
        """Whether a condition may be true, whatever the other facts are."""
        return not condition.either or any(
            all(self._answer(test) is not False for test in tests)
            and not any(self._holds(one) for one in never)
            for tests, never in condition.either
        )

    def _holds(self, condition: Condition) -> bool:
        """Whether a condition is true by these facts alone."""
        return not condition.either or any(
            all(self._answer(test) for test in tests) and not any(map(self.may_hold, never))
            for tests, never in condition.either
        )

    def _answer(self, test: Test) -> bool | None:
        """Whether a test is true; None where these facts do not tell."""
        if test.name in self.words:
            return self.words[test.name] in test.words
        if test.name != "points" or test.pairs or test.words:
            return None
        answers = [self.points[key] in span for key, span in test.ranges if key in self.points]
        return all(answers) and (len(answers) == len(test.ranges) or None) if answers else None
