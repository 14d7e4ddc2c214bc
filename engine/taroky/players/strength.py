"""What a hand is worth before the auction, counted as a beginner counts it: a point for every tarok and
for every card of five points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from taroky.cards import Card
from taroky.messages import Message, say
from taroky.rules.table import Table


def strength(table: Table, cards: Iterable[Card]) -> int:
    """Taroky and valuable cards of a hand; a valuable tarok counts twice."""
    return sum(_counts(table, card) for card in cards)


def counted(table: Table, cards: Sequence[Card]) -> Message:
    """Return the strength of a hand with what it is made of, in words."""
    held, n = sum(map(table.cards.is_tarok, cards)), strength(table, cards)
    return say("worth.strength", taroky=held, dear=n - held, n=n)


def strengths(table: Table) -> dict[Card, int]:
    """Return what each card of the pack adds to it."""
    return {card: _counts(table, card) for card in table.cards.cards}


def _counts(table: Table, card: Card) -> int:
    pack = table.cards
    return pack.is_tarok(card) + (pack.value(card) >= 5)


def needed(table: Table, rank: int) -> int:
    """How strong a hand is that bids a call of this rank: two more for each rank. Where nobody must
    play, players dare more."""
    base = 8 if table.auction.all_pass is None else 6
    return base + 2 * rank


def average(table: Table) -> float:
    """How strong a hand is on average."""
    pack = table.cards.cards
    return strength(table, pack) * table.deal.hand / len(pack)


def bidding(table: Table, call: str) -> float:
    """How strong a hand is with which players who count what a call brings begin to bid it: as club
    players bid in Hlučín, Polish Taroki, MachTarok and Victoria, within half a point. Who plays the cards
    as dealt needs more, for no talon makes them better."""
    contract = table.contracts.get(call)
    as_dealt = contract is not None and not contract.discard
    return average(table) + 0.5 + 0.8 * (table.auction.calls[call].rank or 0) + 1.5 * as_dealt


def doubling(table: Table, word: str) -> float:
    """How strong a hand is with which they begin to say this double: as club players do in Hlučín and
    Victoria, within a point."""
    return average(table) + 3.5 + 0.5 * [*table.doubling.steps].index(word)
