"""Several people at one device, in a browser: the hand is gone once it is played from, a page loaded anew shows none, and
the player who is due takes the device by keyboard."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect
from table_events import some_event
from taroky_devtools import table_evening
from taroky_tutorials.play_page.evening_parts import HERE
from taroky_tutorials.play_page.events import Step, update
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import state_of
from test_playing import keep, opened


def _before_the_other() -> Step:
    """A trick that somebody here leads to, and the next to play is here, too."""
    rng = random.Random("two-here")
    people = {"level1": HERE, "level2": HERE, "level3": HERE}
    step = Step(state_of(sit_down({"rules": "hlucin", "seed": "two-here", **people})))
    while not (
        step.state.yours and step.state.kind == "play" and step.state.hand.play.trick is None
    ):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    return step


def test_the_device_is_passed_on_and_a_reload_shows_no_hand(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 390, "height": 664})
    page.goto("about/")
    keep(page, _before_the_other().evening.as_json())
    opened(page)
    before = table_evening.kept(page)
    page.locator(".tk-own-card").first.focus()
    page.keyboard.press("Enter")
    table_evening.until_kept(page, before)
    expect(page.locator(".tk-own-card")).to_have_count(0)
    expect(page.locator("#tk-heard")).to_contain_text("Pass the device to Player")
    page.reload()
    expect(page.locator("#tk-me")).to_be_visible(timeout=90_000)
    expect(page.locator(".tk-own-card")).to_have_count(0)
    page.keyboard.press("Enter")  # a player who presses a second time has not taken the device
    expect(page.locator(".tk-own-card")).to_have_count(0)
    page.locator("#tk-me").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".tk-own-card").first).to_be_visible(timeout=90_000)
    expect(page.locator(".tk-cover")).to_have_count(0)
