"""Who sits where in a tournament, round after round, so that people meet as evenly as can be.

Every round is first filled table by table with the player who has met the others least; then two people at
two tables of a round change places, again and again, as long as that helps, now and then also where
it does not. What counts is how often pairs meet beyond once: a pair that meets m times counts
m (m - 1) / 2, which is also the number of pairs of rounds that have it at one table. The player who comes to
a larger table, where one rests in every hand, again and again counts in the same way. The same seed
gives the same seating on every machine: only whole numbers and the generator of random numbers
decide.

The problem is known as the social golfer problem; the way of searching is threshold accepting.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

#: How many changes of places are tried in one search, and the most searches.
_STEPS, _SEARCHES = 60_000, 4
#: One change in so many may make it a little worse at the beginning of a search; later ever fewer.
_WORSE = 0.06


@dataclass(frozen=True)
class Seats:
    """One round: the tables in their order, the people at each by number in order of play, and who
    rests."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...] = ()

    @property
    def people(self) -> frozenset[int]:
        """Everybody the round knows of."""
        return frozenset(self.resting).union(*self.tables)


def sizes(people: int, seats: Sequence[int], usual: int, larger: bool) -> tuple[int, ...] | None:
    """How many sit at each table, larger tables last; the rest of the people rests. seats: how many
    may sit at a table; larger: whether there may be tables for one more than usual. None: too few
    for one table."""
    bigger = usual + 1 if larger and usual + 1 in seats else 0
    for resting in range(people + 1):
        left = people - resting
        for big in range(left // bigger + 1 if bigger else 1):
            if left and (left - big * bigger) % usual == 0:
                return (usual,) * ((left - big * bigger) // usual) + (bigger,) * big
    return None


def draw(
    groups: Sequence[Collection[int]],
    played: Sequence[Seats],
    seats: Sequence[int],
    usual: int,
    larger: bool,
    seed: str,
) -> tuple[Seats, ...]:
    """The seating of the coming rounds. groups: who takes part in each of them; played: the rounds
    that are fixed. There must be people enough for a table in every group."""
    least = bound([*played, *_shapes(groups, seats, usual, larger)])
    best: _Plan | None = None
    for search in range(_SEARCHES):
        plan = _Plan(groups, played, seats, usual, larger, random.Random(f"{seed}/{search}"))
        done = plan.improve(least)
        if best is None or plan.cost < best.cost:
            best = plan
        if done:
            break
    assert best is not None
    return _seated(best.rounds, played, random.Random(f"{seed}/seats"))


def meetings(rounds: Sequence[Seats]) -> Counter[tuple[int, int]]:
    """How often each pair sits at one table."""
    return Counter(
        (min(a, b), max(a, b))
        for seats in rounds
        for table in seats.tables
        for i, a in enumerate(table)
        for b in table[:i]
    )


def repeats(rounds: Sequence[Seats]) -> int:
    """How often a pair meets again, every two rounds that have it counted once."""
    return sum(_pairs(times) for times in meetings(rounds).values())


def spread(rounds: Sequence[Seats], people: int) -> dict[int, int]:
    """How many pairs meet 0, 1, 2, … times."""
    met = Counter(meetings(rounds).values())
    never = _pairs(people) - sum(met.values())
    return {times: n for times, n in sorted({0: never, **met}.items()) if n or times < 2}


def bound(rounds: Sequence[Seats]) -> int:
    """Return what `repeats` cannot be less than for rounds of this shape, by two ways of counting: more
    meetings than pairs, and more seats at a table than tables for its people to come from."""
    people = len(frozenset().union(*(seats.people for seats in rounds)))
    total = sum(_pairs(len(table)) for seats in rounds for table in seats.tables)
    pairs = _pairs(people)
    full, over = divmod(total, pairs) if pairs else (0, 0)
    by_pairs = (pairs - over) * _pairs(full) + over * _pairs(full + 1)
    by_tables = 0
    for later, seats in enumerate(rounds):
        for earlier in rounds[:later]:
            unseated = len(seats.people - earlier.people) + len(earlier.resting)
            by_tables += _from_few(seats, len(earlier.tables), unseated)
    return max(by_pairs, by_tables)


def _from_few(seats: Seats, tables: int, unseated: int) -> int:
    """How many pairs of a round at least sat together when its people came from so many tables;
    unseated: people who sat at none of them."""
    least = 0
    for table in seats.tables:
        here = max(0, len(table) - unseated)
        each, more = divmod(here, tables)
        least += (tables - more) * _pairs(each) + more * _pairs(each + 1)
    return least


def _pairs(n: int) -> int:
    return n * (n - 1) // 2


def _shapes(
    groups: Sequence[Collection[int]], seats: Sequence[int], usual: int, larger: bool
) -> list[Seats]:
    """Rounds of the right shape with anybody anywhere."""
    shapes = []
    for group in groups:
        left = sorted(group)
        tables = []
        for size in sizes(len(left), seats, usual, larger) or ():
            tables.append(tuple(left[:size]))
            del left[:size]
        shapes.append(Seats(tuple(tables), tuple(left)))
    return shapes


class _Plan:
    """A seating that is being made better. People have places in `met` from 0 on."""

    def __init__(
        self,
        groups: Sequence[Collection[int]],
        played: Sequence[Seats],
        seats: Sequence[int],
        usual: int,
        larger: bool,
        rng: random.Random,
    ) -> None:
        everybody = frozenset().union(*groups, *(one.people for one in played))
        self.numbers = sorted(everybody)
        self.usual, self.rng = usual, rng
        index = {number: i for i, number in enumerate(self.numbers)}
        n = len(self.numbers)
        self.met = [[0] * n for _ in range(n)]
        self.crowd = [0] * n
        rests = [0] * n
        self.tables: list[list[list[int]]] = []
        self.resting: list[list[int]] = []
        self.where: list[dict[int, int]] = []
        for one in played:
            for number in one.resting:
                rests[index[number]] += 1
            for table in one.tables:
                self._sit([index[number] for number in table])
        for group in groups:
            self._fill([index[number] for number in group], seats, larger, rests)
        self.cost = self._cost()

    def _sit(self, table: Sequence[int]) -> None:
        """Count that these sit together."""
        for i, a in enumerate(table):
            self.crowd[a] += len(table) > self.usual
            for b in table[:i]:
                self.met[a][b] += 1
                self.met[b][a] += 1

    def _fill(self, group: list[int], seats: Sequence[int], larger: bool, rests: list[int]) -> None:
        """One more round: those rest who did so least, and each table takes the player who has met its
        people least."""
        sized = sizes(len(group), seats, self.usual, larger)
        assert sized is not None
        left = sorted(group)
        self.rng.shuffle(left)
        left.sort(key=rests.__getitem__)  # stable: equals stay shuffled
        resting = left[: len(left) - sum(sized)]
        for person in resting:
            rests[person] += 1
        left = left[len(resting) :]
        self.rng.shuffle(left)
        tables = []
        for size in reversed(sized):  # the larger ones first, while there is a choice
            if size > self.usual:
                left.sort(key=lambda person: -self.crowd[person])
            table = [left.pop()]
            while len(table) < size:
                crowd = self.crowd if size > self.usual else None
                table.append(left.pop(self._least(left, table, crowd)))
            tables.append(table)
        tables.reverse()
        for table in tables:
            self._sit(table)
        self.tables.append(tables)
        self.resting.append(resting)
        self.where.append({person: index for index, table in enumerate(tables) for person in table})

    def _least(self, left: list[int], table: list[int], crowd: list[int] | None) -> int:
        """Return the index in `left` of the person who has met those at the table least."""
        rows = [self.met[person] for person in table]
        best, fewest = 0, -1
        for index, person in enumerate(left):
            met = sum([row[person] for row in rows])
            if crowd is not None:
                met += crowd[person]
            if met < fewest or fewest < 0:
                best, fewest = index, met
                if not met:
                    break
        return best

    def _cost(self) -> int:
        again = sum(_pairs(times) for i, row in enumerate(self.met) for times in row[:i])
        return again + sum(map(_pairs, self.crowd))

    @property
    def rounds(self) -> tuple[Seats, ...]:
        """The coming rounds by number."""
        return tuple(
            Seats(
                tuple(tuple(self.numbers[person] for person in table) for table in tables),
                tuple(sorted(self.numbers[person] for person in resting)),
            )
            for tables, resting in zip(self.tables, self.resting, strict=True)
        )

    def improve(self, least: int) -> bool:
        """Change places for so long; what is best on the way is kept. Whether it cannot be better:
        least is what pairs cost at least."""
        goal = least + self._least_crowding()
        best, kept = self.cost, self._copy()
        sitting = [list(where) for where in self.where]
        rng, rounds = self.rng, range(len(self.tables))
        for step in range(_STEPS):
            if best <= goal:
                break
            round_index = rng.choice(rounds)
            a, b = rng.choice(sitting[round_index]), rng.choice(sitting[round_index])
            where = self.where[round_index]
            here, there = self.tables[round_index][where[a]], self.tables[round_index][where[b]]
            if here is there or not self._minds(a, here):
                continue
            change = self._change(a, here, b, there)
            if change > 0 and rng.random() >= (_WORSE * (1 - step / _STEPS)) ** change:
                continue
            self._swap(a, here, b, there)
            where[a], where[b] = where[b], where[a]
            self.cost += change
            if self.cost < best:
                best, kept = self.cost, self._copy()
        self.cost, (self.tables, self.met, self.crowd) = best, kept
        return best <= goal

    def _least_crowding(self) -> int:
        """The least that larger tables can cost: everybody sits there about as often."""
        total = sum(self.crowd)
        full, over = divmod(total, len(self.crowd) or 1)
        return (len(self.crowd) - over) * _pairs(full) + over * _pairs(full + 1)

    def _copy(self) -> tuple[list[list[list[int]]], list[list[int]], list[int]]:
        tables = [[list(table) for table in tables] for tables in self.tables]
        return tables, [list(row) for row in self.met], list(self.crowd)

    def _minds(self, person: int, table: list[int]) -> bool:
        """Whether something could be better for this person here."""
        row = self.met[person]
        if len(table) > self.usual and self.crowd[person] > 1:
            return True
        return any(row[other] > 1 for other in table if other != person)

    def _change(self, a: int, here: list[int], b: int, there: list[int]) -> int:
        """Return what it costs more if a and b change places."""
        met_a, met_b = self.met[a], self.met[b]
        pairs = 0
        for other in there:
            if other != b:
                pairs += met_a[other] - met_b[other] + 1
        for other in here:
            if other != a:
                pairs += met_b[other] - met_a[other] + 1
        if len(here) == len(there):
            return pairs
        up, down = (a, b) if len(there) > len(here) else (b, a)
        return pairs + self.crowd[up] - self.crowd[down] + 1

    def _swap(self, a: int, here: list[int], b: int, there: list[int]) -> None:
        met = self.met
        for table, leaves, comes in ((here, a, b), (there, b, a)):
            for other in table:
                if other != leaves:
                    met[leaves][other] -= 1
                    met[other][leaves] -= 1
                    met[comes][other] += 1
                    met[other][comes] += 1
        if len(here) != len(there):
            up, down = (a, b) if len(there) > len(here) else (b, a)
            self.crowd[up] += 1
            self.crowd[down] -= 1
        here[here.index(a)], there[there.index(b)] = b, a


def _seated(
    rounds: Sequence[Seats], played: Sequence[Seats], rng: random.Random
) -> tuple[Seats, ...]:
    """The same with tables and seats in an order at random: larger tables stay last, and the first
    seat goes to the player who had it least."""
    first = Counter(table[0] for one in played for table in one.tables)
    seated = []
    for one in rounds:
        tables = [list(table) for table in one.tables]
        rng.shuffle(tables)
        tables.sort(key=len)
        for table in tables:
            rng.shuffle(table)
            opens = min(table, key=first.__getitem__)
            table.remove(opens)
            table.insert(0, opens)
            first[opens] += 1
        seated.append(Seats(tuple(map(tuple, tables)), one.resting))
    return tuple(seated)


def rested(rounds: Sequence[Seats]) -> Mapping[int, int]:
    """How often each number has rested."""
    return Counter(number for one in rounds for number in one.resting)
