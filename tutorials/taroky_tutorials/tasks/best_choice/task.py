"""What do you say with this hand? Right is what brings most, or as much as far as one can know; each other choice has its price."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from taroky.game import current
from taroky.messages import Message, listed, say, term
from taroky.players.reasons import signed
from taroky.players.strength import counted
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, join
from taroky_tutorials.tasks.best_choice.decisions import (
    Compared,
    Decision,
    decisions_of,
    hand_at,
)
from taroky_tutorials.tasks.checks import bad
from taroky_tutorials.tasks.drawing import choices, said_before
from taroky_tutorials.tasks.exercise import Exercise, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome
from taroky_tutorials.tasks.picking import Answer, PickOne


class PickBest(PickOne[Decision]):
    """What is best to say in the auction."""

    name = "pick-best"
    topics = ("open", "answer")
    event = "call"
    own_hints = True

    def has(self, table: Table, topic: str) -> bool:
        return any(_topic(decision) == topic for decision in decisions_of(table))

    def read(self, table: Table, data: Mapping[str, Any]) -> Decision:
        said = data.get("said", [])
        words = tuple(map(str, said)) if isinstance(said, list | tuple) else (str(said),)
        decision = Decision(str(data.get("deal", "")), words)
        if decision not in decisions_of(table):
            raise bad(f"{decision.deal} {' '.join(words)}")
        return decision

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        """One of those that were compared: at first with one right choice and a high price of the next best, then with a lower
        one, at last any."""
        compared = decisions_of(table)
        fitting = [one for one in compared if _topic(one) == topic]
        single = [one for one in fitting if sum(choice.right for choice in compared[one]) == 1]
        single.sort(key=lambda one: -compared[one][1].behind)
        half = (len(single) + 1) // 2
        parts = {1: single[:half], 2: single[half:], 3: fitting}
        by_answer: dict[str, list[Decision]] = {}  # so that no word is right in nearly all of them
        for one in parts[level] or fitting:
            by_answer.setdefault(compared[one][0].word, []).append(one)
        return rng.choice(by_answer[rng.choice(sorted(by_answer))]).plain()

    def answers(self, exercise: Exercise[Decision]) -> Mapping[str, Answer]:
        table = exercise.table
        best, *_ = compared = decisions_of(table)[exercise.position]
        return {one.word: Answer(one.right, _said_of(table, one, best)) for one in compared}

    def judge(self, exercise: Exercise[Decision], answers: Sequence[dict[str, str]]) -> Outcome:
        outcome = super().judge(exercise, answers)
        if not outcome.done or outcome.feedback is None:
            return outcome
        feedback = outcome.feedback
        more = tuple((message, ()) for message in self._prices(exercise))
        whole = Feedback(feedback.tone, feedback.message, feedback.points, more)
        return Outcome(outcome.done, whole, outcome.marks, outcome.tries)

    def solution(self, exercise: Exercise[Decision]) -> Sequence[tuple[Message, RulePoints]]:
        return [*super().solution(exercise), *((one, ()) for one in self._prices(exercise))]

    def _prices(self, exercise: Exercise[Decision]) -> list[Message]:
        """The strength of the hand, and what each choice brings, the best first."""
        prices = [
            say("best.price", word=one.word, mean=signed(one.mean)).text()
            for one in decisions_of(exercise.table)[exercise.position]
        ]
        return [_counted(exercise, self._seat(exercise)), say("best.prices", prices=listed(prices))]

    def _seat(self, exercise: Exercise[Decision]) -> Seat:
        if "seat" not in exercise.memo:
            asked = current(hand_at(exercise.table, exercise.position))
            assert asked is not None
            exercise.memo["seat"] = asked[1]
        seat: Seat = exercise.memo["seat"]
        return seat

    def hints(self, state: State[Decision]) -> Sequence[str]:
        exercise = state.exercise
        return (say("best.count").text(), _counted(exercise, self._seat(exercise)).text())

    def task(self, state: State[Decision], outcome: Outcome) -> Message:
        return say("best.task" if state.exercise.position.said else "best.task_open")

    def board(self, state: State[Decision], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        hand, you = hand_at(table, position), self._seat(state.exercise)
        said = said_before(table, ((one.seat, one.what[0]) for one in hand.actions), you)
        held = show.hand(
            table,
            table.cards.sort(hand.holds(you)),
            state.base,
            state.id,
            label=say("widget.your_hand").text(),
        )
        words = shown_words(position, [*self.rows(state.exercise)])
        options = [(word, term("call", word)) for word in words]
        return join(said, choices(state, "call", options, outcome.marks), held)


def shown_words(decision: Decision, words: Sequence[str]) -> list[str]:
    """Return the choices in an order that the deal alone decides, so that the place of a button tells nothing."""
    return random.Random(decision.deal).sample(sorted(words), len(words))


def _topic(decision: Decision) -> str:
    return "answer" if decision.said else "open"


def _counted(exercise: Exercise[Decision], seat: Seat) -> Message:
    cards = hand_at(exercise.table, exercise.position).holds(seat)
    return counted(exercise.table, cards)


def _said_of(table: Table, one: Compared, best: Compared) -> Message:
    """The reply to a choice: that it is best or as good, or what it costs."""
    word, unit = one.word, table.unit.name
    if one is best:
        return say("best.right", word=word, mean=signed(one.mean), unit=unit, often=one.gains)
    if one.right:
        return say("best.equal", word=word, best=best.word)
    return say(
        "best.wrong",
        word=word,
        less=signed(one.behind).lstrip("+"),
        mean=signed(one.mean),
        unit=unit,
        often=one.gains,
    )
