"""What is best at this turn? Right is what brings most, or as much as far as one can know; each other choice has its price."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from taroky.game import current
from taroky.hand import Reason
from taroky.messages import Message, listed, say, term
from taroky.numbers import is_whole
from taroky.players.reasons import signed
from taroky.players.strength import counted
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, join
from taroky_tutorials.tasks.best_choice import turn
from taroky_tutorials.tasks.best_choice.decisions import (
    Compared,
    Decision,
    decisions_of,
    hand_at,
)
from taroky_tutorials.tasks.best_choice.topics import TOPICS, topic_of
from taroky_tutorials.tasks.checks import bad
from taroky_tutorials.tasks.drawing import choices, said_before
from taroky_tutorials.tasks.exercise import Exercise, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome
from taroky_tutorials.tasks.picking import Answer, PickOne

#: The strategy page of what has no page of its own.
_PAGE = "bidding"
#: The fewest turns of a topic that are drawn from, and of an answer that are split by how hard they are.
_FEW, _SOME = 5, 6


class PickBest(PickOne[Decision]):
    """What is best to say, to discard or to play."""

    name = "pick-best"
    topics = TOPICS
    event = "call"
    own_hints = True

    def has(self, table: Table, topic: str) -> bool:
        return len(decisions_of(table, topic)) >= _FEW

    def read(self, table: Table, data: Mapping[str, Any]) -> Decision:
        said = data.get("said", [])
        words = tuple(map(str, said)) if isinstance(said, list | tuple) else (str(said),)
        deal, code, favours = (str(data.get(key, "")) for key in ("deal", "code", "favours"))
        number = str(data.get("turn", 0))
        after = int(number) if is_whole(number) else 0
        decision = Decision(deal, words, code, after, bool(data.get("played_out")), favours)
        if decision not in decisions_of(table):
            raise bad(f"{decision.deal} {' '.join(words)}")
        return decision

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        """One of those that were compared: at first with one right choice and a high price of the next best, then with a lower
        one, at last any; each answer as often as others."""
        compared = decisions_of(table, topic)
        by_answer: dict[str, list[Decision]] = {}
        for one, (best, *_) in compared.items():
            by_answer.setdefault("" if best.is_cards else best.value, []).append(one)
        fitting = by_answer[rng.choice(sorted(by_answer))]
        single = [one for one in fitting if sum(choice.right for choice in compared[one]) == 1]
        single.sort(key=lambda one: -compared[one][1].behind)
        half = (len(single) + 1) // 2
        halves = (single[:half], single[half:]) if len(single) >= _SOME else (single, single)
        parts = {1: halves[0], 2: halves[1], 3: fitting}
        return rng.choice(parts[level] or fitting).plain()

    def answers(self, exercise: Exercise[Decision]) -> Mapping[str, Answer]:
        table = exercise.table
        best, *_ = compared = _compared(exercise)
        if not exercise.position.code:
            return {one.word: Answer(one.right, _said_of(table, one, best)) for one in compared}
        rows = {one.value: Answer(one.right, self._whys(exercise, one)[0]) for one in compared}
        barred = turn.refused(hand_at(table, exercise.position), compared)
        return rows | {card: Answer(False, reason) for card, reason in barred.items()}

    def _whys(self, exercise: Exercise[Decision], one: Compared) -> Sequence[Reason]:
        """Why the best is better than this choice; of a right one, than the best of those that are wrong."""
        name = f"whys {one.value}"
        if name not in exercise.memo:
            hand = hand_at(exercise.table, exercise.position)
            exercise.memo[name] = turn.why(hand, _compared(exercise), one)
        whys: Sequence[Reason] = exercise.memo[name]
        return whys

    def judge(self, exercise: Exercise[Decision], answers: Sequence[dict[str, str]]) -> Outcome:
        outcome = super().judge(exercise, answers)
        if outcome.feedback is None:
            return outcome
        reasons = self._reasons(exercise, answers[-1][self.event])
        if reasons is None:
            return outcome
        page = next((one.page for one in reasons if one.page), _PAGE)
        more = tuple((one.message, one.points) for one in reasons[1:])
        if outcome.done:
            more += tuple((message, ()) for message in self._prices(exercise))
        said = outcome.feedback
        feedback = Feedback(said.tone, said.message, said.points, more, page)
        return Outcome(outcome.done, feedback, outcome.marks, outcome.tries)

    def _reasons(self, exercise: Exercise[Decision], value: str) -> Sequence[Reason] | None:
        """The reasons for the reply to an answer, none for a bid; None for a card that may not be played."""
        if not exercise.position.code:
            return ()
        chosen = next((one for one in _compared(exercise) if one.value == value), None)
        return None if chosen is None else self._whys(exercise, chosen)

    def solution(self, exercise: Exercise[Decision]) -> Sequence[tuple[Message, RulePoints]]:
        return [*super().solution(exercise), *((one, ()) for one in self._prices(exercise))]

    def _prices(self, exercise: Exercise[Decision]) -> list[Message]:
        """Return what each choice brings, the best first; of bids after the strength of the hand."""
        if exercise.position.code:
            seat = self._seat(exercise)
            each = [
                turn.price(one, seat, exercise.table.unit).text() for one in _compared(exercise)
            ]
            return [say("best.prices", prices=listed(each))]
        prices = [
            say("best.price", word=one.word, mean=signed(one.mean, exercise.table.unit)).text()
            for one in _compared(exercise)
        ]
        return [_counted(exercise, self._seat(exercise)), say("best.prices", prices=listed(prices))]

    def _seat(self, exercise: Exercise[Decision]) -> Seat:
        if "seat" not in exercise.memo:
            asked = current(hand_at(exercise.table, exercise.position))
            assert asked is not None
            exercise.memo["seat"] = asked[1]
        seat: Seat = exercise.memo["seat"]
        return seat

    def _topic(self, exercise: Exercise[Decision]) -> str:
        if "topic" not in exercise.memo:
            exercise.memo["topic"] = topic_of(hand_at(exercise.table, exercise.position))
        topic: str = exercise.memo["topic"]
        return topic

    def hints(self, state: State[Decision]) -> Sequence[str]:
        exercise = state.exercise
        if exercise.position.code:
            return (say(f"best.hint.{self._topic(exercise)}").text(),)
        return (say("best.count").text(), _counted(exercise, self._seat(exercise)).text())

    def task(self, state: State[Decision], outcome: Outcome) -> Message:
        exercise = state.exercise
        if exercise.position.code:
            several = "s" if " " in _compared(exercise)[0].word else ""
            return say(f"best.task.{self._topic(exercise)}{several}")
        return say("best.task" if exercise.position.said else "best.task_open")

    def board(self, state: State[Decision], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        hand, you = hand_at(table, position), self._seat(state.exercise)
        if position.code:
            compared = _compared(state.exercise)
            order = shown_words(position, [one.value for one in compared])
            return turn.board(hand, compared, state, outcome, order)
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


def _compared(exercise: Exercise[Decision]) -> tuple[Compared, ...]:
    return decisions_of(exercise.table)[exercise.position]


def shown_words(decision: Decision, words: Sequence[str]) -> list[str]:
    """Return the choices in an order that the deal alone decides, so that the place of a button tells nothing."""
    return random.Random(decision.deal).sample(sorted(words), len(words))


def _counted(exercise: Exercise[Decision], seat: Seat) -> Message:
    cards = hand_at(exercise.table, exercise.position).holds(seat)
    return counted(exercise.table, cards)


def _said_of(table: Table, one: Compared, best: Compared) -> Message:
    """The reply to a choice: that it is best or as good, or what it costs."""
    word, unit = one.word, table.unit.name
    mean = signed(one.mean, table.unit)
    if one is best:
        return say("best.right", word=word, mean=mean, unit=unit, often=one.gains)
    if one.right:
        return say("best.equal", word=word, best=best.word)
    return say(
        "best.wrong",
        word=word,
        less=signed(one.behind, table.unit).lstrip("+"),
        mean=mean,
        unit=unit,
        often=one.gains,
    )
