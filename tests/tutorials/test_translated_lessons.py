"""The words of lessons in another language: a file beside the English one, step by step, never mixed."""

import json
import shutil
from pathlib import Path

import pytest
from taroky.errors import RecordError
from taroky.messages import speaking
from taroky.rules.tree import read_file
from taroky_devtools.translations import lessons
from taroky_tutorials.lessons import lesson_files, translated
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts import placeholders

NAME = "following-suit.yaml"
#: Lessons of the tests' own: those that are shipped may change.
OURS = Path(__file__).parent / "lessons" / "en"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one lesson in English, and a place for its words in Czech."""
    (tmp_path / "cs").mkdir()
    (tmp_path / "en").mkdir()
    shutil.copy(OURS / NAME, tmp_path / "en")
    return tmp_path / "en"


def test_a_lesson_is_read_in_the_language_that_is_spoken() -> None:
    english, _ = lesson_files.load("hlucin", "following-suit", OURS)
    with speaking("cs"):
        czech, _ = lesson_files.load("hlucin", "following-suit", OURS)
    assert (english.title, czech.title) == ("Following suit and trumping", "Přiznat barvu a přebít")
    assert {step.language for step in english.steps} == {"en"}
    assert {step.language for step in czech.steps} == {"cs"}
    assert [step.id for step in czech.steps] == [step.id for step in english.steps]
    assert [step.exercise for step in czech.steps] == [step.exercise for step in english.steps]
    wins = next(step for step in czech.steps if step.id == "wins-suit")
    assert "král, dáma, jezdec, kluk" in wins.why  # numbers and names come from the table, in Czech
    assert "eso, 2, 3, 4" in wins.why


def test_what_has_no_translation_is_read_in_english_step_by_step(folder: Path) -> None:
    (folder.parent / "cs" / NAME).write_text(
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
    steps = {step.id: step for step in lesson.steps}
    assert steps["wins-tarok"].prose == "Nad XXI už je jen škýz."
    assert "the škýz" in steps["mixed"].hints[1]


def test_a_step_is_translated_whole_or_not_at_all(folder: Path) -> None:
    """Also when the English step gets more words than it had."""
    words = "title: A\n    prose: B\n    why: C\n"
    (folder.parent / "cs" / NAME).write_text(f"steps:\n  follow:\n    {words}", "utf-8")
    with speaking("cs"):
        lesson, _ = lesson_files.load("hlucin", "following-suit", folder)
    assert lesson.steps[0].language == "en"
    assert lesson.steps[0].prose.startswith("The first card")
    assert (
        list(lessons.report("cs", folder))[1] == "  not whole: following-suit, follow lacks hints"
    )


def test_a_change_of_the_english_words_is_listed_with_the_difference(folder: Path) -> None:
    english = folder / NAME
    text = english.read_text("utf-8")
    step = next(row for row in read_file(english).plain()["steps"] if row["id"] == "trump")
    own = {
        **{key: step[key] for key in translated.STEP},
        "of": translated.source(step, translated.STEP),
    }
    (folder.parent / "cs" / NAME).write_text(json.dumps({"steps": {"trump": own}}), "utf-8")
    (first,) = lessons.report("cs", folder)
    assert first.startswith("cs, lessons: 1 of ")
    changed = text.replace("If you have no card of the suit that was led,", "If you cannot follow,")
    assert changed != text
    english.write_text(changed, "utf-8")
    lines = list(lessons.report("cs", folder))
    assert lines[1] == "  English has changed: following-suit, trump"
    assert "If you have no card of the suit that was led," in lines[2]
    assert "If you cannot follow," in lines[3]


STATEMENTS = """
title: A lesson
order: 1
minutes: 1
summary: Something
intro: Words
steps:
  - id: one
    title: One
    prose: [{when: {rules: hlucin}, text: Here}, {when: {rules: polish}, text: There}]
    task:
      - {when: {rules: polish}, kind: true-false, claim: cell, path: discard.laid_away.counts_for,
         number: opponents, text: No., why: Other side.}
      - {kind: true-false, claim: cell, path: discard.laid_away.counts_for, number: opponents, text: They do.}
    answers: 1
    hints: [First, Second]
