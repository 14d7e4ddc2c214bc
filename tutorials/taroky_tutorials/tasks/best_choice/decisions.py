"""Decisions whose choices have been compared, kept in a file for each game that has them: a deal by its number, what was said,
and what each choice brings. `python -m taroky_devtools.decisions` makes the files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from taroky.game import apply, current
from taroky.hand import Action, Hand
from taroky.rules.table import Table

from taroky_tutorials.tasks.exercise import Position
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Decision(Position):
    """A turn in the auction. deal: the number of the cards, as of a whole hand; said: the calls so far."""

    deal: str
    said: tuple[str, ...] = ()


@dataclass(frozen=True)
class Compared:
    """A choice as it was compared. mean: what it brings on average, in the money of the game; behind: by how much the best is
    better; right: whether that is within the noise; gains: in how many of 100 hands it brings anything."""

    word: str
    mean: float
    behind: float
    right: bool
    gains: int


def decisions_of(table: Table) -> Mapping[Decision, tuple[Compared, ...]]:
    """All those of a rule set, with their choices, the best first; none for another table, whose prices may be
    others."""
    return {} if table.chosen or table.packed else _read(table.table)


def file_of(game: str) -> Path:
    """Return the file that keeps those of a game."""
    return _FOLDER / f"{game}.json"


@cache
def _read(game: str) -> Mapping[Decision, tuple[Compared, ...]]:
    file = file_of(game)
    rows = json.loads(file.read_text("utf-8")) if file.exists() else []
    return dict(map(_of_row, rows))


def _of_row(row: Mapping[str, Any]) -> tuple[Decision, tuple[Compared, ...]]:
    decision = Decision(row["deal"], tuple(row["said"]))
    return decision, tuple(Compared(word, *values) for word, *values in row["choices"])


def hand_at(table: Table, decision: Decision) -> Hand:
    """The hand at this turn. Raises TarokyError if what was said cannot be said."""
    hand = cards_of(table, Dealt(decision.deal))
    for word in decision.said:
        asked = current(hand)
        assert asked is not None
        hand = apply(hand, Action(asked[1], "bid", (word,)))
    return hand
