"""What a table is for: an evening hand after hand, cards that somebody has played before, the hand of a day, a match, the
cards of a lesson, or first hands with a coach. Each mode answers for itself what differs from an evening."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, ClassVar

from taroky import session as sessions
from taroky.errors import RecordError
from taroky.game import finished
from taroky.game import record as records
from taroky.game.record import Record
from taroky.hand import Action, Hand
from taroky.messages import Message, say
from taroky.rules.table import Table
from taroky.session import Session

from taroky_tutorials.play_page.coached_deals import COACHED_HANDS, deal_of
from taroky_tutorials.play_page.document_values import (
    MOST_LETTERS,
    choice,
    counts,
    entries,
    text,
    texts,
    unreadable,
)

#: The number of hands of a match.
MATCH_HANDS = 8
#: Fewer deals than these are made of a seed, to find one that gets played.
MOST_DEALS = 600
#: What helps, and can be switched off.
HELPS = ("reasons", "hints", "count", "back", "lift")
#: The help of a coach, at tables that have one.
COACH = "coach"
#: The most lines of a coach that a document tells of.
_MOST_LINES = 80

#: Those with which a hand is the same for everybody who plays it.
FAIR_HELPS = tuple(name for name in HELPS if name not in ("hints", "back"))

#: The button at the end of a hand: the event that it sends, and the last word of its message's id.
Button = tuple[Mapping[str, str], str]
_NEXT: Button = ({"next": "1"}, "next")


@dataclass(frozen=True)
class Mode:
    """What a table is for. What is answered here holds unless a mode says otherwise.

    one_hand: whether no other hand follows. adds_up: whether what each hand brings is added up. resumes: whether somebody
    who asks for the same cards again finds them as they were left. has_customs: whether people choose how the next hand
    is dealt, and whether it is played out. judged: whether your decisions are looked at as soon as a hand is over. played_out: whether the others never give a
    hand up. helps:
    what can be switched on and off. results: the panel with all results.
    """

    one_hand: ClassVar[bool] = False
    adds_up: ClassVar[bool] = False
    resumes: ClassVar[bool] = False
    has_customs: ClassVar[bool] = False
    judged: ClassVar[bool] = False
    played_out: ClassVar[bool] = False
    helps: ClassVar[tuple[str, ...]] = HELPS
    results: ClassVar[str] = "sheet"

    @property
    def day(self) -> str:
        """Return the day whose hand it is, "" if it is no day's."""
        return ""

    def number(self, session: Session, paid: Sequence[str]) -> int:
        """Return how many hands are over and left behind. paid: the records of those that were paid."""
        return len(session.played)

    def start(self, session: Session, seed: str, number: int) -> Record:
        """Return the hand before anything is done in it."""
        hand = session.deal(random.Random(f"{seed}/{number}"))
        return replace(records.of_hand(hand), actions=())

    def next_session(self, session: Session, hand: Hand, seed: str, number: int) -> Session:
        """Return the session at the next hand. Raises RecordError while this one is played, and when there is no
        next."""
        after = session.add(hand)
        if after.over:
            raise RecordError(
                say("session.over", hands=after.hands),
                points=hand.table.points_of("session.ends"),
            )
        return after

    def at_next_hand(self) -> Mode:
        """Return the mode as it is at the next hand."""
        return self

    def played_before(self, number: int) -> Hand | None:
        """Return the hand of somebody who has played these cards before."""
        return None

    def record_shown(self, done: Sequence[Action]) -> str:
        """Return the record, as a code, that is only looked at; "" if the hand is played."""
        return ""

    def occasion(self, number: int) -> Message | None:
        """Return what the bar says besides what is played: more than an evening. number: how many hands are over."""
        return None

    def way_on(self, number: int, over: bool) -> Button:
        """Return what to press at the end of a hand. over: whether the session is."""
        return ({"leave": "1"}, "again") if over or self.one_hand else _NEXT

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        return {"given": "", "day": "", "match": False, "theirs": []}


@dataclass(frozen=True)
class Usual(Mode):
    """An evening, hand after hand."""

    adds_up: ClassVar[bool] = True
    has_customs: ClassVar[bool] = True


@dataclass(frozen=True)
class SharedDeal(Mode):
    """The cards of a hand that somebody has played before. record: that hand, as a code."""

    record: str
    one_hand: ClassVar[bool] = True

    def start(self, session: Session, seed: str, number: int) -> Record:
        """Return the hand before anything was done in it."""
        return replace(records.from_code(self.record), actions=(), notes=(), lines=())

    def played_before(self, number: int) -> Hand | None:
        """Return the hand that was sent."""
        return whole_hand(self.record)

    def record_shown(self, done: Sequence[Action]) -> str:
        """Return the record as long as nothing else is done than is in it."""
        return self.record if tuple(done) == whole_hand(self.record).actions else ""

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        return {**super().as_json(), "given": self.record}


