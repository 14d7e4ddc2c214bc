"""The words of lessons in another language: a file beside the English one, step by step, never mixed."""

import shutil
from pathlib import Path

import pytest
from taroky.messages import speaking
from taroky_build.devtools.translations import lessons
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import LessonError

NAME = "following-suit.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one lesson in English, and a place for its words in Czech."""
    shutil.copy(lesson_files.FOLDER / NAME, tmp_path / NAME)
    (tmp_path / "cs").mkdir()
    return tmp_path


def test_a_lesson_is_read_in_the_language_that_is_spoken() -> None:
    english, _ = lesson_files.load("hlucin", "following-suit")
    with speaking("cs"):
        czech, _ = lesson_files.load("hlucin", "following-suit")
    assert (english.title, czech.title) == ("Following suit and trumping", "Přiznat barvu a přebít")
    assert {step.language for step in english.steps} == {"en"}
    assert {step.language for step in czech.steps} == {"cs"}
    assert [step.id for step in czech.steps] == [step.id for step in english.steps]
    assert [step.exercise for step in czech.steps] == [step.exercise for step in english.steps]
    wins = next(step for step in czech.steps if step.id == "wins-suit")
    assert "král, dáma, jezdec, kluk" in wins.why  # numbers and names come from the table, in Czech
    assert "eso, 2, 3, 4" in wins.why


def test_what_has_no_translation_is_read_in_english_step_by_step(folder: Path) -> None:
    (folder / "cs" / NAME).write_text(
        "steps:\n"
        "  wins-tarok:\n"
        "    title: Kdo bere, když padl tarok\n"
        "    prose: Nad XXI už je jen {{ SKYZ | card }}.\n"
        "    hints: [Král je pěkná karta., Vyšší číslo bere.]\n",
        "utf-8",
    )
    with speaking("cs"):
        lesson, _ = lesson_files.load("hlucin", "following-suit", folder)
    assert lesson.title == "Following suit and trumping"
    languages = {step.id: step.language for step in lesson.steps}
    assert languages.pop("wins-tarok") == "cs"
    assert set(languages.values()) == {"en"}
    told = {step.id: step for step in lesson.steps}
    assert told["wins-tarok"].prose == "Nad XXI už je jen škýz."
    assert "the škýz" in told["mixed"].hints[1]


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("title: A\n    prose: B\n    why: C", "krok follow: „hints“ chybí"),
        ("title: A\n    prose: B\n    why: C\n    hints: [D, E]\n    answer: F", "krok follow: „answer“ tu neznám"),
    ],
)  # fmt: skip
def test_a_step_is_translated_whole_or_not_at_all(folder: Path, words: str, problem: str) -> None:
    (folder / "cs" / NAME).write_text(f"steps:\n  follow:\n    {words}\n", "utf-8")
    with speaking("cs"), pytest.raises(LessonError, match=problem):
        lesson_files.load("hlucin", "following-suit", folder)


def test_a_change_of_the_english_words_is_listed_with_the_difference(folder: Path) -> None:
    shutil.copy(lesson_files.FOLDER / "cs" / NAME, folder / "cs" / NAME)
    assert list(lessons.report("cs", folder)) == ["cs, lessons: 8 of 8 parts in 1 of 1 lessons"]
    text = (folder / NAME).read_text("utf-8")
    changed = text.replace("If you have no card of the suit that was led,", "If you cannot follow,")
    assert changed != text
    (folder / NAME).write_text(changed, "utf-8")
    told = list(lessons.report("cs", folder))
    assert told[1] == "  English has changed: following-suit, trump"
    assert "If you have no card of the suit that was led," in told[2]
    assert "If you cannot follow," in told[3]
