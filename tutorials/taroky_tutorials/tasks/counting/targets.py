"""How many points does the declarer need, and are they there? Where that depends on the honours in
the declarer's tricks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.messages import Message, say
from taroky.rules.table import ResultRow, RulePoints, Table
from taroky.settling.paying import winner
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, misplaced
from taroky_tutorials.tasks.counting.count_pile import number
from taroky_tutorials.tasks.counting.number_form import points_form
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome


@dataclass(frozen=True)
class Reached(Position):
    """The most valuable cards in the declarer's tricks, and what these tricks count ("": not asked)."""

    contract: str
    cards: tuple[Card, ...]
    points: str = ""


class ReachTarget(Kind[Reached]):
    """First the points that are needed are written down, then it is said whether they are there."""

    name = "reach-target"
    topics = ("need", "won")

    def read(self, table: Table, data: Mapping[str, Any]) -> Reached:
        points = str(data.get("points", "") or "")
        reached = number(points) if points else Fraction(0)
        if not self.has(table, "need") or reached is None or not 0 <= reached <= table.total:
            raise bad(points)
        position = Reached(contract_of(table, data), cards_of(table, data, "cards"), points)
        self._won(table, position)
        return position

    def has(self, table: Table, topic: str) -> bool:
        return self._row(table) is not None

    def _row(self, table: Table) -> tuple[str, ResultRow] | None:
        """The row of results whose target is a scale over honours."""
        return next(
            (
                (name, row)
                for name, row in table.result.items()
                if row.target is not None and row.target.scale and row.target.scale[0] == "honours"
            ),
            None,
        )

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        courts = [
            c
            for c in table.cards.shuffled(rng)
            if not table.cards.is_tarok(c) and not table.cards.is_excuse(c)
        ]
        trul = sorted(table.cards.members("trul"))
        low = [c for c in table.cards.trumps if c not in trul]
        cards = [
            *rng.sample(trul, rng.randint(0, len(trul))),
            *courts[: level + 1],
            *rng.sample(low, level),
        ]
        rng.shuffle(cards)
        if topic == "need":
            return {"cards": cards}
        need = self._need(table, cards)
        most = (1, 3, 9)[3 - level]
        return {"cards": cards, "points": str(need + rng.randint(-most, most))}

    def _honours(self, table: Table, cards: Sequence[Card]) -> list[Card]:
        return [card for card in cards if card in table.cards.members("trul")]

    def _need(self, table: Table, cards: Sequence[Card]) -> int:
        result = self._row(table)
        assert result is not None and result[1].target is not None and result[1].target.scale
        target, rows = result[1].target, result[1].target.scale[1]
        return int(rows[target.row(str(len(self._honours(table, cards))))][1])

    def _won(self, table: Table, position: Reached) -> bool:
        points = number(position.points) or Fraction(0)
        facts: dict[str, Any] = {
            "contract": position.contract,
            "declarer": "A",
            "points": {"declarers": str(float(points))},
            "honours": len(self._honours(table, position.cards)),
            "tricks": {"declarers": table.deal.hand // 2},
        }
        if points.denominator == 2:
            facts["left_over"] = {"declarers": 1}
        return winner(table, facts_of.read(table, facts))[1] == "declarers"

    def _said(self, exercise: Exercise[Reached], part: str) -> tuple[Message, RulePoints]:
        """Why so many are needed ("need"), or why they are (not) there ("won")."""
        table, position = exercise.table, exercise.position
        result = self._row(table)
        assert isinstance(position, Reached) and result is not None
        honours = self._honours(table, position.cards)
        need = self._need(table, position.cards)
        if part == "need":
            words = (
                say("target.need", cards=honours, n=len(honours), need=need)
                if honours
                else say("target.need_none", need=need)
            )
            return words, table.points_of(f"result.{result[0]}.target")
        word = "target.won" if self._won(table, position) else "target.lost"
        return say(word, points=position.points, need=need), table.points_of(
            f"result.{result[0]}.wins"
        )

    def judge(self, exercise: Exercise[Reached], answers: Sequence[Event]) -> Outcome:
        position = exercise.position
        needed = done = False
        tries = 0
        feedback: Feedback | None = None
        marks: dict[str, tuple[str, str]] = {}
        for event in answers:
            if "need" in event and not needed:
                if number(event["need"]) == self._need(exercise.table, position.cards):
                    needed, done = True, not position.points
                    feedback = Feedback("right", *self._said(exercise, "need"))
                else:
                    tries += 1
                    why, points = self._said(exercise, "need")
                    feedback = Feedback(
                        "wrong", say("target.not", said=event["need"], why=why), points
                    )
            elif event.get("won") in ("yes", "no") and needed:
                right = (event["won"] == "yes") == self._won(exercise.table, position)
                done = done or right
                tries += not right
                marks[event["won"]] = (
                    ("is-winner", "widget.yes") if right else ("is-beaten is-wrong", "widget.no")
                )
                feedback = Feedback("right" if right else "wrong", *self._said(exercise, "won"))
            else:
                raise misplaced(event)
        return Outcome(done, feedback, marks, tries)

    def _needed(self, exercise: Exercise[Reached], answers: Sequence[Event]) -> bool:
        position = exercise.position
        need = self._need(exercise.table, position.cards)
        return any("need" in event and number(event["need"]) == need for event in answers)

    def task(self, state: State[Reached], outcome: Outcome) -> Message:
        if self._needed(state.exercise, state.without_hints):
            return say("target.task_won")
        return say("target.task_need")

    def board(self, state: State[Reached], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        held = show.hand(
            table, position.cards, state.base, state.id, label=say("target.cards").text()
        )
        reached = (
            element("p", say("target.points", points=position.points).text())
            if position.points
            else None
        )
        if outcome.done and not position.points:
            return held
        if not self._needed(state.exercise, state.without_hints):
            return join(held, reached, points_form(state, "need", say("target.ask")))
        options = [(value, say(f"target.{value}").text()) for value in ("yes", "no")]
        return join(held, reached, choices(state, "won", options, outcome.marks))

    def solution(self, exercise: Exercise[Reached]) -> Sequence[tuple[Message, RulePoints]]:
        position = exercise.position
        return [
            self._said(exercise, part)
            for part in (("need", "won") if position.points else ("need",))
        ]

    def solve(self, exercise: Exercise[Reached]) -> Sequence[Event]:
        position = exercise.position
        events: list[Event] = [{"need": str(self._need(exercise.table, position.cards))}]
        if position.points:
            events.append({"won": "yes" if self._won(exercise.table, position) else "no"})
        return events

    def right(self, exercise: Exercise[Reached]) -> int:
        return 1

    def first_events(self, exercise: Exercise[Reached]) -> Iterator[Event]:
        """Every number that could be meant."""
        result = self._row(exercise.table)
        assert result is not None and result[1].target is not None and result[1].target.scale
        for _, need in result[1].target.scale[1]:
            yield {"need": str(int(need))}
