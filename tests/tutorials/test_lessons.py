"""Lessons are played at every build; a lesson that does not hold names itself and the step."""

import re
from pathlib import Path

import pytest
from taroky import rules
from taroky_tutorials import lessons, widgets
from taroky_tutorials.lessons import FOLDER, LessonError

TEXT = (FOLDER / "following-suit.yaml").read_text(encoding="utf-8")


def broken(tmp_path: Path, old: str, new: str) -> str:
    """What is said to the first lesson with one thing changed."""
    assert old in TEXT
    path = tmp_path / "following-suit.yaml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        lessons.check(lessons.read(path))
    return str(caught.value)


def test_all_lessons_hold_and_come_in_order() -> None:
    found = lessons.load_all()
    assert [lesson.id for lesson in found] == ["following-suit", "counting-by-threes"]


def test_each_wrong_try_is_answered_with_a_point_of_the_rules() -> None:
    known = rules.load("hlucin").all_points()
    tries = [wrong for lesson in lessons.load_all() for s in lesson.steps for wrong in s.wrong]
    assert len(tries) >= 12
    assert {wrong.point for wrong in tries} <= known


def test_a_wrong_solution_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "solution: [KS, 7S]", "solution: [KS, 9C]")
    assert said == (
        "Lesson following-suit, step follow: the solution (KS, 9C) does not solve the task."
    )


def test_a_wrong_try_that_is_right_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "{try: XXI,", "{try: KS,")
    assert said == "Lesson following-suit, step follow: the wrong try KS is right."


def test_another_reason_than_the_lesson_says_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "says: play.follow", "says: play.trump")
    assert said == (
        "Lesson following-suit, step follow: the wrong try XXI is answered with play.follow, "
        "not with play.trump."
    )


def test_another_rule_point_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "point: HLU-PLAY-02", "point: HLU-PLAY-03")
    assert "names HLU-PLAY-02, not HLU-PLAY-03" in said


def test_a_card_twice_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "trick: [QS, 10S]", "trick: [QS, QS]")
    assert said.startswith("Lesson following-suit, step follow: The queen of spades is there twice")


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "    hints:", "    hint:")
    assert "“hint” is not known here" in said


def test_step_ids_never_change() -> None:
    """Learners' progress is kept by these ids: a new step gets a new id, an old one keeps its own."""
    ids = {f"{lesson.id}/{step.id}" for lesson in lessons.load_all() for step in lesson.steps}
    assert ids >= {
        "following-suit/follow", "following-suit/trump", "following-suit/free",
        "following-suit/tarok-led", "following-suit/wins-suit", "following-suit/wins-tarok",
        "following-suit/mixed", "counting-by-threes/three", "counting-by-threes/courts",
        "counting-by-threes/two-left", "counting-by-threes/one-left",
        "counting-by-threes/any-order",
    }  # fmt: skip


def test_hints_and_prose_are_there_for_every_step() -> None:
    for lesson in lessons.load_all():
        for step in lesson.steps:
            assert len(step.prose.split()) > 15
            assert all(re.search(r"[.?]$", hint) for hint in step.hints)


def test_outcomes_are_what_python_answers_live() -> None:
    """What a page ships for the first answer is what the worker would say."""
    lesson = lessons.load_all()[0]
    state = lesson.state(lesson.steps[0], "../../")
    shipped = dict(widgets.outcomes(state))
    key = '[{"tap":"XXI"}]'
    assert shipped[key] == widgets.view(widgets.update(state, {"tap": "XXI"}))
    assert "HLU-PLAY-02" in shipped[key]
    assert '[{"hint":"1"}]' in shipped
