"""The puzzle that is shown, with what was answered and what is open: all that its view needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from taroky.errors import RecordError
from taroky.game import record as records
from taroky.messages import Message, say
from taroky.players.comparing import Worth
from taroky.rules.table import RulePoints

from taroky_tutorials.play_page.links.same_deal import seated
from taroky_tutorials.play_page.modes import Lesson
from taroky_tutorials.play_page.seating import company
from taroky_tutorials.play_page.state import PlayState, state_of
from taroky_tutorials.puzzles.puzzle import Puzzle, from_row

#: What can be open in place of the cards: what has happened, the link to send, and the rest of the hand by the best choice and
#: by the other.
PANELS = ("", "log", "send", "best", "other")
#: Who the others are.
_LEVEL = "club"


@dataclass(frozen=True)
class Shown:
    """number: of the puzzle, from 1; answer: what was chosen, "" for nothing yet; change: how much it has moved the learner's
    number; panel: what is open; refused: why what was touched may not be done."""

    puzzle: Puzzle
    number: int
    answer: str = ""
    change: int = 0
    panel: str = ""
    refused: tuple[Message, RulePoints] | None = None

    @property
    def chosen(self) -> Worth | None:
        """The choice that was made."""
        return self.puzzle.choice(self.answer) if self.answer else None

    @property
    def other(self) -> Worth:
        """Return the choice that the best is compared with: the learner’s, or the next best."""
        chosen = self.chosen
        return self.puzzle.choices[1] if chosen is None or chosen is self.puzzle.best else chosen

    @cached_property
    def state(self) -> PlayState:
        """The table as it is seen at this turn, from the seat that is asked. A card that was chosen is lifted."""
        puzzle, start = self.puzzle, self.puzzle.start
        names, people = company(f"puzzle-{puzzle.deal}", _LEVEL, start.players)
        deal = Lesson(records.to_code(records.of_hand(start)))
        evening = seated(start, puzzle.seat, names, people, f"puzzle-{puzzle.deal}", deal)
        card = (self.answer,) if self.answer in start.table.cards.cards else ()
        return state_of(evening.in_hand(done=puzzle.said_and_played, picked=card))

    def as_json(self) -> dict[str, Any]:
        """Return what the page hands over with the next event."""
        return {
            "game": self.puzzle.game,
            "number": self.number,
            "row": self.puzzle.as_row(),
            "answer": self.answer,
            "change": self.change,
            "panel": self.panel,
        }

    @staticmethod
    def from_json(data: Any) -> Shown:
        """Return what a page has handed over. Raises TarokyError."""
        if not isinstance(data, Mapping):
            raise RecordError(say("table.unreadable", key="now"))
        game, answer, panel = (str(data.get(key, "")) for key in ("game", "answer", "panel"))
        number, change = data.get("number"), data.get("change")
        puzzle = from_row(game, data.get("row"))
        if (
            type(number) is not int
            or type(change) is not int
            or panel not in PANELS
            or (answer and puzzle.choice(answer) is None)
        ):
            raise RecordError(say("table.unreadable", key="now"))
        return Shown(puzzle, number, answer, change, panel)
