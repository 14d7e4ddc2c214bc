"""Doubling: the words in their order, and who may say the next one."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.hand import AnnounceState, CallState, Cards, DealState, Double, Hand
from taroky.messages import Message, say
from taroky.phases.doubling import refuse_double
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.checks import bad, contract_of, word_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.ordering import OrderingParts, Parts
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll


class OrderDoubles(OrderingParts[Parts]):
    """The words of doubling, the first one first."""

    name = "order-doubles"
    topics = ("words",)
    term = "say"

    def has(self, table: Table, topic: str) -> bool:
        return len(table.doubling.steps) > 1

    def read(self, table: Table, data: Mapping[str, Any]) -> Parts:
        words = list(table.doubling.steps)
        parts = data.get("parts") or words[::-1]
        if not isinstance(parts, list) or sorted(map(str, parts)) != sorted(words):
            raise bad(parts)
        return Parts(tuple(map(str, parts)))

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        words = list(table.doubling.steps)
        shuffled = rng.sample(words, len(words))
        return {"parts": shuffled} if shuffled != words else None

    def in_order(self, exercise: Exercise[Parts]) -> tuple[str, ...]:
        return tuple(exercise.table.doubling.steps)

    def too_early(
        self, exercise: Exercise[Parts], value: str, due: str
    ) -> tuple[Message, RulePoints]:
        steps = exercise.table.doubling.steps
        return say(
            "double.order_first", word=value, factor=steps[value], due=due, before=steps[due]
        ), exercise.table.points_of("doubling.steps")

    def whole(self, exercise: Exercise[Parts]) -> tuple[Message, RulePoints]:
        steps = exercise.table.doubling.steps
        return say("double.order_done", words=list(steps), factors=list(steps.values())), (
            exercise.table.points_of("doubling.steps")
        )

    def task(self, state: State[Parts], outcome: Outcome) -> Message:
        return say("double.order_task")


@dataclass(frozen=True)
class Chain(Position):
    """Who plays with whom, and who has doubled the game so far, in order."""

    contract: str
    declarer: Seat
    partner: Seat = ""
    said: tuple[Seat, ...] = ()


class WhoDoubles(PickAll[Chain]):
    """Everybody who may say the next word to the game."""

    name = "who-doubles"
    topics = ("first", "answer")
    event = "seat"

    def has(self, table: Table, topic: str) -> bool:
        return "game" in table.doubling.on

    def read(self, table: Table, data: Mapping[str, Any]) -> Chain:
        contract = contract_of(table, data)
        seats = ("", *table.active)
        declarer = word_of(data, "declarer", table.active, table.active[0])
        partner = str(data.get("partner") or "")
        said = data.get("said") or []
        if (
            partner not in seats
            or partner == declarer
            or bool(partner) != (table.contracts[contract].sides == "called")
            or not isinstance(said, list | tuple)
            or len(said) >= len(table.doubling.steps)
        ):
            raise bad(f"{contract} {partner}")
        chain = Chain(contract, declarer, partner, tuple(map(str, said)))
        for n, seat in enumerate(chain.said):
            before = Chain(contract, declarer, partner, chain.said[:n])
            if seat not in table.active or not self._answers(table, before)[seat].right:
                raise bad(f"{seat} {n}")
        return chain

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        names = [n for n, row in table.contracts.items() if row.sides in ("called", "alone")]
        contract = rng.choice(names)
        declarer = rng.choice(table.active)
        partner = ""
        if table.contracts[contract].sides == "called":
            partner = rng.choice([seat for seat in table.active if seat != declarer])
        most = len(table.doubling.steps) - 1
        said: list[Seat] = []
        for _ in range(0 if topic == "first" else rng.randint(1, most)):
            position = Chain(contract, declarer, partner, tuple(said))
            right = [seat for seat, row in self._answers(table, position).items() if row.right]
            said.append(rng.choice(right))
        return {"contract": contract, "declarer": declarer, "partner": partner, "said": said}

    def _word(self, table: Table, position: Chain) -> str:
        return list(table.doubling.steps)[len(position.said)]

    def _hand(self, table: Table, position: Chain) -> Hand:
        """A hand in which nothing is known but the sides: the partner holds the called card."""
        words = list(table.doubling.steps)
        doubles = tuple(Double(by, words[n], "game") for n, by in enumerate(position.said))
        called = table.cards.trumps[2] if position.partner else ""
        held = {position.partner: (called,)} if position.partner else {}
        return Hand(
            table=table,
            contract=position.contract,
            declarer=position.declarer,
            call=CallState(called),
            deal=DealState(dealt=held),
            cards=Cards(held),
            announce=AnnounceState(doubles=doubles),
        )

    def _answers(self, table: Table, position: Chain) -> dict[str, Answer]:
        hand = self._hand(table, position)
        word = self._word(table, position)
        yes = say("double.may", word=word)
        answers = {}
        for seat in table.active:
            refusal = refuse_double(hand, seat, Double(seat, word, "game"))
            answers[seat] = (
                Answer(False, say("seat.no", seat=seat, why=refusal.message), refusal.points)
                if refusal
                else Answer(True, yes)
            )
        return answers

    def answers(self, exercise: Exercise[Chain]) -> Mapping[str, Answer]:
        position = exercise.position
        return self._answers(exercise.table, position)

    def conclusion(self, exercise: Exercise[Chain]) -> tuple[Message, RulePoints]:
        position, table = exercise.position, exercise.table
        word = self._word(table, position)
        seats = [seat for seat, row in self.rows(exercise).items() if row.right]
        points = table.points_of(f"doubling.{word}") or table.points_of("doubling.first")
        return say("double.who_done", word=word, seats=seats), points

    def solution(self, exercise: Exercise[Chain]) -> Sequence[tuple[Message, RulePoints]]:
        return [self.conclusion(exercise)]

    def task(self, state: State[Chain], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say("double.who_task", word=self._word(state.exercise.table, position))

    def board(self, state: State[Chain], outcome: Outcome) -> Markup:
        position, table = state.exercise.position, state.exercise.table
        words = list(table.doubling.steps)
        key = "double.pair" if position.partner else "double.lone"
        lines = [
            say(key, seat=position.declarer, partner=position.partner, contract=position.contract)
        ]
        lines += [
            say("double.said", seat=seat, word=words[n]) for n, seat in enumerate(position.said)
        ]
        facts = element("ul", *(element("li", one.text()) for one in lines), class_="tk-facts")
        options = [(seat, seat) for seat in table.active]
        return join(
            facts, choices(state, "seat", options, outcome.marks, self.touched(state, outcome))
        )
