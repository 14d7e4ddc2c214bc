"""A tournament: entrants with numbers, rounds with tables, results, standings. As data it is JSON.

    {"format": "taroky-tournament", "version": 1, "title": "Cup", "rules": "hlucin", "rounds": 5,
     "leftovers": "larger", "ranking": "points", "entered": "won", "stake": "0",
     "resting": "middle", "ties": "shared", "seed": "3f9a01",
     "entrants": [{"number": 1, "name": "Ada", "from": 2, "until": 3}, …],
     "drawn": [{"tables": [[1, 2, 3, 4], …], "resting": [9], "extra": true,
                "results": {"1": {"won": ["4", "-1", "-1", "-2"], "pot": "0", "stands": true}}}, …]}

What organizers do is taken from the rules they give out: seats at random, drawn for all rounds before
the first; a score card for every number; money left that must come to the stakes; places at a table
that count 4, 3, 2 and 1; one who rests where the people cannot be divided by four, or a table of five.

Sources: VIC-SEAT-06, VIC-SESS-03, VIC-SESS-04, VIC-SESS-07; the tournament rules of Břeclav, Ostrava
and the Moravian league (taroky.cz), and of Zabrzeg (taroki.zabrzeg.net.pl).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky import rules as tables_of
from taroky import session as sessions
from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.table import Table

from taroky_tutorials.sheets import seating
from taroky_tutorials.sheets.amounts import amount_of, plain, shown
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.seating import Seats

FORMAT, VERSION = "taroky-tournament", 1
MOST_ENTRANTS, MOST_ROUNDS, MOST_NAME = 600, 20, 60
#: What may be agreed, the usual first.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "leftovers": ("rest", "larger"),
    "ranking": ("points", "places"),
    "entered": ("won", "left"),
    "resting": ("middle", "nothing"),
    "ties": ("shared", "meeting"),
}
_KEYS = ("format", "version", "title", "rules", "rounds", *CHOICES, "stake", "seed", "entrants",
         "drawn")  # fmt: skip


@dataclass(frozen=True)
class Entrant:
    """Somebody with a number, who takes part from one round to another; until None: to the end."""

    number: int
    name: str
    since: int = 1
    until: int | None = None

    def plays(self, number: int) -> bool:
        """Whether he takes part in the round of this number, counted from 1."""
        return self.since <= number and (self.until is None or number <= self.until)


@dataclass(frozen=True)
class Result:
    """What a table brought: won or lost by each seat, what stayed in the pot, and whether the judges
    let it stand although it does not add up."""

    won: tuple[Decimal, ...]
    pot: Decimal = Decimal(0)
    stands: bool = False


@dataclass(frozen=True)
class Round:
    """A round as it was drawn, with the results that are in, by the table's place from 0. extra: one
    for those who had to rest."""

    seats: Seats
    results: Mapping[int, Result] = field(default_factory=dict)
    extra: bool = False

    @property
    def complete(self) -> bool:
        """Whether the results of all tables are in."""
        return len(self.results) == len(self.seats.tables)


@dataclass(frozen=True)
class Row:
    """A line of the standings. won: in all; places: points for places at the tables; by_round: won
    in each round, None where nothing was played; played: rounds with a result."""

    rank: int
    entrant: Entrant
    won: Decimal
    places: Fraction
    by_round: tuple[Decimal | None, ...]
    places_by_round: tuple[Fraction | None, ...]
    played: int


@dataclass(frozen=True)
class Tournament:
    """All of it. rounds: as many as are planned, without extra ones; agreed: the words of CHOICES."""

    title: str
    rules: Table
    rounds: int
    agreed: Mapping[str, str]
    stake: Decimal
    seed: str
    entrants: tuple[Entrant, ...] = ()
    drawn: tuple[Round, ...] = ()

    # -- who sits where -----------------------------------------------------------------------

    @cached_property
    def by_number(self) -> Mapping[int, Entrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @property
    def larger(self) -> bool:
        """Whether there may be tables for one more than play."""
        return self.agreed["leftovers"] == "larger"

    @property
    def may_be_larger(self) -> bool:
        """Whether the game has a place for one who rests at the table."""
        return self.rules.seats.active + 1 in self.rules.seats.players

    def group(self, number: int) -> frozenset[int]:
        """The numbers of those who take part in this round."""
        return frozenset(one.number for one in self.entrants if one.plays(number))

    def sizes(self, people: int) -> tuple[int, ...]:
        """The tables for so many. Raises RecordError for too few."""
        row = self.rules.seats
        found = seating.sizes(people, row.players, row.active, self.larger)
        if not found:
            raise RecordError(say("tournament.few", n=people, least=row.active))
        return found

    @property
    def begun(self) -> int:
        """The last round of which a result is in; 0 before the first."""
        return max((i for i, one in enumerate(self.drawn, start=1) if one.results), default=0)

    def fits(self, number: int) -> bool:
        """Whether the seating of this round is that of the people who take part."""
        if number > len(self.drawn):
            return False
        one = self.drawn[number - 1]
        group = self.group(number)
        return one.extra or bool(one.results) or one.seats.people == group

    @property
    def stale(self) -> tuple[int, ...]:
        """Coming rounds that are to be drawn, or drawn anew."""
        return tuple(n for n in range(self.begun + 1, self.rounds + 1) if not self.fits(n))

    def draw(self, first: int, seed: str) -> Tournament:
        """With the seating of the rounds from this one on. Raises RecordError where there are too
        few, or results are in already."""
        if first <= self.begun:
            raise RecordError(say("tournament.begun", number=first))
        groups = [self.group(number) for number in range(first, self.rounds + 1)]
        for group in groups:
            self.sizes(len(group))
        row = self.rules.seats
        fixed = self.drawn[: first - 1]
        if len(fixed) < first - 1:
            raise RecordError(say("tournament.gap", number=first))
        rounds = seating.draw(
            groups, [one.seats for one in fixed], row.players, row.active, self.larger,
            f"{seed}/{first}",
        )  # fmt: skip
        return replace(self, seed=seed, drawn=(*fixed, *(Round(seats) for seats in rounds)))

    @property
    def rested(self) -> Mapping[int, int]:
        """How often each had to rest while he took part; an extra round makes up for one."""
        times = dict(seating.rested([one.seats for one in self.drawn if not one.extra]))
        for one in self.drawn:
            for number in (n for table in one.seats.tables for n in table) if one.extra else ():
                times[number] = times.get(number, 0) - 1
        return times

    @property
    def owed(self) -> tuple[int, ...]:
        """Those who have rested and have no round for it yet, and are still here."""
        last = self.rounds
        here = [one.number for one in self.entrants if one.plays(last)]
        return tuple(number for number in here if self.rested.get(number, 0) > 0)

    def draw_extra(self, seed: str) -> Tournament:
        """With one more round for those who had to rest: as many full tables as there are. Raises
        RecordError where there are too few."""
        if len(self.drawn) < self.rounds:
            raise RecordError(say("tournament.gap", number=self.rounds + 1))
        row = self.rules.seats
        rounds = seating.draw(
            [self.owed], [one.seats for one in self.drawn], (row.active,), row.active, False,
            f"{seed}/extra{len(self.drawn)}",
        ) if len(self.owed) >= row.active else ()  # fmt: skip
        if not rounds:
            raise RecordError(say("tournament.few", n=len(self.owed), least=row.active))
        seats = Seats(rounds[0].tables)
        return replace(self, drawn=(*self.drawn, Round(seats, extra=True)))

    # -- results ------------------------------------------------------------------------------

    @property
    def balanced(self) -> bool:
        """Whether all that is won at a table is lost there."""
        return not sessions.written(self.rules)

    @property
    def pots(self) -> bool:
        """Whether something may stay in a pot."""
        return any(pot.on for pot in self.rules.pots.values())

    def check(self, result: Result) -> None:
        """Raises RecordError for a result that does not add up."""
        step = self.rules.unit.step
        odd = next((one for one in (*result.won, result.pot) if one % step), None)
        if odd is not None:
            raise RecordError(say("evening.step", text=plain(odd), step=shown(step, self.rules)))
        total = sum(result.won, result.pot)
        if total and self.balanced and not result.stands:
            left = self.agreed["entered"] == "left"
            due = self.stake * len(result.won)
            raise RecordError(
                say("tournament.left_sum", total=shown(due + total, self.rules),
                    due=shown(due, self.rules))
                if left else say("tournament.sum", total=shown(total, self.rules))
            )  # fmt: skip

    def with_result(self, number: int, table: int, result: Result | None) -> Tournament:
        """With the result of a table (from 0) of a round (from 1), or without it. Raises
        RecordError."""
        one = self.drawn[number - 1]
        results = {at: found for at, found in one.results.items() if at != table}
        if result is not None:
            if len(result.won) != len(one.seats.tables[table]):
                raise RecordError(say("tournament.seats", n=len(one.seats.tables[table])))
            self.check(result)
            results[table] = result
        after = replace(one, results=dict(sorted(results.items())))
        return replace(self, drawn=(*self.drawn[: number - 1], after, *self.drawn[number:]))

    # -- standings ----------------------------------------------------------------------------

    def place_points(self, result: Result) -> tuple[Fraction, ...]:
        """What the places at a table count: as many points for the first as play, one less for each
        after, never less than one; equals share."""
        most = self.rules.seats.active
        by_place = [max(most - at, 1) for at in range(len(result.won))]
        order = sorted(result.won, reverse=True)
        shares = {}
        for won in set(result.won):
            at = [i for i, other in enumerate(order) if other == won]
            shares[won] = Fraction(sum(by_place[i] for i in at), len(at))
        return tuple(shares[won] for won in result.won)

    @property
    def middle(self) -> Fraction:
        """The points of an average place."""
        most = self.rules.seats.active
        return Fraction(most + 1, 2)

    @cached_property
    def standings(self) -> tuple[Row, ...]:
        """Everybody, the best first; equals share a rank."""
        rows = [self._row(entrant) for entrant in self.entrants]
        rows.sort(key=lambda row: (*(-part for part in self._key(row)), row.entrant.number))
        ranked: list[Row] = []
        start = 0
        while start < len(rows):
            end = start
            while end < len(rows) and self._key(rows[end]) == self._key(rows[start]):
                end += 1
            ranked += self._tied(rows[start:end], start + 1)
            start = end
        return tuple(ranked)

    def _key(self, row: Row) -> tuple[Fraction | Decimal, ...]:
        return (row.places, row.won) if self.agreed["ranking"] == "places" else (row.won,)

    def _tied(self, rows: Sequence[Row], rank: int) -> list[Row]:
        """Equals with their rank: the same for all, or as they fared against one another, and then
        in the last round."""
        if self.agreed["ties"] == "shared" or len(rows) == 1:
            return [replace(row, rank=rank) for row in rows]
        group = frozenset(row.entrant.number for row in rows)
        keys = {row.entrant.number: self._against(row.entrant.number, group) for row in rows}
        order = sorted(rows, key=lambda row: tuple(-part for part in keys[row.entrant.number]))
        return [
            replace(row, rank=rank + sum(key > keys[row.entrant.number] for key in keys.values()))
            for row in order
        ]

    def _against(self, number: int, group: frozenset[int]) -> tuple[Decimal, Decimal]:
        """What he won at tables with others of the group, and in the last round."""
        met = last = Decimal(0)
        for one in self.drawn:
            for at, result in one.results.items():
                table = one.seats.tables[at]
                if number in table:
                    last = result.won[table.index(number)]
                    if len(group.intersection(table)) > 1:
                        met += last
        return met, last

    def _row(self, entrant: Entrant) -> Row:
        by_round: list[Decimal | None] = []
        places: list[Fraction | None] = []
        played = 0
        for one in self.drawn:
            won, points = self._of_round(one, entrant.number)
            by_round.append(won)
            places.append(points)
            played += won is not None and entrant.number not in one.seats.resting
        return Row(
            0, entrant, sum((won for won in by_round if won is not None), Decimal(0)),
            sum((points for points in places if points is not None), Fraction(0)),
            tuple(by_round), tuple(places), played,
        )  # fmt: skip

    def _of_round(self, one: Round, number: int) -> tuple[Decimal | None, Fraction | None]:
        """What a round brought somebody: nothing yet, his result, or what resting counts once the
        round is played."""
        if number in one.seats.resting:
            if not one.complete or self.agreed["resting"] == "nothing":
                return None, None
            return Decimal(0), self.middle
        for at, result in one.results.items():
            table = one.seats.tables[at]
            if number in table:
                seat = table.index(number)
                return result.won[seat], self.place_points(result)[seat]
        return None, None


# -- JSON -------------------------------------------------------------------------------------------


def to_json(tournament: Tournament) -> dict[str, Any]:
    """The tournament as JSON data."""
    return {
        "format": FORMAT, "version": VERSION, "title": tournament.title,
        "rules": tournament.rules.name, "rounds": tournament.rounds, **tournament.agreed,
        "stake": plain(tournament.stake), "seed": tournament.seed,
        "entrants": [_entrant_json(one) for one in tournament.entrants],
        "drawn": [_round_json(one) for one in tournament.drawn],
    }  # fmt: skip


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
        data["results"] = {str(at + 1): _result_json(one.results[at]) for at in one.results}
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
        found = str(data.get("version"))[:20]
        raise RecordError(say("record.version", found=found, expected=VERSION))
    unknown = next((key for key in data if key not in _KEYS), None)
    if unknown is not None:
        raise _bad("tournament", unknown, ", ".join(_KEYS))
    agreed = {}
    for key, words in CHOICES.items():
        agreed[key] = data.get(key, words[0])
        if agreed[key] not in words:
            raise _bad(key, agreed[key], " / ".join(words))
    tournament = Tournament(
        title=_text(data, "title"), rules=tables_of.load(_text(data, "rules")),
        rounds=_whole(data.get("rounds"), "rounds", 1, MOST_ROUNDS), agreed=agreed,
        stake=_number(data.get("stake", "0"), "stake"), seed=_text(data, "seed")[:40],
        entrants=_entrants(data.get("entrants", [])),
    )  # fmt: skip
    drawn = data.get("drawn", [])
    if not isinstance(drawn, list) or len(drawn) > 2 * MOST_ROUNDS:
        raise _bad("drawn", drawn, "a list of rounds")
    for number, item in enumerate(drawn, start=1):
        tournament = _with_round(tournament, item, number)
    return tournament


def _entrants(data: Any) -> tuple[Entrant, ...]:
    if not isinstance(data, list) or len(data) > MOST_ENTRANTS:
        raise RecordError(say("tournament.many", most=MOST_ENTRANTS))
    found: dict[int, Entrant] = {}
    for at, item in enumerate(data, start=1):
        where = f"entrants {at}"
        if not isinstance(item, Mapping):
            raise _bad(where, item, '{"number": 1, "name": "Ada"}')
        number = _whole(item.get("number"), f"{where} number", 1, 9999)
        name = item.get("name")
        if not isinstance(name, str) or not name.strip() or len(name) > MOST_NAME:
            raise _bad(f"{where} name", name, f"1-{MOST_NAME} letters")
        if number in found:
            raise RecordError(say("tournament.twice", number=number))
        until = item.get("until")
        found[number] = Entrant(
            number, name, _whole(item.get("from", 1), f"{where} from", 1, MOST_ROUNDS),
            None if until is None else _whole(until, f"{where} until", 0, MOST_ROUNDS),
        )  # fmt: skip
    return tuple(found.values())


def _with_round(tournament: Tournament, item: Any, number: int) -> Tournament:
    where = f"drawn {number}"
    if not isinstance(item, Mapping) or not isinstance(item.get("tables"), list):
        raise _bad(where, item, '{"tables": [[1, 2, 3, 4], …]}')
    known = tournament.by_number
    seats = tournament.rules.seats.players
    tables = tuple(_numbers(table, where, known) for table in item["tables"])
    resting = _numbers(item.get("resting", []), where, known)
    people = [n for table in tables for n in table] + list(resting)
    if len(set(people)) < len(people):
        twice = next(n for n in people if people.count(n) > 1)
        raise RecordError(say("tournament.seated_twice", number=twice, round=number))
    wrong = next((table for table in tables if len(table) not in seats), None)
    if wrong is not None or not tables:
        raise _bad(where, list(wrong or ()), " / ".join(map(str, seats)))
    results = item.get("results", {})
    if not isinstance(results, Mapping):
        raise _bad(f"{where} results", results, '{"1": {"won": […]}}')
    one = Round(Seats(tables, resting), extra=item.get("extra") is True)
    tournament = replace(tournament, drawn=(*tournament.drawn, one))
    for key, result in results.items():
        at = _whole(key, f"{where} results", 1, len(tables)) - 1
        tournament = tournament.with_result(number, at, _result(result, f"{where} table {key}"))
    return tournament


def _result(data: Any, where: str) -> Result:
    if not isinstance(data, Mapping) or not isinstance(data.get("won"), list):
        raise _bad(where, data, '{"won": ["4", "-1", "-1", "-2"]}')
    won = tuple(_number(one, where) for one in data["won"])
    return Result(won, _number(data.get("pot", "0"), where), data.get("stands") is True)


def _numbers(data: Any, where: str, known: Mapping[int, Entrant]) -> tuple[int, ...]:
    if not isinstance(data, list):
        raise _bad(where, data, "[1, 2, 3, 4]")
    for number in data:
        if not isinstance(number, int) or isinstance(number, bool) or number not in known:
            raise RecordError(say("tournament.stranger", number=str(number)[:20], where=where))
    return tuple(data)


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise _bad(key, value, "a text")
    return value


def _whole(value: Any, key: str, low: int, high: int) -> int:
    fits = isinstance(value, int) and not isinstance(value, bool)
    if not fits and not (isinstance(value, str) and value.isdecimal() and len(value) < 6):
        raise _bad(key, value, f"{low}-{high}")
    if not low <= int(value) <= high:
        raise _bad(key, value, f"{low}-{high}")
    return int(value)


def _number(value: Any, key: str) -> Decimal:
    found = amount_of(str(value)) if not isinstance(value, bool) else None
    if found is None:
        raise _bad(key, value, "a number")
    return found


def _bad(key: str, value: Json, expected: str) -> RecordError:
    return RecordError(say("fact.kind", key=key, value=str(value)[:60], expected=expected))
