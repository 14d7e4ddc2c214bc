"""Which cards may you play? Every legal card is to be touched."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky import questions
from taroky.cards import Card
from taroky.messages import Message, say
from taroky.phases.play import legal_cards
from taroky.rules.table import Seat, Table

from taroky_tutorials import cards as show
from taroky_tutorials.html import Markup, join
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
)


@dataclass(frozen=True)
class YourTurn(Position):
    """You sit at A; the leader follows from how many cards lie in the trick."""

    contract: str
    hand: tuple[Card, ...]
    trick: tuple[Card, ...] = ()
    leader: Seat = "A"


class PickLegal(Kind):
    """Every legal card is right, every other one gets the engine's reason."""

    name = "pick-legal"
    topics = ("follow", "tarok", "void", "nothing", "free")

    def read(self, table: Table, data: Mapping[str, Any]) -> YourTurn:
        hand, trick = cards_of(table, data, "hand"), cards_of(table, data, "trick")
        seats = table.active
        if not hand or set(hand) & set(trick) or len(trick) >= len(seats):
            raise bad(" ".join(trick))
        leader = seats[(len(seats) - len(trick)) % len(seats)]
        return YourTurn(contract_of(table, data), table.cards.sort(hand), trick, leader)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack = table.cards
        cards = pack.shuffled(rng)
        size = {1: rng.randint(4, 6), 2: rng.randint(6, 8), 3: rng.randint(9, 11)}[level]
        most = len(table.active) - 1
        hand, trick = cards[:size], cards[-rng.randint(1, most) :]
        if topic == "free":
            trick = ()
        held = {pack.suit(card) for card in hand}
        lead = next((pack.suit(card) for card in trick if not pack.is_excuse(card)), "")
        fits = {
            "follow": lead in held and lead != "T",
            "void": lead not in held and "T" in held,
            "nothing": lead not in held and "T" not in held,
            "tarok": lead == "T" and "T" in held,
            "free": not trick,
        }[topic]
        if not fits or (trick and not lead):
            return None
        contract = next(iter(table.contracts))
        legal = legal_cards(table, table.contracts[contract].play, hand, trick)
        if trick and topic != "nothing" and len(legal) == len(hand):
            return None
        return {"hand": list(hand), "trick": list(trick), "contract": contract}

    def _rows(self, exercise: Exercise) -> dict[Card, dict[str, Any]]:
        at = exercise.position
        assert isinstance(at, YourTurn)
        answer = questions.legal(exercise.table, at.hand, at.trick, at.contract)
        return {row["what"]: row for row in answer["cards"]}

    def _legal(self, exercise: Exercise) -> list[Card]:
        return [card for card, row in self._rows(exercise).items() if row["legal"]]

    def judge(self, exercise: Exercise, answers: Sequence[Event]) -> Outcome:
        rows = self._rows(exercise)
        legal = [card for card, row in rows.items() if row["legal"]]
        marks: dict[Card, tuple[str, str]] = {}
        feedback: Feedback | None = None
        tries = 0
        for event in answers:
            card = picked(event, "tap", tuple(rows))
            if rows[card]["legal"]:
                marks[card] = ("is-right is-legal", "widget.may")
                left = [c for c in legal if c not in marks]
                if left:
                    feedback = Feedback("right", say("legal.more", card=card, n=len(left)))
                else:
                    feedback = Feedback("right", *self._reason(exercise))
            else:
                tries += card not in marks
                marks[card] = ("is-wrong", "widget.may_not")
                feedback = Feedback("wrong", *said(rows[card]["why"]))
        done = all(card in marks for card in legal)
        if done:
            for card in rows:
                marks.setdefault(card, ("is-dim", "widget.may_not"))
        return Outcome(done, feedback, marks, tries)

    def _reason(self, exercise: Exercise) -> tuple[Message, Points]:
        """Why it is these cards."""
        table, at = exercise.table, exercise.position
        assert isinstance(at, YourTurn)
        play = f"play.{table.contracts[at.contract].play}"
        led = next((card for card in at.trick if not table.cards.is_excuse(card)), None)
        if led is None:
            return say("legal.lead_done"), ()
        lead = table.cards.suit(led)
        held = {table.cards.suit(card) for card in at.hand}
        if lead == "T" and "T" in held:
            cell, message = "tarok_lead", say("legal.tarok_done")
        elif lead in held:
            cell, message = "duties.follow", say("legal.follow_done", suit=lead)
        elif "T" in held:
            cell, message = "duties.trump", say("legal.trump_done", suit=lead)
        else:
            cell, message = "free", say("legal.free_done", suit=lead)
        return message, table.points_of(f"{play}.{cell}")

    def task(self, state: State, outcome: Outcome) -> Message:
        at = state.exercise.position
        assert isinstance(at, YourTurn)
        return say("legal.task" if at.trick else "legal.task_lead")

    def board(self, state: State, outcome: Outcome) -> Markup:
        table, at = state.exercise.table, state.exercise.position
        assert isinstance(at, YourTurn)
        on_table = show.trick(
            table, at.trick, at.leader, state.base, state.id, you=table.active[0]
        )  # fmt: skip
        held = show.hand(
            table, at.hand, state.base, state.id, event="tap", marks=outcome.marks,
            label=say("widget.your_hand").text(),
        )  # fmt: skip
        return join(on_table, held)

    def solution(self, exercise: Exercise) -> Sequence[tuple[Message, Points]]:
        return [
            (say("legal.solution", cards=self._legal(exercise)), ()),
            self._reason(exercise),
        ]

    def solve(self, exercise: Exercise) -> Sequence[Event]:
        return [{"tap": card} for card in self._legal(exercise)]

    def right(self, exercise: Exercise) -> int:
        return len(self._legal(exercise))

    def first_events(self, exercise: Exercise) -> Iterator[Event]:
        for card in self._rows(exercise):
            yield {"tap": card}
