"""The first lessons: nobody has to know the letters of seats before a lesson has told them, and no reply says the id of a
rule."""

import re
from collections.abc import Iterator

import pytest
from taroky.messages import languages, speaking
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS

#: The lesson that says what the letters are, in courses with either pack.
TELLING = ("partners", "fr-practice-2")
#: A seat; A is a word in all three languages.
LETTER = re.compile(r"(?<![\w-])[B-E](?![\w-])")
ATTRIBUTES = re.compile(r'aria-label="([^"]*)"')
RULE = re.compile(r"\b[A-Z]{2,5}-[A-Z]+-\d")
TAG = re.compile(r"<[^>]*>")


def shown(html: str) -> str:
    """Return what is read and heard of a widget: its words and its labels."""
    return " | ".join([TAG.sub(" ", html), *ATTRIBUTES.findall(html)])


def replies(lesson: Lesson, step: Step) -> Iterator[str]:
    """A widget before its first answer, and after each first answer, hint and wrong try."""
    state = lesson.state(step, "")
    events = [{"hint": "1"}, *KINDS[step.exercise.kind].first_events(step.exercise)]
    yield shown(widgets.view(state))
    for event in events:
        yield shown(widgets.view(widgets.update(state, event)))


def before_the_letters(game: str) -> list[Lesson]:
    lessons = list(lesson_files.load_all(game))
    end = next(n for n, lesson in enumerate(lessons) if lesson.id in TELLING)
    return lessons[:end]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", COURSES)
def test_players_are_people_or_places_until_a_lesson_tells_their_letters(
    game: str, language: str
) -> None:
    with speaking(language):
        lessons = before_the_letters(game)
        assert len(lessons) > 3
        for lesson in lessons:
            said = [lesson.intro, lesson.summary]
            for step in lesson.steps:
                said += [step.title, step.prose, step.why, *step.hints, *replies(lesson, step)]
            letters = [text for text in said if LETTER.search(text)]
            assert letters == [], lesson.id


@pytest.mark.parametrize("game", COURSES)
def test_played_tricks_name_people_in_every_lesson(game: str) -> None:
    """The others are called as on the page where one plays, and so are they in the lesson’s words."""
    steps = [
        (lesson, step)
        for lesson in lesson_files.load_all(game)
        for step in lesson.steps
        if step.exercise.kind == "open-tricks"
    ]
    assert len(steps) > 5
    for lesson, step in steps:
        for text in (step.prose, *replies(lesson, step)):
            assert not LETTER.search(text), (lesson.id, step.id)
        assert "Bořek" in shown(widgets.view(lesson.state(step, "")))


@pytest.mark.parametrize("game", COURSES)
def test_replies_name_rules_in_words_and_lead_to_their_ids(game: str) -> None:
    lesson = lesson_files.load_all(game)[0]
    linked = 0
    for step in lesson.steps:
        state = lesson.state(step, "../../../")
        for event in KINDS[step.exercise.kind].first_events(step.exercise):
            html = widgets.view(widgets.update(state, event))
            assert not RULE.search(shown(html)), step.id
            for href, title, words in re.findall(
                r'<a class="tk-rule" href="([^"]+)" data-rule="([^"]+)">([^<]+)</a>', html
            ):
                linked += 1
                assert href.endswith(f"#{title}") and re.fullmatch("The rule|Rule [1-9]", words)
    assert linked > 0
