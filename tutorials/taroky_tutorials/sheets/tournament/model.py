"""A tournament: entrants with numbers, rounds with tables, and their results.

What organizers do is taken from the rules they give out: seats at random, drawn for all rounds before
the first; a score card for every number; money left that must come to the stakes; places at a table
that count 4, 3, 2 and 1; one who rests where the people cannot be divided by four, or a table of five.

Sources: VIC-SEAT-06, VIC-SESS-03, VIC-SESS-04, VIC-SESS-07; the tournament rules of Břeclav, Ostrava
and the Moravian league (taroky.cz), and of Zabrzeg (taroki.zabrzeg.net.pl).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property

from taroky import session as sessions
from taroky.errors import RecordError
from taroky.messages import say
from taroky.rules.table import Table

from taroky_tutorials.sheets.amounts import plain, shown
from taroky_tutorials.sheets.tournament import seating
from taroky_tutorials.sheets.tournament.seating import Seats

MOST_ENTRANTS, MOST_ROUNDS, MOST_NAME = 600, 20, 60
#: What may be agreed, the usual first.
CHOICES: Mapping[str, tuple[str, ...]] = {
    "leftovers": ("rest", "larger"),
    "ranking": ("points", "places"),
    "entered": ("won", "left"),
    "resting": ("middle", "nothing"),
    "ties": ("shared", "meeting"),
}


@dataclass(frozen=True)
class Entrant:
    """Somebody with a number, who takes part from one round to another; until None: to the end."""

    number: int
    name: str
    since: int = 1
    until: int | None = None

    def plays(self, number: int) -> bool:
        """Whether they take part in the round of this number, counted from 1."""
        return self.since <= number and (self.until is None or number <= self.until)


@dataclass(frozen=True)
class Result:
    """The result of a table: won or lost by each seat, what stayed in the pot, and whether the judges
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
class Tournament:
    """All of it. rounds: as many as are planned, without extra ones; agreed: the words of CHOICES."""

    title: str
    table: Table
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
        return self.table.seats.active + 1 in self.table.seats.players

    def group(self, number: int) -> frozenset[int]:
        """The numbers of those who take part in this round."""
        return frozenset(one.number for one in self.entrants if one.plays(number))

    def sizes(self, people: int) -> tuple[int, ...]:
        """The tables for so many. Raises RecordError for too few."""
        row = self.table.seats
        sizes = seating.sizes(people, row.players, row.active, self.larger)
        if not sizes:
            raise RecordError(say("tournament.few", n=people, least=row.active))
        return sizes

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
        """Coming rounds that are to be drawn, or drawn again."""
        return tuple(n for n in range(self.begun + 1, self.rounds + 1) if not self.fits(n))

    def draw(self, first: int, seed: str) -> Tournament:
        """Return the tournament with the seating of the rounds from this one on. Raises RecordError
        where there are too few, or results are in already."""
        if first <= self.begun:
            raise RecordError(say("tournament.begun", number=first))
        groups = [self.group(number) for number in range(first, self.rounds + 1)]
        for group in groups:
            self.sizes(len(group))
        row = self.table.seats
        fixed = self.drawn[: first - 1]
        if len(fixed) < first - 1:
            raise RecordError(say("tournament.gap", number=first))
        rounds = seating.draw(
            groups,
            [one.seats for one in fixed],
            row.players,
            row.active,
            self.larger,
            f"{seed}/{first}",
        )
        return replace(self, seed=seed, drawn=(*fixed, *(Round(seats) for seats in rounds)))

    @property
    def rested(self) -> Mapping[int, int]:
        """How often each had to rest while they took part; an extra round makes up for one."""
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
        """Return the tournament with one more round for those who had to rest: as many full tables as
        there are. Raises RecordError where there are too few."""
        if len(self.drawn) < self.rounds:
            raise RecordError(say("tournament.gap", number=self.rounds + 1))
        row = self.table.seats
        rounds = (
            seating.draw(
                [self.owed],
                [one.seats for one in self.drawn],
                (row.active,),
                row.active,
                False,
                f"{seed}/extra{len(self.drawn)}",
            )
            if len(self.owed) >= row.active
            else ()
        )
        if not rounds:
            raise RecordError(say("tournament.few", n=len(self.owed), least=row.active))
        seats = Seats(rounds[0].tables)
        return replace(self, drawn=(*self.drawn, Round(seats, extra=True)))

    # -- results ------------------------------------------------------------------------------

    @property
    def balanced(self) -> bool:
        """Whether all that is won at a table is lost there."""
        return not sessions.written(self.table)

    @property
    def pots(self) -> bool:
        """Whether something may stay in a pot."""
        return any(pot.on for pot in self.table.pots.values())

    def check(self, result: Result) -> None:
        """Raises RecordError for a result that does not add up."""
        step = self.table.unit.step
        odd = next((one for one in (*result.won, result.pot) if one % step), None)
        if odd is not None:
            raise RecordError(say("evening.step", text=plain(odd), step=shown(step, self.table)))
        total = sum(result.won, result.pot)
        if total and self.balanced and not result.stands:
            left = self.agreed["entered"] == "left"
            due = self.stake * len(result.won)
            raise RecordError(
                say(
                    "tournament.left_sum",
                    total=shown(due + total, self.table),
                    due=shown(due, self.table),
                )
                if left
                else say("tournament.sum", total=shown(total, self.table))
            )

    def with_result(self, number: int, table: int, result: Result | None) -> Tournament:
        """Return the tournament with the result of a table (from 0) of a round (from 1), or without it.
        Raises RecordError."""
        one = self.drawn[number - 1]
        results = {index: entered for index, entered in one.results.items() if index != table}
        if result is not None:
            if len(result.won) != len(one.seats.tables[table]):
                raise RecordError(say("tournament.seats", n=len(one.seats.tables[table])))
            self.check(result)
            results[table] = result
        after = replace(one, results=dict(sorted(results.items())))
        return replace(self, drawn=(*self.drawn[: number - 1], after, *self.drawn[number:]))
