"""The facts of a finished hand: all that its settlement asks, however the hand was played."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import Any

from taroky.cards import Card
from taroky.hand import Hand
from taroky.phases.doubling import effective
from taroky.rules.table import Seat, Table
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import lost_tricks, lost_with, side_cards

SIDES = ("declarers", "opponents")

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

    points: by "declarers" and "opponents", or by seat where each plays alone. tricks: the same, and
    by seat too where a single player's tricks matter. left_over: cards beyond the last packet, by
    side. honours: how many of the trul lie with the declarers' tricks. announced: (seat, bonus).
    factors: {"game": 2, "pagat": 4, "valat@B": 2}: what doubles came to. lost_with: by
    side, the cards it had in the one trick it lost. captured: honours that fell, by card. irregular:
    (seat, event). left_in_hand: the cards a player was left with after the last trick, by seat; the
    points of the other side have them in already. opener: who opened the auction, "" if that is not
    told. talon_left: talon cards nobody took. pots: what lay in each before the hand.
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

    @cached_property
    def _worked_out(self) -> dict[Hashable, Any]:
        return {}

    def worked_out[T](self, key: Hashable, work: Callable[[], T]) -> T:
        """Return what follows from these facts and is asked again and again, worked out once. The key
        holds whatever else it depends on."""
        known = self._worked_out
        if key not in known:
            known[key] = work()
        found: T = known[key]
        return found


def sides(table: Table, facts: Finished) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The declarer's side and the others."""
    return facts.worked_out(("sides", table.active), lambda: _sides(table, facts))


def _sides(table: Table, facts: Finished) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    ours = tuple([s for s in table.active if s in (facts.declarer, facts.partner)])
    return ours, tuple([s for s in table.active if s not in ours])


def said(table: Table, facts: Finished) -> tuple[tuple[Seat, str], ...]:
    """Every announced bonus with who announced it, that of the bid itself first."""
    bid = tuple((facts.declarer, b) for b in table.contracts[facts.contract].undertakes)
    return (*bid, *(pair for pair in facts.announced if pair not in bid))


def tricks_of(table: Table, facts: Finished, who: str | Sequence[Seat]) -> int | None:
    """Tricks of a side, or of these seats together; None if the facts do not tell."""
    given = facts.tricks
    if given is None:
        return None
    if isinstance(who, str):
        if who in given:
            return given[who]
        if who not in SIDES:
            return None
        who = sides(table, facts)[SIDES.index(who)]
    for name, side in zip(SIDES, sides(table, facts), strict=True):
        if tuple(who) == side and name in given:
            return given[name]
    if all(seat in given for seat in who):
        return sum(given[seat] for seat in who)
    return None


def told_facts(hand: Hand, pots: Mapping[str, Decimal] | None = None) -> Finished:
    """Return what is known of a hand before its first card, or when it ended before that: contract,
    sides, what was said and doubled. pots: what lies in them before the hand."""
    table = hand.table
    base = Finished(
        contract=hand.contract,
        declarer=hand.declarer,
        players=hand.players,
        ended=hand.ended,
        level=hand.exchange.level,
        called=hand.call.called,
        irregular=hand.irregular,
        pots=pots if pots is not None else {name: pot.starts for name, pot in table.pots.items()},
    )
    if not hand.contract:
        return base
    base = replace(base, declarations=hand.announce.declarations)
    if hand.ended in table.penalties:
        return base
    factors = {"game": effective(hand, "game", "")}
    for seat, bonus in hand.undertaken:
        factors[f"{bonus}@{seat}"] = effective(hand, bonus, seat)
    return replace(base, partner=hand.partner, announced=hand.announce.announced, factors=factors)


def finished_facts(hand: Hand, pots: Mapping[str, Decimal] | None = None) -> Finished:
    """The facts of a hand that has been played, or that ended before play.

    pots: what lies in them before the hand.
    """
    table = hand.table
    base = told_facts(hand, pots)
    if not hand.contract or hand.ended or not hand.play.tricks:
        return base
    piles = side_cards(hand)
    each = hand.row.sides == "each"
    seats_of = {"declarers": hand.declarers, "opponents": hand.opponents}
    tricks = {name: hand.tricks_of(seats_of.get(name, (name,))) for name in piles}
    tricks |= {seat: hand.tricks_of((seat,)) for seat in hand.active}
    last = hand.play.tricks[-1]
    assert last.winner is not None
    stopped = table.play[hand.row.play].stops_early and any(hand.cards.hands.values())
    return replace(
        base,
        points={name: counting.value(table, cards, each) for name, cards in piles.items()},
        left_over={name: len(cards) % table.count.packet for name, cards in piles.items()},
        honours=None if each else _honours(table, piles["declarers"]),
        tricks=tricks,
        last_trick=None
        if stopped
        else LastTrick(last.winner, dict(zip(last.seats, last.cards, strict=True))),
        lost_with={} if each else _lost_with(hand),
        captured=_captured(hand),
        talon_left=hand.cards.talon,
    )


def _honours(table: Table, cards: Sequence[Card]) -> int:
    trul = table.cards.members("trul")
    return sum(card in trul for card in cards)


def _lost_with(hand: Hand) -> dict[str, frozenset[Card]]:
    """The cards of each side that lost exactly one trick, in that trick."""
    sides = {"declarers": hand.declarers, "opponents": hand.opponents}
    return {
        name: lost_with(hand, seats)
        for name, seats in sides.items()
        if lost_tricks(hand, seats) == 1
    }


def _captured(hand: Hand) -> dict[Card, Capture]:
    """Return where the cards fell that a bonus or a penalty names."""
    table = hand.table
    named = {row.card for row in table.bonuses.values()}
    named |= {row.card for row in table.penalties.values()}
    if "called" in named:
        named.add(hand.call.called)
    found = {}
    for trick in hand.play.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card in named and trick.winner is not None:
                at = trick.seats.index(trick.winner)
                found[card] = Capture(seat, trick.winner, trick.cards[at])
    return found
