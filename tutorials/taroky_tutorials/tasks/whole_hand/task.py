"""A whole hand, from the auction to the payment: the learner sits at A, the others follow a beginner's
rules of thumb, and after each decision it is said what happened and why it mattered."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from taroky.game import apply, current
from taroky.hand import Hand
from taroky.messages import Message, say
from taroky.rules.table import Table

from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.page_parts.features import features_of
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad
from taroky_tutorials.tasks.exercise import Event, Exercise, Points, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome
from taroky_tutorials.tasks.whole_hand.board import board, marks_of
from taroky_tutorials.tasks.whole_hand.hints import hints
from taroky_tutorials.tasks.whole_hand.sitting import (
    YOU,
    Dealt,
    Sitting,
    advice,
    cards_of,
    event_of,
    next_event,
    several,
    sit,
    touchable,
)


class WholeHand(Kind):
    """One hand. Every legal way through it is right; a touch against the rules gets its reason."""

    name = "whole-hand"
    topics = ("duty", "alone", "any")
    own_hints = True
    patience = 4

    def has(self, table: Table, topic: str) -> bool:
        known = features_of(table.name)
        if not known["auction"]:
            return False
        return topic == "any" or bool(known["duty" if topic == "duty" else "alone"])

    def read(self, table: Table, data: Mapping[str, Any]) -> Dealt:
        deal, favours = str(data.get("deal", "")), str(data.get("favours", ""))
        if not deal.isalnum() or not deal.isascii() or len(deal) > 16:
            raise bad(deal)
        if favours and favours not in table.active:
            raise bad(favours)
        return Dealt(deal, favours)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        """A deal that by the rules of thumb is played to its end, in a contract of the topic; in the
        easiest ones you are the declarer, if the rules let you be."""
        calls = [table.auction.calls[name] for name in features_of(table.name)["alone"]]
        yours = topic != "alone" or any(call.who != "others" for call in calls)
        favours = "" if topic != "alone" else YOU if yours else rng.choice(table.active[1:])
        deal = Dealt(f"{rng.getrandbits(32):x}", favours)
        hand = self._played(table, deal)
        if hand is None:
            return None
        own = hand.declarer == YOU
        fits = {
            "duty": hand.row.sides == "called" and hand.contract == features_of(table.name)["duty"],
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
            hand = apply(hand, advice(hand)[0])
        return None

    def judge(self, exercise: Exercise, answers: Sequence[Event]) -> Outcome:
        at = sit(exercise, answers)
        return Outcome(at.over, at.feedback or _news(at), marks_of(at) if not at.over else None,
                       at.tries)  # fmt: skip

    def task(self, state: State, outcome: Outcome) -> Message:
        at = sit(state.exercise, state.given)
        if at.over:
            return say("guide.task.over")
        n = len(at.hand.holds(YOU)) - at.hand.rules.deal.hand
        if at.kind == "discard":
            return say("discard.task", n=n)
        if at.kind == "play":
            lead = at.hand.play.trick is None
            return say(
                f"guide.task.{'lead' if lead else 'play'}", number=len(at.hand.play.tricks) + 1
            )
        if at.kind in ("look", "pick"):
            return say("guide.task.look", n=at.options.picks[at.kind][0])
        return say(f"guide.task.{at.kind}")

    def board(self, state: State, outcome: Outcome) -> Markup:
        return board(sit(state.exercise, state.given), state, outcome.marks or {})

    def solution(self, exercise: Exercise) -> Sequence[tuple[Message, Points]]:
        """There is no one right way, and to show one would show the cards of all."""
        return ()

    def solve(self, exercise: Exercise) -> Sequence[Event]:
        return _solved(exercise)

    def right(self, exercise: Exercise) -> int:
        return sum(not sit(exercise, (event,)).tries for event in self.first_events(exercise))

    def first_events(self, exercise: Exercise) -> Iterator[Event]:
        at = sit(exercise, ())
        if at.over:
            return
        yield from map(event_of, touchable(at))
        if several(at) is not None:
            yield {"done": "1"}

    def hints(self, state: State) -> Sequence[str]:
        return hints(sit(state.exercise, state.given))

    def asked(self, state: State) -> int:
        """Hints count for the decision at which they are asked for."""
        asked, given = 0, 0
        before = sit(state.exercise, ()).hand
        for answer in state.answers:
            if "hint" in answer:
                asked += 1
                continue
            given += 1
            hand = sit(state.exercise, state.given[:given]).hand
            asked = asked if hand is before else 0
            before = hand
        return asked

    def next_right(self, state: State) -> Event | None:
        return next_event(sit(state.exercise, state.given))


def _news(at: Sitting) -> Feedback | None:
    if not at.told:
        return None
    (message, points), *more = at.told
    return Feedback("news", message, points, tuple(more))


@lru_cache(maxsize=64)
def _solved(exercise: Exercise) -> tuple[Event, ...]:
    events: list[Event] = []
    while (event := next_event(sit(exercise, events))) is not None:
        events.append(event)
    return tuple(events)
