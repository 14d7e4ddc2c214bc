"""The same cards for others: a link with the record of a hand, whose receiver plays it in the sender's place or looks
at it, and the hand of the day, which follows from the date alone. What a link says is believed only as far as its record
replays."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

from taroky import rules, sent_links
from taroky import session as sessions
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.hand import Hand
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.rules.table import SEATS, Seat
from taroky.settling.paying import finished_facts, settle

from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.document_values import a_day
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import USUAL_HELPS, Person, Settings
from taroky_tutorials.play_page.modes import (
    COACH,
    CoachedLesson,
    Day,
    Lesson,
    Mode,
    SharedDeal,
    seed_of_deal,
    whole_hand,
)
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.played_deals import first_played
from taroky_tutorials.play_page.seating import USUAL_LEVEL, company
from taroky_tutorials.play_page.state import PlayState, ways_of_dealing
from taroky_tutorials.tasks import kinds
from taroky_tutorials.tasks.whole_hand.deal import YOU, Dealt, cards_of, seed_of

#: What a link holds: what for, whose place it is, the level of the others, the record of the hand.
_LINK = re.compile(r"(cards|record)=?([A-E])\.([a-z]+)\.(1.*)", re.DOTALL)
_DAY = re.compile(r"20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")
#: Since that day hands of the day are such as get played; those before are what they were.
_CHOSEN_SINCE = "2026-11-28"
#: For the hand of the day everybody plays against these.
DAILY_LEVEL = "club"
#: And at the hands of lessons against these.
LESSON_LEVEL = "thumb"


def link(state: PlayState, what: str = "cards") -> str:
    """The link to the cards of a hand that is over, with its record, or ("record") to look at it again; what follows
    the "#"."""
    level = state.evening.level or USUAL_LEVEL
    return f"#{what}={state.you}.{level}.{records.to_code(records.of_hand(state.hand))}"


def from_link(text: str) -> Evening:
    """A table with the cards of a link, the deal done, in the place of the one who sent it. Raises TarokyError with one
    sentence for a link that does not hold."""
    seat, level, code = _read(text, "cards")
    played = whole_hand(code)
    if not played.deal.pack:
        raise RecordError(say("table.link.no_pack"))
    seed = f"cards-{random.Random(code).getrandbits(48):x}"
    names, people = company(seed, level, played.players)
    evening = seated(played, seat, names, people, seed, SharedDeal(code))
    ways = ways_of_dealing(played.table)
    return evening.with_done(*(action for action in played.actions if action.kind in ways))


def _read(text: str, what: str) -> tuple[str, str, str]:
    """Seat, level and record of a link, without what was put into it on its way. Raises RecordError."""
    for reading in sent_links.readings(text):
        parts = _LINK.search(reading)
        if parts is None or parts[1] != what or parts[3] not in LEVELS:
            continue
        try:
            return parts[2], parts[3], records.code_in(parts[4])
        except RecordError:
            continue
    raise RecordError(say("table.link.damaged"))


def seated(
    played: Hand,
    seat: Seat,
    names: Sequence[str],
    people: tuple[Person, ...],
    seed: str,
    mode: Mode,
) -> Evening:
    """You at that seat of a hand that was played. Raises RecordError for a seat that there is not."""
    if seat not in played.at_table:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(played.at_table)))
    place = (-1 - SEATS.index(seat)) % played.players
    return Evening(sessions.start(played.table, names, place), people, seed, mode=mode)


def of_record(text: str, seat: Seat = "") -> Evening:
    """A hand to look at again: from a link, or from a record as text, JSON or code. seat: whose play is looked at,
    if not the link's. Raises TarokyError."""
    if any(map(_LINK.search, sent_links.readings(text))):
        of_link, level, code = _read(text, "record")
    else:
        of_link, level, code = "", DAILY_LEVEL, records.to_code(records.read(text))
    played = whole_hand(code)
    seat = seat or of_link or played.active[0]
    at_table = played.at_table
    mine = at_table.index(seat) if seat in at_table else 0
    names, people = company("record", level, played.players)
    names[1:] = [*at_table[mine + 1 :], *at_table[:mine]]
    evening = seated(played, seat, names, people, "record", SharedDeal(code))
    return evening.in_hand(done=played.actions, panel="review")


def of_exercise(data: object) -> Evening:
    """The cards of a lesson's step, with you at its first seat. Raises TarokyError."""
    exercise = kinds.from_json(data)
    if not isinstance(exercise.position, Dealt):
        raise RecordError(say("table.unreadable", key="exercise"))
    coached = exercise.position.coached  # then it is played to its end, whatever the game does
    table = customs.table_of(exercise.game, ()) if coached else exercise.table
    hand, seed = cards_of(table, exercise.position), seed_of(exercise.position)
    names, people = company(seed, LESSON_LEVEL, hand.players)
    if not coached:
        names[1:] = [seat for seat in hand.at_table if seat != YOU]
    code = records.to_code(records.of_hand(hand))
    mode = CoachedLesson(deal=code) if coached else Lesson(code)
    evening = seated(hand, YOU, names, people, seed, mode)
    return replace(evening, settings=Settings(USUAL_HELPS | {COACH})) if coached else evening


def brought(hand: Hand, seat: Seat) -> Decimal:
    """Return what a hand brought a seat, with nothing more in the pots than the table starts with."""
    return settle(hand.table, finished_facts(hand)).payments.get(seat, Decimal(0))


def of_the_day(day: str, game: str) -> Evening:
    """The hand of that day, which is dealt already. Raises TarokyError."""
    if not _DAY.fullmatch(day) or not a_day(day):
        raise RecordError(say("table.link.damaged"))
    game, chosen = rules.mended(game), day >= _CHOSEN_SINCE
    table = customs.table_of(game, ()) if chosen else rules.load(game)
    seed = f"daily-{day}"
    lot = random.Random(f"{seed}/{game}")
    names, people = company(seed, DAILY_LEVEL, table.seats.active)
    session = sessions.start(table, names, lot.randrange(table.seats.active))

    def begun(number: int) -> Evening:
        return dealt(Evening(session, people, seed_of_deal(seed, number), mode=Day(day)))

    return begun(first_played(begun) if chosen else 1)


def masters(day: str, game: str) -> Evening:
    """The hand of that day, with a master in your place and the review open. Raises TarokyError."""
    return of_the_day(day, game).in_hand(watched=True, panel="review")


def not_early(day: str, today: str) -> str:
    """Return the day, unless it has begun nowhere yet. today: that of the browser. Raises RecordError."""
    if today and day > str(date.fromisoformat(today) + timedelta(days=1)):
        raise RecordError(say("table.day.early"))
    return day


def day_link(day: str, game: str) -> str:
    """The link to the hand of a day; what follows the "#"."""
    return f"#day={day}.{game}"
