"""The parts of an evening: who sits there, what you have set, your hands that are over, the hand under way and what you
look at of it. Each writes and reads its keys of the document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from taroky.hand import Action
from taroky.players.levels import LEVELS
from taroky.rules.table import Seat, Table

from taroky_tutorials.play_page.document_values import (
    MOST_ACTIONS,
    actions,
    choice,
    entries,
    number,
    text,
    texts,
    unreadable,
)
from taroky_tutorials.play_page.modes import COACH, HELPS

#: In place of a level: no player of the engine, but a person at this device.
HERE = "here"
#: In place of a seat: somebody who sees only what is open for all.
NOBODY: Seat = "-"
#: How fast the others act; "press": when they are told to.
PACES = ("slow", "normal", "fast", "at_once", "press")
#: The helps that are on unless you switch them off.
USUAL_HELPS = frozenset({"reasons", "hints", "back"})
#: The most customs that are kept, of all games together, and the longest name of one: the key of an option.
_MOST_CUSTOMS, MOST_KEY = 40, 60
#: What can be opened in place of the cards.
PANELS = (
    "",
    "log",
    "last",
    "sheet",
    "menu",
    "count",
    "sayings",
    "piles",
    "working",
    "review",
    "send",
    "match",
)


@dataclass(frozen=True)
class Person:
    """Somebody who plays against you: how well (or HERE), and which face."""

    level: str
    face: int

    def as_json(self) -> dict[str, Any]:
        """Return the person as kept."""
        return {"level": self.level, "face": self.face}

    @staticmethod
    def from_json(data: Any) -> Person:
        """Return the person that data tells of. Raises RecordError."""
        if not isinstance(data, Mapping) or set(data) != {"level", "face"}:
            raise unreadable("people")
        face = data["face"]
        if (
            data["level"] not in (*LEVELS, HERE)
            or not isinstance(face, int)
            or not 0 <= face < 1000
        ):
            raise unreadable("people")
        return Person(data["level"], face)


@dataclass(frozen=True)
class Past:
    """A hand of yours that is over: when, by which rules, what was played, whether you were the declarer, and what
    it brought you; level: of the others, "" where that was not kept; mistakes: for each sure mistake that the review has
    found what was done, such as play."""

    day: str
    game: str
    contract: str
    declared: bool
    amount: Decimal
    level: str = ""
    mistakes: tuple[str, ...] = ()

    def as_json(self) -> list[Any]:
        """Return the hand as kept."""
        hand = [self.day, self.game, self.contract, self.declared, str(self.amount)]
        return [*hand, self.level, *self.mistakes] if self.level or self.mistakes else hand

    @staticmethod
    def from_json(data: Any) -> Past:
        """Return the hand that data tells of. Raises RecordError."""
        if not isinstance(data, list) or len(data) < 5 or not isinstance(data[3], bool):
            raise unreadable("past")
        day, game, contract, _, amount, *more = (
            text(str(value), "past", 60_000) for value in data[: 6 + MOST_ACTIONS]
        )
        level, *mistakes = more or [""]
        try:
            return Past(day, game, contract, data[3], Decimal(amount), level, tuple(mistakes))
        except ArithmeticError:
            raise unreadable("past") from None


@dataclass(frozen=True)
class Settings:
    """What you have set. help: the helps that are on; pace: how fast the others act; customs: those that are on, of
    whatever game."""

    help: frozenset[str] = USUAL_HELPS
    pace: str = "normal"
    customs: frozenset[str] = frozenset()

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Settings:
        """Return the settings of a document. Raises RecordError."""
        helps = texts(data, "help", len(HELPS) + 1, 20)
        if not set(helps) <= {*HELPS, COACH}:
            raise unreadable("help")
        # Documents of older versions know no customs.
        customs = texts({"customs": [], **data}, "customs", _MOST_CUSTOMS, MOST_KEY)
        return Settings(frozenset(helps), choice(data, "pace", PACES), frozenset(customs))


@dataclass(frozen=True)
class HandUnderWay:
    """The hand under way.

    done: what has been done in it. picked: what you have touched of something that takes several touches, or a card that
    you have lifted. resting: the last trick still is in the middle. hints: how many you have asked for at this
    decision. panel: what is open in place of the cards. real: what was done in the hand, while you try how it might
    have gone; watched: while you watch a master play it in your place. eyes: where several people play at this
    device, the place of who looks at it, -1 for nobody.
    """

    done: tuple[Action, ...] = ()
    picked: tuple[str, ...] = ()
    resting: bool = False
    hints: int = 0
    panel: str = ""
    real: tuple[Action, ...] = ()
    watched: bool = False
    eyes: int = 0

    @staticmethod
    def from_json(table: Table, data: Mapping[str, Any], places: int) -> HandUnderWay:
        """Return the hand of a document, with so many places besides yours. Raises RecordError."""
        return HandUnderWay(
            done=actions(table, data, "done"),
            picked=texts(data, "picked", 40, 60),
            resting=choice(data, "resting", (True, False)),
            hints=number(data, "hints", 2),
            panel=choice(data, "panel", PANELS),
            real=actions(table, data, "real"),
            watched=choice(data, "watched", (True, False)),
            eyes=number(data, "eyes", places, least=-1),
        )


@dataclass(frozen=True)
class Review:
    """What you look at of a hand that is over. looks_at: after how many actions; asked: how much you have been told of
    the decision there; judged: of decisions what they cost, "" for nothing sure."""

    looks_at: int = 0
    asked: int = 0
    judged: tuple[tuple[int, str], ...] = ()

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Review:
        """Return the review of a document. Raises RecordError."""
        return Review(
            number(data, "looks_at", MOST_ACTIONS),
            number(data, "asked", 2),
            numbered(data, "judged"),
        )


def numbered(data: Mapping[str, Any], key: str) -> tuple[tuple[int, str], ...]:
    """Return what a document says of actions by their numbers, in a few letters each. Raises RecordError."""
    return tuple(_numbered(entry, key) for entry in entries(data, key, MOST_ACTIONS))


def _numbered(data: Any, key: str) -> tuple[int, str]:
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], int):
        raise unreadable(key)
    return data[0], text(data[1], key, 20)
