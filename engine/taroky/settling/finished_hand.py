"""The facts of a finished hand: all that its settlement asks, whether it was played or somebody reports it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.hand.sides import SIDES
from taroky.rules.table import Seat, Table

#: A card that took another one and that no rule names.
OTHER_CARD = "other"

#: Events that the hand itself tells; nobody records them as irregular.
OF_THEMSELVES = frozenset({"hand_over", "captured_by_opponents", "left_in_talon"})


@dataclass(frozen=True)
class LastTrick:
    """Who took the last trick and what was played to it, as far as it matters."""

    winner: Seat
    cards: Mapping[Seat, Card] = field(default_factory=dict)


@dataclass(frozen=True)
class Capture:
    """A card that fell: who held it, who took the trick and, if known, with which card ("other": one
    that no rule names)."""

    holder: Seat
    taker: Seat
    card: Card = ""


@dataclass(frozen=True)
class Finished:
    """The facts of a finished hand.

    partner: "" where the declarer played alone. None, here and elsewhere: nobody told. untold: what else
    nobody told, "players", "opener", "said" (that nothing more was) and pots by their names; None: nobody
    asks, and what is not told is none.
    points: by "declarers" and "opponents", or by seat where each plays alone. tricks: the same, and
    by seat too where a single player's tricks matter. left_over: cards beyond the last packet, by
    side. honours: how many of the trul lie with the declarers' tricks. announced: (seat, bonus).
    factors: {"game": 2, "pagat": 4, "valat@B": 2}: what doubles came to. lost_with: by
    side, the cards it had in the one trick it lost. captured: honours that fell, by card. irregular:
    (seat, event). left_in_hand: the cards a player was left with after the last trick, by seat; the
    points of the other side have them in already. opener: who opened the auction, "" if that is not
    told. talon_left: talon cards nobody took. pots: what was in each before the hand.
    ended: what ended the hand before play (an offer, a penalty, "all_pass"), or "".
    """

    contract: str = ""
    declarer: Seat = ""
    partner: Seat | None = None
    called: Card = ""
    level: int | None = None
    players: int = 4
    points: Mapping[str, Fraction] = field(default_factory=dict)
    tricks: Mapping[str, int] | None = None
    left_over: Mapping[str, int] | None = None
    honours: int | None = None
    declarations: Mapping[Seat, tuple[str, ...]] = field(default_factory=dict)
    announced: tuple[tuple[Seat, str], ...] = ()
    factors: Mapping[str, int] = field(default_factory=dict)
    last_trick: LastTrick | None = None
    lost_with: Mapping[str, frozenset[Card]] = field(default_factory=dict)
    captured: Mapping[Card, Capture] | None = None
    talon_left: tuple[Card, ...] = ()
    irregular: tuple[tuple[Seat, str], ...] = ()
    left_in_hand: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    opener: Seat = ""
    pots: Mapping[str, Decimal] = field(default_factory=dict)
    ended: str = ""
    untold: frozenset[str] | None = None

    @cached_property
    def _worked_out(self) -> dict[Hashable, Any]:
        return {}

    def worked_out[T](self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what follows from these facts and is asked again and again, worked out once. The key
        holds whatever else it depends on."""
        known = self._worked_out
        if key not in known:
            known[key] = work()
        result: T = known[key]
        return result


def sides(table: Table, facts: Finished) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The declarer's side and the others."""
    return facts.worked_out(("sides", table.active), lambda: _sides(table, facts))


def _sides(table: Table, facts: Finished) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    ours = tuple([s for s in table.active if s in (facts.declarer, facts.partner)])
    return ours, tuple([s for s in table.active if s not in ours])


def announcements(table: Table, facts: Finished) -> tuple[tuple[Seat, str], ...]:
    """Every announced bonus with who announced it, that of the bid itself first."""
    bid = tuple((facts.declarer, b) for b in table.contracts[facts.contract].undertakes)
    return (*bid, *(pair for pair in facts.announced if pair not in bid))


def all_tricks(table: Table, facts: Finished) -> Mapping[str, int] | None:
    """The tricks that are told, by side and by seat, with those that follow from them; None if none
    are told."""
    return facts.worked_out(
        ("all tricks", table.active, table.deal.hand), lambda: _all_tricks(table, facts)
    )


def _all_tricks(table: Table, facts: Finished) -> Mapping[str, int] | None:
    if facts.tricks is None or facts.contract not in table.contracts:
        return facts.tricks
    tricks, names = dict(facts.tricks), {*table.active}
    contract = table.contracts[facts.contract]
    groups: dict[str, Sequence[str]] = {"hand": table.active}
    if contract.sides != "each":
        names |= {*SIDES}
        groups |= {"all": SIDES, **dict(zip(SIDES, sides(table, facts), strict=True))}
    # Where the play may stop before its end, what nobody took is no rest.
    whole = table.deal.hand
    sums = {} if table.play[contract.play].stops_early else {"hand": whole, "all": whole}
    while names - tricks.keys():
        before = len(tricks)
        for name, members in groups.items():
            known = [tricks[member] for member in members if member in tricks]
            left = [member for member in members if member not in tricks]
            rest = tricks.get(name, sums.get(name, -1)) - sum(known)
            if not left and name in SIDES:
                tricks.setdefault(name, sum(known))
            elif rest == 0 or sum(known) == whole:
                tricks |= dict.fromkeys(left, 0)
            elif len(left) == 1 and rest > 0:
                tricks[left[0]] = rest
        if len(tricks) == before:
            break
    return tricks


def tricks_of(table: Table, facts: Finished, who: str | Sequence[Seat]) -> int | None:
    """Tricks of a side, or of these seats together; None if the facts do not tell."""
    tricks = all_tricks(table, facts)
    if tricks is None:
        return None
    if isinstance(who, str):
        if who in tricks:
            return tricks[who]
        if who not in SIDES:
            return None
        who = sides(table, facts)[SIDES.index(who)]
    for name, side in zip(SIDES, sides(table, facts), strict=True):
        if tuple(who) == side and name in tricks:
            return tricks[name]
    if all(seat in tricks for seat in who):
        return sum(tricks[seat] for seat in who)
    return None
