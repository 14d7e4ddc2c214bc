"""The first ten seconds: two tricks that answer by touch before Python has come, and the way on."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime

import pytest
from playwright.sync_api import Page, Route, expect
from taroky_build.pages import home
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.tasks.kinds import KINDS

pytestmark = pytest.mark.browser
FIRST, SECOND = home.positions()
PHONES = [(390, 664), (360, 600)]
#: For the folder of each edition of the tested site, a day whose name takes the most room.
LONGEST_DATE = {
    "": datetime(2026, 9, 30, 12),
    "cs/": datetime(2026, 11, 26, 12),
}


def solution(one: object) -> str:
    exercise = one.exercise  # type: ignore[attr-defined]
    (event,) = KINDS[exercise.kind].solve(exercise)
    return str(event["tap"])


def without_python(
    make: Callable[..., Page],
    width: int,
    height: int,
    language: str = "",
    today: datetime | None = None,
) -> Page:
    """The home page on a phone on which nothing of Python arrives; a page that asked for it would say so."""
    page = make(viewport={"width": width, "height": height}, has_touch=True)
    if today is not None:
        page.clock.set_fixed_time(today)
    asked: list[str] = []

    def refuse(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/assets/py/**", refuse)
    page.goto(language)
    page.asked = asked  # type: ignore[attr-defined]
    return page


def card(page: Page, one: object, code: str):  # type: ignore[no-untyped-def]
    return page.locator(f"#w-try-{one.id}-tap-{code}")  # type: ignore[attr-defined]


@pytest.mark.parametrize(("width", "height"), [*PHONES, (844, 390)])
def test_the_first_window_of_a_phone_holds_what_it_is_the_question_and_the_cards(
    watched: Callable[..., Page], width: int, height: int
) -> None:
    page = without_python(watched, width, height)
    shown = page.locator("h1, .tk-hero p, .tk-task:visible, .tk-first:visible .tk-card")
    assert shown.count() == 3 + len(FIRST.exercise.position.hand + FIRST.exercise.position.trick)
    for one in shown.all():
        box = one.bounding_box()
        assert box is not None
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.own_context
@pytest.mark.parametrize("language", LONGEST_DATE)
@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_first_window_of_a_phone_holds_the_ways_on(
    watched: Callable[..., Page], width: int, height: int, language: str
) -> None:
    page = without_python(watched, width, height, language, LONGEST_DATE[language])
    ways = page.locator(".tk-start > .tk-button:visible, .tk-today > .tk-button:visible")
    expect(ways).to_have_count(3)
    for one in ways.all():
        box = one.bounding_box()
        assert box is not None and box["y"] + box["height"] <= height and box["height"] >= 44


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_both_tricks_answer_by_touch_without_python(
    watched: Callable[..., Page], width: int, height: int
) -> None:
    page = without_python(watched, width, height)
    expect(page.locator(".tk-first:visible")).to_have_count(1)
    for one, following in ((FIRST, SECOND), (SECOND, None)):
        said = page.locator(f"#w-try-{one.id} .tk-feedback")
        right, wrong = solution(one), list(dict(one.wrong))
        for code in (*wrong, wrong[0], right):  # in any order, and twice
            card(page, one, code).tap()
            expect(said).to_have_class(
                "tk-feedback is-right" if code == right else "tk-feedback is-wrong"
            )
        expect(said).to_be_in_viewport()
        expect(said.locator(".tk-rule")).to_have_attribute("data-rule", one.point)
        card(page, one, wrong[0]).dispatch_event("click")  # it is solved: nothing more is asked
        expect(said).to_have_class("tk-feedback is-right")
        more = page.locator(".tk-more:visible button")
        expect(more).to_have_count(1 if following else 0)
        # What comes next is seen: the second trick, then the first hand.
        onward = more if following else page.locator(".tk-start > .tk-button").first
        expect(onward).to_be_in_viewport()
        if following:
            more.tap()
            expect(page.locator(".tk-first:visible")).to_have_attribute("id", "trick-2")
    lesson = lesson_files.overview("hlucin")[0]
    start = page.locator(".tk-start a[data-lessons]")
    assert str(lesson.minutes) in start.inner_text()
    start.tap()
    expect(page.locator("h1")).to_have_text(lesson.title)
    assert page.url.endswith(f"/learn/hlucin/{lesson.id}/")


def test_the_home_page_starts_no_python(watched: Callable[..., Page]) -> None:
    page = without_python(watched, 1366, 768)
    card(page, FIRST, solution(FIRST)).click()
    expect(page.locator(f"#w-try-{FIRST.id}")).to_have_attribute("data-tries", "0")
    page.wait_for_timeout(500)
    assert page.asked == []  # type: ignore[attr-defined]


def test_on_a_desk_the_ways_on_stand_beside_the_table(watched: Callable[..., Page]) -> None:
    page = without_python(watched, 1366, 768)
    words, table, start = (
        page.locator(one).bounding_box()
        for one in (".tk-hero", ".tk-table:visible", ".tk-start a[data-lessons]")
    )
    assert words and table and start
    assert words["y"] + words["height"] <= table["y"]
    assert table["x"] + table["width"] <= start["x"]
    assert table["y"] <= start["y"] <= table["y"] + table["height"] <= 768


def test_without_scripts_both_tricks_and_their_solutions_can_be_read(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto("")
    expect(page.locator(".tk-first:visible")).to_have_count(2)
    expect(page.locator(".tk-solution:visible")).to_have_count(2)
    expect(page.locator(".tk-start a[data-lessons]")).to_be_visible()


COURSE = {one.id: [step.id for step in one.steps] for one in lesson_files.overview("hlucin")}


@pytest.mark.no_python
@pytest.mark.parametrize(
    ("done", "lesson", "step"),
    [
        ([("the-pack", 0)], "the-pack", 1),
        ([("the-pack", 0), ("who-wins", 0), ("who-wins", 1)], "who-wins", 2),
        ([("who-wins", 0), ("who-wins", 1), ("the-pack", 0)], "the-pack", 1),
        (
            [("play-first", number) for number in range(len(COURSE["play-first"]))],
            list(COURSE)[1],
            0,
        ),
    ],
    ids=["begun", "two lessons", "back at the first", "one is finished"],
)
def test_who_comes_back_goes_on_where_they_were(
    watched: Callable[..., Page], done: list[tuple[str, int]], lesson: str, step: int
) -> None:
    page = watched()
    page.goto("learn/hlucin/")
    steps = {f"hlucin/{one}/{COURSE[one][number]}": 3 for one, number in done}
    data = json.dumps({"version": 1, "steps": steps})
    page.evaluate("(text) => localStorage.setItem('taroky:progress', text)", data)
    page.goto("")
    title = next(one.title for one in lesson_files.overview("hlucin") if one.id == lesson)
    words = f"Continue with {title}, step {step + 1}" if step else f"Continue with {title}"
    link = page.locator(".tk-start a[data-lessons]")
    expect(link).to_have_text(words)
    link.click()
    anchor = f"#{COURSE[lesson][step]}" if step else ""
    page.wait_for_url(f"**/learn/hlucin/{lesson}/{anchor}")


@pytest.mark.no_python
def test_progress_of_a_course_that_is_not_here_begins_at_the_first_lesson(page: Page) -> None:
    page.goto("learn/hlucin/")
    data = json.dumps({"version": 1, "steps": {"somewhere/else/gone": 3}})
    page.evaluate("(text) => localStorage.setItem('taroky:progress', text)", data)
    with page.expect_response(f"**/{home.LESSONS}"):
        page.goto("")
    expect(page.locator(".tk-start a[data-lessons]")).to_have_attribute(
        "href", f"learn/hlucin/{next(iter(COURSE))}/"
    )
