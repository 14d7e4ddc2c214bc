"""A newcomer on a phone goes from the home page through the first lessons by touch, with a wrong answer first
at every step, and nothing is in the way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page
from taroky_build.devtools.static_server import StaticServer
from taroky_build.devtools.walk import PHONE, Walk
from taroky_tutorials.lessons.lesson_files import load_all

pytestmark = [pytest.mark.browser, pytest.mark.once]

LESSONS = 3


@pytest.mark.matrix("test_the_steps_of_a_course_fit_a_phone")
def test_nothing_is_in_the_way_of_a_newcomer(
    watched: Callable[..., Page], server: StaticServer
) -> None:
    walk = Walk(watched(**PHONE), server.url, lessons=LESSONS)
    assert walk.go() == []
    steps = [
        (lesson.id, step.id) for lesson in load_all("hlucin")[:LESSONS] for step in lesson.steps
    ]
    assert [place for place in walk.steps if place in steps] == steps
    assert {place for place in walk.steps if place[0] == "home"} == {
        ("home", "trick-1"),
        ("home", "trick-2"),
    }
    assert set(walk.wrong) >= set(steps)
