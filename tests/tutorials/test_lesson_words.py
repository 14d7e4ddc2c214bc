"""The words of lessons: few before there is something to touch, few new terms at a time, and easy to
read. Measured in every course; see also docs/contributing/decisions.md."""

import re
from collections.abc import Iterator

import pytest
from taroky.messages import local_names
from taroky_devtools.reading_grade import LESSON, grade, lesson_text, plain
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.reading import course_pages
from taroky_tutorials.reading.glossary import Marker
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS

#: Words before the first touch (the idea and the sentence of the task): in a course on average, and in
#: any one step.
AVERAGE, MOST = 35, 60
#: New terms in one step.
TERMS = 3
#: Words of the introduction of a lesson.
INTRO = 40


def count(text: str) -> int:
    return sum(bool(re.search(r"\w", word)) for word in text.split())


def task(lesson: Lesson, step: Step) -> str:
    """The sentence that says what to touch."""
    state = lesson.state(step, "")
    with local_names(step.exercise.table.names):
        return KINDS[step.exercise.kind].task(state, widgets.judge(state)).text()


def before_touching(lesson: Lesson, step: Step) -> int:
    return count(plain(step.prose)) + count(task(lesson, step))


def terms_in(markdown: str, course: str) -> set[str]:
    marker = Marker((course,), "")
    marker.mark(course_pages.prose(markdown))
    return set(marker.marked_terms)


# -- courses ------------------------------------------------------------------------------------


def steps(course: str) -> Iterator[tuple[Lesson, Step]]:
    return ((lesson, step) for lesson in lesson_files.load_all(course) for step in lesson.steps)


@pytest.mark.parametrize("course", COURSES)
def test_there_is_little_to_read_before_the_first_touch(course: str) -> None:
    words_at = {f"{one.id}/{step.id}": before_touching(one, step) for one, step in steps(course)}
    assert {place: words for place, words in words_at.items() if words > MOST} == {}
    assert sum(words_at.values()) / len(words_at) <= AVERAGE


@pytest.mark.parametrize("course", COURSES)
def test_an_introduction_is_one_short_paragraph(course: str) -> None:
    for lesson in lesson_files.load_all(course):
        assert count(plain(lesson.intro)) <= INTRO, lesson.id
        assert "\n\n" not in lesson.intro, lesson.id


@pytest.mark.parametrize("course", COURSES)
def test_few_new_terms_come_at_a_time(course: str) -> None:
    """Its idea and its why together, in the order of the course."""
    known: set[str] = set()
    many: dict[str, set[str]] = {}
    for lesson in lesson_files.load_all(course):
        known |= terms_in(lesson.intro, course)
        for step in lesson.steps:
            new = terms_in(f"{step.prose}\n\n{step.why}", course) - known
            if len(new) > TERMS:
                many[f"{lesson.id}/{step.id}"] = new
            known |= new
    assert many == {}


@pytest.mark.parametrize("course", COURSES)
def test_lessons_are_easy_to_read(course: str) -> None:
    grades = {one.id: grade(lesson_text(one)) for one in lesson_files.load_all(course)}
    assert {place: mark for place, mark in grades.items() if mark > LESSON} == {}


def test_lessons_from_one_game_to_another_are_short_too() -> None:
    for home, away in switching.PAIRS:
        lesson = switching.lesson(home, away)
        words = [before_touching(lesson, step) for step in lesson.steps]
        assert max(words) <= MOST and sum(words) / len(words) <= AVERAGE, lesson.id
