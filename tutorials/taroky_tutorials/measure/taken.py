"""What a browser keeps of a learner who takes the measure: the form under way, and what each form that was finished has cost.
Nothing of it leaves the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from taroky_tutorials.measure.forms import FORMS, KINDS

FORMAT, VERSION = "taroky-measure", 1
#: The most results that are remembered.
_MOST = 200
#: How many decisions a form has.
LENGTH = sum(KINDS.values())
_GAME = re.compile(r"[a-z0-9-]{1,40}")
_DAY = re.compile(r"(20\d\d-\d\d-\d\d)?")


@dataclass(frozen=True)
class Sitting:
    """A form under way. form: its number, from 1; answers: the choices so far, as the cards or words of an action."""

    game: str
    form: int
    answers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taken:
    """A form that was finished. day: on which, "" if nobody knows; lost: what each decision has cost, in the money of the
    game, capped."""

    game: str
    form: int
    day: str
    lost: tuple[float, ...]

    @property
    def total(self) -> float:
        """Return what all decisions have cost."""
        return sum(self.lost)


@dataclass(frozen=True)
class Kept:
    """sitting: the form under way, None between forms; taken: those that were finished, the newest last."""

    sitting: Sitting | None = None
    taken: tuple[Taken, ...] = ()

    def begun(self, game: str) -> Kept:
        """At the form of a game that comes next, or further at the one under way."""
        if self.sitting is not None and self.sitting.game == game:
            return self
        return replace(self, sitting=Sitting(game, self.following(game)))

    def following(self, game: str) -> int:
        """The number of the form that comes next: one not taken yet, else the one that was taken longest ago."""
        forms = [one.form for one in self.taken if one.game == game]
        newest = {form: place for place, form in enumerate(forms)}
        return min(range(1, FORMS + 1), key=lambda form: newest.get(form, -1))

    def answered(self, answer: str) -> Kept:
        """After one more decision of the form under way."""
        assert self.sitting is not None
        return replace(self, sitting=replace(self.sitting, answers=(*self.sitting.answers, answer)))

    def finished(self, day: str, lost: Sequence[float]) -> Kept:
        """After the last decision of a form."""
        assert self.sitting is not None
        one = Taken(self.sitting.game, self.sitting.form, day, tuple(lost))
        return Kept(None, (*self.taken, one)[-_MOST:])

    def of(self, game: str) -> list[Taken]:
        """The forms of a game that were finished, the newest last."""
        return [one for one in self.taken if one.game == game]

    def as_text(self) -> str:
        """Return what the browser keeps."""
        under_way = self.sitting
        document = {
            "format": FORMAT,
            "version": VERSION,
            "game": under_way.game if under_way else "",
            "form": under_way.form if under_way else 0,
            "answers": list(under_way.answers) if under_way else [],
            "taken": [[one.game, one.form, one.day, list(one.lost)] for one in self.taken],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def from_text(text: str) -> Kept | None:
    """Return what a text says that a browser has kept, nothing for none; None if it cannot be read."""
    if not text:
        return Kept()
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            return None
        taken = tuple(_taken(*row) for row in document["taken"])
        return Kept(_sitting(document), taken[-_MOST:])
    except (AttributeError, KeyError, RecursionError, TypeError, ValueError):
        return None


def _sitting(document: Mapping[str, Any]) -> Sitting | None:
    """Raises KeyError, TypeError or ValueError."""
    game, answers = document["game"], document["answers"]
    if not game:
        return None
    if len(answers) >= LENGTH or not all(isinstance(one, str) for one in answers):
        raise ValueError(game)
    return Sitting(*_named(game, document["form"]), tuple(answers))


def _taken(game: object, form: object, day: str, lost: Sequence[object]) -> Taken:
    """Raises TypeError or ValueError."""
    numbers = [one for one in lost if type(one) in (int, float)]
    if not _DAY.fullmatch(day) or len(numbers) != LENGTH or len(lost) != LENGTH:
        raise ValueError(day)
    costs = tuple(float(str(one)) for one in numbers)
    if not all(0 <= one < 10**6 for one in costs):
        raise ValueError(day)
    return Taken(*_named(game, form), day, costs)


def _named(game: object, form: object) -> tuple[str, int]:
    """A game and the number of a form. Raises ValueError."""
    if not isinstance(game, str) or not _GAME.fullmatch(game):
        raise ValueError(game)
    if type(form) is not int or not 1 <= form <= FORMS:
        raise ValueError(form)
    return game, form
