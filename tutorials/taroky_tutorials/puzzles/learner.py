"""What a browser keeps of somebody who solves puzzles, and which puzzle comes next. Nothing of it leaves the browser."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from taroky import sent_links
from taroky.errors import RecordError
from taroky.messages import quoted, say

from taroky_tutorials.puzzles import ratings
from taroky_tutorials.puzzles.themes import THEMES

FORMAT, VERSION = "taroky-puzzles", 1
#: The most answers that are remembered.
_MOST = 20_000
_ID = re.compile(r"[a-z0-9-]{1,40}\.[1-9][0-9]{0,5}")
_ADDRESS = re.compile(
    r"puzzle=?(?P<game>[a-z0-9-]{1,40})\.(?P<number>[1-9][0-9]{0,5})(?![A-Za-z0-9])"
)


@dataclass(frozen=True)
class Learner:
    """number: how strong; done: for each puzzle that was answered its number as it is now for this learner, and whether it was
    right; game, theme: of those that come up, "" for any theme."""

    number: int = ratings.FIRST
    done: Mapping[str, tuple[int, bool]] = field(default_factory=dict)
    game: str = ""
    theme: str = ""

    def answered(self, puzzle: str, rating: int, right: bool) -> Learner:
        """After an answer; a puzzle counts once."""
        if puzzle in self.done:
            return replace(self, done={**self.done, puzzle: (self.done[puzzle][0], right)})
        own, its = ratings.after(self.number, rating, right, len(self.done))
        return replace(self, number=own, done={**self.done, puzzle: (its, right)})

    def as_text(self) -> str:
        """Return what the browser keeps."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "number": self.number,
            "game": self.game,
            "theme": self.theme,
            "done": {name: list(one) for name, one in self.done.items()},
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Learner | None:
    """The learner of a text that a browser has kept, a new one for none; None if it cannot be read."""
    if not text:
        return Learner()
    try:
        document = json.loads(text)
        done = {name: (rating, right) for name, (rating, right) in document["done"].items()}
        learner = Learner(document["number"], done, document["game"], document["theme"])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None
    return learner if document.get("format") == FORMAT and _holds(learner) else None


def _holds(learner: Learner) -> bool:
    numbers = [learner.number, *(rating for rating, _ in learner.done.values())]
    return (
        all(type(one) is int and ratings.LEAST <= one <= ratings.MOST for one in numbers)
        and len(learner.done) <= _MOST
        and all(_ID.fullmatch(name) for name in learner.done)
        and all(isinstance(right, bool) for _, right in learner.done.values())
        and isinstance(learner.game, str)
        and learner.theme in ("", *THEMES)
    )


def name_of(game: str, number: int) -> str:
    """How addresses and the browser call a puzzle. number: from 1."""
    return f"{game}.{number}"


def address_of(game: str, number: int) -> str:
    """The address that opens exactly this puzzle; what follows the page's."""
    return f"#puzzle={name_of(game, number)}"


def named_in(address: str) -> tuple[str, int]:
    """Game and number of the puzzle in an address, whatever a messenger has put behind it. Raises RecordError."""
    for reading in sent_links.readings(address):
        if match := _ADDRESS.search(reading):
            return match["game"], int(match["number"])
    raise RecordError(say("puzzle.address", address=quoted(address)))


def of_the_day(day: str, many: int) -> int:
    """The number of the puzzle of a day, of so many: from the date alone, the same for everybody."""
    return random.Random(f"puzzle/{day}").randrange(many) + 1


def following(learner: Learner, rows: Sequence[Any]) -> int:
    """The number of the puzzle that comes next, of the rows of the learner’s game: the one not yet answered that is nearest
    to the learner; when there is none, one that was missed. Raises RecordError when all are solved, and where no puzzle
    has the theme."""
    of_theme = [
        (number, row)
        for number, row in enumerate(rows, start=1)
        if not learner.theme or learner.theme in row[4]
    ]
    if not of_theme:
        raise RecordError(say("puzzle.none"))
    known = {number: learner.done.get(name_of(learner.game, number)) for number, _ in of_theme}
    new = [(row[3], number) for number, row in of_theme if known[number] is None]
    missed = [(one[0], number) for number, one in known.items() if one is not None and not one[1]]
    open_ = new or missed
    if not open_:
        raise RecordError(say("puzzle.all_solved", n=len(of_theme)))
    return min(open_, key=lambda one: (abs(one[0] - learner.number), one[1]))[1]
