"""A match: the same eight hands for two people, without any server. All cards follow from a seed, each hand is paid for
itself, and a link carries the seed and, once somebody has played all of it, how. Of what a link says nothing is believed
but what its hands replay to."""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from functools import lru_cache, partial

from taroky import rules, sent_links
from taroky.errors import RecordError
from taroky.game import record as records
from taroky.hand import Hand
from taroky.messages import say
from taroky.players.levels import LEVELS
from taroky.rules.table import Seat, Table

from taroky_tutorials.page_parts import action_code
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import USUAL_HELPS, Settings
from taroky_tutorials.play_page.modes import (
    MATCH_HANDS,
    MOST_DEALS,
    Match,
    match_session,
    whole_hand,
)
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.played_deals import first_played
from taroky_tutorials.play_page.seating import as_played, company, places_of
from taroky_tutorials.play_page.state import state_of

#: What a link holds: its version, the level of the others, and how many sit at the table if that is not the usual number, the
#: seed, what was played, a sum over all of it, and the rules. In version 1 a hand ends before its first card where the rules
#: say so; in version 2 it is played out, and for each hand it says which deal of the seed that is.
_LINK = re.compile(
    r"match=?(1|2[0-9a-z]{16})\.([a-z]+[0-9]?)\.([A-Za-z0-9]{1,40})\.([A-Za-z0-9_-]{0,20000})\.([A-Za-z0-9_-]{6})\.(.{1,60000})",
    re.DOTALL,
)


#: The digits of numbers to the base of 36.
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def begun(game: str, level: str, seed: str, players: str = "") -> Evening:
    """A new match at its first hand, which is dealt. players: how many sit at the table, "" for the usual number. Its
    hands are such as get played. Raises TarokyError."""
    first = _of_seed(customs.table_of(game, ()), level, seed, players, Match())

    def dealt_as(hand: int, deal: int) -> Evening:
        return _at_hand(replace(first, mode=Match(deals=(deal,) * MATCH_HANDS)), hand)

    deals = (first_played(partial(dealt_as, hand)) for hand in range(MATCH_HANDS))
    return _of_seed(first.table, level, seed, players, Match(deals=tuple(deals)))


def _of_seed(table: Table, level: str, seed: str, players: str, mode: Match) -> Evening:
    """The match of a seed at its first hand, which is dealt. Raises TarokyError."""
    if level not in LEVELS:
        raise RecordError(say("table.link.damaged"))
    names, people = company(seed, level, places_of(table, players))
    session = match_session(table, names, seed, 0)
    fair = Settings(USUAL_HELPS.intersection(Match.helps))
    return dealt(Evening(session, people, seed, settings=fair, mode=mode))


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
    table, level, seed = evening.table, _company(evening), evening.seed
    version = _version(evening)
    code = _code(table, version, level, seed, played) if len(played) == MATCH_HANDS else ""
    check = _sum(version, level, seed, code, table.name)
    return f"#match={version}.{level}.{seed}.{code}.{check}.{table.name}"


def _version(evening: Evening) -> str:
    """The version of the link to a match, with the deals of its hands."""
    deals = evening.mode.deals if isinstance(evening.mode, Match) else ()
    return "2" + "".join(f"{_DIGITS[n // 36]}{_DIGITS[n % 36]}" for n in deals) if deals else "1"


def _mode_of(version: str) -> Match:
    """The deals of a match that a version stands for."""
    pairs = (version[n : n + 2] for n in range(1, len(version), 2))
    return Match(deals=tuple(max(1, min(int(pair, 36), MOST_DEALS - 1)) for pair in pairs))


def _table_of(version: str, game: str) -> Table:
    """The rules of a link of that version. Raises TarokyError."""
    return rules.load(game) if version == "1" else customs.table_of(game, ())


def _company(evening: Evening) -> str:
    """The level of the others, and how many sit at the table where that is not the usual number."""
    places = len(evening.session.players)
    return evening.people[0].level + ("" if places == places_of(evening.table, "") else str(places))


def _of_company(table: Table, version: str, who: str, seed: str) -> Evening:
    """The match that a link tells of. Raises TarokyError."""
    level = who.rstrip("0123456789")
    return _of_seed(table, level, seed, who.removeprefix(level), _mode_of(version))


@lru_cache(maxsize=2)
def _code(table: Table, version: str, who: str, seed: str, played: tuple[str, ...]) -> str:
    starts, hands = _starts(table, version, who, seed), map(whole_hand, played)
    return action_code.write(
        (start, hand.actions[len(start.actions) :])
        for start, hand in zip(starts, hands, strict=True)
    )


@lru_cache(maxsize=4)
def _starts(table: Table, version: str, who: str, seed: str) -> tuple[Hand, ...]:
    """The eight hands of a match, dealt."""
    first = _of_company(table, version, who, seed)
    return tuple(state_of(_at_hand(first, number)).hand for number in range(MATCH_HANDS))


def _at_hand(first: Evening, number: int) -> Evening:
    """A match at one of its hands, which is dealt. first: the match at its first."""
    names, seed = list(first.session.players), first.seed
    return dealt(
        replace(
            first,
            session=match_session(first.table, names, seed, number),
            records=("",) * number,
            hand=first.new_hand(),
        )
    )


def _sum(version: str, who: str, seed: str, code: str, game: str) -> str:
    """The sum over all of a link; the first version is in none of its own links."""
    return sum_of(*(() if version == "1" else (version,)), who, seed, code, game)


def sum_of(*parts: str) -> str:
    """Six letters that tell a link from one that was cut short or changed on its way."""
    check = zlib.crc32("/".join(parts).encode()).to_bytes(4, "big")
    return base64.urlsafe_b64encode(check).decode().rstrip("=")


def from_link(text: str, kept: Evening | None) -> Evening:
    """The match of a link; the one that is kept, if it is the same, with what the link adds to it. Raises TarokyError with
    one sentence for a link that does not hold."""
    version, who, seed, code, game = _read(text)
    table = _table_of(version, game)
    new = _of_company(table, version, who, seed)
    if kept is not None and is_same(kept, new):
        new = kept
    if not code:
        return new
    hands = action_code.read(code, _starts(table, version, who, seed))
    theirs = tuple(records.to_code(records.of_hand(hand)) for hand in hands)
    mine = yours(new)
    if mine == theirs:
        return new
    over = len(mine) == MATCH_HANDS
    if new.mode.as_json()["theirs"] != list(theirs):
        new = replace(new, mode=Match(theirs, _mode_of(version).deals, answered=over))
    return new.in_hand(panel=Match.results) if over else new


def _read(text: str) -> tuple[str, str, str, str, str]:
    """Return version, who plays, the seed, what was played and the rules of a link, whose sum holds. Raises
    RecordError."""
    for reading in sent_links.readings(text):
        parts = _LINK.search(reading)
        if parts is None:
            continue
        version, who, seed, code, check, rest = parts.groups()
        for game in sent_links.codes(rest):
            if check == _sum(version, who, seed, code, game):
                return version, who, seed, code, game
    raise RecordError(say("table.link.damaged"))


def is_same(match: Evening, other: Evening) -> bool:
    """Whether two matches are of the same cards."""
    return (
        _is_match(match)
        and _is_match(other)
        and (match.seed, _version(match)) == (other.seed, _version(other))
        and (match.table.name, match.table.chosen) == (other.table.name, other.table.chosen)
        and match.people == other.people
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
