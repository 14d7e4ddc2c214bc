"""Who takes the trick? The winning card is to be touched."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky import questions
from taroky.cards import Card
from taroky.messages import Message, say
from taroky.rules.table import Seat, Table

from taroky_tutorials import cards as show
from taroky_tutorials.html import Markup
from taroky_tutorials.tasks.base import (
    Event,
    Exercise,
    Feedback,
    Kind,
    Outcome,
    Points,
    Position,
    State,
    bad,
    cards_of,
    contract_of,
    picked,
    said,
    word_of,
)


@dataclass(frozen=True)
class Taken(Position):
    """A trick in the order played, from `leader` on."""

    contract: str
    trick: tuple[Card, ...]
    leader: Seat = "A"


class WhoWins(Kind):
    """One card is right; for every other one the engine says why it does not win."""

    name = "who-wins"
    topics = ("suit", "tarok", "any", "odd")

    def read(self, table: Table, data: Mapping[str, Any]) -> Taken:
        trick = cards_of(table, data, "trick")
        if not 2 <= len(trick) <= len(table.active):
            raise bad(" ".join(trick))
        leader = word_of(data, "leader", table.active, "A")
        return Taken(contract_of(table, data), trick, leader)

    def has(self, table: Table, topic: str) -> bool:
        """ "odd": a trick that another card than the highest wins, where the rule set has one."""
        return topic != "odd" or bool(table.play[self._play(table)].wins)

    def _play(self, table: Table) -> str:
        return next(iter(table.contracts.values())).play

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        trick = list(pack.shuffled(rng)[: len(table.active)])
        if topic == "odd":
            return self._odd(table, rng)
        if any(map(pack.is_excuse, trick)) and level < 3:
            return None
        suits = [pack.suit(card) for card in trick]
        taroky, same = suits.count("T"), suits.count(suits[0])
        if topic == "suit" and (taroky or same < min(level + 1, 3)):
            return None
        if topic == "tarok" and not (1 if level == 1 else 2) <= taroky < len(trick):
            return None
        return {"trick": trick, "leader": rng.choice(table.active)}

    def _odd(self, table: Table, rng: random.Random) -> Mapping[str, Any] | None:
        """The trul and one card more in any order: sometimes the exception, sometimes not."""
        pack = table.cards
        trul = sorted(pack.members("trul"))
        others = [card for card in pack.shuffled(rng) if card not in trul]
        trick = [*trul, others[0]]
        if rng.random() < 0.4:
            trick[rng.randrange(3)] = others[1]
        rng.shuffle(trick)
        return {"trick": trick, "leader": rng.choice(table.active)}

    def _answer(self, exercise: Exercise) -> dict[str, Any]:
        at = exercise.position
        assert isinstance(at, Taken)
        return questions.winner(exercise.table, at.trick, at.leader, at.contract)

    def judge(self, exercise: Exercise, answers: Sequence[Event]) -> Outcome:
        answer = self._answer(exercise)
        marks: dict[Card, tuple[str, str]] = {}
        feedback: Feedback | None = None
        tries, done = 0, False
        for event in answers:
            card = picked(event, "tap", tuple(answer["cards"]))
            message, points = said(answer["cards"][card])
            if card == answer["card"]:
                done = True
                marks[card] = ("is-winner", "widget.wins")
                feedback = Feedback("right", message, points)
            else:
                tries += card not in marks
                marks[card] = ("is-beaten is-wrong", "widget.beaten")
                feedback = Feedback("wrong", message, points)
        return Outcome(done, feedback, marks, tries)

    def task(self, state: State, outcome: Outcome) -> Message:
        return say("wins.task")

    def board(self, state: State, outcome: Outcome) -> Markup:
        table, at = state.exercise.table, state.exercise.position
        assert isinstance(at, Taken)
        return show.trick(
            table, at.trick, at.leader, state.base, state.id, event="tap", marks=outcome.marks,
            you=table.active[0],
        )  # fmt: skip

    def solution(self, exercise: Exercise) -> Sequence[tuple[Message, Points]]:
        return [said(self._answer(exercise)["why"])]

    def solve(self, exercise: Exercise) -> Sequence[Event]:
        return [{"tap": self._answer(exercise)["card"]}]

    def right(self, exercise: Exercise) -> int:
        return 1

    def first_events(self, exercise: Exercise) -> Iterator[Event]:
        at = exercise.position
        assert isinstance(at, Taken)
        for card in at.trick:
            yield {"tap": card}
