"""A match: the same eight hands for two people, without any server. All cards follow from a seed, each hand is paid for
itself, and a link carries the seed and, once somebody has played all of it, how. Of what a link says nothing is believed
but what its hands replay to."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from functools import lru_cache

from taroky import rules, sent_links
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.hand import Hand
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.rules.table import Seat

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import USUAL_HELPS, Settings
from taroky_tutorials.play_page.links import action_code
from taroky_tutorials.play_page.modes import MATCH_HANDS, Match, match_session, whole_hand
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.seating import as_played, company, places_of
from taroky_tutorials.play_page.state import state_of

#: What a link holds: the level of the others, and how many sit at the table if that is not the usual number, the seed, what was
#: played, a sum over all of it, and the rules.
_LINK = re.compile(
    r"match=?1\.([a-z]+[0-9]?)\.([A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{0,20000})\.([A-Za-z0-9_-]{6})\.(.{1,60000})",
    re.DOTALL,
)


def begun(game: str, level: str, seed: str, players: str = "") -> Evening:
    """A match at its first hand, which is dealt. players: how many sit at the table, "" for the usual number. Raises
    TarokyError."""
    table = rules.load(game)
    if level not in LEVELS:
        raise RecordError(say("table.link.damaged"))
    names, people = company(seed, level, places_of(table, players))
    session = match_session(table, names, seed, 0)
    fair = Settings(USUAL_HELPS.intersection(Match.helps))
    return dealt(Evening(session, people, seed, settings=fair, mode=Match()))


def your_seat(evening: Evening, number: int) -> Seat:
    """Your seat in a hand of a match."""
    session = match_session(evening.table, evening.session.players, evening.seed, number)
    return session.seat_of(0)


def yours(evening: Evening) -> tuple[str, ...]:
    """How you have played the hands that are over."""
    state = state_of(as_played(evening))
    return (
        *evening.records,
        *([records.to_code(records.of_hand(state.hand))] if state.over else []),
    )


def link(evening: Evening) -> str:
    """The link to a match, with what you have played once all of it is over; what follows the "#"."""
    played = yours(evening)
    level, seed, game = _company(evening), evening.seed, evening.table.name
    code = _code(game, level, seed, played) if len(played) == MATCH_HANDS else ""
    return f"#match=1.{level}.{seed}.{code}.{sum_of(level, seed, code, game)}.{game}"


def _company(evening: Evening) -> str:
    """The level of the others, and how many sit at the table where that is not the usual number."""
    places = len(evening.session.players)
    return evening.people[0].level + ("" if places == places_of(evening.table, "") else str(places))


def _of_company(game: str, who: str, seed: str) -> Evening:
    """The match that a link tells of. Raises TarokyError."""
    level = who.rstrip("0123456789")
    return begun(game, level, seed, who.removeprefix(level))


@lru_cache(maxsize=2)
def _code(game: str, who: str, seed: str, played: tuple[str, ...]) -> str:
    starts, hands = _starts(game, who, seed), map(whole_hand, played)
    return action_code.write(
        (start, hand.actions[len(start.actions) :])
        for start, hand in zip(starts, hands, strict=True)
    )


@lru_cache(maxsize=4)
def _starts(game: str, who: str, seed: str) -> tuple[Hand, ...]:
    """The eight hands of a match, dealt."""
    first = _of_company(game, who, seed)
    names = list(first.session.players)
    hands = [
        dealt(
            replace(
                first,
                session=match_session(first.table, names, seed, number),
                records=("",) * number,
                hand=first.new_hand(),
            )
        )
        for number in range(MATCH_HANDS)
    ]
    return tuple(state_of(evening).hand for evening in hands)


def sum_of(*parts: str) -> str:
    """Six letters that tell a link from one that was cut short or changed on its way."""
    check = zlib.crc32("/".join(parts).encode()).to_bytes(4, "big")
    return base64.urlsafe_b64encode(check).decode().rstrip("=")


def from_link(text: str, kept: Evening | None) -> Evening:
    """The match of a link; the one that is kept, if it is the same, with what the link adds to it. Raises TarokyError with
    one sentence for a link that does not hold."""
    who, seed, code, game = _read(text)
    new = _of_company(game, who, seed)
    if kept is not None and is_same(kept, new):
        new = kept
    if not code:
        return new
    hands = action_code.read(code, _starts(game, who, seed))
    theirs = tuple(records.to_code(records.of_hand(hand)) for hand in hands)
    mine = yours(new)
    if mine == theirs:
        return new
    both = replace(new, mode=Match(theirs))
    return both.in_hand(panel=Match.results) if len(mine) == MATCH_HANDS else both


def _read(text: str) -> tuple[str, str, str, str]:
    """Return who plays, the seed, what was played and the rules of a link, whose sum holds. Raises RecordError."""
    for reading in sent_links.readings(text):
        parts = _LINK.search(reading)
        if parts is None:
            continue
        who, seed, code, check = parts[1], parts[2], parts[3], parts[4]
        for game in sent_links.codes(parts[5]):
            if check == sum_of(who, seed, code, game):
                return who, seed, code, game
    raise RecordError(say("table.link.damaged"))


def is_same(match: Evening, other: Evening) -> bool:
    """Whether two matches are of the same cards."""
    return (
        _is_match(match)
        and _is_match(other)
        and match.seed == other.seed
        and (match.table.name == other.table.name and match.people == other.people)
    )


def _is_match(evening: Evening) -> bool:
    return isinstance(evening.mode, Match)


def goes_on(kept: Evening | None, game: str, players: str = "") -> bool:
    """Whether there is a match by these rules, for as many people, that is not over."""
    return (
        kept is not None
        and _is_match(kept)
        and kept.table.name == game
        and len(kept.session.players) == places_of(kept.table, players)
        and len(yours(kept)) < MATCH_HANDS
    )
