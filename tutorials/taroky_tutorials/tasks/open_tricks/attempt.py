"""The state that the learner's touches have led to, and the search for a way to the goal.

Nothing is kept but the exercise and the answers; what has been worked out about an exercise stays with it
as long as it is in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from taroky.api import tricks as trick_questions
from taroky.cards import Card
from taroky.game import current
from taroky.hand import Choice, Hand, Trick
from taroky.messages import Message, say
from taroky.phases.play import moment_of
from taroky.rules.table import RulePoints

from taroky_tutorials.tasks.checks import misplaced
from taroky_tutorials.tasks.exercise import Event, Exercise
from taroky_tutorials.tasks.open_tricks import goals
from taroky_tutorials.tasks.open_tricks.position import FewCards, begin, choices, go_on
from taroky_tutorials.tasks.open_tricks.trick_counts import YOU, finished, player_at, taker
from taroky_tutorials.tasks.outcome import Feedback, said

#: The cards the learner has played so far.
Way = tuple[Card, ...]


@dataclass(frozen=True)
class Sitting:
    """The table at the learner's turn, or when nothing is left to do.

    refused: cards that were touched and may not be played now; tries: how many touches were wrong, a missed goal
    among them.
    """

    way: Way
    hand: Hand
    goal: goals.Standing
    feedback: Feedback | None = None
    refused: tuple[Card, ...] = ()
    tries: int = 0

    @property
    def over(self) -> bool:
        """Whether no card is asked for any more."""
        return self.goal.reached or self.goal.missed or current(self.hand) is None

    @property
    def choices(self) -> Mapping[Card, Choice]:
        """The learner's cards, each with whether it may be played."""
        return {} if self.over else {choice.what: choice for choice in choices(self.hand)}


def hand_after(exercise: Exercise[FewCards], way: Way) -> Hand:
    """The hand after these cards of the learner, worked out once."""
    known: dict[Way, Hand] = exercise.memo.setdefault("hands", {})
    if way not in known:
        position = exercise.position
        known[way] = (
            go_on(hand_after(exercise, way[:-1]), position, way[-1])
            if way
            else begin(exercise.table, position)
        )
    return known[way]


def sit(exercise: Exercise[FewCards], answers: Sequence[Event]) -> Sitting:
    """Return where the answers have led. Raises RecordError for one that does not belong there."""
    sitting = _sitting(exercise, ())
    for event in answers:
        choice = sitting.choices.get(event.get("tap", ""))
        if choice is None:
            raise misplaced(event)
        sitting = (
            _refuse(sitting, choice) if choice.refusal else _play(exercise, sitting, choice.what)
        )
    return sitting


def _sitting(exercise: Exercise[FewCards], way: Way) -> Sitting:
    hand = hand_after(exercise, way)
    return Sitting(way, hand, goals.standing(exercise.position.goal, hand), _led(hand))


def _led(hand: Hand) -> Feedback | None:
    """Return what has been led, before the learner's first card."""
    trick = hand.play.trick
    if trick is None or finished(hand):
        return None
    return Feedback("news", say("open.led", seat=player_at(trick.leader), card=trick.cards[0]))


def _refuse(was: Sitting, choice: Choice) -> Sitting:
    assert choice.refusal is not None
    new = choice.what not in was.refused
    feedback = Feedback("wrong", choice.refusal.message, choice.refusal.points)
    refused = (*was.refused, choice.what) if new else was.refused
    return Sitting(was.way, was.hand, was.goal, feedback, refused, was.tries + new)


def _play(exercise: Exercise[FewCards], was: Sitting, card: Card) -> Sitting:
    now = _sitting(exercise, (*was.way, card))
    tricks = finished(now.hand)
    message, points = story(now.hand, len(tricks) - 1)
    if now.goal.missed and now.goal.why is not None:
        feedback = _missed(exercise, now) or Feedback(
            "wrong", now.goal.why, points, ((message, ()),)
        )
    elif now.goal.reached:
        feedback = Feedback("right", message, points)
    else:
        feedback = Feedback("news", message, points)
    return Sitting(now.way, now.hand, now.goal, feedback, (), was.tries + now.goal.missed)


def _missed(exercise: Exercise[FewCards], end: Sitting) -> Feedback | None:
    """Return which card has put the goal out of reach, what happened to it, and what would have kept the goal; None if
    nothing would have."""
    assert end.goal.why is not None
    for number in range(len(end.way), 0, -1):  # the last cards first: there are few ways to try
        before, card = end.way[: number - 1], end.way[number - 1]
        better = solved(exercise, before)
        if better is None:
            continue
        lost, points = story(end.hand, number - 1)
        name = "open.lost_now" if number == len(end.way) else "open.lost_before"
        blame = say(name, card=card, better=better[number - 1], number=number)
        return Feedback("wrong", blame, points, ((lost, ()), (end.goal.why, ())))
    return None


def story(hand: Hand, number: int) -> tuple[Message, RulePoints]:
    """Return who took a finished trick of this exercise, and why."""
    tricks = finished(hand)
    trick, before = tricks[number], len(hand.play.tricks) - len(tricks) + number
    lost = moment_of(hand, trick.leader, hand.play.tricks[:before]).lost
    answer = trick_questions.winner(
        hand.table,
        trick.cards,
        trick.leader,
        hand.contract,
        before + 1,
        lost()["leader"] if lost is not None else None,
    )
    why, points = said(answer.why)
    name = "open.trick_yours" if trick.winner == YOU else "open.trick"
    return say(name, seat=taker(trick), why=why), points[:2]


def shown_trick(sitting: Sitting) -> Trick | None:
    """The trick under way; between two tricks, and when nothing is left to do, the last one finished."""
    tricks = finished(sitting.hand)
    under_way = None if sitting.over else sitting.hand.play.trick
    return under_way or (tricks[-1] if tricks else None)


# -- the search -----------------------------------------------------------------------------------


def legal(exercise: Exercise[FewCards], way: Way) -> tuple[Card, ...]:
    """Return what the learner may play after these cards; nothing when the exercise is over."""
    now = _sitting(exercise, way)
    return tuple(card for card, choice in now.choices.items() if choice.legal)


def solved(exercise: Exercise[FewCards], way: Way = ()) -> Way | None:
    """The first way on from here that reaches the goal, None if none does: the others' cards follow
    from the learner's, so that every way can be tried."""
    known: dict[Way, Way | None] = exercise.memo.setdefault("solved", {})
    if way not in known:
        standing = _sitting(exercise, way).goal
        solution: Way | None = way if standing.reached else None
        if not standing.reached and not standing.missed:
            tries = (solved(exercise, (*way, card)) for card in legal(exercise, way))
            solution = next((one for one in tries if one is not None), None)
        known[way] = solution
    return known[way]


def opening(exercise: Exercise[FewCards], way: Way = ()) -> Iterator[Card]:
    """The cards with which the goal can still be reached."""
    for card in legal(exercise, way):
        if solved(exercise, (*way, card)) is not None:
            yield card
