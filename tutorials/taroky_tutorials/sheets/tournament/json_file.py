"""A tournament as JSON data, as browsers keep it and files have it; all that is read is checked.

{"format": "taroky-tournament", "version": 1, "title": "Cup", "rules": "hlucin", "rounds": 5,
 "leftovers": "larger", "ranking": "points", "entered": "won", "stake": "0",
 "resting": "middle", "ties": "shared", "seed": "3f9a01",
 "entrants": [{"number": 1, "name": "Ada", "from": 2, "until": 3}, …],
 "drawn": [{"tables": [[1, 2, 3, 4], …], "resting": [9], "extra": true,
            "results": {"1": {"won": ["4", "-1", "-1", "-2"], "pot": "0", "stands": true}}}, …]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import rules
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import like, one_of

from taroky_tutorials.sheets.amounts import amount_of, plain
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.tournament.model import (
    CHOICES,
    MOST_ENTRANTS,
    MOST_NAME,
    MOST_ROUNDS,
    Entrant,
    Result,
    Round,
    Tournament,
)
from taroky_tutorials.sheets.tournament.seating import Seats

FORMAT, VERSION = "taroky-tournament", 1
_KEYS = (
    "format",
    "version",
    "title",
    "rules",
    "rounds",
    *CHOICES,
    "stake",
    "seed",
    "entrants",
    "drawn",
)


def to_json(tournament: Tournament) -> dict[str, Any]:
    """The tournament as JSON data."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": tournament.title,
        "rules": tournament.table.name,
        "rounds": tournament.rounds,
        **tournament.agreed,
        "stake": plain(tournament.stake),
        "seed": tournament.seed,
        "entrants": [_entrant_json(one) for one in tournament.entrants],
        "drawn": [_round_json(one) for one in tournament.drawn],
    }


def _entrant_json(entrant: Entrant) -> dict[str, Any]:
    data: dict[str, Any] = {"number": entrant.number, "name": entrant.name}
    if entrant.since != 1:
        data["from"] = entrant.since
    if entrant.until is not None:
        data["until"] = entrant.until
    return data


def _round_json(one: Round) -> dict[str, Any]:
    data: dict[str, Any] = {"tables": [list(table) for table in one.seats.tables]}
    if one.seats.resting:
        data["resting"] = list(one.seats.resting)
    if one.extra:
        data["extra"] = True
    if one.results:
        data["results"] = {
            str(index + 1): _result_json(one.results[index]) for index in one.results
        }
    return data


def _result_json(result: Result) -> dict[str, Any]:
    data: dict[str, Any] = {"won": [plain(won) for won in result.won]}
    if result.pot:
        data["pot"] = plain(result.pot)
    if result.stands:
        data["stands"] = True
    return data


