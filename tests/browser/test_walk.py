"""A newcomer on a phone goes from the home page through the first lessons by touch, with a wrong answer first
at every step, and nothing is in the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from taroky_devtools.static_server import StaticServer
from taroky_devtools.walk.course import PHONE, Walk
from taroky_tutorials.lessons.lesson_files import load_all

pytestmark = [pytest.mark.browser, pytest.mark.once]

COURSE, LESSONS = "hlucin", 3


@pytest.mark.matrix("test_the_steps_of_a_course_fit_a_phone")
@pytest.mark.chromium_only("a page that believes it is on a phone")
def test_nothing_is_in_the_way_of_a_newcomer(
    watched: Callable[..., Page], server: StaticServer
) -> None:
    walk = Walk(watched(**PHONE), server.url, COURSE, LESSONS)
    assert walk.go() == []
    lessons = load_all(COURSE)[:LESSONS]
    steps = [(lesson.id, step.id) for lesson in lessons for step in lesson.steps]
    assert [place for place in walk.places if place in steps] == steps
    assert walk.places[:2] == [("home", "trick-1"), ("home", "trick-2")]
    assert set(walk.wrong) >= {*walk.places[:2], *steps}
