"""Who takes the trick? The winning card is to be touched."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.messages import Message, say
from taroky.phases import play
from taroky.rules.table import Seat, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, word_of
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome, said
from taroky_tutorials.tasks.picking import Answer, PickOne


@dataclass(frozen=True)
class Taken(Position):
    """A trick in the order played, from `leader` on."""

    contract: str
    trick: tuple[Card, ...]
    leader: Seat = "A"


class WhoWins(PickOne[Taken]):
    """One card is right; for every other one the engine says why it does not win."""

    name = "who-wins"
    topics = ("suit", "tarok", "any", "odd")
    words = (("is-winner", "widget.wins"), ("is-beaten is-wrong", "widget.beaten"))

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
        """The trul, or most of it, in any order; the exception and the rule are as likely."""
        pack = table.cards
        trul = sorted(pack.members("trul"))
        wanted = rng.random() < 0.5
        for _ in range(1_000):
            other_cards = [card for card in pack.shuffled(rng) if card not in trul]
            trick = [*trul, other_cards[0]]
            if rng.random() < 0.4:
                trick[rng.randrange(3)] = other_cards[1]
            rng.shuffle(trick)
            if (play.winner(table, self._play(table), trick)[1] != "") == wanted:
                return {"trick": trick, "leader": rng.choice(table.active)}
        return None

    def answers(self, exercise: Exercise[Taken]) -> Mapping[Card, Answer]:
        position = exercise.position
        answer = trick_questions.winner(
            exercise.table, position.trick, position.leader, position.contract
        )
        return {card: Answer(card == answer.card, *said(why)) for card, why in answer.cards.items()}

    def task(self, state: State[Taken], outcome: Outcome) -> Message:
        return say("wins.task")

    def board(self, state: State[Taken], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        return show.trick(
            table,
            position.trick,
            position.leader,
            state.base,
            state.id,
            event="tap",
            marks=outcome.marks,
            you=table.active[0],
        )
