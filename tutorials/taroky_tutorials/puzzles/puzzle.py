"""A puzzle: a turn of a hand that club players played, at which one choice is clearly the best. It is kept as the number of
its deal, the hand in the letters of a link, and what each choice brings, compared when it was found."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from taroky.errors import RecordError
from taroky.game import apply, legal
from taroky.hand import Action, Hand
from taroky.messages import quoted, say
from taroky.players.comparing import Worth
from taroky.rules.table import Seat, Table

from taroky_tutorials.page_parts import action_code
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.view.own_hand import laid_out
from taroky_tutorials.puzzles.themes import THEMES
from taroky_tutorials.tasks.whole_hand.deal import Dealt, cards_of

#: The most letters of what a file or a page says of one puzzle, and of the file of a game.
MOST_ROW, MOST_FILE = 4_000, 400_000


@dataclass(frozen=True)
class Puzzle:
    """A turn with its choices, the best first. game: of a rule set; deal: the number of the cards; code: the hand as it was
    played; turn: after how many actions it is asked about; rating: how hard it is; themes: what it is about; choices: the
    action of each, and what it brings."""

    game: str
    deal: str
    code: str
    turn: int
    rating: int
    themes: tuple[str, ...]
    choices: tuple[Worth, ...]

    @property
    def table(self) -> Table:
        """The rules."""
        return table_of(self.game)

    @property
    def start(self) -> Hand:
        """The hand before anybody has spoken."""
        return cards_of(self.table, Dealt(self.deal))

    @property
    def said_and_played(self) -> tuple[Action, ...]:
        """Return the actions before it."""
        return _played(self.game, self.deal, self.code).actions[: self.turn]

    @property
    def hand(self) -> Hand:
        """The hand at this turn."""
        return _hand_at(self.game, self.deal, self.code, self.turn)

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is."""
        return self.choices[0].action.seat

    @property
    def best(self) -> Worth:
        """The best choice."""
        return self.choices[0]

    @property
    def by_cards(self) -> bool:
        """Whether it is answered with a card of the hand, not with a word or with several cards."""
        return self.best.action.kind in ("play", "discard") and all(
            len(one.action.what) == 1 for one in self.choices
        )

    @property
    def as_shown(self) -> tuple[Worth, ...]:
        """The choices in the order in which a page has them: cards as they lie in the hand, words as the rules name them."""
        hand, kind = self.hand, self.best.action.kind
        options = legal(hand)
        assert options is not None
        if kind in ("play", "discard"):
            order = laid_out(self.table.cards, hand.holds(self.seat))
        else:
            order = ["nothing", *(choice.what for choice in options.of(kind))]
        return tuple(sorted(self.choices, key=lambda one: order.index(one.action.what[-1])))

    def choice(self, what: str) -> Worth | None:
        """The choice of that card or word; None if there is none."""
        return next((one for one in self.choices if " ".join(one.action.what) == what), None)

    def as_row(self) -> list[Any]:
        """Return it as a file keeps it."""
        return [
            self.deal,
            self.code,
            self.turn,
            self.rating,
            list(self.themes),
            [
                [" ".join(one.action.what), *map(_short, (one.mean, one.behind, one.gains))]
                + [_short(value) for value in (one.takes, one.points) if value is not None]
                for one in self.choices
            ],
        ]


def _short(value: float) -> float:
    """A number in few letters, to the hundredth."""
    return int(value) if value == int(value) else round(value, 2)


def from_row(game: str, row: Any) -> Puzzle:
    """The puzzle of a row, its hand replayed and its choices tried. Raises TarokyError for one that does not hold."""
    if len(json.dumps(row)) > MOST_ROW:
        raise damaged(game)
    try:
        deal, code, turn, rating, themes, choices = row
        deal, code, turn, themes = str(deal), str(code), int(turn), tuple(map(str, themes))
        hand, did = _hand_at(game, deal, code, turn), _played(game, deal, code).actions[turn]
        worths = tuple(_worth(did.seat, did.kind, *map(_checked, one)) for one in choices)
        puzzle = Puzzle(game, deal, code, turn, int(rating), themes, worths)
    except (IndexError, KeyError, OverflowError, TypeError, ValueError) as problem:
        raise damaged(game) from problem
    if turn < 0 or len(worths) < 2 or not {*themes} <= {*THEMES}:
        raise damaged(game)
    for one in worths:
        apply(hand, one.action)
    return puzzle


def _checked(value: Any) -> Any:
    """A word, or a number that is one. Raises ValueError."""
    return value if isinstance(value, str) else float(value)


def _worth(
    seat: Seat,
    kind: str,
    what: str,
    mean: float,
    behind: float,
    gains: float,
    takes: float | None = None,
    points: float | None = None,
) -> Worth:
    action = Action(seat, kind, tuple(what.split()))
    return Worth(action, mean, 0.0, behind, 0.0, gains, takes, points)


def damaged(game: str) -> RecordError:
    """The error for puzzles that cannot be read."""
    return RecordError(say("puzzle.damaged", game=quoted(game)))


def rows_of(game: str, text: str) -> Sequence[Any]:
    """The rows of a game's file. Raises TarokyError."""
    if len(text) > MOST_FILE:
        raise damaged(game)
    try:
        rows = json.loads(text)
    except ValueError as problem:
        raise damaged(game) from problem
    if not isinstance(rows, list) or not all(map(_is_row, rows)):
        raise damaged(game)
    return rows


def _is_row(row: Any) -> bool:
    """Whether it has what is read of all puzzles, to choose the next one: a number and themes."""
    if not isinstance(row, list) or len(row) != 6 or type(row[3]) is not int:
        return False
    return isinstance(row[4], list)


def as_text(puzzles: Sequence[Puzzle]) -> str:
    """The file of a game, a line for each."""
    rows = (json.dumps(one.as_row(), ensure_ascii=False, separators=(",", ":")) for one in puzzles)
    return "[\n" + ",\n".join(rows) + "\n]\n"


def table_of(game: str) -> Table:
    """The rules of a game's puzzles: its own, but hands are played out. Raises TableError."""
    return customs.table_of(game, ())


@lru_cache(maxsize=8)
def _played(game: str, deal: str, code: str) -> Hand:
    """The hand to its end."""
    (hand,) = action_code.read(code, [cards_of(table_of(game), Dealt(deal))])
    return hand


@lru_cache(maxsize=8)
def _hand_at(game: str, deal: str, code: str, turn: int) -> Hand:
    hand = cards_of(table_of(game), Dealt(deal))
    for action in _played(game, deal, code).actions[:turn]:
        hand = apply(hand, action)
    return hand
