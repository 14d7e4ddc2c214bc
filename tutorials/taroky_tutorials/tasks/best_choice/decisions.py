"""Decisions whose choices have been compared, kept in a file for each game that has them: a deal by its number, what was done,
and what each choice brings. `python -m taroky_devtools.decisions` makes the files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.game import apply, current
from taroky.hand import Action, Hand
from taroky.players.comparing import Worth
from taroky.rules.table import Table

from taroky_tutorials.page_parts import action_code
from taroky_tutorials.tasks.exercise import Position
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Decision(Position):
    """A turn of a hand. deal: the number of the cards, as of a whole hand; said: the calls so far, of a turn in the auction.
    Of a later turn: code: the hand as it was played, in the letters of a link; turn: after how many actions it is;
    played_out: whether hands are played that the game throws in; favours: a seat with good cards."""

    deal: str
    said: tuple[str, ...] = ()
    code: str = ""
    turn: int = 0
    played_out: bool = False
    favours: str = ""

    def plain(self) -> dict[str, Any]:
        """The fields that say something; a turn in the auction has no number."""
        return {name: value for name, value in super().plain().items() if value != 0}


@dataclass(frozen=True)
class Compared:
    """A choice as it was compared. word: what is said, or the cards; mean: what it brings on average, in the money of the game;
    behind: by how much the best is better; right: whether that is within the noise; gains: in how many of 100 hands it brings
    anything; kind: of action; takes, points: of a card, in how many of 100 hands your side takes the trick, and how many card
    points it has in the end."""

    word: str
    mean: float
    behind: float
    right: bool
    gains: int
    kind: str = "bid"
    takes: float | None = None
    points: float | None = None

    @property
    def value(self) -> str:
        """Return it as one word, by which a page sends it."""
        return self.word.replace(" ", ".") or self.kind

    @property
    def is_cards(self) -> bool:
        """Whether cards of the hand are chosen, and not a word."""
        return self.kind in ("play", "discard")

    def worth(self, seat: str) -> Worth:
        """The choice of a seat as reasons compare it."""
        action = Action(seat, self.kind, tuple(self.word.split()))
        return Worth(action, self.mean, 0.0, self.behind, 0.0, self.gains, self.takes, self.points)


Decisions = Mapping[Decision, tuple[Compared, ...]]


def decisions_of(table: Table, topic: str = "") -> Decisions:
    """All those of a rule set, or those of a topic, with their choices, the best first; none for another table, whose prices
    may be others."""
    if table.chosen or table.packed:
        return {}
    return _of_topic(table.table, topic) if topic else _read(table.table)


def file_of(game: str) -> Path:
    """Return the file that keeps those of a game."""
    return _FOLDER / f"{game}.json"


@cache
def _read(game: str) -> Decisions:
    return {decision: choices for decision, choices, _ in _rows(game)}


@cache
def _of_topic(game: str, topic: str) -> Decisions:
    return {decision: choices for decision, choices, of in _rows(game) if of == topic}


@cache
def _rows(game: str) -> tuple[tuple[Decision, tuple[Compared, ...], str], ...]:
    file = file_of(game)
    rows = json.loads(file.read_text("utf-8")) if file.exists() else []
    return tuple(map(_of_row, rows))


def _of_row(row: Mapping[str, Any]) -> tuple[Decision, tuple[Compared, ...], str]:
    said = tuple(row.get("said", ()))
    names = ("code", "turn", "played_out", "favours")
    later = {name: row[name] for name in names if name in row}
    decision = Decision(row["deal"], said, **later)
    return decision, tuple(Compared(*values) for values in row["choices"]), row["topic"]


def played_out(table: Table) -> Table:
    """The table of a game in which hands are played that the game throws in."""
    options = {
        key: row.played_out
        for key, row in table.options.items()
        if row.played_out in row.values and key not in table.chosen
    }
    return rules.load(table.name, {**table.chosen, **options})


def start_of(table: Table, decision: Decision) -> Hand:
    """The hand before anybody has spoken."""
    by = played_out(table) if decision.played_out else table
    return cards_of(by, Dealt(decision.deal, decision.favours))


def hand_at(table: Table, decision: Decision) -> Hand:
    """The hand at this turn. Raises TarokyError if what was said cannot be said."""
    if decision.code:
        return _hand_later(table.name, decision)
    hand = start_of(table, decision)
    for word in decision.said:
        asked = current(hand)
        assert asked is not None
        hand = apply(hand, Action(asked[1], "bid", (word,)))
    return hand


@lru_cache(maxsize=8)
def _hand_later(game: str, decision: Decision) -> Hand:
    hand = start_of(rules.load(game), decision)
    (whole,) = action_code.read(decision.code, [hand])
    for action in whole.actions[: decision.turn]:
        hand = apply(hand, action)
    return hand
