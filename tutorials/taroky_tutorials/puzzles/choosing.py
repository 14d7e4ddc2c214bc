"""What a touch chooses at a turn, for puzzles and for the measure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from taroky.errors import IllegalAction
from taroky.game import apply
from taroky.hand import Action

from taroky_tutorials.puzzles.shown import Shown
from taroky_tutorials.tasks.checks import misplaced


def chosen(shown: Shown, event: Mapping[str, Any]) -> tuple[str, Shown]:
    """Return what was chosen, as the cards or words of an action; "" for what may not be done, which is refused with its
    reason. event: {"tap": "KS"} or {"act": "bid solo"}. Raises TarokyError for what may be done and is none of the choices."""
    puzzle = shown.puzzle
    own = puzzle.best.action.kind
    of_tap = own if puzzle.by_cards else "play"
    kind, _, what = str(event.get("act", f"{of_tap} {event.get('tap', '')}")).partition(" ")
    if kind == own and puzzle.choice(what) is not None:
        return what, shown
    try:
        apply(puzzle.hand, Action(puzzle.seat, kind, tuple(what.split())))
    except IllegalAction as problem:
        return "", replace(shown, refused=(problem.message, problem.points))
    raise misplaced({str(key): str(value) for key, value in event.items()})
