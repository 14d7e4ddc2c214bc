"""Lessons are played at every build; a lesson that does not hold names itself and the step."""

import re
from pathlib import Path

import pytest
from taroky_tutorials import lessons, widgets
from taroky_tutorials.lessons import COURSES, FOLDER, LessonError

TEXT = (FOLDER / "following-suit.yaml").read_text(encoding="utf-8")


def broken(tmp_path: Path, old: str, new: str) -> str:
    """What is said to the first lesson with one thing changed."""
    assert old in TEXT
    path = tmp_path / "following-suit.yaml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(LessonError) as caught:
        found = lessons.read(path, "hlucin")
        assert found is not None
        lessons.check(found)
    return str(caught.value)


@pytest.mark.parametrize("course", COURSES)
def test_all_lessons_hold_and_come_in_order(course: str) -> None:
    found = lessons.load_all(course)
    assert found or course == "french"
    assert [lesson.order for lesson in found] == sorted({lesson.order for lesson in found})


def test_each_wrong_try_is_answered_with_a_point_of_the_rules() -> None:
    tries = [wrong for one in lessons.load_all("hlucin") for s in one.steps for wrong in s.wrong]
    assert len(tries) >= 12


def test_a_wrong_number_of_right_answers_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "answers: 2", "answers: 3")
    assert said == (
        "Lesson following-suit (hlucin), step follow: 3 first answers are said to be right, but it "
        "is 2."
    )


def test_a_wrong_try_that_is_right_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "{try: XXI,", "{try: KS,")
    assert said == "Lesson following-suit (hlucin), step follow: the wrong try KS is right."


def test_another_reason_than_the_lesson_says_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "says: play.follow", "says: play.trump")
    assert said == (
        "Lesson following-suit (hlucin), step follow: the wrong try XXI is answered with play.follow, "
        "not with play.trump."
    )


def test_another_rule_point_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "says: play.follow}", "says: play.follow, point: HLU-PLAY-03}")
    assert "names HLU-PLAY-02, not HLU-PLAY-03" in said


def test_a_card_twice_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "trick: [QS, 10S]", "trick: [QS, QS]")
    assert said.startswith(
        "Lesson following-suit (hlucin), step follow: The queen of spades is there twice"
    )


def test_an_unknown_key_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "    hints:", "    hint:")
    assert "“hint” is not known here" in said


def test_step_ids_never_change() -> None:
    """Learners' progress is kept by these ids: a new step gets a new id, an old one keeps its own."""
    ids = {
        f"{lesson.id}/{step.id}" for lesson in lessons.load_all("hlucin") for step in lesson.steps
    }
    assert ids >= {
        "following-suit/follow", "following-suit/trump", "following-suit/free",
        "following-suit/tarok-led", "following-suit/wins-suit", "following-suit/wins-tarok",
        "following-suit/mixed", "counting-by-threes/three", "counting-by-threes/courts",
        "counting-by-threes/two-left", "counting-by-threes/one-left",
        "counting-by-threes/any-order",
    }  # fmt: skip


def test_hints_and_prose_are_there_for_every_step() -> None:
    for lesson in (one for course in COURSES for one in lessons.load_all(course)):
        for step in lesson.steps:
            assert len(step.prose.split()) > 15
            assert all(re.search(r"[.?]$", hint) for hint in step.hints)


def test_outcomes_are_what_python_answers_live() -> None:
    """What a page ships for the first answer is what the worker would say."""
    lesson = lessons.load_all("hlucin")[0]
    state = lesson.state(lesson.steps[0], "../../")
    shipped = dict(widgets.outcomes(state))
    key = '[{"tap":"XXI"}]'
    assert shipped[key] == widgets.view(widgets.update(state, {"tap": "XXI"}))
    assert "HLU-PLAY-02" in shipped[key]
    assert '[{"hint":"1"}]' in shipped


def test_one_file_tells_each_game_its_own_numbers() -> None:
    """HLU-DECK-05 and MACH-DECK-05: the order of the small red cards comes from the table."""
    path = FOLDER / "following-suit.yaml"
    told = {}
    for course in ("hlucin", "machtarok"):
        found = lessons.read(path, course)
        assert found is not None
        told[course] = next(step.prose for step in found.steps if step.id == "wins-suit")
    assert "ace, 2, 3, 4, the first" in told["hlucin"]
    assert "4, 3, 2, ace, the first" in told["machtarok"]
    assert lessons.read(path, "french") is None


def test_a_placeholder_that_leads_nowhere_is_refused(tmp_path: Path) -> None:
    said = broken(tmp_path, "{{ red_pips }}", "{{ red_pipes }}")
    assert "“red_pipes” is not in the table of hlucin" in said
