"""Count a pile of cards: its value, with the working.

Cards are counted in packets (threes in Hlučín): a packet is worth its faces less a fixed number, and
so are the one or two cards left over. Sources: HLU-COUNT-01 to HLU-COUNT-08, HLU-VAR-16, HLU-VAR-17.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from taroky.cards import Card
from taroky.messages import Message, say
from taroky.rules.table import Table


@dataclass(frozen=True)
class Group:
    """Cards counted together: the sum of their faces, what is taken off, what they are worth."""

    cards: tuple[Card, ...]
    faces: int
    deduct: Fraction
    worth: Fraction
    points: tuple[str, ...]

    @property
    def message(self) -> Message:
        """The working in words."""
        return say(
            "count.group" if len(self.cards) > 1 else "count.single",
            cards=list(self.cards),
            faces=self.faces,
            deduct=str(self.deduct),
            worth=str(self.worth),
        )


@dataclass(frozen=True)
class Counted:
    """A counted pile. points is whole unless the table counts left-over cards exactly; left_over:
    the cards beyond the last packet; noted: their number is told with the points.
    """

    points: Fraction
    groups: tuple[Group, ...]
    left_over: tuple[Card, ...] = ()
    noted: bool = False

    @property
    def total(self) -> Message:
        """The sum in words."""
        if self.noted and self.left_over:
            left = len(self.left_over)
            return say("count.total_noted", points=str(self.points), n=left)
        return say("count.total", points=str(self.points), n=sum(len(g.cards) for g in self.groups))


def group(table: Table, cards: Sequence[Card], each: bool = False) -> Group:
    """One packet, or the cards left over (fewer than a packet). each: a pile of one who plays
    alone, the only kind whose left-over cards a table may have counted exactly."""
    row = table.count
    faces = sum(map(table.cards.value, cards))
    if len(cards) == row.packet:
        deduct, cell = Fraction(row.deduct), "packet"
    elif each and row.left_over == "exact":
        deduct, cell = Fraction(row.deduct) * len(cards) / row.packet, "left_over"
    elif row.left_over == "worthless":
        deduct, cell = Fraction(faces), "left_over"
    else:
        deduct, cell = Fraction(row.left[str(len(cards))]), f"left.{len(cards)}"
    points = table.points_of(f"count.{cell}")
    return Group(tuple(cards), faces, deduct, faces - deduct, points)


def count(table: Table, cards: Sequence[Card], each: bool = False) -> Counted:
    """Points of a pile, its cards taken in the order given, the left-over ones last. An empty pile
    is worth nothing."""
    size = table.count.packet
    last = _left_over(table, cards)
    cards = (*(card for card in cards if card not in last), *last)
    groups = tuple(group(table, cards[i : i + size], each) for i in range(0, len(cards), size))
    return Counted(
        sum((g.worth for g in groups), Fraction(0)), groups, last, table.count.lowest_last
    )


def _left_over(table: Table, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards beyond the last packet: the last ones of the pile, or the lowest in it."""
    packets, left = divmod(len(cards), table.count.packet)
    if not table.count.lowest_last:
        return tuple(cards[packets * table.count.packet :])
    lowest = sorted(range(len(cards)), key=lambda index: (table.cards.value(cards[index]), -index))[
        :left
    ]
    return tuple(cards[index] for index in sorted(lowest))


def worth(table: Table, faces: int, cards: int, each: bool = False) -> Fraction:
    """Points of a pile of that many cards with this sum of faces. Raises ValueError where the table
    has to know which cards are left over."""
    row = table.count
    packets, left = divmod(cards, row.packet)
    off = packets * Fraction(row.deduct)
    if left and each and row.left_over == "exact":
        off += Fraction(row.deduct) * left / row.packet
    elif left and row.left_over == "worthless":
        raise ValueError("which cards are left over decides")
    elif left:
        off += Fraction(row.left[str(left)])
    return faces - off


def value(table: Table, cards: Sequence[Card], each: bool = False) -> Fraction:
    """Points of a pile without the working."""
    faces = sum(map(table.cards.value, cards))
    left = len(cards) % table.count.packet
    if left and table.count.left_over == "worthless":
        lowest = _left_over(table, cards)
        faces -= sum(map(table.cards.value, lowest))
        return worth(table, faces, len(cards) - left)
    return worth(table, faces, len(cards), each)
