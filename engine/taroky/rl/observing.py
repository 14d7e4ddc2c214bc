"""What a player knows of a hand as one array of numbers from 0 to 1.

Everything comes from the view of the seat, so that nothing hidden gets into it. Seats are counted from the
player on: 0 is the player, 1 the one who plays next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from taroky.cards import Card
from taroky.game import View
from taroky.hand import Trick
from taroky.rl.action_ids import ActionIds, Picked
from taroky.rules.table import Seat, Table

type Numbers = NDArray[np.float32]

#: Parts that have a place for each card.
_CARDS = (
    "hand",
    "dealt",
    "drawn",
    "discards",
    "talon_seen",
    "exposed",
    "faced",
    "shown",
    "called",
    "extra",
)
#: Those that have one for each card of each seat.
_CARDS_OF_SEATS = ("played", "trick", "displayed")
#: Those that have one for each seat.
_SEATS = ("card_counts", "piles", "declarer", "partner", "leader", "passed_draws")
#: Single places.
_SINGLE = ("level", "sides_public", "talon_left", "tricks")


@dataclass(frozen=True)
class Layout:
    """Where each part of an observation of a table stands. parts: the slice of the array by the part's name;
    size: how long the array is."""

    actions: ActionIds
    parts: Mapping[str, slice] = field(init=False)
    size: int = field(init=False)
    _places: Mapping[str, int] = field(init=False, repr=False)
    _card: Mapping[Card, int] = field(init=False, repr=False)
    _words: Mapping[str, Mapping[str, int]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        table = self.actions.table
        cards, seats = len(table.cards.cards), len(table.active)
        words = {name: _numbered(of) for name, of in _words(table).items()}
        sizes = {
            **dict.fromkeys(_CARDS, cards),
            **dict.fromkeys(_CARDS_OF_SEATS, cards * seats),
            **dict.fromkeys(_SEATS, seats),
            **dict.fromkeys(_SINGLE, 1),
            "picked": len(self.actions.choices),
            **{name: len(of) * (1 if name in _ONCE else seats) for name, of in words.items()},
        }
        starts, start = {}, 0
        for name, size in sizes.items():
            starts[name] = start
            start += size
        made = {
            "parts": {
                name: slice(starts[name], starts[name] + size) for name, size in sizes.items()
            },
            "size": start,
            "_places": starts,
            "_card": _numbered(table.cards.cards),
            "_words": words,
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def observed(self, view: View, picked: Picked) -> Numbers:
        """The array for a seat's view. picked: what the seat has chosen of an action that is not whole."""
        table = self.actions.table
        seats = table.orders[view.seat]
        number = {seat: place for place, seat in enumerate(seats)}
        marks: list[int] = []
        self._mark_cards(marks, view)
        self._mark_tricks(marks, view, number)
        self._mark_words(marks, view, number)
        numbers = self.actions.numbers
        marks += [self._places["picked"] + numbers[picked.kind, what] for what in picked.what]
        marks += [self._places["passed_draws"] + number[seat] for seat in view.passed_draws]
        for name, one in (("declarer", view.declarer), ("partner", view.partner)):
            if one in number:
                marks.append(self._places[name] + number[one])
        array: Numbers = np.zeros(self.size, np.float32)
        array[marks] = 1
        places, pack, size = (
            self._places,
            table.pack.cards,
            table.deal.hand + table.deal.talon.cards,
        )
        array[places["level"]] = min(view.level / 10, 1)
        array[places["sides_public"]] = view.sides_public
        array[places["talon_left"]] = view.talon_left / pack
        array[places["tricks"]] = len(view.tricks) / size
        for name, counts in (("card_counts", view.card_counts), ("piles", view.piles)):
            for seat, count in counts.items():
                array[places[name] + number[seat]] = count / (
                    size if name == "card_counts" else pack
                )
        return array

    def _mark_cards(self, marks: list[int], view: View) -> None:
        """Mark what lies where as the seat knows it."""
        lying: tuple[tuple[str, Iterable[Card]], ...] = (
            ("hand", view.cards),
            ("dealt", view.dealt),
            ("drawn", view.drawn),
            ("discards", view.discards),
            ("talon_seen", view.talon_seen),
            ("exposed", view.exposed),
            ("faced", view.faced),
            ("shown", view.shown),
            ("called", (view.called,) if view.called else ()),
        )
        for name, cards in lying:
            start = self._places[name]
            marks += [start + self._card[card] for card in cards]

    def _mark_tricks(self, marks: list[int], view: View, number: Mapping[Seat, int]) -> None:
        """Mark who played what, in finished tricks and in the one under way."""
        for trick in view.tricks:
            self._mark_trick(marks, "played", trick, number)
        if view.trick is not None:
            self._mark_trick(marks, "trick", view.trick, number)
            marks.append(self._places["leader"] + number[view.trick.leader])
        for seat, _, cards in view.displayed:
            start = self._places["displayed"] + number[seat] * len(self._card)
            marks += [start + self._card[card] for card in cards]

    def _mark_trick(
        self, marks: list[int], name: str, trick: Trick, number: Mapping[Seat, int]
    ) -> None:
        start, cards, extra = self._places[name], len(self._card), self._places["extra"]
        marks += [
            start + number[seat] * cards + self._card[card]
            for seat, card in zip(trick.seats, trick.cards, strict=False)
        ]
        marks += [extra + self._card[card] for card in trick.extra]

    def _mark_words(self, marks: list[int], view: View, number: Mapping[Seat, int]) -> None:
        """Mark what has been said."""
        said: list[tuple[str, Seat | None, str]] = [("calls", *call) for call in view.calls]
        said += [("declarations", s, row) for s, rows in view.declarations.items() for row in rows]
        said += [("announced", *one) for one in view.announced]
        said += [("contract", None, view.contract), ("called_as", None, view.called_as)]
        said += [("told", s, name) for s, sets in view.numbers_told.items() for name in sets]
        for double in view.doubles:
            sayer = f"@{number[double.sayer]}" if double.sayer else ""
            said.append(("doubles", double.by, f"{double.word}:{double.target}{sayer}"))
        for name, seat, word in said:
            place = self._words[name].get(word)
            if place is not None:
                row = 0 if seat is None else number[seat] * len(self._words[name])
                marks.append(self._places[name] + row + place)


#: Words that are the same for all seats.
_ONCE = ("contract", "called_as")


def _words(table: Table) -> dict[str, Iterable[str]]:
    """The words that may be said, by the part that has a place for each of them."""
    return {
        "contract": table.contracts,
        "called_as": (name for row in table.calling.values() for name in row.names),
        "calls": table.auction.calls,
        "declarations": table.declarations.rows,
        "announced": table.bonuses,
        "told": (name for row in table.discard.values() for name in row.told),
        "doubles": (
            f"{word}:{target}{sayer}"
            for word in table.doubling.steps
            for target in table.doubling.on
            for sayer in (
                [f"@{n}" for n in range(len(table.active))] if target in table.bonuses else [""]
            )
        ),
    }


def _numbered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(dict.fromkeys(names))}
