"""What was missed in a lesson comes back after days, from home and from the course's map."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS

pytestmark = pytest.mark.browser

LESSON = next(lesson for lesson in load_all("hlucin") if lesson.id == "following-suit")
STEP = next(step for step in LESSON.steps if step.exercise.kind == "who-wins")
WIDGET = f"w-{LESSON.id}-{STEP.id}"
TODAY = datetime(2026, 11, 27, 12)


def _cards(right: bool) -> list[str]:
    """The cards of the step that are right, or wrong."""
    state = LESSON.state(STEP, "")
    events = KINDS[STEP.exercise.kind].first_events(STEP.exercise)
    return [e["tap"] for e in events if widgets.judge(widgets.update(state, e)).done == right]


def _missed(page: Page) -> list[dict[str, Any]]:
    text = page.evaluate("localStorage.getItem('taroky:again')")
    missed: list[dict[str, Any]] = json.loads(text or '{"missed": []}')["missed"]
    return missed


def _on(page: Page, days: int) -> None:
    page.clock.set_system_time(TODAY + timedelta(days=days))


@pytest.mark.own_context
def test_what_was_missed_comes_back_the_next_day_and_then_later(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    _on(page, 0)
    page.goto(f"learn/hlucin/{LESSON.id}/#{STEP.id}")
    for card in (_cards(right=False)[0], _cards(right=True)[0]):
        page.locator(f"#{WIDGET}-tap-{card}").click()
    expect(page.locator(f"#{WIDGET}")).to_have_attribute("data-tries", "1")
    (missed,) = _missed(page)
    assert (missed["lesson"], missed["due"]) == (f"hlucin/{LESSON.id}", "2026-11-28")
    page.goto("")
    expect(page.locator("[data-due=hlucin]")).to_be_hidden()
    page.evaluate("(kept) => localStorage.setItem('taroky:again', kept)", '{"missed": "spoilt"}')
    page.reload()
    expect(page.locator("[data-due=hlucin]")).to_be_hidden()
    page.evaluate(
        "(one) => localStorage.setItem('taroky:again', JSON.stringify({ missed: [one] }))", missed
    )
    for day, following in ((1, "2026-12-01"), (4, "2026-12-08"), (11, "2026-12-29"), (32, None)):
        _on(page, day)
        page.goto("" if day == 1 else "learn/hlucin/")
        due = page.locator("[data-due=hlucin]")
        expect(due).to_have_text(re.compile("due today: 1", re.IGNORECASE))
        due.click()
        expect(page).to_have_url(re.compile(r"/learn/hlucin/again/$"))
        widget = page.locator("#w-again")
        expect(widget).to_be_visible(timeout=60_000)
        expect(page.locator(".tk-streak")).to_have_text("Left for today: 1")
        page.locator(f"#w-again-tap-{_cards(right=True)[0]}").click()
        expect(widget).to_have_attribute("data-tries", "0")
        expect(page.locator(".tk-streak")).to_have_text("Left for today: 0")
        assert [one["due"] for one in _missed(page)] == ([following] if following else [])
    page.reload()
    expect(page.locator(".tk-streak")).to_have_text("Nothing is due today.")


def test_next_says_once_what_is_not_solved(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 600})
    page.goto(f"learn/hlucin/{LESSON.id}/#{LESSON.steps[0].id}")
    follow = page.locator(".tk-step.is-current > .tk-next > a").first
    follow.click()
    said = page.locator(".tk-step.is-current .tk-feedback")
    expect(said).to_have_text(re.compile(r"^Not solved yet: .+ Press again to leave it open\.$"))
    expect(said).to_be_in_viewport()
    expect(page.locator(".tk-step.is-current")).to_have_id(LESSON.steps[0].id)
    follow.click()
    expect(page.locator(".tk-step.is-current")).to_have_id(LESSON.steps[1].id)
    page.go_back()
    page.locator(".tk-step.is-current > .tk-next > a").first.click()
    expect(page.locator(".tk-step.is-current")).to_have_id(LESSON.steps[1].id)
