"""What is this pile worth? It is laid out packet by packet (by threes, by pairs, or card by card),
each packet is valued, and the sum is written down."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from taroky.cards import Card
from taroky.messages import Message, say
from taroky.rules.table import RulePoints, Table
from taroky.settling.counting import points as counting

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, join
from taroky_tutorials.tasks.base import Kind
from taroky_tutorials.tasks.checks import bad, cards_of, misplaced, picked
from taroky_tutorials.tasks.counting.number_form import points_form
from taroky_tutorials.tasks.exercise import Event, Exercise, Position, State
from taroky_tutorials.tasks.outcome import Feedback, Outcome

_NUMBER = re.compile(r"-?\d{1,4}([.,]5|½)?", re.ASCII)


@dataclass(frozen=True)
class Heap(Position):
    """The pile, in the order in which it is there. sides: the rest of the pack is the other
    side's pile, and what that is worth is asked as well."""

    pile: tuple[Card, ...]
    sides: bool = False


@dataclass(frozen=True)
class _Layout:
    """A pile being laid out: packets counted, the packet now laid, cards still in the pile."""

    size: int
    laid: tuple[counting.Group, ...]
    open: tuple[Card, ...]
    left: tuple[Card, ...]

    @property
    def full(self) -> bool:
        return len(self.open) == self.size


def number(text: str) -> Fraction | None:
    """Return what a learner wrote: a whole number, or one with a half; None for anything else."""
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return None
    return Fraction(text.replace("½", ".5").replace(",", "."))


