"""Who sits at a table: names told apart, places and their seats, to whom a deal passes when people come
and go."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.arguments import check_names
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.table import SEATS, Seat, Table


def names_for(table: Table, players: Sequence[str]) -> list[str]:
    """The names of people who sit down to a game. Raises RecordError."""
    check_names(players)
    if len(players) not in table.seats.players:
        raise RecordError(
            say("deal.players", n=len(players), expected=list(map(str, table.seats.players))),
            points=table.points_of("seats.players"),
        )
    return told_apart(players)


def told_apart(players: Sequence[str]) -> list[str]:
    """The names of people, as names are compared. Raises RecordError where one is missing or stands twice."""
    names = list(map(same_name, players))
    if not all(names):
        raise RecordError(say("session.no_name", number=names.index("") + 1, n=len(names)))
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise RecordError(say("session.names", names=twice))
    return names


def place_at(seated: Sequence[int], dealer: int, seat: Seat) -> int:
    """The place that has this seat at a table, given in order of play, when `dealer` deals."""
    return seated[(seated.index(dealer) + 1 + SEATS.index(seat)) % len(seated)]


def seat_at(seated: Sequence[int], dealer: int, place: int) -> Seat:
    """The seat that a place has at a table when `dealer` deals."""
    return SEATS[(seated.index(place) - seated.index(dealer) - 1) % len(seated)]


def deal_passes(place: int, seated: Sequence[int], before: Sequence[int]) -> int:
    """Return who deals a hand that is this place's to deal. If the player has gone, the deal passes to
    the next who is there: the player who now sits behind the last one before them. before: the table of
    the last hand."""
    if place in seated:
        return place
    index = before.index(place)
    for person in (*reversed(before[:index]), *reversed(before[index:])):
        if person in seated:
            return seated[(seated.index(person) + 1) % len(seated)]
    return seated[0]
