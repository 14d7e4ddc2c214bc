"""The standings of a tournament: what results and places at a table count, and who comes before whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from taroky_tutorials.sheets.tournament.model import Entrant, Result, Round, Tournament


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


def place_points(now: Tournament, result: Result) -> tuple[Fraction, ...]:
    """Return what the places at a table count: as many points for the first as play, one less for each
    after, never less than one; equals share."""
    most = now.table.seats.active
    by_place = [max(most - place, 1) for place in range(len(result.won))]
    order = sorted(result.won, reverse=True)
    shares = {}
    for won in set(result.won):
        places = [i for i, other in enumerate(order) if other == won]
        shares[won] = Fraction(sum(by_place[i] for i in places), len(places))
    return tuple(shares[won] for won in result.won)


def middle(now: Tournament) -> Fraction:
    """The points of an average place."""
    most = now.table.seats.active
    return Fraction(most + 1, 2)


def standings(now: Tournament) -> tuple[Row, ...]:
    """Everybody, the best first; equals share a rank."""
    rows = [_row(now, entrant) for entrant in now.entrants]
    rows.sort(key=lambda row: (*(-part for part in _key(now, row)), row.entrant.number))
    ranked: list[Row] = []
    start = 0
    while start < len(rows):
        end = start
        while end < len(rows) and _key(now, rows[end]) == _key(now, rows[start]):
            end += 1
        ranked += _tied(now, rows[start:end], start + 1)
        start = end
    return tuple(ranked)


def _key(now: Tournament, row: Row) -> tuple[Fraction | Decimal, ...]:
    return (row.places, row.won) if now.agreed["ranking"] == "places" else (row.won,)


def _tied(now: Tournament, rows: Sequence[Row], rank: int) -> list[Row]:
    """Equals with their rank: the same for all, or as they fared against one another, and then
    in the last round."""
    if now.agreed["ties"] == "shared" or len(rows) == 1:
        return [replace(row, rank=rank) for row in rows]
    group = frozenset(row.entrant.number for row in rows)
    keys = {row.entrant.number: _against(now, row.entrant.number, group) for row in rows}
    order = sorted(rows, key=lambda row: tuple(-part for part in keys[row.entrant.number]))
    return [
        replace(row, rank=rank + sum(key > keys[row.entrant.number] for key in keys.values()))
        for row in order
    ]


def _against(now: Tournament, number: int, group: frozenset[int]) -> tuple[Decimal, Decimal]:
    """Return what somebody won at tables with others of the group, and in the last round."""
    met = last = Decimal(0)
    for one in now.drawn:
        for index, result in one.results.items():
            table = one.seats.tables[index]
            if number in table:
                last = result.won[table.index(number)]
                if len(group.intersection(table)) > 1:
                    met += last
    return met, last


def _row(now: Tournament, entrant: Entrant) -> Row:
    by_round: list[Decimal | None] = []
    places: list[Fraction | None] = []
    played = 0
    for one in now.drawn:
        won, points = _of_round(now, one, entrant.number)
        by_round.append(won)
        places.append(points)
        played += won is not None and entrant.number not in one.seats.resting
    return Row(
        0,
        entrant,
        sum((won for won in by_round if won is not None), Decimal(0)),
        sum((points for points in places if points is not None), Fraction(0)),
        tuple(by_round),
        tuple(places),
        played,
    )


def _of_round(now: Tournament, one: Round, number: int) -> tuple[Decimal | None, Fraction | None]:
    """Return what a round brought somebody: nothing yet, a result, or what resting counts once the
    round is played."""
    if number in one.seats.resting:
        if not one.complete or now.agreed["resting"] == "nothing":
            return None, None
        return Decimal(0), middle(now)
    for index, result in one.results.items():
        table = one.seats.tables[index]
        if number in table:
            seat = table.index(number)
            return result.won[seat], place_points(now, result)[seat]
    return None, None
