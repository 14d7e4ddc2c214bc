"""A few tricks to be played out: the learner plays the cards of A by touch, the others answer, until the
cards are out or the goal is reached."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand
from taroky.messages import Message, say
from taroky.rules.table import RulePoints, Seat, Table

from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, cards_of, contract_of, word_of
from taroky_tutorials.tasks.exercise import Event, Exercise, State
from taroky_tutorials.tasks.open_tricks import goals
from taroky_tutorials.tasks.open_tricks.attempt import (
    Sitting,
    hand_after,
    legal,
    opening,
    sit,
    solved,
)
from taroky_tutorials.tasks.open_tricks.board import board, marks_of
from taroky_tutorials.tasks.open_tricks.position import FewCards, begin, call_row
from taroky_tutorials.tasks.open_tricks.trick_counts import YOU, finished, piles, points_of, taker
from taroky_tutorials.tasks.outcome import Outcome

#: More cards for each seat would be a search too long for a page.
_MOST = 6
_PAGAT = "I"
#: Of an exercise with no more ways than this the page brings all outcomes along.
_SHIPPED = 20


class OpenTricks(Kind[FewCards]):
    """Every legal way that reaches the goal is right."""

    name = "open-tricks"
    topics = ("follow", "trump", "tricks", "save-pagat", "points")
    own_hints = True

    # -- positions ----------------------------------------------------------------------------

    def read(self, table: Table, data: Mapping[str, Any]) -> FewCards:
        seats, rows = table.active, data.get("hands", {})
        if not isinstance(rows, Mapping) or set(rows) != set(seats):
            raise bad(rows)
        hands = {seat: table.cards.sort(cards_of(table, rows, seat)) for seat in seats}
        every = table.cards.parse_all([card for cards in hands.values() for card in cards])
        size = len(hands[YOU])
        if not 1 <= size <= _MOST or any(len(cards) != size for cards in hands.values()):
            raise bad(" ".join(every))
        contract, declarer, called = self._sides(table, data)
        goal = goals.read(table, data.get("goal"))
        named = [card for value in goal.values() if isinstance(value, list) for card in value]
        own = [*goal.get("win", ()), *(one for one in [goal.get("last", "yes")] if one != "yes")]
        if any(card not in every for card in named) or any(c not in hands[YOU] for c in own):
            raise bad(goal)
        return FewCards(
            contract,
            hands,
            word_of(data, "leader", seats, YOU),
            goal,
            data.get("open", False) in (True, "yes"),
            declarer,
            called,
            self._plays(table, hands, data.get("plays", {})),
        )

    def _sides(self, table: Table, data: Mapping[str, Any]) -> tuple[str, Seat, Card]:
        """Contract, declarer and called card: only where the contract has them."""
        contract = contract_of(table, data)
        declarer = str(data.get("declarer", "") or "")
        called = "".join(cards_of(table, data, "called"))
        row = table.contracts[contract]
        if declarer not in ("", *table.active) or (declarer and row.sides == "each"):
            raise bad(declarer)
        if called and (row.sides != "called" or not declarer):
            raise bad(called)
        if called and not call_row(table, contract, called):
            raise bad(called)
        if declarer and row.sides == "called" and not called:
            raise bad(declarer)
        return contract, declarer, called

    def _plays(
        self, table: Table, hands: Mapping[Seat, Sequence[Card]], rows: Any
    ) -> Mapping[Seat, tuple[Card, ...]]:
        """The order in which others play their cards."""
        if not isinstance(rows, Mapping):
            raise bad(rows)
        plays = {str(seat): cards_of(table, rows, str(seat)) for seat in rows}
        for seat, cards in plays.items():
            if seat == YOU or seat not in hands or any(card not in hands[seat] for card in cards):
                raise bad(f"{seat} {' '.join(cards)}")
        return plays

    def has(self, table: Table, topic: str) -> bool:
        duties = table.play[next(iter(table.contracts.values())).play].duties
        return {"follow": "follow" in duties, "trump": "trump" in duties}.get(topic, True)

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        pack, size = list(table.cards.shuffled(rng)), 2 + level
        if level < 3:
            pack = [card for card in pack if not table.cards.is_excuse(card)]
        first = self._dealt_first(table, rng, pack, topic)
        pack = [*first, *(card for card in pack if card not in first)]
        hands = {seat: pack[n * size : (n + 1) * size] for n, seat in enumerate(table.active)}
        data = {"hands": hands, "leader": rng.choice(table.active), "open": True, "goal": goals.ANY}
        position = self.read(table, data)
        if not self._fits(table, begin(table, position), topic):
            return None
        free = _of(table, position)
        goal = self._goal(free, topic)
        if goal is None:
            return None
        wanted = _of(table, replace(position, goal=goal))
        wanted.memo["hands"] = free.memo["hands"]  # the same cards, played already
        if len([*opening(wanted)]) == len(legal(wanted, ())):
            return None  # the first card is of no matter
        return {**data, "goal": goal}

    def _dealt_first(
        self, table: Table, rng: random.Random, pack: Sequence[Card], topic: str
    ) -> list[Card]:
        """Return what the learner is dealt before all else, so that a topic is not waited for."""
        if topic == "save-pagat":
            return [_PAGAT]
        if topic != "follow":
            return []
        suit = table.cards.suit(rng.choice([c for c in pack if not table.cards.is_tarok(c)]))
        return [card for card in pack if table.cards.suit(card) == suit][:2]

    def _fits(self, table: Table, hand: Hand, topic: str) -> bool:
        """Whether the first card asked of the learner is about the topic."""
        if topic not in ("follow", "trump"):
            return True
        pack, held = table.cards, hand.holds(YOU)
        led = pack.led(hand.play.trick.cards) if hand.play.trick else None
        if led is None or pack.is_tarok(led):
            return False
        follows = any(pack.suit(card) == pack.suit(led) for card in held)
        return follows if topic == "follow" else not follows and any(map(pack.is_tarok, held))

    def _goal(self, free: Exercise[FewCards], topic: str) -> goals.Goal | None:
        """The most that can be reached of what the topic wants; None if every way reaches it."""
        ends = [hand_after(free, way) for way in _ways(free, ())]
        if topic == "save-pagat":
            lost = [_PAGAT in piles(hand)[1] for hand in ends]
            return {"not": [_PAGAT]} if any(lost) and not all(lost) else None
        if topic == "points":
            counted = [int(points_of(hand, piles(hand)[0]).points) for hand in ends]
        else:
            counted = [sum(t.winner == YOU for t in finished(hand)) for hand in ends]
        most = max(counted)
        if most == min(counted):
            return None
        return {"points" if topic == "points" else "tricks": most}

    # -- answers ------------------------------------------------------------------------------

    def judge(self, exercise: Exercise[FewCards], answers: Sequence[Event]) -> Outcome:
        sitting = sit(exercise, answers)
        return Outcome(
            sitting.goal.reached,
            sitting.feedback,
            marks_of(sitting),
            sitting.tries,
            sitting.goal.missed,
        )

    def task(self, state: State[FewCards], outcome: Outcome) -> Message:
        sitting = sit(state.exercise, state.without_hints)
        goal = goals.task(state.exercise.position.goal, sitting.hand)
        if sitting.over:
            return say("open.task_over", goal=goal)
        name = "open.task_lead" if sitting.hand.play.trick is None else "open.task"
        return say(name, goal=goal)

    def board(self, state: State[FewCards], outcome: Outcome) -> Markup:
        return board(sit(state.exercise, state.without_hints), state, outcome.marks or {})

    def solution(self, exercise: Exercise[FewCards]) -> Sequence[tuple[Message, RulePoints]]:
        way = solved(exercise) if exercise.position.goal else None
        if not way:
            return []
        played = [
            say(
                "open.solution_yours" if trick.winner == YOU else "open.solution_theirs",
                card=card,
                seat=taker(trick),
            )
            for card, trick in zip(way, finished(hand_after(exercise, way)), strict=True)
        ]
        return [(say("open.solution", tricks=played), ())]

    def solve(self, exercise: Exercise[FewCards]) -> Sequence[Event]:
        return [{"tap": card} for card in solved(exercise) or ()]

    def right(self, exercise: Exercise[FewCards]) -> int:
        return sum(1 for _ in opening(exercise))

    def first_events(self, exercise: Exercise[FewCards]) -> Iterator[Event]:
        for card in sit(exercise, ()).choices:
            yield {"tap": card}

    def later_answers(self, exercise: Exercise[FewCards]) -> Iterator[Sequence[Event]]:
        ways = [*islice(_starts(exercise, ()), _SHIPPED + 1)]
        if len(ways) <= _SHIPPED:
            yield from ([{"tap": card} for card in way] for way in ways if len(way) > 1)

    # -- hints --------------------------------------------------------------------------------

    def hints(self, state: State[FewCards]) -> Sequence[str]:
        sitting = sit(state.exercise, state.without_hints)
        if sitting.over:
            return ()
        way = solved(state.exercise, sitting.way)
        if way is None:
            return (say("open.hint_lost").text(),)
        card = way[len(sitting.way)]
        other_ways = len(set(opening(state.exercise, sitting.way))) > 1
        strong = say("open.hint_any" if other_ways else "open.hint_only", card=card)
        return _look(sitting).text(), strong.text()

    def asked(self, state: State[FewCards]) -> int:
        """Hints count for the card at which they are asked for."""
        asked, answered = 0, 0
        before = 0
        for answer in state.answers:
            if "hint" in answer:
                asked += 1
                continue
            answered += 1
            played = len(sit(state.exercise, state.without_hints[:answered]).way)
            asked, before = asked if played == before else 0, played
        return asked

    def next_right(self, state: State[FewCards]) -> Event | None:
        sitting = sit(state.exercise, state.without_hints)
        way = solved(state.exercise, sitting.way)
        return None if way is None or sitting.over else {"tap": way[len(sitting.way)]}


def _of(table: Table, position: FewCards) -> Exercise[FewCards]:
    """An exercise to try a position with."""
    exercise = Exercise(OpenTricks.name, table.name, "", position)
    exercise.__dict__["table"] = table  # with the house options it was loaded with
    return exercise


def _starts(exercise: Exercise[FewCards], way: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every way, and every beginning of one."""
    for card in legal(exercise, way):
        yield (*way, card)
        yield from _starts(exercise, (*way, card))


def _ways(exercise: Exercise[FewCards], way: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every way to the last card, of an exercise without a goal."""
    cards = legal(exercise, way)
    if not cards:
        yield way
    for card in cards:
        yield from _ways(exercise, (*way, card))


def _look(sitting: Sitting) -> Message:
    """Return what to look at before the next card."""
    trick, pack = sitting.hand.play.trick, sitting.hand.table.cards
    led = pack.led(trick.cards) if trick else None
    if led is None or trick is None:
        return say("open.hint_lead")
    best = trick.cards[pack.winner(trick.cards)]
    suit = pack.suit(led)
    first = say(
        "guide.hint.tarok_led" if suit == "T" else "guide.hint.suit_led", led=led, suit=suit
    )
    return say("open.hint_follow", first=first, best=best)
