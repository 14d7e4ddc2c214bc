"""A whole hand, from the auction to the payment: the learner sits down at the table with these cards at A, and the step
is done when that hand is over; the stars are for the sure mistakes that the review has found in it."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from taroky.game import apply, current
from taroky.hand import Hand
from taroky.messages import Message, say
from taroky.rules.table import RulePoints, Table

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.features import feature
from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, misplaced
from taroky_tutorials.tasks.exercise import Event, Exercise, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome
from taroky_tutorials.tasks.whole_hand.deal import (
    FEW_MISTAKES,
    YOU,
    Dealt,
    advice,
    cards_of,
    words,
)

#: The hand is over, and its decisions are still being looked at.
_OVER: Event = {"played": "1"}
_FAULTLESS: Event = {**_OVER, "mistakes": "0", "price": "0"}
_MISTAKES = re.compile(r"\d{1,2}")
_PRICE = re.compile(r"\d{1,9}(\.\d{1,2})?")


class WholeHand(Kind[Dealt]):
    """One hand. Every way to its end does the step; how well, the review says, which the table sends along."""

    name = "whole-hand"
    topics = ("duty", "alone", "any")
    own_hints = True

    def has(self, table: Table, topic: str) -> bool:
        if not feature(table.name, "auction"):
            return False
        return topic == "any" or bool(feature(table.name, "duty" if topic == "duty" else "alone"))

    def read(self, table: Table, data: Mapping[str, Any]) -> Dealt:
        deal, favours = str(data.get("deal", "")), str(data.get("favours", ""))
        if not deal.isalnum() or not deal.isascii() or len(deal) > 16:
            raise bad(deal)
        if favours and favours not in table.active:
            raise bad(favours)
        return Dealt(deal, favours, bool(data.get("coached")))

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        """A deal that by the rules of thumb is played to its end, in a contract of the topic; in the
        easiest ones you are the declarer, if the rules let you be."""
        calls = [table.auction.calls[name] for name in feature(table.name, "alone")]
        yours = topic != "alone" or any(call.who != "others" for call in calls)
        favours = "" if topic != "alone" else YOU if yours else rng.choice(table.active[1:])
        deal = Dealt(f"{rng.getrandbits(32):x}", favours)
        hand = self._played(table, deal)
        if hand is None:
            return None
        own = hand.declarer == YOU
        fits = {
            "duty": hand.row.sides == "called" and hand.contract == feature(table.name, "duty"),
            "alone": hand.row.sides == "alone" and hand.declarer == favours,
            "any": True,
        }[topic]
        return deal.plain() if fits and (own or level > 1 or topic == "any" or not yours) else None

    def _played(self, table: Table, deal: Dealt) -> Hand | None:
        """The hand when the first card is to be led, if it comes to that."""
        hand = cards_of(table, deal)
        while (asked := current(hand)) is not None:
            if asked[0].name == "play":
                return hand
            hand = apply(hand, advice(hand))
        return None

    def judge(self, exercise: Exercise[Dealt], answers: Sequence[Event]) -> Outcome:
        for answer in answers:
            if answer != _OVER and not _judged(answer):
                raise misplaced(answer)
        if not answers:
            return Outcome()
        last = answers[-1]
        if last == _OVER:  # one star, until more is known; nobody judges what a coach has advised
            tries = 0 if exercise.position.coached else FEW_MISTAKES + 1
            return Outcome(True, Feedback("news", say("guide.played")), tries=tries)
        n = int(last["mistakes"])
        price = coins(Decimal(last["price"]), exercise.table)
        message = say("guide.mistakes", n=n, price=price) if n else say("guide.faultless")
        return Outcome(True, Feedback("news", message), tries=n)

    def task(self, state: State[Dealt], outcome: Outcome) -> Message:
        return say("guide.task.over" if outcome.done else "guide.task.sit")

    def board(self, state: State[Dealt], outcome: Outcome) -> Markup:
        exercise = state.exercise
        assert isinstance(exercise.position, Dealt)
        label = say("guide.look_again" if outcome.done else "guide.sit_down").text()
        hand = cards_of(exercise.table, exercise.position)
        cards = show.hand(
            exercise.table,
            hand.holds(YOU),
            state.base,
            state.id,
            label=say("widget.your_hand").text(),
        )
        return join(
            None if outcome.done else cards,
            element(
                "p",
                element(
                    "button",
                    label,
                    type="button",
                    id=f"{state.id}-sit",
                    data_focus=outcome.done,
                    class_="tk-button" if outcome.done else "tk-button tk-button--primary",
                    data_sit={
                        "exercise": exercise.as_json(),
                        "base": state.base,
                        "look": outcome.done,
                        "words": words(),
                    },
                ),
                class_="tk-actions",
            ),
        )

    def solution(self, exercise: Exercise[Dealt]) -> Sequence[tuple[Message, RulePoints]]:
        """There is no one right way, and to show one would show the cards of all."""
        return ()

    def solve(self, exercise: Exercise[Dealt]) -> Sequence[Event]:
        return (_OVER if exercise.position.coached else _FAULTLESS,)

    def right(self, exercise: Exercise[Dealt]) -> int:
        return 1

    def first_events(self, exercise: Exercise[Dealt]) -> Iterator[Event]:
        yield _OVER
        yield _FAULTLESS


def _judged(answer: Event) -> bool:
    """Whether an answer is of a hand whose decisions have been looked at."""
    known = set(answer) == set(_FAULTLESS) and answer["played"] == _OVER["played"]
    return known and bool(
        _MISTAKES.fullmatch(answer["mistakes"]) and _PRICE.fullmatch(answer["price"])
    )
