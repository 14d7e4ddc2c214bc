"""The words of lessons: few before there is something to touch, few new terms at a time, and easy to
read. Measured in every course; see also docs/contributing/decisions.md."""

import re
from collections.abc import Iterator

import pytest
from taroky.messages import local_names
from taroky_tutorials.lessons import lesson_files, switching
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.reading import course_pages, terms
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
#: Reading grade (Flesch and Kincaid): of a course on average, and of any one lesson.
COURSE_GRADE, LESSON_GRADE = 6.0, 8.0


def plain(markdown: str) -> str:
    """What a reader sees of a text, with an empty line after each block."""
    html = re.sub(r"</(?:p|li|td|th)>", "\n\n", str(course_pages.prose(markdown)))
    return re.sub(r"<[^>]*>", "", html)


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
    return set(marker.found)


# -- the reading grade --------------------------------------------------------------------------

#: Words that are not English, and names that a game gives to things.
_NAMES = sorted(
    {form for term in terms.load() for form in term.forms if term.lang != "en" or form != form.lower()},
    key=len, reverse=True,
)  # fmt: skip
_NOT_ENGLISH = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _NAMES))})(?!\w)", re.IGNORECASE)
#: How a word is said: "(say BAR-vitch-ky)".
_SAID = re.compile(r"\([^()]*[A-Z]{2,}[^()]*\)")
_SENTENCE_END = re.compile(r"[.!?]+[”)]*(?=\s|$)|\n\n")


def syllables(word: str) -> int:
    """About how many: groups of vowels, without the silent e at the end."""
    bare = word.lower()
    if len(bare) > 3:
        bare = re.sub(r"(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$", "", bare)
    return max(1, len(re.findall(r"[aeiouy]+", bare)))


def grade(text: str) -> float:
    """The school year in which people read such a text with ease, by Flesch and Kincaid."""
    english = _NOT_ENGLISH.sub(" ", _SAID.sub(" ", text))
    sentences = [
        [word for word in re.findall(r"[A-Za-z]+(?:’[a-z]+)?", sentence)
         if not re.fullmatch(r"[IVX]+|[A-Z]{2,}", word)]
        for sentence in _SENTENCE_END.split(english)
    ]  # fmt: skip
    sentences = [sentence for sentence in sentences if sentence]
    words = [word for sentence in sentences for word in sentence]
    return (
        0.39 * len(words) / len(sentences)
        + 11.8 * sum(map(syllables, words)) / len(words)
        - 15.59
    )  # fmt: skip


def told(lesson: Lesson) -> str:
    """The running text of a lesson."""
    texts = [lesson.intro, *(text for s in lesson.steps for text in (s.prose, s.why))]
    return "\n\n".join(plain(text) for text in texts if text)


def test_the_grade_knows_easy_from_hard() -> None:
    assert {word: syllables(word) for word in ("trick", "queen", "played", "taken", "declarer")} == {
        "trick": 1, "queen": 1, "played": 1, "taken": 2, "declarer": 3,
    }  # fmt: skip
    assert grade("The cat sat on the mat.") < 1
    hard = (
        "Notwithstanding considerations of administrative practicability, the aforementioned "
        "regulations necessitate comprehensive documentation of individual circumstances."
    )
    assert grade(hard) > 20
    # Words that are no English make nothing harder.
    assert grade("You play *povinnost* (say PO-vin-nost).") == grade("You play.")


# -- courses ------------------------------------------------------------------------------------


def steps(course: str) -> Iterator[tuple[Lesson, Step]]:
    return ((lesson, step) for lesson in lesson_files.load_all(course) for step in lesson.steps)


@pytest.mark.parametrize("course", COURSES)
def test_there_is_little_to_read_before_the_first_touch(course: str) -> None:
    found = {f"{one.id}/{step.id}": before_touching(one, step) for one, step in steps(course)}
    assert {place: words for place, words in found.items() if words > MOST} == {}
    assert sum(found.values()) / len(found) <= AVERAGE


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
    grades = {lesson.id: grade(told(lesson)) for lesson in lesson_files.load_all(course)}
    assert {place: found for place, found in grades.items() if found > LESSON_GRADE} == {}
    assert sum(grades.values()) / len(grades) <= COURSE_GRADE


def test_lessons_from_one_game_to_another_are_short_too() -> None:
    for home, away in switching.PAIRS:
        lesson = switching.lesson(home, away)
        found = [before_touching(lesson, step) for step in lesson.steps]
        assert max(found) <= MOST and sum(found) / len(found) <= AVERAGE, lesson.id