class _LessonCards(Mode):
    """The cards of a lesson, which nobody has played before. deal: as the code of a record without actions."""

    deal: str
    one_hand: ClassVar[bool] = True
    resumes: ClassVar[bool] = True

    def start(self, session: Session, seed: str, number: int) -> Record:
        """Return the deal."""
        return replace(records.from_code(self.deal), notes=(), lines=())

    def way_on(self, number: int, over: bool) -> Button:
        """Return the way back to the lesson."""
        return ({"leave": "1"}, "lesson")

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        return {**super().as_json(), "given": self.deal}


@dataclass(frozen=True)
class Lesson(_LessonCards):
    """The cards of a lesson, played alone."""

    deal: str
    judged: ClassVar[bool] = True


@dataclass(frozen=True)
class Day(Mode):
    """The hand of a day, the same for everybody."""

    date: str
    one_hand: ClassVar[bool] = True
    played_out: ClassVar[bool] = True
    helps: ClassVar[tuple[str, ...]] = FAIR_HELPS

    @property
    def day(self) -> str:
        """Return the day."""
        return self.date

    def occasion(self, number: int) -> Message | None:
        """Return which hand it is."""
        return say("table.occasion.day", day=self.date)

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        return {**super().as_json(), "day": self.date}


@dataclass(frozen=True)
class Match(Mode):
    """Eight hands, each of which is paid for itself. theirs: how somebody else has played all of it, as codes. deals: for
    each hand which deal of the seed it is, so that it gets played; none: the first of each, as it was until version 1.0.
    answered: whether theirs came after you had played all of it, so that both players know both results."""

    theirs: tuple[str, ...] = ()
    deals: tuple[int, ...] = ()
    answered: bool = field(default=False, compare=False)  # it is the same match all the same
    played_out: ClassVar[bool] = True
    helps: ClassVar[tuple[str, ...]] = FAIR_HELPS
    results: ClassVar[str] = "match"

    def number(self, session: Session, paid: Sequence[str]) -> int:
        """Return how many hands are over: none of them is in the session."""
        return len(paid)

    def start(self, session: Session, seed: str, number: int) -> Record:
        """Return the hand before anything is done in it."""
        deal = self.deals[number] if self.deals else 1
        return super().start(session, seed_of_deal(seed, deal), number)

    def next_session(self, session: Session, hand: Hand, seed: str, number: int) -> Session:
        """Return a table as it is before the next hand. Raises RecordError while this one is played, and after the
        last."""
        if number + 1 >= MATCH_HANDS:
            raise RecordError(say("table.match.over"))
        session.add(hand)
        return match_session(session.table, session.players, seed, number + 1)

    def played_before(self, number: int) -> Hand | None:
        """Return the other's hand."""
        return whole_hand(self.theirs[number]) if self.theirs else None

    def occasion(self, number: int) -> Message | None:
        """Return which hand of the match it is."""
        return say("table.occasion.match", number=number + 1, of=MATCH_HANDS)

    def way_on(self, number: int, over: bool) -> Button:
        """Return the way to the next hand, or to both results."""
        return ({"open": self.results}, "both") if number + 1 == MATCH_HANDS else _NEXT

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        return {
            **super().as_json(),
            **({"answered": True} if self.answered else {}),
            "match": list(self.deals) or True,
            "theirs": list(self.theirs),
        }


def seed_of_deal(seed: str, number: int) -> str:
    """Return the seed of one of the deals that are made of a seed. number: from 1 on; the first has the seed itself."""
    return seed if number == 1 else f"{seed}x{number}"


