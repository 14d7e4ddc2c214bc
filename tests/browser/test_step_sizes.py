"""Each step of a lesson fits the window of a phone and of a desk: words, task, table and buttons in view
together, with nothing on top of anything, before the first answer and after it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page
from taroky_devtools import step_sizes
from taroky_devtools.static_server import StaticServer
from taroky_tutorials.lessons.lesson import COURSES, Lesson
from taroky_tutorials.lessons.lesson_files import load_all

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.no_python]

#: Of a hundred steps so many are in view as a whole, in a window of this size.
AIMS = {(390, 664): 98, (360, 600): 90, (844, 390): 98, (1366, 768): 98}
#: How much of each card in a hand to play from a finger must find, in pixels, by the width of the window.
LEAST_CARD = {390: 44, 360: 40}
PHONE = step_sizes.SIZES[:1]


def fits(
    page: Page,
    server: StaticServer,
    site: Path,
    course: str,
    sizes: tuple[tuple[int, int], ...],
    only: Sequence[Lesson] = (),
) -> None:
    names = [lesson.id for lesson in only]
    measured = list(step_sizes.measure(page, server.url, site, course, sizes, names))
    print(step_sizes.table(measured))
    count = sum(len(lesson.steps) for lesson in only or load_all(course))
    assert len(measured) == count * len(sizes)
    assert any("wrong" in step.states and "right" in step.states for step in measured)
    covered = [
        (step.lesson, step.step, step.size, step.covered) for step in measured if step.covered
    ]
    assert covered == []
    for size in sizes:
        steps = [step for step in measured if step.size == size]
        missed = [(step.lesson, step.step, step.outside) for step in steps if not step.fits]
        assert step_sizes.share(steps) >= AIMS[size], (size, missed)
        narrow = [
            (step.lesson, step.step, step.card)
            for step in steps
            if step.card is not None and step.card < LEAST_CARD.get(size[0], 24)
        ]
        assert narrow == [], size


def with_each_kind(course: str) -> list[Lesson]:
    """Return lessons of the course, from the last on, until each kind of task is in one of them."""
    lessons, kinds = [], set[str]()
    for lesson in reversed(load_all(course)):
        new = {step.exercise.kind for step in lesson.steps} - kinds
        if new:
            lessons.append(lesson)
            kinds |= new
    return lessons


def test_the_steps_of_lessons_with_each_kind_of_task_fit_a_phone(
    watched: Callable[..., Page], server: StaticServer, site: Path
) -> None:
    fits(watched(), server, site, "hlucin", PHONE, with_each_kind("hlucin"))


@pytest.mark.matrix("test_the_steps_of_lessons_with_each_kind_of_task_fit_a_phone")
@pytest.mark.parametrize("course", COURSES)
def test_the_steps_of_every_course_fit_every_window(
    watched: Callable[..., Page], server: StaticServer, site: Path, course: str
) -> None:
    fits(watched(), server, site, course, step_sizes.SIZES)
