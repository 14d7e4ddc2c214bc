"""The table: whole hands of every rule set by events alone, what is refused, and what a document may say."""

from __future__ import annotations

import json
import random

import pytest
from taroky import rules
from taroky_tutorials.table.evening import from_json
from taroky_tutorials.table.going_on import CUTS, Step, several, touchable, update, value_of
from taroky_tutorials.table.sitting import OF_HAND, Sitting, goes_by_itself, sit
from taroky_tutorials.table.sitting_down import sit_down
from taroky_tutorials.table.view.result import session_after
from taroky_tutorials.table.view.room import view_of

GAMES = rules.ids()


def _some_event(at: Sitting, rng: random.Random) -> dict[str, str]:
    """Something that a person may do now."""
    if at.resting or goes_by_itself(at):
        return {"go": str(len(at.evening.done))}
    kind = several(at)
    if kind is not None:
        few = (at.several(kind) or (0, 0))[0]
        must = [c for c in touchable(at) if c.kind == kind and c.legal
                and (c.what if kind in OF_HAND else value_of(c)) not in at.evening.picked]  # fmt: skip
        forced = [c for c in must if c.must] or must
        if forced and (
            len(at.evening.picked) < few or (kind == "say" and any(c.must for c in must))
        ):
            choice = rng.choice(forced)
            value = choice.what if kind in OF_HAND else value_of(choice)
            return {"tap" if kind in OF_HAND else "act": value}
        return {"done": "1"}
    legal = [c for c in touchable(at) if c.legal]
    choice = rng.choice([c for c in legal if c.kind != "choose"] or legal)
    if choice.kind in OF_HAND:
        return {"tap": choice.what}
    ways = at.hand.rules.deal.ways
    if choice.kind in ways and ways[choice.kind].pack == "cut":
        return {"act": f"{choice.kind} {rng.choice(CUTS)}"}
    return {"act": value_of(choice)}


def _hand_played(step: Step, rng: random.Random) -> Step:
    for _ in range(900):
        if step.at.over and not step.at.resting:
            return step
        before = step.evening.as_json()
        step = update(step.evening, _some_event(step.at, rng), patient=True)
        assert step.refused is None, (step.refused, before)
    raise AssertionError("no end")


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_of_every_game(game: str) -> None:
    """Hands are played to their end by events, paid, and followed by the next; every state can be drawn and read
    again."""
    rng = random.Random(game)
    step = Step(sit(sit_down({"rules": game, "level": "thumb", "seed": f"s-{game}"})))
    for _ in range(5):
        if step.at.over:
            if session_after(step.at).over:
                break
            step = update(step.evening, {"next": "1"})
        step = _hand_played(step, rng)
        html = view_of(step, "../")
        assert "tk-result" in html
        assert from_json(json.loads(json.dumps(step.evening.as_json()))) == step.evening
    assert len(step.evening.session.played) > 0
