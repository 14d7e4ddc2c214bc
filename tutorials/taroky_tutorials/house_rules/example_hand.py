"""A hand that could have been, settled by two tables: one that pays otherwise shows what a house's
rules change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import ceil
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import Message, say
from taroky.rules.differences import differences
from taroky.rules.table import ContractRow, Table
from taroky.settling.finished_hand import OTHER_CARD
from taroky.settling.paying import Settlement, settle
from taroky.settling.reported import reading as facts_of
from taroky.settling.reported.bidders import bidders
from taroky.settling.reported.pile_sizes import fitting

from taroky_tutorials.tasks.counting import settling

Facts = Mapping[str, Any]
#: Sections that a settlement reads, and for some of them the only columns that pay.
_PAYING: Mapping[str, frozenset[str]] = {
    "declarations": frozenset({"pay", "to", "doubled"}),
    "offers": frozenset({"pay", "to", "also"}),
    "doubling": frozenset({"steps", "on"}),
    "contracts": frozenset({"rate", "loss", "says"}),
    **dict.fromkeys(
        ("unit", "bonuses", "count", "result", "payments", "settle", "penalties", "pots"),
        frozenset[str](),
    ),
}
#: Columns of these that say who may do what.
_UNPAID = frozenset({"say_who", "say", "binds", "next_dealer"})
#: How many hands are tried before none is said to differ.
_MOST = 180


@dataclass(frozen=True)
class Both:
    """One hand settled by two tables."""

    facts: Facts
    first: Settlement
    second: Settlement

    @property
    def differs(self) -> bool:
        """Whether somebody gets or pays another amount."""
        return (self.first.payments, self.first.pots) != (self.second.payments, self.second.pots)


@lru_cache(64)
def differing(first: str, second: str) -> Both | None:
    """The plainest hand that both rule sets know and that pays somebody otherwise; None if none of
    those tried does. Names of rule sets, packed ones too. Raises TableError."""
    one, other = rules.load(first), rules.load(second)
    changes = differences(rules.flat(first), rules.flat(second), (one, other))
    paths = [d.path for d in changes if _pays(d.path)]
    for facts in islice(hands(one, paths), _MOST):
        mine = _settled(one, facts)
        theirs = _settled(other, facts) if mine else None
        if mine and theirs:
            both = Both(facts, mine, theirs)
            if both.differs:
                return both
    return None


def _pays(path: str) -> bool:
    section, _, rest = path.partition(".")
    columns = _PAYING.get(section)
    words = set(rest.split("."))
    return columns is not None and not words & _UNPAID and (not columns or bool(words & columns))


def tell(facts: Facts) -> list[Message]:
    """The facts of such a hand in sentences."""
    lines = settling.tell(facts)
    lines += [say("facts.left_in_talon", card=card) for card in facts.get("talon_left", ())]
    if "points" in facts and "declarers" in facts["points"]:
        tricks = facts.get("tricks", {})
        lines += [
            say("facts.tricks", who=who, count=n)
            for who, n in tricks.items()
            if who in facts.get("declarer", "")
        ]
    return lines


def _settled(table: Table, facts: Facts) -> Settlement | None:
    try:
        return settle(table, facts_of.read(table, facts))
    except TarokyError:
        return None


def hands(table: Table, paths: Iterable[str]) -> Iterator[Facts]:
    """Facts of hands in which these cells of the table matter, the plainest first. Not all of them are
    possible: a settlement refuses those that are not."""
    touched = {path.partition(".")[0] for path in paths}
    names = {name for path in paths for name in path.split(".")}

    def of(rows: Iterable[str], section: str) -> list[str]:
        """Rows of a section that are touched, all of them if none is named."""
        rows = list(rows)
        return ([row for row in rows if row in names] or rows) if section in touched else []

    games = [name for name in table.contracts if name in names]
    games += [name for name in table.contracts if name not in games]
    first = list(_games(table, games[:1]))
    sided = [name for name in games if table.contracts[name].sides != "each"]
    plain = list(_games(table, sided))
    for row in of(table.declarations.rows, "declarations"):
        yield from _declared(table, plain[:2], row)
    for row in of(table.bonuses, "bonuses"):
        yield from _announced(table, _few(plain), row)
    if "offers" in touched:
        yield from _ended(table, games)
    if touched & {"contracts", "payments", "result", "settle", "count", "unit"}:
        yield from first
        yield from _doubled(table, [facts for facts in first if "points" in facts][:12], "game")
        yield from _games(table, games[1:])
    for row in of(table.penalties, "penalties"):
        yield from _irregular(table, _few(plain), row)
    if touched & {"pots", "payments"} and table.pots:
        yield from _with_pot(table, plain[:2])
    if touched & {"doubling", "bonuses", "contracts", "payments"}:
        for target in table.doubling.on:
            said = plain[:2] if target == "game" else _announced(table, _few(plain), target)
            yield from _doubled(table, said, target)
        for row in of(table.bonuses, "bonuses"):
            yield from _doubled(table, _announced(table, _few(plain), row), "game")


def _few(plain: list[Facts]) -> list[Facts]:
    """Return for each contract one hand won, one lost, and with all tricks, none, and all but one."""
    by_result: dict[tuple[str, str], Facts] = {}
    for facts in plain:
        by_result.setdefault((facts["contract"], facts["points"]["declarers"]), facts)
    shares = list(dict.fromkeys(share for _, share in by_result))[:5]
    return [facts for (_, share), facts in by_result.items() if share in shares]


def _games(table: Table, names: Iterable[str]) -> Iterator[Facts]:
    """Each contract won and lost, with all tricks and none, level and just won or lost; with a partner
    and alone, at every level."""
    total = Fraction(table.total)
    half = ceil(total / 2)
    shares: list[Fraction] = [
        Fraction(total * 6 // 10),
        Fraction(total * 4 // 10),
        total,
        Fraction(0),
        Fraction(total * 9 // 10),
        total / 2,
    ]
    shares += [Fraction(half + n) for n in (1, 0, -1, 4, 5)]
    names = list(names)
    for share in dict.fromkeys(shares):
        for name in names:
            row = table.contracts[name]
            if row.sides != "each":
                yield from _sided(table, name, row, share)
            elif share == shares[0]:
                yield from _each(table, name)


def _sided(table: Table, name: str, row: ContractRow, share: Fraction) -> Iterator[Facts]:
    """A contract of sides with that many points for the declarers."""
    seats, tricks, total = table.active, table.deal.hand, Fraction(table.total)
    levels = sorted({choice.level for choice in table.talon[row.talon].choose.values()})
    asked = {
        test.name for result in table.result.values() if result.wins for test in result.wins.tests()
    }
    scaled = any(result.target and result.target.scale for result in table.result.values())
    declarer = bidders(table, name)[0]
    other = table.active[(table.active.index(declarer) + 2) % len(seats)]
    for partner in (other, None) if row.sides == "called" else (None,):
        for level in levels or (None,):
            facts: dict[str, Any] = {"contract": name, "declarer": declarer}
            if partner:
                facts["partner"] = partner
            if level is not None:
                facts["level"] = level
            facts["points"] = {"declarers": str(share)}
            facts["tricks"] = {"declarers": ceil(tricks * share / total)}
            if scaled:
                facts["honours"] = 3 if share == total else 2
            card = next((table.bonuses[bonus].card for bonus in row.undertakes), None)
            if card and share:
                facts["last_trick"] = {"winner": declarer, "cards": {declarer: card}}
            if "left_over" not in asked:
                yield facts
                continue
            yield from _left_over(table, facts)


def _left_over(table: Table, facts: Facts) -> Iterator[Facts]:
    """The hand with every number of cards left over, with so many tricks that they fit."""
    tricks = facts["tricks"]["declarers"]
    near = [n for n in (tricks, tricks + 1, tricks - 1) if 0 <= n <= table.deal.hand]
    for left in range(table.count.packet):
        variants = [
            {**facts, "tricks": {"declarers": n}, "left_over": {"declarers": left}} for n in near
        ]
        yield from [one for one in variants if fitting(table, one) == one][:1]


def _each(table: Table, contract: str) -> Iterator[Facts]:
    """All for themselves: one has most points, two, or three; somebody has no trick."""
    seats, total = table.active, int(table.total)
    per = table.deal.hand // len(seats)
    for heads in range(1, len(seats)):
        for most in (total // (heads + 1) + 3, total // (heads + 1) + 10, total // 2 - 2):
            rest, n_others = total - most * heads, len(seats) - heads
            shared = [rest // n_others + (i < rest % n_others) for i in range(n_others)]
            if rest < 0 or max(shared) >= most:
                continue
            points = dict(zip(seats, map(str, [most] * heads + shared), strict=True))
            even = dict.fromkeys(seats, per)
            yield {"contract": contract, "points": points, "tricks": even}
            yield {
                "contract": contract,
                "points": points,
                "tricks": {**even, seats[0]: per * 2, seats[-1]: 0},
            }


def _declared(table: Table, plain: Iterable[Facts], row: str) -> Iterator[Facts]:
    for facts in plain:
        yield {**facts, "declarations": {table.active[0]: [row]}}
        yield {**facts, "declarations": {table.active[1]: [row]}}


def _announced(table: Table, plain: Iterable[Facts], row: str) -> Iterator[Facts]:
    """A bonus made and failed, announced and not, by the declarer's side and by another."""
    seats, bonus = table.active, table.bonuses[row]
    suits = sorted(table.cards.members("pips"))[: len(seats) - 1]
    for facts in plain:
        partner = facts.get("partner")
        holder, more = seats[0], {}
        card = bonus.card
        if card == "called":
            holder, card = partner or seats[0], min(table.cards.members("kings"))
            more = {"called": card}
        ends: list[dict[str, Any]] = [{}]
        if card:
            other_seats = [seat for seat in seats if seat != holder]
            taken = {holder: card, **dict(zip(other_seats, suits, strict=False))}
            beaten = {**taken, seats[1]: "XIX"}
            ends = [
                {**more, "last_trick": {"winner": winner, "cards": cards}}
                for winner, cards in (
                    (holder, taken),
                    (seats[1], beaten),
                    (seats[1], dict.fromkeys(seats, OTHER_CARD)),
                    *(
                        [(partner, {**taken, partner: "XIX"})]
                        if partner and partner != holder
                        else []
                    ),
                )
            ]
        for end in ends:
            yield {**facts, **end, "announced": {holder: [row]}}
            yield {**facts, **end, "announced": {seats[1]: [row]}}
            yield {**facts, **end}


