"""The forms of a game's measure: the decisions of each, what their choices cost, and what players of each level lose at them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taroky.errors import RecordError
from taroky.messages import quoted, say
from taroky.players.levels import LEVELS

from taroky_tutorials.puzzles.puzzle import MOST_ROW, Puzzle, from_row

#: How many decisions of each kind a form has, in the order in which they are asked; and how many forms there are.
KINDS: Mapping[str, int] = {"bid": 3, "call": 1, "discard": 2, "say": 2, "play": 4}
FORMS = 3
#: The most letters of the file of a game.
MOST_FILE = 100_000


@dataclass(frozen=True)
class Decision:
    """kind: of action; losses: what each level's choice costs on average, capped, the weakest level first; row: the turn with
    its choices, as files of puzzles keep it."""

    kind: str
    losses: tuple[float, ...]
    row: Sequence[Any]

    def puzzle(self, game: str) -> Puzzle:
        """The turn, its hand replayed. Raises TarokyError."""
        return from_row(game, self.row)

    @property
    def costs(self) -> Mapping[str, float]:
        """By how much each choice is behind the best, in the money of the game."""
        return {what: behind for what, _, behind, *_ in self.row[5]}

    def as_json(self) -> list[Any]:
        """Return it as a file keeps it."""
        return [self.kind, [round(loss, 3) for loss in self.losses], *self.row]


@dataclass(frozen=True)
class Measure:
    """cap: the most that one decision counts, in the money of the game."""

    game: str
    cap: float
    forms: tuple[tuple[Decision, ...], ...]

    def lost(self, form: int, answers: Sequence[str]) -> tuple[float, ...]:
        """Return what each answer to a form costs, capped. form: from 1. Raises KeyError for what is no choice."""
        decisions = self.forms[form - 1]
        return tuple(
            min(one.costs[answer], self.cap) for one, answer in zip(decisions, answers, strict=True)
        )

    def of_level(self, form: int, level: str, kind: str = "") -> float:
        """Return what players of a level lose at a form, or at its decisions of one kind."""
        place = [*LEVELS].index(level)
        decisions = self.forms[form - 1]
        return sum(one.losses[place] for one in decisions if kind in ("", one.kind))

    def as_text(self) -> str:
        """The file of a game, a line for each decision."""
        forms = ",\n".join("[\n" + ",\n".join(_lines(form)) + "\n]" for form in self.forms)
        return f'{{"cap": {self.cap}, "forms": [\n{forms}\n]}}\n'


def _lines(form: Sequence[Decision]) -> Iterator[str]:
    for one in form:
        yield json.dumps(one.as_json(), ensure_ascii=False, separators=(",", ":"))


def read(game: str, text: str) -> Measure:
    """The measure of a game’s file. Raises TarokyError for one that does not hold."""
    if len(text) > MOST_FILE:
        raise _damaged(game)
    try:
        document = json.loads(text)
        forms = tuple(tuple(map(_decision, form)) for form in document["forms"])
        measure = Measure(game, float(document["cap"]), forms)
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as problem:
        raise _damaged(game) from problem
    kinds = [kind for kind, count in KINDS.items() for _ in range(count)]
    if len(forms) != FORMS or any([one.kind for one in form] != kinds for form in forms):
        raise _damaged(game)
    return measure


def _damaged(game: str) -> RecordError:
    return RecordError(say("measure.damaged", game=quoted(game)))


def _decision(row: Sequence[Any]) -> Decision:
    """Raises TypeError or ValueError."""
    kind, losses, *of_puzzle = row
    if len(of_puzzle) != 6 or len(losses) != len(LEVELS) or len(json.dumps(row)) > MOST_ROW:
        raise ValueError(kind)
    decision = Decision(str(kind), tuple(map(float, losses)), of_puzzle)
    if not all(isinstance(what, str) and float(cost) >= 0 for what, cost in decision.costs.items()):
        raise ValueError(kind)
    return decision
