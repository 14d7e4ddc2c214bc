"""Nobody gets through a course by guessing: ways to answer without reading score no better than chance.

Chance is what somebody gets who picks blindly. Of a question with n things to touch of which r are right, it is r/n where one
touch solves it, and 1/(2^n - 1) where all that is right has to be touched, for that is one of so many sets. The chances of a
course's questions add up to the score that is expected, and their variances, p(1 - p), to the square of its spread. A way to
answer may score up to 1.64 spreads more, which luck alone does once in twenty times: with eleven statements that are true or
false 8 are allowed, and the 9 false ones that a course once had are not.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from math import sqrt

import pytest
from taroky.errors import TarokyError
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, make
from taroky_tutorials.tasks.picking import PickAll, Picking, PickOne

#: How many spreads above chance a score may be.
MARGIN = 1.64
#: A question as a learner sees it: what can be touched, in the order of the page, with its words and whether it is right.
Choices = Sequence[tuple[str, str, bool]]


class _Buttons(HTMLParser):
    """What the buttons of a page send, and their words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.inside = False

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "button" and "data-event" in attributes:
            (value,) = json.loads(attributes["data-event"] or "{}").values()
            self.found.append((value, attributes.get("aria-label") or ""))
        elif tag == "button" and "data-pick" in attributes:
            self.found.append((attributes["data-pick"] or "", attributes.get("aria-label") or ""))
        self.inside = self.inside or tag == "button"

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "button"

    def handle_data(self, data: str) -> None:
        if self.inside and self.found:
            value, words = self.found[-1]
            self.found[-1] = value, words + data


@cache
def steps_of(course: str) -> tuple[tuple[Lesson, Step], ...]:
    return tuple((one, step) for one in lesson_files.load_all(course) for step in one.steps)


def shown(lesson: Lesson, step: Step) -> Choices:
    """The choices of a step in the order of its page, and only what can be touched there."""
    kind = KINDS[step.exercise.kind]
    assert isinstance(kind, Picking)
    rows = kind.rows(step.exercise)
    reader = _Buttons()
    reader.feed(str(widgets.view(lesson.state(step, ""))))
    words: dict[str, str] = {}
    for value, text in reader.found:
        if value in rows:
            words.setdefault(value, text)
    assert words.keys() >= {value for value, row in rows.items() if row.right}, (lesson.id, step.id)
    return [(value, words[value], rows[value].right) for value in words]


def questions(course: str, *, all_of_them: bool, statements: bool = False) -> Iterator[Choices]:
    """The questions of a course with one right touch, or those where all that is right is to be touched."""
    shape = PickAll if all_of_them else PickOne
    for lesson, step in steps_of(course):
        if (
            isinstance(KINDS[step.exercise.kind], shape)
            and (step.exercise.kind == "true-false") == statements
        ):
            yield shown(lesson, step)


def held_to_chance(name: str, scored: Sequence[tuple[float, float]]) -> None:
    """Fail if a way to answer scores more than luck would: (chance, score) of each question."""
    expected = sum(chance for chance, _ in scored)
    spread = sqrt(sum(chance * (1 - chance) for chance, _ in scored))
    score = sum(one for _, one in scored)
    assert score <= expected + MARGIN * spread, (
        f"{name}: {score:.1f} right of {len(scored)}; by chance {expected:.1f} ± {spread:.1f}"
    )


def _longest(choices: Choices) -> float:
    """The share of right ones among the choices with the most letters."""
    most = max(len(words) for _, words, _ in choices)
    right = [is_right for _, words, is_right in choices if len(words) == most]
    return sum(right) / len(right)


#: Ways to pick one thing without reading.
GUESSES: Mapping[str, Callable[[Choices], float]] = {
    "first": lambda choices: choices[0][2],
    "last": lambda choices: choices[-1][2],
    "longest": _longest,
}


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("always", ["true", "false"])
def test_always_the_same_answer_to_statements_is_no_better_than_chance(
    course: str, always: str
) -> None:
    asked = list(questions(course, all_of_them=False, statements=True))
    assert len(asked) >= 10
    held_to_chance(
        f"always {always}",
        [(0.5, next(right for value, _, right in one if value == always)) for one in asked],
    )


@pytest.mark.parametrize("course", COURSES)
@pytest.mark.parametrize("guess", GUESSES)
def test_a_place_or_a_length_gives_no_choice_away(course: str, guess: str) -> None:
    asked = list(questions(course, all_of_them=False))
    assert len(asked) >= 10
    chances = [sum(right for _, _, right in one) / len(one) for one in asked]
    held_to_chance(
        guess, [(chance, GUESSES[guess](one)) for chance, one in zip(chances, asked, strict=True)]
    )


@pytest.mark.parametrize("course", COURSES)
def test_touching_everything_is_seldom_right(course: str) -> None:
    asked = list(questions(course, all_of_them=True))
    assert len(asked) >= 20
    held_to_chance(
        "tap all",
        [(1 / (2 ** len(one) - 1), all(right for _, _, right in one)) for one in asked],
    )


@pytest.mark.parametrize("course", COURSES)
def test_who_answers_a_statement_wrongly_is_told_why(course: str) -> None:
    """The reason is more than the statement turned round."""
    for lesson, step in steps_of(course):
        kind = KINDS[step.exercise.kind]
        if step.exercise.kind != "true-false" or not isinstance(kind, PickOne):
            continue
        rows = kind.rows(step.exercise)
        (wrong,) = (row for row in rows.values() if not row.right)
        said = wrong.message.text()
        statement = step.exercise.position.text
        reason = said.partition(". ")[2]
        assert len(reason.split()) >= 4 and wrong.message.id != "claim.cell", (lesson.id, step.id)
        assert not statement or reason.rstrip(".") not in statement, (lesson.id, step.id, said)


#: Kinds whose questions look alike whatever the topic, so that one answer could be learned by heart.
ALIKE = (
    "choose-call",
    "call-partner",
    "choose-set",
    "name-declarations",
    "pick-best",
    "true-false",
)


@pytest.mark.parametrize("course", COURSES)
def test_no_drill_has_the_same_answer_in_nearly_every_draw(course: str) -> None:
    """Of 40 draws of each topic that a lesson's drill has of a kind, three in four at most have the same answer."""
    drawn = 0
    for lesson in lesson_files.load_all(course):
        for name in ALIKE:
            topics = [one for one in lesson.drill if one.kind == name]
            kind = KINDS[name]
            assert isinstance(kind, Picking)
            answers: Counter[str] = Counter()
            for drill in topics:
                for seed in range(40):
                    try:
                        one = make(name, drill.topic, f"{seed:06x}", drill.game)
                    except TarokyError:  # no such cards in many deals: a drill takes another seed
                        continue
                    right = [value for value, row in kind.rows(one).items() if row.right]
                    answers[" ".join(sorted(right))] += 1
            if topics:
                drawn += 1
                answer, times = answers.most_common(1)[0]
                assert times <= 0.75 * answers.total(), (lesson.id, topics, answer, times)
    assert drawn >= 3
