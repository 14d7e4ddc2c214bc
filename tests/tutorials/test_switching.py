"""Lessons from one game to another: every step is something that the two tables answer differently."""

import pytest
from taroky import rules
from taroky.rules.differences import differences
from taroky_tutorials.lessons import switching
from taroky_tutorials.lessons.lesson import Lesson
from taroky_tutorials.lessons.lesson_checks import check
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS


@pytest.fixture(scope="module", params=switching.PAIRS, ids=lambda pair: "-to-".join(pair))
def pair(request: pytest.FixtureRequest) -> tuple[str, str, Lesson]:
    home, away = request.param
    return home, away, switching.lesson(home, away)


def test_the_pairs_that_are_asked_for_are_there() -> None:
    assert {
        ("hlucin", "machtarok"),
        ("hlucin", "victoria"),
        ("machtarok", "heun"),
        ("hlucin", "polish"),
    } <= set(switching.PAIRS)


def test_every_step_is_answered_differently(pair: tuple[str, str, Lesson]) -> None:
    home, away, lesson = pair
    check(lesson)
    assert len(lesson.steps) >= 8
    assert len({step.id for step in lesson.steps}) == len(lesson.steps)
    for step in lesson.steps:
        assert step.exercise.game == away
        both = switching.twin(step.exercise.as_json(), home, away)
        assert both is not None and both.home.game == home
        assert switching.answer(both.home) != switching.answer(both.away), step.id
        assert switching.answer(both.away) == switching.answer(step.exercise), step.id


def test_the_habit_from_home_is_a_wrong_try(pair: tuple[str, str, Lesson]) -> None:
    lesson = pair[2]
    tried = [(step, wrong) for step in lesson.steps for wrong in step.wrong]
    assert len(tried) >= 3
    for step, wrong in tried:
        state = lesson.state(step, "")
        for event in (*wrong.after, wrong.event):
            state = widgets.update(state, event)
        assert widgets.judge(state).tries == 1


def test_claims_are_about_cells_that_differ(pair: tuple[str, str, Lesson]) -> None:
    home, away, lesson = pair
    cells = differences(rules.flat(home), rules.flat(away), (rules.load(home), rules.load(away)))
    paths = {one.path for one in cells}
    claims = [step.exercise.position for step in lesson.steps if step.id.startswith("claim-")]
    assert claims and {claim.path for claim in claims} <= paths  # type: ignore[attr-defined]


def test_a_lesson_comes_out_the_same_each_time() -> None:
    assert switching.lesson("hlucin", "polish") == switching.lesson("hlucin", "polish")


def test_the_order_of_the_red_pips_is_told() -> None:
    """HLU-DECK-05 and MACH-DECK-05: the ace stands above the small red cards at one table only."""
    lesson = switching.lesson("hlucin", "machtarok")
    steps = {step.id: step for step in lesson.steps}
    assert {"red-order", "suit-trick", "pile", "open", "honours", "game", "phases"} <= set(steps)
    order = [event["tap"] for event in KINDS["order-cards"].solve(steps["red-order"].exercise)]
    pips = [card[0] for card in order if card[0] in "A234"]
    assert pips == sorted(pips, key="432A".index)
    assert pips[-1] == "A"
    assert "the ace of hearts and the 3 of hearts" in steps["red-order"].prose


def test_a_valat_among_the_payments_is_a_valat_too() -> None:
    """HEUN-BONUS-18: heun's valát doubles what the hand pays instead of being a bonus of its own."""
    steps = {step.id for step in switching.lesson("victoria", "heun").steps}
    assert any(step.startswith("claim-bonuses") for step in steps)
    assert "claim-bonuses-valat" not in steps
