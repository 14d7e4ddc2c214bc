"""Questions that a rule table asks about a finished hand. All is read off the table: a question is
there only where some row of it may rest on the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.phases.sayings import expand
from taroky.rules.conditions import Amount, Condition, Test
from taroky.rules.table import BonusRow, ContractRow, PenaltyRow, Seat, Table
from taroky.settling.finished_hand import OF_THEMSELVES


def early_endings(table: Table) -> tuple[str, ...]:
    """How the rows of a table let a hand end without being played out."""
    endings = ["all_pass"] if table.auction.all_pass else []
    endings += [name for name, row in table.offers.items() if row.then != "play"]
    endings += [name for name, row in table.penalties.items() if row.next_dealer is not None]
    return tuple(dict.fromkeys(endings))


@dataclass(frozen=True)
class Questions:
    """The questions that a rule table asks about a hand of this contract that ended so ("" : played
    out)."""

    table: Table
    contract: str
    ended: str

    @property
    def row(self) -> ContractRow | None:
        return self.table.contracts.get(self.contract)

    @property
    def sides(self) -> str:
        """Return who plays together: "called", "alone" or "each"."""
        return self.row.sides if self.row else ""

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """How a hand may end before it is played out, by the names of the table's rows."""
        revoke = any(row.irregular == "hand_lost" for row in self.table.play.values())
        names = early_endings(self.table)
        return (*names, "revoke") if revoke and "revoke" not in names else names

    @cached_property
    def contracts(self) -> tuple[str, ...]:
        """Contracts that can have been played, or have ended so; none where none has come about."""
        table, offer = self.table, self.table.offers.get(self.ended)
        if self.ended == "all_pass" or self.ended in self._ending_penalties:
            return ()
        if offer is None:
            return tuple(table.contracts)
        if offer.then.startswith("redeal"):
            return ()
        return tuple(name for name in table.contracts if _may_hold(offer.when, name, ""))

    @property
    def _ending_penalties(self) -> list[str]:
        rows = self.table.penalties.items()
        return [name for name, row in rows if row.next_dealer is not None]

    @property
    def offender(self) -> bool:
        """Whether it is asked who ended the hand."""
        row = self.table.penalties.get(self.ended)
        return self.ended == "revoke" or (
            self.ended in self._ending_penalties and row is not None and row.who != "dealer"
        )

    @property
    def played_out(self) -> bool:
        return bool(self.row) and not self.ended

    @cached_property
    def levels(self) -> tuple[str, ...]:
        """The sets of the talon that may be taken, where the price rests on it."""
        if not self.row or "level" not in self._numbers:
            return ()
        return tuple(self.table.talon[self.row.talon].choose)

    @property
    def left_over(self) -> bool:
        """Whether cards beyond the last packet may decide."""
        return self.played_out and any(test.name == "left_over" for test in self.tests)

    @cached_property
    def honours(self) -> bool:
        """Whether the target rests on the honours in the declarers' tricks."""
        return self.played_out and "honours" in self._numbers

    @cached_property
    def tricks(self) -> bool:
        """Whether it matters how many tricks each side has."""
        asked = {"tricks", "lost_tricks"}
        return (
            self.played_out
            and self.sides != "each"
            and any(test.name in asked for test in self.tests)
        )

    @cached_property
    def declarers_tricks(self) -> bool:
        """Whether the declarer's own tricks matter."""
        return self.tricks and any(
            test.name == "tricks" and "declarer" in dict((*test.ranges, *test.pairs))
            for test in self.tests
        )

    @cached_property
    def lost_with(self) -> tuple[Card, ...]:
        """Cards of which it matters that they were in the one trick a side lost."""
        return (
            tuple(
                dict.fromkeys(
                    word for test in self.tests if test.name == "lost_with" for word in test.words
                )
            )
            if self.played_out
            else ()
        )

    @cached_property
    def last_cards(self) -> tuple[str, ...]:
        """Cards of which it matters who played them to the last trick; "called" is the called one."""
        cards: dict[str, None] = {}
        for test in self._last_tests:
            names = [of for of, _ in test.ranges] if test.name == "last_trick" else test.words
            cards |= {name: None for name in names if name == "called" or self._is_card(name)}
        return tuple(cards)

    @cached_property
    def whole_last_trick(self) -> bool:
        """Whether sets of cards in the last trick matter, so that all of it is asked."""
        return any(
            of not in (*self.last_cards, "taroky")
            for test in self._last_tests
            if test.name == "last_trick"
            for of, _ in test.ranges
        )

    @property
    def _last_tests(self) -> list[Test]:
        if not self.played_out:
            return []
        return [test for test in self.tests if test.name in ("last_trick", "last_won_with")]

    def _is_card(self, name: str) -> bool:
        return name in self.table.cards.cards

    @cached_property
    def callable(self) -> tuple[Card, ...]:
        """Every card that may be called in this contract."""
        row = self.table.calling.get(self.row.calling or "") if self.row else None
        sets = [
            of
            for name in (row.names.values() if row else ())
            for of in (*name.cards, *name.first_missing, *((name.card,) if name.card else ()))
        ]
        pack = self.table.cards
        return pack.sort({card for of in sets if of != "none" for card in pack.members(of)})

    @cached_property
    def declarations(self) -> tuple[str, ...]:
        """Return what may have been declared."""
        if not self.row or "declarations" not in self.row.says:
            return ()
        offer = self.table.offers.get(self.ended)
        if offer is not None and "declarations" not in offer.also:
            return ()
        said = self._stages
        return tuple(name for name in self.table.declarations.rows if name in said)

    @property
    def _stages(self) -> frozenset[str]:
        """Everything that is said in some round of announcing, or with a call."""
        table = self.table
        rounds = [expand(table, stage.says) for stage in table.announce.stages.values()]
        calls = {call.pays for call in table.auction.calls.values() if call.pays}
        return frozenset().union(*rounds, calls)

    @cached_property
    def undertaken(self) -> tuple[str, ...]:
        """Bonuses announced by the bid itself."""
        return self.row.undertakes if self.row else ()

    @cached_property
    def announceable(self) -> tuple[str, ...]:
        """Bonuses that may have been announced."""
        if self.ended and self.ended != "revoke":
            return ()
        return tuple(
            name for name in self._bonuses if name in self._stages and name not in self.undertaken
        )

    def may_announce(self, bonus: str, seat: Seat, ours: Sequence[Seat]) -> bool:
        """Whether this seat may have announced it; ours: the declarer first, then the partner."""
        row = self.table.bonuses[bonus]
        if row.card == "called":
            return not ours or seat == ours[-1]
        may = {
            "declarer": ours[:1],
            "declarers": ours,
            "opponents": [s for s in self.table.active if s not in ours],
        }
        return not ours or seat in may.get(row.say_who, self.table.active)

    @cached_property
    def doubles(self) -> tuple[str, ...]:
        """The words of doubling, where they may have been said."""
        row = self.row
        if not row or "doubles" not in row.says or (self.ended and self.ended != "revoke"):
            return ()
        return tuple(self.table.doubling.steps)

    @cached_property
    def captured(self) -> tuple[Card, ...]:
        """Honours whose loss costs something."""
        if not self.played_out or self.sides == "each":
            return ()
        return tuple(
            row.card
            for row in self.table.penalties.values()
            if row.event == "captured_by_opponents" and row.card
        )

    @cached_property
    def captors(self) -> tuple[Card, ...]:
        """Cards of which it matters that they took a captured honour."""
        return tuple(
            dict.fromkeys(
                word
                for test in self.tests
                if test.name == "captured"
                for key, word in test.pairs
                if key == "with"
            )
        )

    @cached_property
    def talon(self) -> tuple[Card, ...]:
        """Cards whose staying in the talon costs something."""
        return (
            tuple(
                row.card
                for row in self.table.penalties.values()
                if row.event == "left_in_talon" and row.card
            )
            if self.played_out
            else ()
        )

    @cached_property
    def irregularities(self) -> dict[str, PenaltyRow]:
        """Return what may go wrong and has a price, by the name of the event."""
        if not self.played_out:
            return {}
        return {
            row.event or name: row
            for name, row in self.table.penalties.items()
            if (row.event or name) not in OF_THEMSELVES
            and row.next_dealer is None
            and (row.liable is not None or (row.pay is not None and row.pay.number != 0))
        }

    @cached_property
    def pots(self) -> tuple[str, ...]:
        """Pots that are paid out of or into."""
        return tuple(name for name, pot in self.table.pots.items() if pot.on)

    # -- which rows there are -----------------------------------------------------------------

    @property
    def _bonuses(self) -> dict[str, BonusRow]:
        says = self.row.says if self.row else ()
        return {
            name: row
            for name, row in self.table.bonuses.items()
            if "bonuses" in says or name in says
        }

    @cached_property
    def result(self) -> str:
        """The row of the result that decides this contract."""
        rows = self.table.result.items()
        return next((n for n, r in rows if not r.contracts or self.contract in r.contracts), "")

    @cached_property
    def _conditions(self) -> list[Condition]:
        table = self.table
        conditions = [o.when for bonus in self._bonuses.values() for o in bonus.outcomes.values()]
        conditions += [row.when for row in table.payments.values()]
        conditions += [row.when for row in table.penalties.values()]
        row = table.result.get(self.result)
        conditions += [row.wins] if row is not None and row.wins is not None else []
        return conditions

    @cached_property
    def tests(self) -> list[Test]:
        """Every test that may decide something in this contract."""
        return [
            test
            for when in self._conditions
            for test in _open_tests(when, self.contract, self.result)
        ]

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Every number that some amount of this contract is made of."""
        table, row = self.table, self.row
        amounts: list[Amount | None] = [row.rate, row.loss] if row else []
        result = table.result.get(self.result)
        amounts += [result.target] if result else []
        for payment in table.payments.values():
            if _may_hold(payment.when, self.contract, self.result):
                amounts += [payment.pay, payment.times]
        for bonus in self._bonuses.values():
            amounts += [outcome.pay for outcome in bonus.outcomes.values()]
        return frozenset(name for amount in amounts if amount for name in _facts_in(amount))


def _facts_in(amount: Amount) -> Iterator[str]:
    """The facts an amount asks for."""
    if amount.scale is not None:
        yield amount.scale[0]
    for step in amount.steps:
        if isinstance(step.operand, Amount):
            yield from _facts_in(step.operand)
        elif isinstance(step.operand, str):
            yield step.operand


def _alternatives(when: Condition, contract: str, result: str) -> list[Any]:
    """The ways of a condition that this contract does not rule out."""
    known = {"contract": contract, "result": result}
    return [
        (tests, never)
        for tests, never in when.either
        if all(
            not known.get(test.name) or known[test.name] in test.words
            for test in tests
            if test.name in known
        )
    ]


def _may_hold(when: Condition, contract: str, result: str) -> bool:
    return not when.either or bool(_alternatives(when, contract, result))


def _open_tests(when: Condition, contract: str, result: str) -> Iterator[Test]:
    for tests, never in _alternatives(when, contract, result):
        yield from tests
        for condition in never:
            yield from condition.tests()