class CountPile(Kind[Heap]):
    """Any grouping is right."""

    name = "count-pile"
    topics = ("packets", "leftover", "sides")

    def read(self, table: Table, data: Mapping[str, Any]) -> Heap:
        pile = cards_of(table, data, "pile")
        if not 1 <= len(pile) <= 24:
            raise bad(len(pile))
        return Heap(pile, data.get("sides", False) in (True, "yes"))

    def has(self, table: Table, topic: str) -> bool:
        """Whether a pile can have cards left over: none has where cards are counted one by one."""
        return topic != "leftover" or table.count.packet > 1

    def make(
        self, table: Table, rng: random.Random, topic: str, level: int
    ) -> Mapping[str, Any] | None:
        packet = table.count.packet
        packets = level + 1 if packet > 1 else 2 * level + 2
        extra = rng.randint(1, packet - 1) if topic == "leftover" else 0
        if topic == "sides":
            extra = rng.randrange(packet)
        pile = table.cards.shuffled(rng)[: packet * packets + extra]
        if sum(table.cards.value(card) > 1 for card in pile) < 2:
            return None
        return {"pile": list(pile), **({"sides": True} if topic == "sides" else {})}

    def _lay(
        self, exercise: Exercise[Heap], answers: Sequence[Event]
    ) -> tuple[_Layout, Feedback | None, bool, bool, int]:
        """The pile as laid out, the last feedback, whether the sum is right, whether all is done,
        and how many tries were wrong."""
        table, position = exercise.table, exercise.position
        size = table.count.packet
        heap = _Layout(min(size, len(position.pile)), (), (), position.pile)
        feedback: Feedback | None = None
        summed, done, tries = False, False, 0
        for event in answers:
            if "others" in event and summed and not done:
                if number(event["others"]) == _rest(table, position.pile).points:
                    done = True
                    feedback = Feedback("right", *self._other_side(table, position.pile))
                else:
                    tries += 1
                    message = say(
                        "pile.others_wrong",
                        said=event["others"],
                        whole=self._whole(table, position.pile),
                    )
                    feedback = Feedback("wrong", message, _side_points(table))
            elif "tap" in event:
                heap = self._tapped(heap, picked(event, "tap", (*heap.left, *heap.open)))
                feedback = None
            elif "worth" in event and heap.full and heap.open:
                group = counting.group(table, heap.open)
                if number(event["worth"]) == group.worth:
                    feedback = Feedback("right", _words(group), group.points)
                    left = len(heap.left)
                    heap = _Layout(
                        min(size, left) if left else size, (*heap.laid, group), (), heap.left
                    )
                else:
                    tries += 1
                    message = say("pile.worth_wrong", said=event["worth"], working=_words(group))
                    feedback = Feedback("wrong", message, group.points)
            elif "total" in event and not heap.left and not heap.open and not summed:
                total = sum((group.worth for group in heap.laid), Fraction(0))
                sums = [str(group.worth) for group in heap.laid]
                points = table.points_of("count.order")
                if number(event["total"]) == total:
                    summed, done = True, not position.sides
                    left = len(position.pile) % size if table.count.lowest_last else 0
                    message = say(
                        _done(left, len(sums)),
                        total=str(total),
                        sums=sums,
                        **({"n": left} if left else {}),
                    )
                    feedback = Feedback("right", message, points)
                else:
                    tries += 1
                    message = say("pile.total_wrong", said=event["total"], sums=sums)
                    feedback = Feedback("wrong", message, points)
            else:
                raise misplaced(event)
        return heap, feedback, summed, done, tries

    def _whole(self, table: Table, pile: Sequence[Card]) -> Message:
        """Return what the two sides have together."""
        if table.count.lowest_last and len(pile) % table.count.packet:
            return say("pile.whole_noted", total=str(table.total))
        return say("pile.whole", total=str(table.total))

    def _other_side(self, table: Table, pile: Sequence[Card]) -> tuple[Message, RulePoints]:
        """Return what the rest of the pack is worth, and why."""
        rest, whole = _rest(table, pile), self._whole(table, pile)
        left = len(rest.left_over) if rest.noted else 0
        message = say(
            "pile.others_noted" if left else "pile.others",
            whole=whole,
            points=str(rest.points),
            **({"n": left} if left else {}),
        )
        return message, _side_points(table)

    def _tapped(self, heap: _Layout, card: Card) -> _Layout:
        if card in heap.open:
            cards = tuple(c for c in heap.open if c != card)
            return replace(heap, open=cards, left=(*heap.left, card))
        if heap.full:
            return heap
        rest = tuple(c for c in heap.left if c != card)
        return replace(heap, open=(*heap.open, card), left=rest)

    def judge(self, exercise: Exercise[Heap], answers: Sequence[Event]) -> Outcome:
        _, feedback, _, done, tries = self._lay(exercise, answers)
        return Outcome(done, feedback, None, tries)

    def task(self, state: State[Heap], outcome: Outcome) -> Message:
        heap, _, summed, done, _ = self._lay(state.exercise, state.without_hints)
        packet = state.exercise.table.count.packet
        if done:
            return say("pile.task_done")
        if summed:
            return say("pile.task_others")
        if not heap.left and not heap.open:
            return say("pile.task_total")
        if heap.full:
            return say("pile.task_worth", n=len(heap.open))
        if len(heap.left) + len(heap.open) < packet:
            return say("pile.task_rest", n=heap.size)
        kind = {1: "single", 2: "pair"}.get(packet, "lay")
        return say(f"pile.task_{kind}", n=heap.size - len(heap.open))

    def board(self, state: State[Heap], outcome: Outcome) -> Markup:
        table = state.exercise.table
        heap, _, summed, done, _ = self._lay(state.exercise, state.without_hints)
        laid = [(group.cards, self._working(group), "is-right") for group in heap.laid]
        parts: list[Markup] = []
        if laid:
            parts.append(show.groups(table, laid, state.base))
        if heap.open:
            marks = dict.fromkeys(heap.open, ("is-picked", "widget.picked"))
            parts.append(
                show.hand(
                    table,
                    heap.open,
                    state.base,
                    state.id,
                    event="tap",
                    marks=marks,
                    label=say("pile.open").text(),
                )
            )
        if heap.full and heap.open:
            parts.append(points_form(state, "worth", say("pile.ask_worth")))
        if heap.left:
            event = None if heap.full else "tap"
            parts.append(
                show.hand(
                    table,
                    heap.left,
                    state.base,
                    state.id,
                    event=event,
                    label=say("pile.left").text(),
                )
            )
        if not heap.left and not heap.open and not done:
            name = "others" if summed else "total"
            parts.append(points_form(state, name, say(f"pile.ask_{name}")))
        return join(*parts)

    def _working(self, group: counting.Group) -> str:
        if not group.deduct:
            return _written(group.worth)
        return say(
            "pile.working", faces=group.faces, deduct=str(group.deduct), worth=str(group.worth)
        ).text()

    def solution(self, exercise: Exercise[Heap]) -> Sequence[tuple[Message, RulePoints]]:
        position = exercise.position
        counted = counting.count(exercise.table, position.pile)
        lines = [(_words(group), group.points) for group in counted.groups]
        lines.append((counted.total, exercise.table.points_of("count.order")))
        return (
            [*lines, self._other_side(exercise.table, position.pile)] if position.sides else lines
        )

    def solve(self, exercise: Exercise[Heap]) -> Sequence[Event]:
        position = exercise.position
        counted = counting.count(exercise.table, position.pile)
        events: list[Event] = []
        for group in counted.groups:
            events += ({"tap": card} for card in group.cards)
            events.append({"worth": _written(group.worth)})
        events.append({"total": _written(counted.points)})
        if position.sides:
            events.append({"others": _written(_rest(exercise.table, position.pile).points)})
        return events

    def right(self, exercise: Exercise[Heap]) -> int:
        position = exercise.position
        return len(position.pile)

    def first_events(self, exercise: Exercise[Heap]) -> Iterator[Event]:
        position = exercise.position
        for card in position.pile:
            yield {"tap": card}


def _done(left: int, groups: int) -> str:
    """The message id of a right sum: with cards to be noted, of several groups, or of one."""
    return "pile.done_noted" if left else "pile.done" if groups > 1 else "pile.done_one"


def _words(group: counting.Group) -> Message:
    """The working, without a subtraction where nothing is subtracted."""
    if len(group.cards) == 1 and not group.deduct:
        return say("pile.plain", card=group.cards[0], worth=str(group.worth))
    return group.message


def _rest(table: Table, pile: Sequence[Card]) -> counting.Counted:
    """The rest of the pack, counted."""
    return counting.count(table, [card for card in table.cards.cards if card not in pile])


def _side_points(table: Table) -> RulePoints:
    return (*table.points_of("count.total"), *table.points_of("count.sides"))


def _written(value: Fraction) -> str:
    """A number as a learner writes it: 4, 4.5."""
    return str(value) if value.denominator == 1 else str(float(value))