def _doubled(table: Table, plain: Iterable[Facts], target: str) -> Iterator[Facts]:
    words = list(table.doubling.steps)
    if target not in table.doubling.on:
        return
    for facts in plain:
        for word in {words[0], words[-1]} if len(words) > 1 else words:
            yield {**facts, "doubles": {target: word}}


def _ended(table: Table, games: Iterable[str]) -> Iterator[Facts]:
    """Hands that an offer has ended, with a partner and without."""
    seats = table.active
    for name, offer in table.offers.items():
        if offer.then == "end":
            for game in games:
                facts = {"contract": game, "declarer": seats[0], "ended": name}
                yield facts
                yield {**facts, "partner": seats[2 % len(seats)]}


def _irregular(table: Table, plain: Iterable[Facts], row: str) -> Iterator[Facts]:
    """Yield what an irregularity costs, what ends a hand, what a lost honour pays."""
    seats, penalty = table.active, table.penalties[row]
    event = penalty.event or row
    if penalty.next_dealer is not None:
        yield {"ended": row}
        if len(table.seats.players) > 1:
            yield {"ended": row, "players": table.seats.players[-1]}
    for facts in plain:
        if event == "captured_by_opponents" and penalty.card:
            yield {**facts, "captured": {penalty.card: {"holder": seats[0], "taker": seats[1]}}}
        elif event == "left_in_talon" and penalty.card:
            yield {**facts, "talon_left": [penalty.card]}
        elif event == "hand_over":
            yield {**facts, "tricks": {seats[0]: 0}}
        else:
            yield {**facts, "irregular": {seats[0]: [event]}}
            yield {**facts, "irregular": {seats[1]: [event]}}


def _with_pot(table: Table, plain: Iterable[Facts]) -> Iterator[Facts]:
    plain = list(plain)
    for pot in table.pots:
        for bonus in table.bonuses:
            for facts in _announced(table, plain, bonus):
                yield {**facts, "pots": {pot: "7"}}
