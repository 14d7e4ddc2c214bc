"""Questions about piles and payments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from taroky.api.answers import Answer, Data, contract_of
from taroky.cards import Card
from taroky.hand import Hand, Reason
from taroky.messages import Message, money
from taroky.rules.table import Seat, Table
from taroky.settling import paying
from taroky.settling.counting import points as counting
from taroky.settling.counting.piles import seat_cards, side_cards

Cards = tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class CountedGroup(Answer):
    """Cards that are counted together, with the working."""

    cards: Cards
    """the cards that are counted together"""
    faces: int
    """the points on the cards"""
    deduct: str
    """what is taken off"""
    worth: str
    """the points of the group"""
    why: Reason
    """the reason, with its rule points"""


@dataclass(frozen=True, kw_only=True)
class CountAnswer(Answer):
    """The worth of a pile, group by group; left_over: the cards beyond the last full group."""

    points: str
    """the points of the pile"""
    groups: tuple[CountedGroup, ...]
    """the groups it is counted in"""
    left_over: Cards
    """the cards beyond the last full group"""
    why: Reason
    """the sum in words"""


class SettledStep(Reason):
    """A line of working, and the value after it."""

    value: str
    """the value after it"""

    def __init__(self, step: paying.WorkingStep) -> None:
        super().__init__(step.message, step.points)
        self.value = money(step.value)

    def as_json(self) -> Data:
        """{id, params, text, points, value}."""
        return {**super().as_json(), "value": self.value}


@dataclass(frozen=True, kw_only=True)
class SettledItem(Answer):
    """One thing that is paid for, what each seat gets of it, and the working."""

    id: str
    """the row of the table"""
    label: Reason
    """what is paid for, in words"""
    points: tuple[str, ...]
    """the rule points"""
    amounts: Mapping[str, str]
    """what each seat gets of it, or pays below zero"""
    steps: tuple[SettledStep, ...]
    """the working, step by step"""


@dataclass(frozen=True, kw_only=True)
class SettlementAnswer(Answer):
    """All that is paid for, what each seat gets or pays; winners: who has won the game itself, nobody
    where it was not played."""

    items: tuple[SettledItem, ...]
    """all that is paid for, in the order of settlement"""
    payments: Mapping[Seat, str]
    """what each seat gets, or pays below zero"""
    pots: Mapping[str, str]
    """what went into each pot, or came out of it below zero"""
    winners: tuple[Seat, ...]
    """the seats that have won the game itself"""
    notes: tuple[Message, ...]
    """what was taken for granted"""


@dataclass(frozen=True, kw_only=True)
class CardPoints(Answer):
    """Card points by side and by seat, and how many cards of each side's pile are left over beyond its
    last full packet."""

    sides: Mapping[str, str]
    """the points of each side"""
    seats: Mapping[Seat, str]
    """the points of each seat"""
    left_over: Mapping[str, int]
    """how many cards are left over beyond the last full packet"""


def count(table: Table, pile: Sequence[Card], contract: str | None = None) -> CountAnswer:
    """Return what this pile is worth, counted three by three in the order given. contract: what was
    played, which matters where cards left over are counted exactly if each plays alone."""
    each = contract is not None and table.contracts[contract_of(table, contract)].sides == "each"
    counted = counting.count(table, pile, each)
    return CountAnswer(
        points=str(counted.points),
        groups=tuple(
            CountedGroup(
                cards=tuple(group.cards),
                faces=group.faces,
                deduct=str(group.deduct),
                worth=str(group.worth),
                why=Reason(group.message, group.points),
            )
            for group in counted.groups
        ),
        left_over=tuple(counted.left_over),
        why=Reason(counted.total, table.points_of("count.order")),
    )


def score(table: Table, facts: paying.Finished) -> SettlementAnswer:
    """Return what the facts of a finished hand pay each player, with the working."""
    settled = paying.settle(table, facts)
    return SettlementAnswer(
        items=tuple(map(_settled_item, settled.items)),
        payments=_in_print(settled.payments),
        pots=_in_print(settled.pots),
        winners=tuple(settled.winners),
        notes=tuple(settled.notes),
    )


def settlement(hand: Hand) -> SettlementAnswer:
    """Return what a finished hand pays each player, with the working."""
    return score(hand.table, paying.finished_facts(hand))


def _settled_item(item: paying.Item) -> SettledItem:
    return SettledItem(
        id=item.id,
        label=Reason(item.label, item.points),
        points=tuple(item.points),
        amounts=_in_print(dict(sorted(item.amounts.items()))),
        steps=tuple(map(SettledStep, item.steps)),
    )


def _in_print(amounts: Mapping[str, Decimal]) -> dict[str, str]:
    return {name: money(amount) for name, amount in amounts.items()}


def card_points(hand: Hand) -> CardPoints:
    """Return what was taken in a hand that was played to its end."""
    table, piles, seat_piles = hand.table, side_cards(hand), seat_cards(hand)
    each = hand.row.sides == "each"
    return CardPoints(
        sides={side: str(counting.value(table, pile, each)) for side, pile in piles.items()},
        seats={seat: str(counting.value(table, pile, each)) for seat, pile in seat_piles.items()},
        left_over={
            side: len(counting.count(table, pile, each).left_over) for side, pile in piles.items()
        },
    )
