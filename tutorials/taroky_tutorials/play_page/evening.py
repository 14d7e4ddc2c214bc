"""An evening at the table as a document: the rules, who sits there, the hands that were paid, and what has been
done in the hand under way. Plain data that a browser keeps; whatever it does not say follows from it."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from taroky import session as sessions
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.game.record import Record
from taroky.hand import Action
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.rules.table import Seat, Table
from taroky.session import Session

FORMAT, VERSION = "taroky-table", 1
#: The most hands of an evening, and the most actions of a hand.
MOST_HANDS, MOST_ACTIONS = 500, 600
#: And a match so many hands.
MATCH_HANDS = 8
#: How fast the others act; "press": when they are told to.
PACES = ("slow", "normal", "fast", "at_once", "press")
#: What helps, and can be switched off.
HELPS = ("reasons", "hints", "count", "back", "lift")
USUAL = frozenset({"reasons", "hints", "back"})
#: What of it there is not in a match.
_UNFAIR = frozenset({"hints", "back"})
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
#: In place of a level: no player of the engine, but a person at this device.
HERE = "here"
#: In place of a seat: somebody who sees only what lies open for all.
NOBODY: Seat = "-"
_SEED = re.compile(r"[A-Za-z0-9_-]{1,40}")
_KEYS = (
    "format",
    "version",
    "session",
    "records",
    "people",
    "seed",
    "done",
    "picked",
    "resting",
    "hints",
    "panel",
    "help",
    "pace",
    "given",
    "day",
    "real",
    "watched",
    "looks_at",
    "asked",
    "judged",
    "past",
    "eyes",
    "match",
    "theirs",
)
#: How many of your hands are remembered for your statistics.
MOST_PAST = 2000


@dataclass(frozen=True)
class Person:
    """Somebody who plays against you: how well (or HERE), and which face."""

    level: str
    face: int


@dataclass(frozen=True)
class Past:
    """A hand of yours that is over: when, by which rules, what was played, whether you were the declarer, and what
    it brought you."""

    day: str
    game: str
    contract: str
    declared: bool
    amount: Decimal

    def as_json(self) -> list[Any]:
        """Return the document that is kept."""
        return [self.day, self.game, self.contract, self.declared, str(self.amount)]


@dataclass(frozen=True)
class Evening:
    """An evening. Place 0 of the session is yours, and people sit at the places after it.

    seed: what every deal and every decision of the others follows from. records: of the hands that are paid, as
    codes. done: what has been done in the hand under way. picked: what you have touched of something that takes
    several touches, or a card that you have lifted. resting: the last trick still lies in the middle. hints: how
    many you have asked for at this decision. panel: what is open in place of the cards. help: what is switched on.
    given: the record, as a code, of somebody who played the same cards before; day: of the hand of a day: at both
    there is only one hand. real: what was done in the hand, while you try how it might have gone; watched: while you
    watch a master play it in your place. looks_at: after how many actions you look at it in the review; asked: how
    much you have been told of the decision there; judged: of
    decisions what they cost, "" for nothing sure. past: your hands that are over. eyes: where several people play at this
    device, the place of who looks at it, -1 for nobody. match: of eight hands, each of which is paid for itself; theirs: how
    somebody else has played all of it, as codes.
    """

    session: Session
    people: tuple[Person, ...]
    seed: str
    records: tuple[str, ...] = ()
    done: tuple[Action, ...] = ()
    picked: tuple[str, ...] = ()
    resting: bool = False
    hints: int = 0
    panel: str = ""
    help: frozenset[str] = USUAL
    pace: str = "normal"
    given: str = ""
    day: str = ""
    real: tuple[Action, ...] = ()
    watched: bool = False
    looks_at: int = 0
    asked: int = 0
    judged: tuple[tuple[int, str], ...] = ()
    past: tuple[Past, ...] = ()
    eyes: int = 0
    match: bool = False
    theirs: tuple[str, ...] = ()

    @property
    def table(self) -> Table:
        """The rules."""
        return self.session.table

    @cached_property
    def start(self) -> Record:
        """The hand under way before anything was done in it: the shuffled pack."""
        if self.given and not self.session.played:
            return replace(records.from_code(self.given), actions=(), notes=(), lines=())
        hand = self.session.deal(random.Random(f"{self.seed}/{self.number}"))
        return replace(records.of_hand(hand), actions=())

    @property
    def number(self) -> int:
        """How many hands are over and left behind."""
        return len(self.records if self.match else self.session.played)

    @property
    def helps(self) -> tuple[str, ...]:
        """Return what can be switched on and off at this table."""
        return tuple(name for name in HELPS if not (self.match and name in _UNFAIR))

    @property
    def single(self) -> bool:
        """Whether it is one hand and no evening."""
        return bool(self.given or self.day)

    @property
    def lesson(self) -> bool:
        """Whether the cards are those of a lesson: nobody has played them before."""
        return bool(self.given) and not records.from_code(self.given).actions

    @cached_property
    def here(self) -> tuple[int, ...]:
        """The places of the people at this device."""
        return (0, *(place for place, one in enumerate(self.people, start=1) if one.level == HERE))

    @property
    def several(self) -> bool:
        """Whether the device is passed from one person to the next."""
        return len(self.here) > 1

    @property
    def you(self) -> Seat:
        """The seat in this hand of who looks at the table, yours if nobody does; with five at the table it may be the one
        that deals and rests."""
        return self.session.seat_of(max(self.eyes, 0))

    @property
    def names(self) -> dict[Seat, str]:
        """Return who sits where in this hand."""
        found = self.session
        return {found.seat_of(place): found.players[place] for place in found.seated_now}

    def person(self, seat: Seat) -> Person | None:
        """Return who sits there; None at place 0, which is yours."""
        place = self.session.place_of(seat)
        return self.people[place - 1] if place else None

    @property
    def level(self) -> str:
        """The level of the first player of the engine, "" if all are people."""
        return next((one.level for one in self.people if one.level != HERE), "")

    def with_done(self, *actions: Action) -> Evening:
        """After these actions."""
        return replace(self, done=(*self.done, *actions), picked=(), hints=0)

    def as_json(self) -> dict[str, Any]:
        """Return what a browser keeps."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "session": _paid_only(self.session),
            "records": list(self.records),
            "people": [{"level": one.level, "face": one.face} for one in self.people],
            "seed": self.seed,
            "done": [str(action) for action in self.done],
            "picked": list(self.picked),
            "resting": self.resting,
            "hints": self.hints,
            "panel": self.panel,
            "help": sorted(self.help),
            "pace": self.pace,
            "given": self.given,
            "day": self.day,
            "real": [str(action) for action in self.real],
            "watched": self.watched,
            "looks_at": self.looks_at,
            "asked": self.asked,
            "judged": [list(one) for one in self.judged],
            "past": [one.as_json() for one in self.past],
            "eyes": self.eyes,
            "match": self.match,
            "theirs": list(self.theirs),
        }


