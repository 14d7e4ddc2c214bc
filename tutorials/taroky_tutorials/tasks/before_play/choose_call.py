"""Which calls may you make, and whom may you call? Everything allowed is to be touched."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.api import bidding as bidding_questions
from taroky.api.bidding import OpenAuctionAnswer
from taroky.cards import Card
from taroky.messages import Message, card_label, card_name, listed, say, term
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, join
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of
from taroky_tutorials.tasks.drawing import choices, said_before
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome
from taroky_tutorials.tasks.picking import Answer, PickAll, from_choice

#: What is said of cards that may be called, once for several of them.
_SEVERAL = {"callable.alone": "partner.several.alone", "callable.may": "partner.several.may"}
#: The same of words that may not be said.
_SEVERAL_WORDS = {
    "auction.only_first": "call.several.only_first",
    "auction.too_low": "call.several.too_low",
}


@dataclass(frozen=True)
class Bidding(Position):
    """Your hand and what was called before you, from the first player on."""

    hand: tuple[Card, ...]
    said: tuple[str, ...] = ()


class ChooseCall(PickAll[Bidding]):
    """Every word you may say now."""

    name = "choose-call"
    topics = ("open", "answer", "late")
    event = "call"

    def read(self, table: Table, data: Mapping[str, Any]) -> Bidding:
        said = data.get("said", [])
        words = tuple(map(str, said)) if isinstance(said, list | tuple) else (str(said),)
        hand = table.cards.sort(cards_of(table, data, "hand"))
        position = Bidding(hand, words)
        if not hand or bidding_questions.calls(table, words, hand).finished:
            raise bad(" ".join(words))
        return position

    def has(self, table: Table, topic: str) -> bool:
        return bool(table.auction.calls)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        hand = table.cards.shuffled(rng)[: table.deal.hand]
        said: list[str] = []
        turns = {"open": 0, "answer": rng.randint(1, 2), "late": len(table.active) - 1}[topic]
        for _ in range(turns):
            asked = bidding_questions.calls(table, said)
            if not isinstance(asked, OpenAuctionAnswer):
                return None
            free = [
                call for call in asked.legal if level > 1 or len(said) == 0 or rng.random() < 0.5
            ]
            if not free:
                return None
            said.append(rng.choice(free))
        answer = bidding_questions.calls(table, said, hand)
        if not isinstance(answer, OpenAuctionAnswer):
            return None
        if said and len(answer.legal) == len(answer.calls):
            return None
        return {"hand": list(hand), "said": said}

    def answers(self, exercise: Exercise[Bidding]) -> Mapping[str, Answer]:
        position = exercise.position
        auction = bidding_questions.calls(exercise.table, position.said, position.hand)
        assert isinstance(auction, OpenAuctionAnswer)
        return {call.what: from_choice(call) for call in auction.calls}

    def conclusion(self, exercise: Exercise[Bidding]) -> tuple[Message, RulePoints]:
        names = [value for value, row in self.rows(exercise).items() if row.right]
        return say("call.all", calls=names), exercise.table.points_of("auction.calls")

    def solution(self, exercise: Exercise[Bidding]) -> Sequence[tuple[Message, RulePoints]]:
        wrong_by_message: dict[str, list[Answer]] = {}
        for row in self.rows(exercise).values():
            if not row.right:
                wrong_by_message.setdefault(row.message.id, []).append(row)
        lines = [self.conclusion(exercise)]
        for name, rows in wrong_by_message.items():
            if len(rows) > 1 and name in _SEVERAL_WORDS:
                params = [dict(row.message.params) for row in rows]
                calls = [one.pop("call") for one in params]
                points = tuple(dict.fromkeys(point for row in rows for point in row.points))
                lines.append((say(_SEVERAL_WORDS[name], calls=calls, **params[0]), points))
            else:
                lines += [(row.message, row.points) for row in rows]
        return lines

    def task(self, state: State[Bidding], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say("call.task" if position.said else "call.task_open")

    def board(self, state: State[Bidding], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        auction = bidding_questions.calls(table, position.said, position.hand)
        assert isinstance(auction, OpenAuctionAnswer)
        said = said_before(table, zip(table.active, position.said, strict=False), auction.seat)
        held = show.hand(
            table, position.hand, state.base, state.id, label=say("widget.your_hand").text()
        )
        options = [(call, term("call", call)) for call in self.rows(state.exercise)]
        return join(
            said, choices(state, "call", options, outcome.marks, self.touched(state, outcome)), held
        )


@dataclass(frozen=True)
class Calling(Position):
    """The declarer's hand in a contract with a called partner."""

    contract: str
    hand: tuple[Card, ...]
    discards: tuple[Card, ...] = ()


