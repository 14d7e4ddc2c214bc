"""The declarer looks at the talon one set after another: which of them may be taken now, and may they
look on? Everything allowed is to be touched."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.cards import Card
from taroky.hand import Cards, Choice, DealState, ExchangeState, Hand
from taroky.messages import Message, say, term
from taroky.numbers import is_whole
from taroky.phases.talon import TalonPhase
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll


@dataclass(frozen=True)
class Looking(Position):
    """The talon as dealt, and how many of its sets the declarer has looked at."""

    contract: str
    talon: tuple[Card, ...]
    looks: int = 1


class ChooseSet(PickAll[Looking]):
    """Every set that may be taken now, and whether the next one may be looked at."""

    name = "choose-set"
    topics = ("first", "later", "last")
    event = "set"

    def read(self, table: Table, data: Mapping[str, Any]) -> Looking:
        contract = contract_of(table, {**data, "contract": data.get("contract") or self._of(table)})
        sets = table.talon[table.contracts[contract].talon].sets
        talon = cards_of(table, data, "talon")
        looks = str(data.get("looks", 1))
        if not table.talon[table.contracts[contract].talon].choose or len(talon) != sum(sets):
            raise bad(f"{contract} {len(talon)}")
        if not is_whole(looks) or not 1 <= int(looks) <= len(sets):
            raise bad(looks)
        return Looking(contract, talon, int(looks))

    def _of(self, table: Table) -> str:
        """The contract with the most sets to look at."""
        known = [n for n, row in table.contracts.items() if table.talon[row.talon].choose]
        return max(known, key=lambda n: len(table.talon[table.contracts[n].talon].sets), default="")

    def has(self, table: Table, topic: str) -> bool:
        if not self._of(table):
            return False
        sets = table.talon[table.contracts[self._of(table)].talon].sets
        return topic != "later" or len(sets) > 2

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        contract = self._of(table)
        sets = table.talon[table.contracts[contract].talon].sets
        looks = {"first": 1, "later": rng.randint(2, max(2, len(sets) - 1)), "last": len(sets)}
        talon = table.cards.shuffled(rng)[: sum(sets)]
        return {"contract": contract, "talon": list(talon), "looks": looks[topic]}

    def _groups(self, table: Table, position: Looking) -> list[tuple[Card, ...]]:
        groups, start = [], 0
        for size in table.talon[table.contracts[position.contract].talon].sets:
            groups.append(position.talon[start : start + size])
            start += size
        return groups

    def _legal(self, table: Table, position: Looking) -> Sequence[Choice]:
        you, use = table.active[0], table.talon[table.contracts[position.contract].talon]
        rejected = self._groups(table, position)[: position.looks - 1]
        hand = Hand(
            table=table,
            contract=position.contract,
            declarer=you,
            deal=DealState(talon_dealt=position.talon),
            cards=Cards(talon=position.talon),
            exchange=ExchangeState(
                looks=position.looks,
                picked=tuple(range(1, use.sets[0] + 1)) if use.pick else (),
                exposed=tuple(card for group in rejected for card in group),
            ),
        )
        return TalonPhase().legal(hand, you).choices

    def answers(self, exercise: Exercise[Looking]) -> Mapping[str, Answer]:
        table, position = exercise.table, exercise.position
        name = table.contracts[position.contract].talon
        use, path = table.talon[name], f"talon.{name}"
        answers: dict[str, Answer] = {}
        for choice in self._legal(table, position):
            if choice.kind == "take":
                row = use.choose[choice.what]
                key = str(row.take)
                message, points = (
                    say("set.may", n=row.take, level=row.level),
                    table.points_of(f"{path}.choose.{choice.what}.self"),
                )
            elif choice.kind == "reject":
                key, message, points = (
                    "next",
                    say("set.next", n=position.looks),
                    table.points_of(f"{path}.show"),
                )
            else:
                key = choice.what
                message = say("offer.open", row=key)
                points = table.points_of(f"offers.{key}.self")
            if choice.refusal is not None:
                message, points = choice.refusal.message, choice.refusal.points
            if key not in answers or not answers[key].right:
                answers[key] = Answer(choice.legal, message, points)
        return answers

    def conclusion(self, exercise: Exercise[Looking]) -> tuple[Message, RulePoints]:
        table, position = exercise.table, exercise.position
        names = [self._option(v) for v, row in self.rows(exercise).items() if row.right]
        path = f"talon.{table.contracts[position.contract].talon}.choose"
        return say("set.all", names=names), table.points_of(path)

    def _option(self, value: str) -> str:
        if is_whole(value):
            return say("set.take", n=int(value)).text()
        return say("set.say_next").text() if value == "next" else term("call", value)

    def solution(self, exercise: Exercise[Looking]) -> Sequence[tuple[Message, RulePoints]]:
        return [(row.message, row.points) for row in self.rows(exercise).values()]

    def task(self, state: State[Looking], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say("set.task", n=position.looks)

    def board(self, state: State[Looking], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        groups = []
        for i, cards in enumerate(self._groups(table, position), start=1):
            if i > position.looks:
                groups.append(element("p", say("set.hidden", n=i, size=len(cards)).text()))
                continue
            key = "set.seen" if i == position.looks else "set.open"
            words = say(key, n=i).text()
            groups += [
                element("p", words),
                show.hand(table, cards, state.base, f"{state.id}-{i}", label=words),
            ]
        options = [(value, self._option(value)) for value in self.rows(state.exercise)]
        return join(
            *groups, choices(state, "set", options, outcome.marks, self.touched(state, outcome))
        )
