"""True or false: a statement about the rules whose truth the engine decides, with the reason."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from taroky.api import exchange as talon_questions
from taroky.api import settling as settling_questions
from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.messages import Message, card_name, local_names, say, term
from taroky.numbers import is_whole
from taroky.rules.table import RulePoints, Table
from taroky.settling.paying import winner
from taroky.settling.reported import reading as facts_of
from taroky.telling import QUESTIONS, clause

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, join
from taroky_tutorials.tasks.checks import bad, cards_of, word_of
from taroky_tutorials.tasks.drawing import choices
from taroky_tutorials.tasks.exercise import Exercise, Position, State
from taroky_tutorials.tasks.outcome import Outcome, said
from taroky_tutorials.tasks.picking import Answer, PickOne

CLAIMS = ("beats", "worth", "won", "may-go", "cell")


@dataclass(frozen=True)
class Claim(Position):
    """A statement. beats: the first card takes a trick in which the second was led; worth: the pile
    counts `number`; won: the side that plays for the game wins it with `number` points and `left`
    cards left over in counting; may-go: the first card may be discarded from such a hand; cell:
    `text` holds because a cell of the table has (or has not) the value `number`, with the rule point
    of it. why: the reason in the lesson's own words."""

    claim: str
    cards: tuple[Card, ...] = ()
    number: str = ""
    path: str = ""
    text: str = ""
    why: str = ""
    left: str = ""


#: Sections whose rows have names, and how they are said; see also the switching lessons.
_NAMED = {
    "contracts": "call",
    "declarations.rows": "say",
    "bonuses": "say",
    "doubling.steps": "say",
}
#: More than so many lines are no reason any more.
_MOST_LINES = 3


