"""Which card points and which tricks there can be together, and with so many honours. Sources: HLU-COUNT-01 to
HLU-COUNT-05, HLU-VAR-16, HLU-VAR-22, FR-COUNTING-09 to FR-COUNTING-11, HEUN-COUNTING-15 to HEUN-COUNTING-17."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm

from taroky.errors import MissingFact, RecordError
from taroky.hand.sides import SIDES
from taroky.messages import as_text, say
from taroky.rules.table import ContractRow, Table
from taroky.settling.counting import points as counting
from taroky.settling.finished_hand import Finished, all_tricks, sides
from taroky.settling.reported.values import impossible
from taroky.settling.without_tricks import most_points


def check_points(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that points are those of sides or players, in range, complete, and add up."""
    names = table.active if contract.sides == "each" else SIDES
    for name, points in facts.points.items():
        if name not in names:
            raise impossible("fact.points_of_whom", "points", who=name, expected=list(names))
        if points < 0 or points > table.total + (1 if contract.sides == "each" else 0):
            raise impossible(
                "fact.points_range",
                "points",
                who=name,
                points=as_text(points)[:60],
                total=table.total,
            )
    missing = [name for name in names if name not in facts.points]
    if missing:
        raise MissingFact(say("fact.points", who=missing[0]), fact="points")
    total = sum(facts.points.values(), Fraction(0))
    low, high = possible_sums(table, contract)
    if not low <= total <= high:
        raise impossible("fact.points_sum", "points", sum=str(total), total=table.total)


def possible_sums(table: Table, contract: ContractRow) -> tuple[Fraction, Fraction]:
    """Return what the points of all piles may add up to: cards left over in several piles may lose or
    gain a little, and cards that nobody counts are lost."""
    count, whole = table.count, Fraction(table.total)
    if any(row.to == "nobody" for row in table.talon[contract.talon].rest.values()):
        return Fraction(0), whole
    each = contract.sides == "each"
    if each and count.left_over == "exact":
        return whole, whole
    piles = table.seats.active if each else len(SIDES)
    rest = len(table.cards.cards) % count.packet
    if rest:  # the total has lost for these already, and the piles lose for their own
        whole += Fraction(count.left[str(rest)])
    sums = []
    for sizes in combinations_with_replacement(range(count.packet), piles):
        packets, odd = divmod(sum(sizes) - rest, count.packet)
        if not odd:
            taken = sum((Fraction(count.left[str(n)]) for n in sizes if n), Fraction(0))
            sums.append(whole + packets * Fraction(count.deduct) - taken)
    low = min(sums)
    if count.left_over == "worthless":
        low -= max(table.pack.values.values()) * (count.packet - 1)
    return low, max(sums)