@dataclass(frozen=True)
class Coached(Mode):
    """The first hands, chosen, with a coach who says less from hand to hand; each is paid for itself.

    heard: in how many hands each of the coach's lines has been said; now: those said in this hand; shown: how often you
    have done right, without help, what a line is about; helped: whether you have had help at the decision under way.
    """

    heard: Mapping[str, int] = field(default_factory=dict)
    now: tuple[str, ...] = ()
    shown: Mapping[str, int] = field(default_factory=dict)
    helped: bool = False
    helps: ClassVar[tuple[str, ...]] = (*HELPS, COACH)

    def number(self, session: Session, paid: Sequence[str]) -> int:
        """Return how many hands are over: none of them is in the session."""
        return len(paid)

    def start(self, session: Session, seed: str, number: int) -> Record:
        """Return the hand that is chosen for this place."""
        return super().start(session, f"{seed}/{deal_of(session.table.table, number)}", 0)

    def next_session(self, session: Session, hand: Hand, seed: str, number: int) -> Session:
        """Return a table as it is before the next hand. Raises RecordError while this one is played, and after the
        last."""
        if number + 1 >= COACHED_HANDS:
            raise RecordError(say("table.coached.over"))
        session.add(hand)
        return coached_session(session.table, session.players, number + 1)

    def way_on(self, number: int, over: bool) -> Button:
        """Return the way to the next hand, or to an evening without a coach."""
        return ({"usual": "1"}, "usual") if number + 1 >= COACHED_HANDS else (_NEXT[0], "less_help")

    def at_next_hand(self) -> Coached:
        """Return the mode with every line due again that has not been said too often."""
        return replace(self, now=(), helped=False)

    def said(self, line: str) -> Coached:
        """Return the mode after the coach has said this line."""
        return replace(
            self,
            heard={**self.heard, line: self.heard.get(line, 0) + 1},
            now=(*self.now, line),
        )

    def as_json(self) -> dict[str, Any]:
        """Return what the document says of it."""
        coached = {
            "heard": dict(self.heard),
            "now": list(self.now),
            "shown": dict(self.shown),
            "helped": self.helped,
        }
        return {**super().as_json(), "coached": coached}

    @staticmethod
    def from_json(data: Any) -> Coached:
        """Return the mode that a document tells of. Raises RecordError."""
        if not isinstance(data, Mapping) or set(data) != {"heard", "now", "shown", "helped"}:
            raise unreadable("coached")
        return Coached(
            counts(data, "heard", _MOST_LINES),
            texts(data, "now", _MOST_LINES, 20),
            counts(data, "shown", _MOST_LINES),
            choice(data, "helped", (True, False)),
        )


@dataclass(frozen=True)
class CoachedLesson(_LessonCards, Coached):
    """The cards of a lesson, with a coach."""

    deal: str = ""


def coached_session(table: Table, names: Sequence[str], number: int) -> Session:
    """Return a table as it is before one of the hands with a coach: nothing goes from hand to hand."""
    lot = random.Random(f"coached/{deal_of(table.table, number)}")
    return sessions.start(table, names, lot.randrange(len(names)))


def match_session(table: Table, names: Sequence[str], seed: str, number: int) -> Session:
    """Return a table as it is before a hand of a match: the deal goes round, and nothing else goes from hand to hand."""
    places = len(names)
    first = random.Random(f"{seed}/dealer").randrange(places)
    return sessions.start(table, names, (first + number) % places)


@lru_cache(maxsize=20)
def whole_hand(code: str) -> Hand:
    """Return the hand that a record tells of, played to its end. Raises TarokyError if it does not hold, or ends before."""
    hand = records.from_code(code).replay()
    if not finished(hand):
        raise RecordError(say("session.unfinished", actions=len(hand.actions)))
    return hand


def from_json(data: Mapping[str, Any], session: Session) -> Mode:
    """Return the mode that a document tells of. Raises TarokyError unless it is one, and its cards are of these rules."""
    record = text(data["given"], "given", MOST_LETTERS)
    day = text(data["day"], "day", 10)
    match, deals = bool(data["match"]), _deals(data)
    coached = "coached" in data
    theirs = texts(data, "theirs", MATCH_HANDS, MOST_LETTERS)
    if sum((bool(record) or coached, bool(day), match)) > 1:
        raise unreadable("match")
    over = len(data["records"]) >= MATCH_HANDS
    if len(theirs) not in (0, MATCH_HANDS) or (over if match else theirs):
        raise unreadable("theirs")
    if match:
        return Match(theirs, deals, bool(theirs) and "answered" in data)
    if coached:
        if len(data["records"]) >= COACHED_HANDS:
            raise unreadable("coached")
        mode = Coached.from_json(data["coached"])
        return _with_cards(mode, record, session) if record else mode
    if day:
        return Day(day)
    return _of_cards(record, session) if record else Usual()


def _with_cards(mode: Coached, code: str, session: Session) -> Mode:
    """Return the lesson's cards with a coach who has said what he has. Raises RecordError as _of_cards does, and for cards that
    have been played."""
    if not isinstance(_of_cards(code, session), Lesson):
        raise unreadable("coached")
    return CoachedLesson(mode.heard, mode.now, mode.shown, mode.helped, code)


def _deals(data: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the deals of a match. Raises RecordError."""
    if not isinstance(data["match"], list):
        choice(data, "match", (True, False))
        return ()
    deals = tuple(entries(data, "match", MATCH_HANDS))
    if len(deals) != MATCH_HANDS or not all(type(n) is int and 0 < n < MOST_DEALS for n in deals):
        raise unreadable("match")
    return deals


def _of_cards(code: str, session: Session) -> Mode:
    """Raises RecordError unless the record is of a hand by these rules, and for as many people."""
    record, table = records.from_code(code), session.table
    same = record.game == table.name and dict(record.options) == dict(table.chosen)
    if not same or (record.players or table.seats.active) != len(session.seated_now):
        raise RecordError(say("table.other_rules", found=record.game, expected=table.name))
    return SharedDeal(code) if record.actions else Lesson(code)