class TrueFalse(PickOne[Claim]):
    """Two buttons; the answer is looked up, never written down."""

    name = "true-false"
    topics = ("beats", "worth", "won")
    event = "say"

    def has(self, table: Table, topic: str) -> bool:
        """ "won": where points alone decide."""
        row = _played(table)
        return topic != "won" or (row is not None and not table.cards.excuse)

    def read(self, table: Table, data: Mapping[str, Any]) -> Claim:
        claim = word_of(data, "claim", CLAIMS)
        cards = cards_of(table, data, "cards")
        position = Claim(
            claim,
            cards,
            str(data.get("number", "")),
            str(data.get("path", "")),
            str(data.get("text", "")),
            str(data.get("why", "")),
            str(data.get("left", "") or ""),
        )
        needs = {"beats": 2, "worth": 1, "won": 0, "may-go": 1, "cell": 0}[claim]
        if claim == "won" and not (
            is_whole(position.number) and is_whole(position.left or 0) and self.has(table, claim)
        ):
            raise bad(position.number)
        if len(cards) < needs or (claim == "cell" and not (position.path and position.text)):
            raise bad(claim)
        self._judged(table, position)
        return position

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        cards = table.cards.shuffled(rng)
        if topic == "won":
            most = 3 if level == 1 else 1
            off = rng.randint(1, most) if rng.random() < 0.5 else rng.randint(-most, 0)
            left = rng.randrange(table.count.packet) if table.count.lowest_last else 0
            return {
                "claim": "won",
                "number": str(int(table.total) // 2 + off),
                "left": str(left or ""),
            }
        if topic == "beats":
            pair = cards[:2]
            if any(map(table.cards.is_excuse, pair)):
                return None
            return {"claim": "beats", "cards": list(pair)}
        pile = cards[: table.count.packet * level]
        right = settling_questions.count(table, pile).points
        number = right if rng.random() < 0.5 else str(int(float(right)) + rng.choice((-1, 1, 2)))
        return {"claim": "worth", "cards": list(pile), "number": number}

    def _judged(self, table: Table, position: Claim) -> tuple[bool, Message, RulePoints]:
        if position.claim == "beats":
            one, led = position.cards[:2]
            answer = trick_questions.winner(table, (led, one))
            loser = led if answer.card == one else one
            return answer.card == one, *said(answer.cards[loser])
        if position.claim == "worth":
            counted = settling_questions.count(table, position.cards)
            return counted.points == position.number, *said(counted.why)
        if position.claim == "won":
            return self._won(table, position)
        if position.claim == "may-go":
            contract = next((n for n, row in table.contracts.items() if row.discard), None)
            if contract is None:
                raise bad(position.claim)
            choices = talon_questions.discards(table, position.cards, contract).cards
            choice = next(choice for choice in choices if choice.what == position.cards[0])
            return choice.legal, *said(choice.why)
        return self._cell(table, position)

    def _won(self, table: Table, position: Claim) -> tuple[bool, Message, RulePoints]:
        contract = _played(table) or ""
        mine, other = table.active[0], table.active[len(table.active) // 2]
        facts: dict[str, Any] = {
            "contract": contract,
            "declarer": mine,
            "points": {"declarers": position.number},
            "tricks": {"declarers": table.deal.hand // 2},
        }
        if table.contracts[contract].sides == "called":
            facts["partner"] = other
        if table.count.lowest_last:
            facts["left_over"] = {"declarers": int(position.left or 0)}
        won = winner(table, facts_of.read(table, facts))[1] == "declarers"
        twice = 2 * int(position.number) - int(table.total)
        word = "more" if twice > 0 else "less" if twice < 0 else "half_left" if won else "half"
        row = next(name for name, row in table.result.items() if row.wins is not None)
        return (
            won,
            say(f"claim.won_{word}", total=str(table.total)),
            table.points_of(f"result.{row}.wins"),
        )

    def _cell(self, table: Table, position: Claim) -> tuple[bool, Message, RulePoints]:
        here: Any = table
        for key in position.path.split("."):
            here = here.get(key) if isinstance(here, Mapping) else getattr(here, key, None)
        shown = (
            {True: "yes", False: "no", None: "none"}.get(here, here)
            if isinstance(here, bool | None)
            else here
        )
        points = table.points_of(f"{position.path}.self") or table.points_of(position.path)
        points = points or table.points_of(f"{position.path.rpartition('.')[0]}.self")
        reason = (
            say("claim.why", why=position.why)
            if position.why
            else _cell_in_words(table, position.path, points)
        )
        there = position.number == "any" and here is not None
        return there or str(shown) == position.number, reason, points

    def answers(self, exercise: Exercise[Claim]) -> Mapping[str, Answer]:
        position = exercise.position
        try:
            true, message, points = self._judged(exercise.table, position)
        except TarokyError as problem:
            raise bad(str(problem)) from None
        return {
            "true": Answer(
                true, say("claim.true" if true else "claim.not_true", why=message), points
            ),
            "false": Answer(
                not true, say("claim.is_true" if true else "claim.false", why=message), points
            ),
        }

    def task(self, state: State[Claim], outcome: Outcome) -> Message:
        position = state.exercise.position
        if position.claim == "beats":
            return say("claim.task_beats", card=position.cards[0], led=position.cards[1])
        if position.claim == "worth":
            return say("claim.task_worth", number=position.number)
        if position.claim == "won":
            if position.left:
                return say("claim.task_won_left", number=position.number, n=int(position.left))
            return say("claim.task_won", number=position.number)
        if position.claim == "may-go":
            return say("claim.task_may_go", card=position.cards[0])
        return say("claim.task", text=position.text)

    def board(self, state: State[Claim], outcome: Outcome) -> Markup:
        table, position = state.exercise.table, state.exercise.position
        label = ", ".join(map(card_name, position.cards))
        cards = (
            show.hand(table, position.cards, state.base, state.id, label=label)
            if position.cards
            else None
        )
        options = [(value, say(f"claim.say_{value}").text()) for value in ("true", "false")]
        return join(cards, choices(state, "say", options, outcome.marks))


def _cell_in_words(table: Table, path: str, points: RulePoints) -> Message:
    """Return what the table says about a cell in words: the names of all rows where the claim is that
    there is one; else the lines that rest on the same rules, or all."""
    section, _, row = path.rpartition(".")
    if section in _NAMED and row:
        with local_names(table.names):
            names = [term(_NAMED[section], name) for name in _rows(table, section)]
        return say("claim.names", names=names) if names else say("claim.no_names")
    for question in QUESTIONS:
        lines = question.answer(table) if question.about(path) else ()
        near = [line for line in lines if set(line.points) & set(points)] or list(lines)
        if near and len(near) <= _MOST_LINES:
            answer = "; ".join(dict.fromkeys(clause(question, line) for line in near))
            return say("claim.told", answer=answer[:1].upper() + answer[1:])
    return say("claim.cell")


def _rows(table: Table, section: str) -> list[str]:
    here: Any = table
    for key in section.split("."):
        here = getattr(here, key)
    return list(here)


def _played(table: Table) -> str | None:
    """A contract in which one side plays for more points than the other."""
    decided = [row for row in table.result.values() if row.wins is not None]
    for name, contract in table.contracts.items():
        if contract.sides == "called" and any(
            not row.contracts or name in row.contracts for row in decided
        ):
            return name
    return None
