"""Which card reaches the goal? You play last to a trick: take it, leave it, or take it as cheaply as
you can. Every legal card that does it is right."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.messages import Message, say
from taroky.phases.play import legal_cards
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, word_of
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome, said
from taroky_tutorials.tasks.picking import Answer, PickOne

GOALS = ("take", "leave", "cheaply")


@dataclass(frozen=True)
class LastToPlay(Position):
    """You sit at A and play last; goal: one of GOALS."""

    contract: str
    hand: tuple[Card, ...]
    trick: tuple[Card, ...]
    goal: str
    leader: Seat = "B"


class PickGoal(PickOne[LastToPlay]):
    """Any legal card that does it; the engine says what becomes of the trick with another."""

    name = "pick-goal"
    topics = GOALS

    def read(self, table: Table, data: Mapping[str, Any]) -> LastToPlay:
        hand, trick = cards_of(table, data, "hand"), cards_of(table, data, "trick")
        if not hand or set(hand) & set(trick) or len(trick) != len(table.active) - 1:
            raise bad(" ".join(trick))
        goal = word_of(data, "goal", GOALS, "take")
        position = LastToPlay(
            contract_of(table, data), table.cards.sort(hand), trick, goal, table.active[1]
        )
        if not any(row.right for row in self._answers(table, position).values()):
            raise bad(f"{goal} {' '.join(hand)}")
        return position

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        cards = table.cards.shuffled(rng)
        hand = cards[: 3 + 2 * level]
        trick = cards[-(len(table.active) - 1) :]
        if any(map(table.cards.is_excuse, (*hand, *trick))) and level < 3:
            return None
        position = LastToPlay(next(iter(table.contracts)), hand, trick, topic, table.active[1])
        rows = self._answers(table, position)
        right = [card for card, row in rows.items() if row.right]
        legal = legal_cards(table, table.contracts[position.contract].play, hand, trick)
        if not right or set(right) >= set(legal):
            return None
        return {"hand": list(hand), "trick": list(trick), "goal": topic}

    def _answers(self, table: Table, position: LastToPlay) -> dict[Card, Answer]:
        rows = {
            choice.what: choice
            for choice in trick_questions.legal(
                table, position.hand, position.trick, position.contract
            ).cards
        }
        takes = {
            card: trick_questions.winner(
                table, (*position.trick, card), position.leader, position.contract
            )
            for card, row in rows.items()
            if row.legal
        }
        winning = [card for card, answer in takes.items() if answer.card == card]
        answers = {}
        for card, row in rows.items():
            if not row.legal:
                answers[card] = Answer(False, *said(row.why))
                continue
            answer = takes[card]
            why = said(answer.why if card in winning else answer.cards[card])
            if position.goal == "leave":
                answers[card] = Answer(card not in winning, *why)
            elif card not in winning or position.goal == "take":
                answers[card] = Answer(card in winning, *why)
            else:
                answers[card] = self._cheaply(table, card, winning, why)
        return answers

    def _cheaply(
        self, table: Table, card: Card, winning: Sequence[Card], why: tuple[Message, RulePoints]
    ) -> Answer:
        """The lowest that takes it: of one suit the lowest, of taroky the lowest number."""
        lowest = max(winning, key=table.cards.position)
        if card == lowest:
            return Answer(True, *why)
        return Answer(False, say("goal.cheaper", card=card, lowest=lowest), why[1])

    def answers(self, exercise: Exercise[LastToPlay]) -> Mapping[Card, Answer]:
        position = exercise.position
        return self._answers(exercise.table, position)

    def task(self, state: State[LastToPlay], outcome: Outcome) -> Message:
        position = state.exercise.position
        return say(f"goal.task_{position.goal}")

    def board(self, state: State[LastToPlay], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        return show.turn(
            table,
            position.trick,
            position.leader,
            position.hand,
            state.base,
            state.id,
            outcome.marks,
        )
