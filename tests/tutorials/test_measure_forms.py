"""The forms of the measure that the site has: each decision holds, a stronger level loses less at every form, and the forms are as
hard as each other."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from taroky.game import apply, current
from taroky.players.levels import LEVELS
from taroky_devtools.puzzles import asked_of, is_same
from taroky_tutorials.measure.forms import FORMS, MOST_FILE, read
from taroky_tutorials.measure.taken import LENGTH

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "measure"
TEXTS = {file.stem: file.read_text("utf-8") for file in sorted(FOLDER.glob("*.json"))}
GAMES = tuple(TEXTS)
#: Forms are as hard as each other if players of a level lose about the same at each: so much of the cap more at most in a
#: whole form, fixed before any form was made. In Hlučín that is 0.57 Kč.
APART = 0.3


def test_hlucin_has_a_measure() -> None:
    assert "hlucin" in GAMES


@pytest.mark.parametrize("game", GAMES)
def test_each_decision_holds_and_is_of_a_deal_of_its_own(game: str) -> None:
    measure = read(game, TEXTS[game])
    assert len(TEXTS[game].encode()) < MOST_FILE and LENGTH == 12
    decisions = [one for form in measure.forms for one in form]
    assert len({one.row[0] for one in decisions}) == len(decisions) == FORMS * LENGTH
    for one in decisions:
        puzzle = one.puzzle(game)  # replays the hand
        asked = current(puzzle.hand)
        assert asked is not None and asked[1] == puzzle.seat
        assert {choice.action.kind for choice in puzzle.choices} == {one.kind}
        assert len(puzzle.choices) >= 2 and puzzle.best.behind == 0
        assert {*puzzle.as_shown} == {*puzzle.choices}
        for choice in puzzle.choices:
            apply(puzzle.hand, choice.action)  # is legal
        assert max(one.costs.values()) > 0
        assert all(0 <= loss <= measure.cap for loss in one.losses)
    assert measure.as_text() == TEXTS[game]


@pytest.mark.parametrize("game", GAMES)
def test_a_stronger_level_loses_less_at_every_form(game: str) -> None:
    measure = read(game, TEXTS[game])
    for form in range(1, FORMS + 1):
        lost = [measure.of_level(form, level) for level in LEVELS]
        assert all(weaker > stronger for weaker, stronger in pairwise(lost)), (form, lost)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["thumb", "club"])
def test_forms_are_as_hard_as_each_other(game: str, level: str) -> None:
    measure = read(game, TEXTS[game])
    lost = [measure.of_level(form, level) for form in range(1, FORMS + 1)]
    assert max(lost) - min(lost) <= APART * measure.cap, lost


@pytest.mark.parametrize("game", GAMES)
def test_what_rules_of_thumb_lose_is_what_their_choices_cost(game: str) -> None:
    measure, place = read(game, TEXTS[game]), [*LEVELS].index("thumb")
    for form in measure.forms:
        for one in form:
            puzzle = one.puzzle(game)
            action = next(asked_of(puzzle.hand, "thumb", 1))
            choice = next(each for each in puzzle.choices if is_same(each.action, action))
            assert one.losses[place] == pytest.approx(min(choice.behind, measure.cap), abs=0.01)
