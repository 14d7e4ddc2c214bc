"""Sitting down: who plays against you, who deals first, and the next hand."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import rules
from taroky import session as sessions
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.messages import say
from taroky.messages.expected import one_of
from taroky.players.levels import LEVELS
from taroky.rules.table import Table
from taroky.settling.paying import finished_facts, settle

from taroky_tutorials.page_parts.people import NAMES, WOMEN
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.avatars import faces_of
from taroky_tutorials.play_page.evening import MOST_PAST, Evening, from_json
from taroky_tutorials.play_page.evening_parts import (
    HERE,
    USUAL_HELPS,
    HandUnderWay,
    Past,
    Person,
    Review,
    Settings,
)
from taroky_tutorials.play_page.modes import COACH, Coached, coached_session
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.state import PlayState, is_masters, state_of

#: The level of the others unless you choose another.
USUAL_LEVEL = "thumb"
#: What the seed of a hand begins with that the build has dealt, for all who come for the first time.
FIRST = "first"
#: The longest name that you may give somebody.
LONGEST_NAME = 20


def sit_down(fields: Mapping[str, Any], chosen: Collection[str] = ()) -> Evening:
    """A new evening. fields: rules (an id or a packed house table), level, players (how many at the table), seed;
    name1, level1 and so on for those who are not to be as drawn, a level being HERE for a person at this device, and
    name0 for you, if there is one. chosen: the customs that are on. Raises TarokyError for what there is not."""
    table = customs.table_of(rules.mended(str(fields.get("rules", ""))), chosen)
    level = _level(fields.get("level", USUAL_LEVEL))
    seed = str(fields.get("seed", ""))
    places = places_of(table, fields.get("players"))
    names, people = company(seed, level, places)
    wished = [
        same_name(str(fields.get(f"name{place}", "")))[:LONGEST_NAME] for place in range(places)
    ]
    names[1:] = [new or drawn for new, drawn in zip(wished[1:], names[1:], strict=True)]
    people = tuple(
        replace(person, level=_level(fields.get(f"level{place}") or person.level, HERE))
        for place, person in enumerate(people, start=1)
    )
    here = [0, *(place for place, person in enumerate(people, start=1) if person.level == HERE)]
    for number, place in enumerate(here if here[1:] else (), start=1):
        names[place] = wished[place] or say("table.player", number=number).text()
    dealer, drawn = sessions.choose_dealer(table, places, random.Random(f"{seed}/dealer"))
    settings = Settings(customs=frozenset(chosen))
    session = sessions.start(table, names, dealer, drawn=drawn)
    evening = Evening(session, people, seed, settings)
    return replace(evening, hand=evening.new_hand())


def with_coach(game: str) -> Evening:
    """The first of the hands with a coach, its cards dealt. game: the id of a rule set, or a packed house table. Raises
    TarokyError for one that there is not."""
    game = rules.mended(game)
    table = customs.table_of(game, ())
    names, people = company("coached", USUAL_LEVEL, table.seats.active)
    session = coached_session(table, names, 0)
    settings = Settings(USUAL_HELPS | {COACH})
    return dealt(Evening(session, people, "coached", settings=settings, mode=Coached()))


def company(seed: str, level: str, places: int) -> tuple[list[str], tuple[Person, ...]]:
    """The names of all who sit at a table of so many, you first, and the others."""
    lot = random.Random(f"{seed}/people")
    names = lot.sample(NAMES, places - 1)
    faces: list[int] = []
    for name in names:
        fitting = [face for face in faces_of(name in WOMEN) if face not in faces]
        faces.append(lot.choice(fitting))
    return [say("guide.you_short").text(), *names], tuple(Person(level, face) for face in faces)


def _level(level: Any, *besides: str) -> str:
    """A level. Raises RecordError."""
    if level not in (*LEVELS, *besides):
        raise RecordError(
            say("request.kind", key="level", value=str(level)[:60], expected=one_of(LEVELS))
        )
    return str(level)


def places_of(table: Table, places: Any) -> int:
    """How many sit at the table, if so many are given or the usual number is meant. Raises RecordError."""
    if places in (None, ""):
        return table.seats.active
    allowed = [str(n) for n in table.seats.players]
    if str(places) not in allowed:
        raise RecordError(say("deal.players", n=str(places)[:20], expected=allowed))
    return int(places)


def as_played(evening: Evening) -> Evening:
    """The evening with its hand as it was played, and not as it was tried."""
    if not evening.hand.real:
        return evening
    hand = HandUnderWay(done=evening.hand.real, eyes=evening.hand.eyes)
    return replace(evening, hand=hand, review=Review())


def next_hand(state: PlayState, day: str) -> Evening:
    """The evening with this hand paid, at the next one. day: today. Raises RecordError while the hand is played, and
    when the evening is over."""
    if state.evening.hand.real:
        state = state_of(as_played(state.evening))
    evening = state.evening
    session = evening.mode.next_session(evening.session, state.hand, evening.seed, evening.number)
    if evening.mode.has_customs:
        table = customs.table_of(session.table.name, evening.settings.customs)
        session = replace(session, table=table)
    after = replace(
        evening,
        session=session,
        records=(*evening.records, records.to_code(records.of_hand(state.hand))),
        hand=evening.new_hand(),
        review=Review(),
        mistakes=(),
        past=with_hand(state, day),
        mode=evening.mode.at_next_hand(),
    )
    return after if after.asks_how_to_deal else dealt(after)


def renewed(evening: Evening, lot: str) -> Evening:
    """The evening, before anything is done in a hand, with another seed if its first one was dealt for everybody.
    Raises RecordError."""
    if not evening.seed.startswith(FIRST) or not lot:
        return evening
    return from_json({**evening.as_json(), "seed": lot})


def with_hand(state: PlayState, day: str) -> tuple[Past, ...]:
    """Your hands with this one, which is over."""
    hand, before, you = state.hand, state.evening.past, state.evening.session.seat_of(0)
    if you not in hand.active or is_masters(state):
        return before
    paid = settle(hand.table, finished_facts(hand, state.evening.session.pots)).payments
    mine = Past(
        state.evening.mode.day or day,
        hand.table.name,
        hand.contract,
        you == hand.declarer,
        paid.get(you, Decimal(0)),
        state.evening.level,
        tuple(kind for _, kind in state.evening.mistakes),
    )
    return (*before, mine)[-MOST_PAST:]


def left(evening: Evening, day: str) -> tuple[Past, ...]:
    """Your hands, when you get up from a table; its last hand counts if it is over."""
    state = state_of(as_played(evening))
    return with_hand(state, day) if state.over else evening.past
