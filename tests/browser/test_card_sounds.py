"""Sounds and vibrations of the cards at the table: off at first, made without a file, kept for the next visit."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from taroky_devtools import table_evening

pytestmark = pytest.mark.browser

#: Counts what is sounded and how often the device shakes.
COUNTS = """
  window.sounded = 0;
  window.shaken = 0;
  const start = AudioBufferSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (...when) { window.sounded += 1; return start.apply(this, when); };
  Object.defineProperty(navigator, "vibrate", { value: () => { window.shaken += 1; return true; }, configurable: true });
"""


def play(page: Page, times: int) -> None:
    for _ in range(times):
        before = table_evening.kept(page)
        page.locator(f"[id='{table_evening.first_to_press(page)}']").click(
            position={"x": 6, "y": 12}
        )
        table_evening.until_kept(page, before)


def test_cards_are_heard_and_felt_once_it_is_turned_on(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 390, "height": 664})
    page.add_init_script(COUNTS)
    page.goto("play/")
    table_evening.sit_down(page, "french-practice-1")
    play(page, 2)
    assert page.evaluate("[window.sounded, window.shaken]") == [0, 0]
    page.locator("#tk-bar-menu").click()
    for name in ("sound", "vibration"):
        switch = page.locator(f"#tk-feel-{name}")
        expect(switch).to_have_attribute("aria-pressed", "false")
        switch.click()
        expect(switch).to_have_attribute("aria-pressed", "true")
    sounded, shaken = page.evaluate("[window.sounded, window.shaken]")
    assert sounded == shaken == 1  # as what was chosen
    page.locator("#tk-close").click()
    play(page, 2)
    assert page.evaluate("window.sounded") > sounded and page.evaluate("window.shaken") > shaken
    page.reload()
    expect(page.locator(".tk-bar")).to_be_visible(timeout=90_000)
    page.locator("#tk-bar-menu").click()
    expect(page.locator("#tk-feel-sound")).to_have_attribute("aria-pressed", "true")