def _paid_only(session: Session) -> dict[str, Any]:
    """The session with what each hand paid, and not how it was played: that is in the records."""
    played = tuple(replace(one, source={}, hand=None) for one in session.played)
    return sessions.to_json(replace(session, played=played))


def from_json(data: Any) -> Evening:
    """The evening that data holds, every part of it checked but for what was done in the hand, which is checked
    when it is replayed. Raises TarokyError."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT or set(data) != set(_KEYS):
        raise _bad("format")
    if data["version"] != VERSION:
        raise _bad("version")
    session = sessions.from_json(data["session"])
    people = [_person(one) for one in _list(data, "people", 5)]
    if len(people) != len(session.seated_now) - 1 or session.seated_now != tuple(
        range(len(session.players))
    ):
        raise _bad("people")
    if not isinstance(data["seed"], str) or not _SEED.fullmatch(data["seed"]):
        raise _bad("seed")
    kept = [_text(one, "records", 80_000) for one in _list(data, "records", MOST_HANDS)]
    given = _text(data["given"], "given", 80_000)
    if given:
        _check_given(given, session)
    help_ = [_text(one, "help", 20) for one in _list(data, "help", len(HELPS))]
    if not set(help_) <= set(HELPS):
        raise _bad("help")
    for key, allowed in (
        ("pace", PACES),
        ("panel", PANELS),
        ("resting", (True, False)),
        ("watched", (True, False)),
        ("match", (True, False)),
    ):
        if data[key] not in allowed:
            raise _bad(key)
    evening = Evening(
        session,
        tuple(people),
        data["seed"],
        records=tuple(kept),
        done=_actions(session.table, data, "done"),
        picked=tuple(_text(one, "picked", 60) for one in _list(data, "picked", 40)),
        resting=data["resting"],
        hints=_number(data, "hints", 2),
        panel=data["panel"],
        help=frozenset(help_),
        pace=data["pace"],
        given=given,
        day=_text(data["day"], "day", 10),
        real=_actions(session.table, data, "real"),
        watched=data["watched"],
        looks_at=_number(data, "looks_at", MOST_ACTIONS),
        asked=_number(data, "asked", 2),
        judged=tuple(_judged(one) for one in _list(data, "judged", MOST_ACTIONS)),
        past=tuple(_past(one) for one in _list(data, "past", MOST_PAST)),
        eyes=_number(data, "eyes", len(people), least=-1),
        match=data["match"],
        theirs=tuple(_text(one, "theirs", 80_000) for one in _list(data, "theirs", MATCH_HANDS)),
    )
    if len(evening.theirs) not in (0, MATCH_HANDS) or (evening.match and len(kept) >= MATCH_HANDS):
        raise _bad("theirs")
    if evening.eyes not in (*evening.here, *([-1] if evening.several else [])):
        raise _bad("eyes")
    return evening


def _number(data: Mapping[str, Any], key: str, most: int, least: int = 0) -> int:
    value = data[key]
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise _bad(key)
    return value


def _actions(table: Table, data: Mapping[str, Any], key: str) -> tuple[Action, ...]:
    listed = enumerate(_list(data, key, MOST_ACTIONS), start=1)
    return tuple(
        records.parse_action(table, _text(one, key, 400), number) for number, one in listed
    )


def _check_given(code: str, session: Session) -> None:
    """Raises RecordError unless the record is of a hand by these rules, and for as many people."""
    record = records.from_code(code)
    same = record.game == session.table.name and dict(record.options) == dict(session.table.chosen)
    if not same or (record.players or session.table.seats.active) != len(session.seated_now):
        raise RecordError(say("table.other_rules", found=record.game, expected=session.table.name))


def _judged(data: Any) -> tuple[int, str]:
    if not isinstance(data, list) or len(data) != 2 or not isinstance(data[0], int):
        raise _bad("judged")
    return data[0], _text(data[1], "judged", 20)


def _past(data: Any) -> Past:
    if not isinstance(data, list) or len(data) != 5 or not isinstance(data[3], bool):
        raise _bad("past")
    day, game, contract, _, amount = (_text(str(one), "past", 60_000) for one in data)
    try:
        return Past(day, game, contract, data[3], Decimal(amount))
    except ArithmeticError:
        raise _bad("past") from None


def _bad(key: str) -> RecordError:
    return RecordError(say("table.unreadable", key=key))


def _list(data: Mapping[str, Any], key: str, most: int) -> Sequence[Any]:
    value = data[key]
    if not isinstance(value, list) or len(value) > most:
        raise _bad(key)
    return value


def _text(value: Any, key: str, most: int) -> str:
    if not isinstance(value, str) or len(value) > most:
        raise _bad(key)
    return value


def _person(data: Any) -> Person:
    if not isinstance(data, Mapping) or set(data) != {"level", "face"}:
        raise _bad("people")
    face = data["face"]
    if data["level"] not in (*LEVELS, HERE) or not isinstance(face, int) or not 0 <= face < 1000:
        raise _bad("people")
    return Person(data["level"], face)
