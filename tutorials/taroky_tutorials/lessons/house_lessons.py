"""Fits lessons to a house table: they are written for the rule sets of the engine, and a house plays one
of these with changes of its own.

Most of a lesson follows the table by itself. What does not is found in two ways. Words that have a
number or a rule of the table typed in them name its cells (`typed`, dotted, `*` for any name): they are
told only where those cells are as in the rule set that the house extends. A step that names none, and
whose answer the house has changed while its words are the same, is not told to be on the safe side. And
a hint that works out such an answer is taken from the engine's own solution.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import Message, local_names, say
from taroky.rules.differences import differences

from taroky_tutorials.tasks.kinds import KINDS, Exercise

_DIGIT = re.compile(r"\d")


@lru_cache(64)
def changed_cells(game: str) -> tuple[str, ...]:
    """The cells in which a house table differs from the rule set that it extends; none for any other
    table."""
    origin = rules.origin(game)
    if origin in ("", game) or origin not in rules.ids():
        return ()
    changes = differences(
        rules.flat(origin), rules.flat(game), (rules.load(origin), rules.load(game))
    )
    return tuple(one.path for one in changes if not one.path.startswith("options."))


def first_changed_cell(game: str, typed: Iterable[str]) -> str | None:
    """The first of these cells that the house has changed."""
    paths = [path.split(".") for path in changed_cells(game)]
    for cell in typed:
        keys = cell.split(".")
        for path in paths:
            # one is in the other
            if all(a in (b, "*") for a, b in zip(keys, path, strict=False)):
                return cell
    return None


def answer_differs(ours: Exercise[Any], theirs: Exercise[Any]) -> bool:
    """Whether the answer is another one by the house's table, or reached in another way."""
    return _worked(ours) != _worked(theirs)


def hints(
    ours: Exercise[Any], theirs: Exercise[Any], our_hints: Sequence[str], their_hints: Sequence[str]
) -> tuple[str, ...]:
    """The hints of a step by a house's table. our_hints: those it has now; theirs, their_hints: exercise and
    hints by the rule set that it extends."""
    if not answer_differs(ours, theirs):
        return tuple(our_hints)
    adapted = []
    for number, hint in enumerate(our_hints):
        stale = _DIGIT.search(hint) and (number or hint in their_hints)
        adapted.append((_by_engine(ours, number) if stale else None) or hint)
    return tuple(adapted)


def _worked(exercise: Exercise[Any]) -> list[Message]:
    try:
        return [message for message, _ in KINDS[exercise.kind].solution(exercise)]
    except TarokyError:
        return []


def _by_engine(exercise: Exercise[Any], number: int) -> str | None:
    """A weak hint that leads to the rules, a strong one that tells the working."""
    if number == 0:
        return say("lesson.house_hint").text()
    with local_names(exercise.table.names):
        sentences = [message.text() for message in _worked(exercise)]
    return " ".join(sentences) or None
