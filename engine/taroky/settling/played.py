"""The facts of a hand that was played, taken from its state: before its first card, and in the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal

from taroky.cards import Card
from taroky.hand import Hand
from taroky.phases.doubling import effective
from taroky.rules.table import Table
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import lost_tricks, lost_with, side_cards
from taroky.settling.finished_hand import Capture, Finished, LastTrick


def facts_before_play(hand: Hand, pots: Mapping[str, Decimal] | None = None) -> Finished:
    """Return what is known of a hand before its first card, or when it ended before that: contract,
    sides, what was said and doubled. pots: what is in them before the hand."""
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
        untold=frozenset(),
    )
    if not hand.contract:
        return base
    base = replace(base, declarations=hand.announce.declarations)
    if hand.ended in table.penalties:
        return base
    factors = {"game": effective(hand, "game", "")}
    for seat, bonus in hand.undertaken:
        factors[f"{bonus}@{seat}"] = effective(hand, bonus, seat)
    return replace(
        base, partner=hand.partner or "", announced=hand.announce.announced, factors=factors
    )


def finished_facts(hand: Hand, pots: Mapping[str, Decimal] | None = None) -> Finished:
    """The facts of a hand that has been played, or that ended before play.

    pots: what is in them before the hand.
    """
    table = hand.table
    base = facts_before_play(hand, pots)
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
    captures = {}
    for trick in hand.play.tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if card in named and trick.winner is not None:
                place = trick.seats.index(trick.winner)
                captures[card] = Capture(seat, trick.winner, trick.cards[place])
    return captures