def check_parts_of_points(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that a pile can be worth that: no half points where all is counted in whole ones."""
    parts = _parts_of_a_point(table, contract.sides == "each")
    for points in facts.points.values():
        if parts % points.denominator:
            points_of_count = table.points_of("count.deduct") or table.points_of("count.packet")
            message = (
                say("fact.points_whole", points=_written(points))
                if parts == 1
                else say("fact.points_parts", points=_written(points), part=f"1/{parts}")
            )
            raise RecordError(message, points=points_of_count, fact="points")


def _parts_of_a_point(table: Table, each: bool) -> int:
    """Into how many parts a point is divided in counting."""
    count = table.count
    amounts = [Fraction(count.deduct), *map(Fraction, count.left.values())]
    if each and count.left_over == "exact":
        amounts.append(Fraction(count.deduct) / count.packet)
    return lcm(*(amount.denominator for amount in amounts))


def _written(points: Fraction) -> str:
    """Points as people write them: 39.5, and 79/3 where there is no other way."""
    if points.denominator in (1, 2, 4, 5, 10):
        return f"{float(points):g}"
    return str(points)


def check_honours(table: Table, facts: Finished) -> None:
    """There are only so many honours."""
    most = len(table.cards.members("trul"))
    if facts.honours is not None and facts.honours > most:
        raise RecordError(
            say("fact.honours", n=facts.honours, most=most),
            points=table.points_of(_target(table)),
            fact="honours",
        )


def _target(table: Table) -> str:
    """The path of the first target that there is."""
    return next((f"result.{name}.target" for name, row in table.result.items() if row.target), "")


def check_points_of_honours(table: Table, facts: Finished) -> None:
    """Check that declarers with so many honours have the points that these bring."""
    mine = facts.points.get(SIDES[0])
    if facts.honours is None or mine is None:
        return
    least = least_with_honours(table, facts.honours)
    if mine < least:
        raise RecordError(
            say(
                "fact.points_honours",
                who=SIDES[0],
                honours=facts.honours,
                points=_written(mine),
                least=_written(least),
            ),
            points=table.points_of(_target(table)),
            fact="honours",
        )


def least_with_honours(table: Table, honours: int) -> Fraction:
    """The fewest points of a pile that holds so many honours."""
    cards = sorted(table.cards.members("trul"), key=table.cards.value)[:honours]
    cheap = sorted((c for c in table.cards.cards if c not in cards), key=table.cards.value)
    piles = ([*cards, *cheap[:n]] for n in range(table.count.packet + 1))
    return min(counting.value(table, pile) for pile in piles)


def check_tricks(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that tricks are those of sides or of single players, and as many as there are."""
    if facts.tricks is None:
        return
    names = table.active if contract.sides == "each" else SIDES
    known = {*names, *table.active}
    if set(facts.tricks) - known or any(n < 0 for n in facts.tricks.values()):
        wrong = next(iter(set(facts.tricks) - known), "-1")
        raise impossible("fact.points_of_whom", "points", who=wrong, expected=[*names])
    for group in (names, table.active):
        numbers = [facts.tricks[name] for name in group if name in facts.tricks]
        incomplete = len(numbers) < len(group) or table.play[contract.play].stops_early
        if contract.sides == "each" and group is names:
            _check_seats_without_trick(table, facts)
        total = sum(numbers)
        if total > table.deal.hand or (not incomplete and total != table.deal.hand):
            raise impossible("fact.tricks_sum", "tricks", sum=total, total=table.deal.hand)


def check_tricks_of_seats(table: Table, facts: Finished, contract: ContractRow) -> None:
    """Check that the tricks of single players make those of their side, as far as they are told."""
    if facts.tricks is None or contract.sides == "each":
        return
    for side, seats in zip(SIDES, sides(table, facts), strict=True):
        of_side = facts.tricks.get(side)
        of_seats = {seat: facts.tricks[seat] for seat in seats if seat in facts.tricks}
        total = sum(of_seats.values())
        if of_side is not None and (
            total > of_side or (len(of_seats) == len(seats) and total != of_side)
        ):
            raise impossible(
                "fact.tricks_of_seats",
                "tricks",
                seats=list(of_seats),
                sum=total,
                side=side,
                of=of_side,
            )


def _check_seats_without_trick(table: Table, facts: Finished) -> None:
    """Check that a player who plays alone and takes no trick has no points but what comes without one."""
    most = most_points(table, facts.contract, "each")
    for seat, n in (facts.tricks or {}).items():
        if n == 0 and facts.points.get(seat, Fraction(0)) > most:
            raise impossible(
                "fact.seat_trickless", "tricks", seat=seat, points=str(facts.points[seat])
            )


def check_trickless(table: Table, facts: Finished) -> None:
    """A side without a trick counts only cards that were in no trick: as many as the talon has, and
    an excuse that came back. Where the play stopped, cards of the hands as well."""
    if _stopped(table, facts):
        return
    for side in SIDES:
        if (all_tricks(table, facts) or {}).get(side) != 0 or side not in facts.points:
            continue
        pack, n = table.cards, table.deal.talon.cards + len(table.cards.excuse)
        most = sum(sorted(map(pack.value, pack.cards), reverse=True)[:n])
        if facts.points[side] > most:
            raise impossible(
                "fact.points_trickless",
                "points",
                who=side,
                points=str(facts.points[side]),
                n=n,
                most=most,
            )


def _stopped(table: Table, facts: Finished) -> bool:
    """Whether the play may have stopped before its end, so that cards of the hands are counted."""
    play = table.play[table.contracts[facts.contract].play]
    may_stop = play.stops_early or play.irregular == "hand_lost" or bool(facts.irregular)
    tricks = all_tricks(table, facts) or {}
    return may_stop and sum(tricks.get(side, 0) for side in SIDES) < table.deal.hand


def check_points_of_tricks(table: Table, facts: Finished) -> None:
    """Check of who has no more than half of the tricks that the cards in them, with all that may come
    besides, have that many points on them."""
    if facts.tricks is None or _stopped(table, facts):
        return
    pack, tricks = table.cards, all_tricks(table, facts) or {}
    valuable = sorted(map(pack.value, pack.cards), reverse=True)
    besides = table.deal.talon.cards + len(pack.excuse)
    for who, points in facts.points.items():
        n = tricks.get(who, 0)
        most = sum(valuable[: n * table.seats.active + besides])
        if 0 < n <= table.deal.hand / 2 and points > most:
            raise impossible(
                "fact.points_of_tricks",
                "points",
                who=who,
                tricks=n,
                points=_written(points),
                most=most,
            )
