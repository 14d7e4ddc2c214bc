"""An evening at the table as a document: the rules, who sits there, the hands that were paid, and what has been
done in the hand under way. Plain data that a browser keeps; whatever it does not say follows from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from taroky import session as sessions
from taroky.game.record import Record
from taroky.hand import Action
from taroky.rules.table import Seat, Table
from taroky.session import Session

from taroky_tutorials.play_page import customs, modes
from taroky_tutorials.play_page.document_values import MOST_LETTERS, entries, texts, unreadable
from taroky_tutorials.play_page.evening_parts import (
    HERE,
    HandUnderWay,
    Past,
    Person,
    Review,
    Settings,
    numbered,
)
from taroky_tutorials.play_page.modes import Mode, Usual

FORMAT, VERSION = "taroky-table", 1
#: The most hands of an evening.
MOST_HANDS = 500
#: How many of your hands are remembered for your statistics.
MOST_PAST = 2000
_SEED = re.compile(r"[A-Za-z0-9_-]{1,40}")


@dataclass(frozen=True)
class Evening:
    """An evening. Place 0 of the session is yours, and people sit at the places after it.

    seed: what every deal and every decision of the others follows from. past: your hands that are over, here and
    before. records: of the hands that are paid at this table, as codes. mode: what the table is for. hand: the one under
    way; review: what you look at of it; mistakes: the sure ones that were found in it as it was played, the number of each
    action and what was done. today: the day as the browser says it, "" if it did not; it is not kept.
    """

    session: Session
    people: tuple[Person, ...]
    seed: str
    settings: Settings = field(default_factory=Settings)
    past: tuple[Past, ...] = ()
    records: tuple[str, ...] = ()
    mode: Mode = field(default_factory=Usual)
    hand: HandUnderWay = field(default_factory=HandUnderWay)
    review: Review = field(default_factory=Review)
    mistakes: tuple[tuple[int, str], ...] = ()
    today: str = ""

    @property
    def table(self) -> Table:
        """The rules."""
        return self.session.table

    @cached_property
    def start(self) -> Record:
        """The hand under way before anything was done in it: the shuffled pack."""
        return self.mode.start(self.session, self.seed, self.number)

    @property
    def number(self) -> int:
        """How many hands are over and left behind."""
        return self.mode.number(self.session, self.records)

    @cached_property
    def here(self) -> tuple[int, ...]:
        """The places of the people at this device."""
        people = enumerate(self.people, start=1)
        return (0, *(place for place, person in people if person.level == HERE))

    @property
    def asks_how_to_deal(self) -> bool:
        """Whether people cut, knock and choose batches."""
        return self.mode.has_customs and customs.ASK_HOW_TO_DEAL in self.settings.customs

    @property
    def several(self) -> bool:
        """Whether the device is passed from one person to the next."""
        return len(self.here) > 1

    @property
    def you(self) -> Seat:
        """The seat in this hand of who looks at the table, yours if nobody does; with five at the table it may be the one
        that deals and rests."""
        return self.session.seat_of(max(self.hand.eyes, 0))

    @property
    def names(self) -> dict[Seat, str]:
        """Return who sits where in this hand."""
        session = self.session
        return {session.seat_of(place): session.players[place] for place in session.seated_now}

    def person(self, seat: Seat) -> Person | None:
        """Return who sits there; None at place 0, which is yours."""
        place = self.session.place_of(seat)
        return self.people[place - 1] if place else None

    @property
    def level(self) -> str:
        """The level of the first player of the engine, "" if all are people."""
        return next((person.level for person in self.people if person.level != HERE), "")

    @property
    def helps(self) -> frozenset[str]:
        """The helps that are on, of those that this kind of table has."""
        return self.settings.help.intersection(self.mode.helps)

    def in_hand(self, **changes: Any) -> Evening:
        """Return the evening with these changes to the hand under way."""
        return replace(self, hand=replace(self.hand, **changes))

    def in_review(self, **changes: Any) -> Evening:
        """Return the evening with these changes to what is looked at."""
        return replace(self, review=replace(self.review, **changes))

    def with_done(self, *actions: Action) -> Evening:
        """After these actions."""
        return self.in_hand(done=(*self.hand.done, *actions), picked=(), hints=0)

    def new_hand(self) -> HandUnderWay:
        """Return a hand in which nothing has been done; where several people play here, nobody looks at it yet."""
        return HandUnderWay(eyes=-1 if self.several else 0)

    def as_json(self) -> dict[str, Any]:
        """Return what a browser keeps."""
        hand, review, mode = self.hand, self.review, self.mode.as_json()
        return {
            "format": FORMAT,
            "version": VERSION,
            "session": _paid_only(self.session),
            "records": list(self.records),
            "people": [person.as_json() for person in self.people],
            "seed": self.seed,
            "done": [str(action) for action in hand.done],
            "picked": list(hand.picked),
            "resting": hand.resting,
            "hints": hand.hints,
            "panel": hand.panel,
            "help": sorted(self.settings.help),
            "pace": self.settings.pace,
            "customs": sorted(self.settings.customs),
            "given": mode["given"],
            "day": mode["day"],
            "real": [str(action) for action in hand.real],
            "watched": hand.watched,
            "looks_at": review.looks_at,
            "asked": review.asked,
            "judged": [list(judgment) for judgment in review.judged],
            "past": [past.as_json() for past in self.past],
            "eyes": hand.eyes,
            **{
                name: mode[name]
                for name in ("match", "theirs", "answered", "coached")
                if name in mode
            },
            **({"mistakes": [list(mistake) for mistake in self.mistakes]} if self.mistakes else {}),
        }


_KEYS = {
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
    "customs",
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
}
#: What is said only of some tables.
_SOMETIMES = {"answered", "coached", "mistakes"}


#: Keys that documents of older versions do not have.
_LATER_KEYS = ("customs",)


def _paid_only(session: Session) -> dict[str, Any]:
    """The session with what each hand paid, and not how it was played: that is in the records."""
    played = tuple(replace(hand, source={}, hand=None) for hand in session.played)
    return sessions.to_json(replace(session, played=played))


def from_json(data: Any) -> Evening:
    """The evening that data holds, every part of it checked but for what was done in the hand, which is checked
    when it is replayed. Raises TarokyError."""
    if (
        not isinstance(data, Mapping)
        or data.get("format") != FORMAT
        or {*data, *_LATER_KEYS} - _SOMETIMES != _KEYS
    ):
        raise unreadable("format")
    if data["version"] != VERSION:
        raise unreadable("version")
    session = sessions.from_json(data["session"])
    people = tuple(map(Person.from_json, entries(data, "people", 5)))
    everybody = tuple(range(len(session.players)))
    if len(people) != len(session.seated_now) - 1 or session.seated_now != everybody:
        raise unreadable("people")
    if not isinstance(data["seed"], str) or not _SEED.fullmatch(data["seed"]):
        raise unreadable("seed")
    evening = Evening(
        session,
        people,
        data["seed"],
        records=texts(data, "records", MOST_HANDS, MOST_LETTERS),
        mode=modes.from_json(data, session),
        settings=Settings.from_json(data),
        hand=HandUnderWay.from_json(session.table, data, len(people)),
        review=Review.from_json(data),
        mistakes=numbered(data, "mistakes") if "mistakes" in data else (),
        past=tuple(map(Past.from_json, entries(data, "past", MOST_PAST))),
    )
    if evening.hand.eyes not in (*evening.here, *([-1] if evening.several else [])):
        raise unreadable("eyes")
    return evening