class CallPartner(PickAll[Calling]):
    """Every card (or word) by which you may call your partner."""

    name = "call-partner"
    topics = ("plain", "ladder")
    event = "call"

    def read(self, table: Table, data: Mapping[str, Any]) -> Calling:
        contract = contract_of(table, {**data, "contract": data.get("contract") or self._of(table)})
        hand = table.cards.sort(cards_of(table, data, "hand"))
        if not hand or table.contracts[contract].calling is None:
            raise bad(contract)
        return Calling(contract, hand, cards_of(table, data, "discards"))

    def _of(self, table: Table) -> str:
        """The first contract in which somebody is called."""
        return next((name for name, row in table.contracts.items() if row.calling), "")

    def has(self, table: Table, topic: str) -> bool:
        return bool(self._of(table))

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        hand = list(table.cards.shuffled(rng)[: table.deal.hand])
        answer = bidding_questions.callable_cards(table, hand, self._of(table))
        # Left to luck, the ladder nearly always ends on its second rung.
        for _ in range(rng.randrange(3) if topic == "ladder" else 0):
            called = [call.what for call in answer.cards if call.legal and not call.alone]
            missing = next((what for what in called if what in table.cards.trumps), None)
            if missing is None or missing in hand:
                break
            hand[rng.randrange(len(hand))] = missing
            answer = bidding_questions.callable_cards(table, hand, self._of(table))
        own = any(call.alone for call in answer.cards)
        if (topic == "ladder") != own or not answer.legal:
            return None
        return {"hand": hand}

    def answers(self, exercise: Exercise[Calling]) -> Mapping[str, Answer]:
        position = exercise.position
        answer = bidding_questions.callable_cards(
            exercise.table, position.hand, position.contract, position.discards
        )
        return {
            call.what: from_choice(call)
            for call in answer.cards
            if call.legal or self._tempting(exercise.table, call.what)
        }

    def _tempting(self, table: Table, what: str) -> bool:
        """High taroky and everything that is no tarok: what a learner might think of."""
        return what not in table.cards.trumps or what in table.cards.trumps[1:8]

    def conclusion(self, exercise: Exercise[Calling]) -> tuple[Message, RulePoints]:
        position = exercise.position
        row = exercise.table.contracts[position.contract].calling
        right = [v for v, answer in self.rows(exercise).items() if answer.right]
        names = [card_name(v) if v in exercise.table.cards.cards else self._name(v) for v in right]
        return say("partner.all", cards=listed(names, "or")), exercise.table.points_of(
            f"calling.{row}.names"
        )

    def _name(self, what: str) -> str:
        return (
            card_label(what) if what[:1].isupper() or what[:1].isdigit() else term("called", what)
        )

    def solution(self, exercise: Exercise[Calling]) -> Sequence[tuple[Message, RulePoints]]:
        right_by_message: dict[str, list[Answer]] = {}
        for row in self.rows(exercise).values():
            if row.right:
                right_by_message.setdefault(row.message.id, []).append(row)
        lines = [self.conclusion(exercise)]
        for name, rows in right_by_message.items():
            if len(rows) > 1 and name in _SEVERAL:
                shared = set(rows[0].points).intersection(*(row.points for row in rows))
                points = tuple(point for point in rows[0].points if point in shared)
                lines.append((say(_SEVERAL[name]), points))
            else:
                lines += [(row.message, row.points) for row in rows]
        return lines

    def task(self, state: State[Calling], outcome: Outcome) -> Message:
        return say("partner.task")

    def board(self, state: State[Calling], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        options = [(what, self._name(what)) for what in self.rows(state.exercise)]
        held = show.hand(
            table, position.hand, state.base, state.id, label=say("widget.your_hand").text()
        )
        return join(
            choices(state, "call", options, outcome.marks, self.touched(state, outcome)), held
        )
