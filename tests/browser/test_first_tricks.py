"""The first lesson of a course, played with a thumb on a small phone; and a lesson skipped by its test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS, from_json

pytestmark = pytest.mark.browser

LESSON = load_all("hlucin")[0]
PATH = f"learn/hlucin/{LESSON.id}/"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 664}, "has_touch": True}
#: Three other hands, the trick and your hand.
MOST_HEIGHT = 330


def test_the_first_lesson_is_played_by_touch_before_python_is_there(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(**PHONE)
    page.route("**/pyodide.mjs", lambda route: route.abort())
    page.goto(PATH)
    page.locator("#start .tk-button").first.click()
    for step in LESSON.steps:
        widget = page.locator(f"#w-{LESSON.id}-{step.id}")
        for event in step.solution:
            expect(widget).to_be_visible()
            table = widget.locator(".tk-table").bounding_box()
            assert table is not None and table["height"] <= MOST_HEIGHT
            card = widget.locator(f"[id$='-tap-{event['tap']}']")
            card.evaluate("(card) => card.scrollIntoView({ block: 'center', behavior: 'instant' })")
            card.tap()
            expect(card).to_have_count(0)
        expect(widget.locator(".tk-feedback")).to_contain_text("Right.")
        expect(page.locator(f"[data-step='hlucin/{LESSON.id}/{step.id}']")).to_have_class(
            re.compile("is-done")
        )
        page.locator(f"#{step.id} .tk-next .tk-button").last.click()


def test_three_right_in_a_row_skip_a_lesson(page: Page) -> None:
    lesson = load_all("hlucin")[1]
    page.goto("learn/hlucin/")
    page.locator(f"li#{lesson.id} a[href$='#skip']").click()
    line = page.locator("#drill .tk-streak")
    expect(line).to_contain_text("So far: 0.")
    solve(page)
    expect(line).to_contain_text("So far: 1.")
    another(page)
    wrong_touch(page)  # forgotten by starting over, but the count begins again
    solve(page)
    expect(line).to_contain_text("So far: 0.")
    for words in ("So far: 1.", "So far: 2.", "count as done"):
        another(page)
        solve(page)
        expect(line).to_contain_text(words)
    kept = json.loads(page.evaluate("localStorage.getItem('taroky:progress')"))["steps"]
    assert kept == {f"hlucin/{lesson.id}/{step.id}": 0.5 for step in lesson.steps}
    expect(page.locator(".tk-progress > li.is-done")).to_have_count(len(lesson.steps))
    page.goto("learn/hlucin/learned/")
    expect(page.locator(f"[data-lesson='hlucin/{lesson.id}']")).to_contain_text("skipped")


def events(page: Page) -> list[dict[str, str]]:
    """Return what solves the exercise that the drill shows."""
    data = json.loads(page.locator("#drill .tk-widget").get_attribute("data-widget") or "{}")
    exercise = from_json(data["exercise"])
    return [dict(event) for event in KINDS[exercise.kind].solve(exercise)]


def another(page: Page) -> None:
    page.locator("#drill [id$='-another']").click()
    expect(page.locator("#drill .tk-widget")).not_to_have_attribute(
        "data-tries", "0", timeout=60_000
    )


def solve(page: Page) -> None:
    for event in events(page):
        press(page, event)
    check(page)
    expect(page.locator("#drill .tk-widget")).to_have_attribute("data-tries", "0")


def wrong_touch(page: Page) -> None:
    """Touch what is no part of the solution, then start over."""
    wanted = [next(iter(event.values())) for event in events(page)]
    for button in page.locator("#drill .tk-table :is([data-event], [data-pick])").all():
        event = json.loads(button.get_attribute("data-event") or "{}")
        value = button.get_attribute("data-pick") or next(iter(event.values()))
        if value not in wanted:
            button.click()
            break
    check(page)
    expect(page.locator("#drill .tk-feedback.is-wrong")).to_be_visible()
    page.locator("#drill [id$='-again']").click()
    expect(page.locator("#drill .tk-feedback")).to_be_empty()


def check(page: Page) -> None:
    """Press the button that judges what is touched, where there is one."""
    button = page.locator("#drill [id$='-check']")
    if button.count() > 0:
        button.click()


def press(page: Page, event: dict[str, str]) -> None:
    name, value = next(iter(event.items()))
    page.locator(f"#drill [id$='-{name}-{value}']").click()
