"""Find out what may have gone wrong with an amount that is not right: the sign, a factor, how many pay,
a bonus left out. Each mistake is tried with the engine's own settlement, so that the answer helps for
that very amount."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from taroky.errors import TarokyError
from taroky.messages import Message, say
from taroky.rules.table import RulePoints, Seat, Table
from taroky.settling.paying import Settlement, settle
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.tasks.exercise import Position

Mistake = tuple[Message, RulePoints]


@dataclass(frozen=True)
class Ended(Position):
    """The facts of a finished hand, as `taroky.settling.reported.reading` reads them, and whose amount is asked."""

    facts: Mapping[str, Any]
    seat: Seat


@dataclass(frozen=True)
class WrongAmount:
    """An amount that was given instead of the one that is due, the likeliest mistake first."""

    table: Table
    position: Ended
    settled: Settlement
    answer: Decimal
    due: Decimal
    text: str

    def find(self) -> Mistake | None:
        """Return what is said to it, None if no mistake leads to this amount."""
        tries: tuple[Callable[[], Mistake | None], ...] = (
            self._sign,
            self._unit,
            self._factor,
            self._items,
            self._announcing,
            self._shares,
            self._halfway,
            self._otherwise,
            self._other_seat,
        )
        if self.due == 0:
            tries = (self._items, self._factor, self._announcing, self._otherwise)
        return next((mistake for one in tries if (mistake := one())), None)

    def _sign(self) -> Mistake | None:
        if self.answer != -self.due:
            return None
        word = "pay.sign_pays" if self.due < 0 else "pay.sign_gets"
        return say(word, said=self.text, seat=self.position.seat), ()

    def _unit(self) -> Mistake | None:
        """Small coins written as large ones."""
        if self.table.unit.step >= 1 or abs(self.answer) != 100 * abs(self.due):
            return None
        return say("pay.unit", unit=self.table.unit.name, said=self.text), ()

    def _factor(self) -> Mistake | None:
        """A double forgotten, or counted where it does not belong."""
        doubles = dict(self.position.facts.get("doubles") or {})
        steps = self.table.doubling.steps
        points = self.table.points_of("doubling.steps")
        for target, word in doubles.items():
            rest = {key: value for key, value in doubles.items() if key != target}
            name = target.partition("@")[0]
            if self._would_be({"doubles": rest}):
                return say("pay.no_double", word=word, factor=steps[word], target=name), points
        factor = steps.get(doubles.get("game", ""), 1)
        for item, amount in self._mine():
            if item.id != "game" and factor > 1 and self.answer == self.due + (factor - 1) * amount:
                return say("pay.not_doubled", label=item.label, word=doubles["game"]), item.points
        for target, word in doubles.items():
            for other in steps:
                if other != word and self._would_be({"doubles": {**doubles, target: other}}):
                    return say(
                        "pay.other_double", other=other, word=word, factor=steps[word]
                    ), points
        return None

    def _shares(self) -> Mistake | None:
        """One share for several of them, or the other way round."""
        n_others = len(self.table.active) - 1
        points = self.table.points_of("session.alone") or self.table.points_of("session.sharing")
        contract = self.table.contracts.get(str(self.position.facts.get("contract")))
        if contract is None:
            points = ()
        elif contract.sides == "each":
            return self._shares_of_each(n_others)
        if abs(self.answer) * n_others == abs(self.due):
            return say("pay.one_share", said=self.text, n_others=n_others), points
        often = 2 if self.position.facts.get("partner") else n_others
        if abs(self.answer) == abs(self.due) * often:
            points = self.table.points_of("session.sharing") or points
            return say("pay.too_often", said=self.text, often=often), points
        return None

    def _shares_of_each(self, n_others: int) -> Mistake | None:
        """The same where everybody plays alone."""
        if abs(self.answer) * n_others == abs(self.due):
            return say("pay.one_of_each", said=self.text, n_others=n_others), ()
        if abs(self.answer) == 2 * abs(self.due):
            return say("pay.shared", said=self.text), ()
        return None

    def _items(self) -> Mistake | None:
        """One of several things left out, or counted for the wrong side."""
        mine = list(self._mine())
        for item, amount in mine:
            if len(mine) > 1 and self.answer == self.due - amount:
                return say("pay.left_out", label=item.label), item.points
        for item, amount in mine:
            if len(mine) > 2 and self.answer == amount:
                return say("pay.only_one", label=item.label, n_items=len(mine)), item.points
        for item, amount in mine:
            if len(mine) > 1 and self.answer == self.due - 2 * amount:
                word = "pay.item_gets" if amount > 0 else "pay.item_pays"
                return say(word, label=item.label, seat=self.position.seat), item.points
        return None

    def _mine(self) -> Iterator[tuple[Any, Decimal]]:
        for item in self.settled.items:
            amount = item.amounts.get(self.position.seat, Decimal(0))
            if amount:
                yield item, amount

    def _halfway(self) -> Mistake | None:
        """The working stopped before its end."""
        for item in self.settled.items:
            for step, following in zip(item.steps, item.steps[1:], strict=False):
                if self.answer and abs(self.answer) == step.value != following.value:
                    return say("pay.halfway", said=self.text, next=following.message), (
                        following.points or item.points
                    )
        return None

    def _announcing(self) -> Mistake | None:
        """Return what would be due if nothing had been announced, or what was not."""
        facts = self.position.facts
        if facts.get("announced") and self._would_be({"announced": {}}):
            return say("pay.unannounced", said=self.text), self._bonus_points()
        for seat, bonuses in self._sayable():
            if not facts.get("announced") and self._would_be({"announced": {seat: bonuses}}):
                return say("pay.as_announced", said=self.text), self._bonus_points()
        return None

    def _otherwise(self) -> Mistake | None:
        """Return what would be due if the talon or the sides had been others."""
        facts = self.position.facts
        contract = self.table.contracts.get(str(facts.get("contract")))
        levels = self.table.talon[contract.talon].choose.values() if contract else ()
        for level in {choice.level for choice in levels} - {facts.get("level")}:
            if facts.get("level") is not None and self._would_be({"level": level}):
                return say("pay.other_level", level=level, said=self.text), ()
        if facts.get("partner") and self._would_be({"partner": None}):
            return say(
                "pay.as_alone", said=self.text, seat=facts["declarer"], partner=facts["partner"]
            ), self.table.points_of("session.sharing")
        return None

    def _sayable(self) -> Iterator[tuple[Seat, list[str]]]:
        for name in self.table.bonuses:
            for seat in self.table.active:
                yield seat, [name]

    def _bonus_points(self) -> RulePoints:
        return next(
            (item.points for item in self.settled.items if item.id in self.table.bonuses), ()
        )

    def _other_seat(self) -> Mistake | None:
        for seat, amount in self.settled.payments.items():
            if amount == self.answer:
                return say(
                    "pay.other_seat", said=self.text, other=seat, seat=self.position.seat
                ), ()
        return None

    def _would_be(self, changed: Mapping[str, Any]) -> bool:
        """Whether the amount that was given, or its opposite, is due with these facts changed."""
        try:
            other = settle(
                self.table, facts_of.read(self.table, {**self.position.facts, **changed})
            )
        except TarokyError:
            return False
        amount = other.payments[self.position.seat]
        return amount != 0 and abs(self.answer) == abs(amount) and amount != self.due
