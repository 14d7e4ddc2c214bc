"""The goals of an exercise: each a name with what it asks for, judged on the state of the hand. Several
together have to be reached all.

    tricks: 2       your side takes two tricks, or more
    at_most: 1      it takes no more than one
    points: 8       its tricks are worth so much in the end
    win: [I]        you take a trick with each of these cards
    take: [KS, QS]  these cards are in your side's tricks
    not: [XXI]      these cards do not fall to the others
    last: yes       your side takes the last trick; with a card: you take it with that card

`any` asks for nothing: the cards are just played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from taroky.game import current
from taroky.hand import Hand
from taroky.messages import Message, say
from taroky.numbers import is_whole
from taroky.rules.table import Table

from taroky_tutorials.tasks.checks import bad
from taroky_tutorials.tasks.open_tricks.trick_counts import (
    YOU,
    finished,
    piles,
    points_of,
    taker,
    your_side,
)

#: Plain data, as the position has it.
Goal = Mapping[str, Any]
_NUMBERS = ("tricks", "at_most", "points")
_CARDS = ("win", "take", "not")
ANY = "any"


@dataclass(frozen=True)
class Standing:
    """How it stands with a goal: reached or missed for good, or neither yet. why: what went wrong."""

    reached: bool = False
    missed: bool = False
    why: Message | None = None


def read(table: Table, value: Any) -> Goal:
    """The goal in data. Raises TarokyError."""
    if value in (ANY, "", None) or value == {}:
        return {}
    if not isinstance(value, Mapping):
        raise bad(value)
    goal: dict[str, Any] = {}
    for name, wanted in value.items():
        if name in _NUMBERS and is_whole(str(wanted)) and int(wanted) <= 200:
            goal[name] = int(wanted)
        elif name in _CARDS and isinstance(wanted, list | tuple | str) and wanted:
            goal[name] = list(table.cards.parse_all(wanted))
        elif name == "last":
            yes = wanted is True or wanted == "yes"
            goal[name] = "yes" if yes else table.cards.parse_all([str(wanted)])[0]
        else:
            raise bad(f"{name} {wanted}")
    return goal


def standing(goal: Goal, hand: Hand) -> Standing:
    """How it stands with all of the goal."""
    standings = [_CHECKS[name](wanted, hand) for name, wanted in goal.items()]
    missed = next((one for one in standings if one.missed), None)
    if missed is not None:
        return missed
    if not standings:
        return Standing(reached=current(hand) is None)
    return Standing(reached=all(one.reached for one in standings))


def task(goal: Goal, hand: Hand) -> Message:
    """Return what is to be reached, in a sentence or several."""
    alone = not hand.call.called
    sentences = [
        _sentence(name, wanted, "" if alone or name == "win" else "_side")
        for name, wanted in goal.items()
    ]
    if not sentences:
        return say("open.goal_any")
    first, *rest = sentences
    for more in rest:
        first = say("open.both", first=first, second=more)
    return first


def _sentence(name: str, wanted: Any, side: str) -> Message:
    if name in ("tricks", "at_most") and wanted == 0:
        return say(f"open.goal_none{side}")
    if name in _NUMBERS:
        return say(f"open.goal_{name}{side}", n=wanted)
    if name == "last":
        return (
            say(f"open.goal_last{side}")
            if wanted == "yes"
            else say("open.goal_last_with", card=wanted)
        )
    return say(f"open.goal_{name}{side}", cards=wanted)


# -- each of them ---------------------------------------------------------------------------------


def _left(hand: Hand) -> int:
    """How many tricks are still to be finished."""
    return hand.table.deal.hand - len(hand.play.tricks)


def _won(hand: Hand) -> int:
    side = your_side(hand)
    return sum(trick.winner in side for trick in finished(hand))


def _tricks(wanted: int, hand: Hand) -> Standing:
    won = _won(hand)
    missed = won + _left(hand) < wanted
    return Standing(won >= wanted, missed, say("open.missed_tricks", n=wanted, won=won))


def _at_most(wanted: int, hand: Hand) -> Standing:
    won = _won(hand)
    over = current(hand) is None
    return Standing(over and won <= wanted, won > wanted, say("open.missed_at_most", n=won))


def _points(wanted: int, hand: Hand) -> Standing:
    if current(hand) is not None:
        return Standing()
    points = points_of(hand, piles(hand)[0]).points
    enough = points >= Fraction(wanted)
    return Standing(enough, not enough, say("open.missed_points", n=wanted, points=str(points)))


def _win(wanted: list[str], hand: Hand) -> Standing:
    fallen = [(card, trick) for trick in finished(hand) for card in trick.cards if card in wanted]
    for card, trick in fallen:
        if not trick.by(card) == trick.winner == YOU:
            return Standing(False, True, say("open.missed_win", card=card, seat=taker(trick)))
    return Standing(len(fallen) == len(wanted))


def _take(wanted: list[str], hand: Hand) -> Standing:
    yours, theirs = piles(hand)
    gone = [card for card in wanted if card in theirs]
    if gone:
        return Standing(False, True, say("open.missed_take", card=gone[0]))
    return Standing(all(card in yours for card in wanted))


def _keep(wanted: list[str], hand: Hand) -> Standing:
    gone = [card for card in wanted if card in piles(hand)[1]]
    if gone:
        return Standing(False, True, say("open.missed_take", card=gone[0]))
    return Standing(current(hand) is None)


def _last(wanted: str, hand: Hand) -> Standing:
    over = current(hand) is None
    played = finished(hand)
    if wanted != "yes":
        early = any(wanted in trick.cards for trick in (played[:-1] if over else played))
        if early:
            return Standing(False, True, say("open.missed_early", card=wanted))
    if not over:
        return Standing()
    trick = played[-1]
    winner = taker(trick)
    if wanted == "yes":
        right = trick.winner in your_side(hand)
        return Standing(right, not right, say("open.missed_last", seat=winner))
    right = wanted in trick.cards and trick.winner == YOU == trick.by(wanted)
    return Standing(right, not right, say("open.missed_last_with", card=wanted, seat=winner))


_CHECKS: dict[str, Callable[[Any, Hand], Standing]] = {
    "tricks": _tricks,
    "at_most": _at_most,
    "points": _points,
    "win": _win,
    "take": _take,
    "not": _keep,
    "last": _last,
}