"""


@pytest.fixture
def statements(tmp_path: Path) -> Path:
    """A folder with a lesson whose tasks have words of their own."""
    (tmp_path / "en").mkdir()
    (tmp_path / "en" / "one.yaml").write_text(STATEMENTS, "utf-8")
    return tmp_path / "en"


def test_a_lesson_is_begun_with_all_its_places_and_read_once_they_are_filled(
    statements: Path,
) -> None:
    lessons.update("cs", ["one"], statements)
    own = statements.parent / "cs" / "one.yaml"
    words = read_file(own).plain()["steps"]["one"]
    assert words["of"] == "One Here There First Second No. Other side. They do."
    assert words["task"] == [{"text": "", "why": ""}, {"text": ""}]
    assert [row["when"] for row in words["prose"]] == [{"rules": "hlucin"}, {"rules": "polish"}]
    assert "lacks title, prose, hints, task" in "\n".join(lessons.report("cs", statements))
    with speaking("cs"):
        lesson, _ = lesson_files.load("hlucin", "one", statements)
    assert lesson.steps[0].language == "en"
    steps = {
        "one": {
            "title": "Jedna",
            "prose": [{"when": {"rules": "hlucin"}, "text": "Tady"}],
            "hints": ["A", "B"],
            "task": [{"text": "Ne.", "why": "Proto."}, {"text": "Patří soupeřům."}],
        }
    }
    own.write_text(json.dumps({"steps": steps}), "utf-8")
    with speaking("cs"):
        lesson, _ = lesson_files.load("hlucin", "one", statements)
    assert (lesson.steps[0].language, lesson.steps[0].prose) == ("cs", "Tady")
    assert "Patří soupeřům." in str(lesson.steps[0].exercise.position)


def test_words_get_the_english_they_were_made_from_once_only(statements: Path) -> None:
    """A part that has its `of` keeps it, however old; one that lacks it gets that of today."""
    own = statements.parent / "cs" / "one.yaml"
    own.parent.mkdir()
    text = "lesson:\n  of: old\n  title: A\nsteps:\n  one:\n    title: B\n"
    own.write_text(text, "utf-8")
    lessons.update("cs", [], statements)
    expected = text.replace(
        "  one:\n", '  one:\n    of: "One Here There First Second No. Other side. They do."\n'
    )
    assert own.read_text("utf-8") == expected


@pytest.mark.parametrize(
    ("game", "text", "filled"),
    [
        ("hlucin", "{{ SKYZ | card.accusative }}", "škýze"),
        ("hlucin", "{{ alone[0] | call.locative.v }}", "v\u00a0trojce"),
        ("machtarok", "{{ alone[0] | call.locative.v }}", "v\u00a0Preveru"),
        ("hlucin", "{{ declarations.rows.trul.pay | coins }}", "0,50\u00a0Kč"),
        ("hlucin", "{{ duty_rate | number }}", "0,10"),
        ("machtarok", "{{ declarations.rows.trul.pay | coins }}", "2\u00a0žetony"),
        ("polish", "{{ declarations.rows.trul.pay | coins }}", "5\u00a0bodů"),
        ("polish", "Jiný dostane{{ but_pot }}.", "Jiný dostane – nebo to jde do banku."),
    ],
)
def test_numbers_and_names_stand_in_the_form_that_a_sentence_needs(
    game: str, text: str, filled: str
) -> None:
    with speaking("cs"):
        assert placeholders.fill(text, game) == filled


def test_a_form_that_the_language_does_not_have_is_refused() -> None:
    for spoken, text in (
        ("en", "{{ SKYZ | card.genitive }}"),
        ("cs", "{{ SKYZ | card.vocative }}"),
    ):
        with speaking(spoken), pytest.raises(RecordError, match=text[3:-3].rpartition(" ")[2]):
            placeholders.fill(text, "hlucin")


@pytest.mark.parametrize("course", COURSES)
def test_what_is_there_in_czech_can_be_told_by_every_game(course: str) -> None:
    """Conditions and placeholders of the translation hold, too; what is not translated is no mistake."""
    with speaking("cs"):
        for path in sorted((lesson_files.FOLDER.parent / "cs").glob("*.yaml")):
            english = lesson_files.FOLDER / path.name
            lesson = lesson_files.read_lesson(english, course, play=False).lesson
            for step in lesson.steps if lesson else ():
                assert step.prose, (path.stem, step.id)