def from_json(data: Any) -> Tournament:
    """The tournament that JSON data holds, every part checked. Raises TarokyError with one sentence
    that says where and what."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise RecordError(say("tournament.json", expected=f'{{"format": "{FORMAT}", …}}'))
    if data.get("version") != VERSION:
        version = str(data.get("version"))[:20]
        raise RecordError(say("record.version", found=version, expected=VERSION))
    unknown = next((key for key in data if key not in _KEYS), None)
    if unknown is not None:
        raise _bad("tournament", unknown, one_of(_KEYS))
    agreed = {}
    for key, words in CHOICES.items():
        agreed[key] = data.get(key, words[0])
        if agreed[key] not in words:
            raise _bad(key, agreed[key], one_of(words))
    tournament = Tournament(
        title=_text(data, "title"),
        table=rules.load(_text(data, "rules")),
        rounds=_whole(data.get("rounds"), "rounds", 1, MOST_ROUNDS),
        agreed=agreed,
        stake=_number(data.get("stake", "0"), "stake"),
        seed=_text(data, "seed")[:40],
        entrants=_entrants(data.get("entrants", [])),
    )
    drawn = data.get("drawn", [])
    if not isinstance(drawn, list) or len(drawn) > 2 * MOST_ROUNDS:
        raise _bad("drawn", drawn, like("[{tables: [[1, 2, 3, 4]]}]"))
    for number, item in enumerate(drawn, start=1):
        tournament = _with_round(tournament, item, number)
    return tournament


def _entrants(data: Any) -> tuple[Entrant, ...]:
    if not isinstance(data, list) or len(data) > MOST_ENTRANTS:
        raise RecordError(say("tournament.many", most=MOST_ENTRANTS))
    by_number: dict[int, Entrant] = {}
    for position, item in enumerate(data, start=1):
        where = f"entrants.{position}"
        if not isinstance(item, Mapping):
            raise _bad(where, item, like("{number: 1, name: Ada}"))
        number = _whole(item.get("number"), f"{where}.number", 1, 9999)
        name = item.get("name")
        if isinstance(name, str):
            name = same_name(name)
        if not isinstance(name, str) or not name or len(name) > MOST_NAME:
            raise _bad(f"{where}.name", name, say("expected.letters", most=MOST_NAME))
        if number in by_number:
            raise RecordError(say("tournament.twice", number=number))
        until = item.get("until")
        by_number[number] = Entrant(
            number,
            name,
            _whole(item.get("from", 1), f"{where}.from", 1, MOST_ROUNDS),
            None if until is None else _whole(until, f"{where}.until", 0, MOST_ROUNDS),
        )
    return tuple(by_number.values())


def _with_round(tournament: Tournament, item: Any, number: int) -> Tournament:
    where = f"drawn.{number}"
    if not isinstance(item, Mapping) or not isinstance(item.get("tables"), list):
        raise _bad(where, item, like("{tables: [[1, 2, 3, 4], …]}"))
    known = tournament.by_number
    seats = tournament.table.seats.players
    tables = tuple(_numbers(table, where, known) for table in item["tables"])
    resting = _numbers(item.get("resting", []), where, known)
    people = [n for table in tables for n in table] + list(resting)
    if len(set(people)) < len(people):
        twice = next(n for n in people if people.count(n) > 1)
        raise RecordError(say("tournament.seated_twice", number=twice, round=number))
    wrong = next((table for table in tables if len(table) not in seats), None)
    if wrong is not None or not tables:
        raise _bad(where, list(wrong or ()), one_of(seats))
    results = item.get("results", {})
    if not isinstance(results, Mapping):
        raise _bad(f"{where}.results", results, like("{1: {won: […]}}"))
    one = Round(Seats(tables, resting), extra=item.get("extra") is True)
    tournament = replace(tournament, drawn=(*tournament.drawn, one))
    for key, result in results.items():
        index = _whole(key, f"{where}.results", 1, len(tables)) - 1
        tournament = tournament.with_result(
            number, index, _result(result, f"{where}.results.{key}")
        )
    return tournament


def _result(data: Any, where: str) -> Result:
    if not isinstance(data, Mapping) or not isinstance(data.get("won"), list):
        raise _bad(where, data, like("{won: [4, -1, -1, -2]}"))
    won = tuple(_number(one, where) for one in data["won"])
    return Result(won, _number(data.get("pot", "0"), where), data.get("stands") is True)


def _numbers(data: Any, where: str, known: Mapping[int, Entrant]) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise _bad(where, data, like("[1, 2, 3, 4]"))
    for number in data:
        if not isinstance(number, int) or isinstance(number, bool) or number not in known:
            raise RecordError(say("tournament.stranger", number=str(number)[:20], where=where))
    return tuple(data)


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise _bad(key, value, say("expected.text"))
    return value


def _whole(value: Any, key: str, low: int, high: int) -> int:
    fits = isinstance(value, int) and not isinstance(value, bool)
    if not fits and not (isinstance(value, str) and value.isdecimal() and len(value) < 6):
        raise _bad(key, value, say("expected.from_to", low=low, high=high))
    if not low <= int(value) <= high:
        raise _bad(key, value, say("expected.from_to", low=low, high=high))
    return int(value)


def _number(value: Any, key: str) -> Decimal:
    amount = amount_of(str(value)) if not isinstance(value, bool) else None
    if amount is None:
        raise _bad(key, value, say("expected.number"))
    return amount


def _bad(key: str, value: Json, expected: Message) -> RecordError:
    return RecordError(say("fact.kind", key=key, value=quoted(value), expected=expected))
