"""The first hand with a coach, walked by touch from the home page: short to the first trick, nothing covered, nothing to
scroll, played to its payment."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from taroky_devtools import table_evening
from taroky_tutorials.lessons.lesson import COURSES

pytestmark = pytest.mark.browser

FIT = Path(__file__).with_name("table_fit.js").read_text("utf-8")
SIZES = ((390, 664), (360, 600))
KEY = "taroky:table:coached"
#: From the home page to the first trick.
MOST_TOUCHES, MOST_SECONDS = 8, 60
#: What the coach waits for, or shows you to touch; else that the hand is over.
TOUCHES = (
    "#tk-do-go",
    "#tk-done.is-advised",
    ".tk-option.is-advised",
    ".is-advised > .tk-own-card",
)
ASKED = ", ".join(("#tk-next", *TOUCHES))
#: Whether what is to be touched is covered by nothing, and the bubble covers nothing that can be touched.
COVERED = """() => {
  const bubble = document.getElementById("tk-coach");
  const box = bubble?.getBoundingClientRect();
  const found = [];
  const words = bubble?.firstElementChild.getBoundingClientRect();
  if (words && (words.top < box.top || words.bottom > box.bottom)) found.push(`the bubble is too small for “${bubble.textContent}”`);
  for (const one of document.querySelectorAll(".tk-own-card, .tk-option, .tk-do button")) {
    const it = one.getBoundingClientRect();
    if (!box || it.right <= box.left || it.left >= box.right || it.bottom <= box.top + 1 || it.top >= box.bottom - 1) continue;
    found.push(`the bubble “${bubble.textContent}” covers ${one.id}`);
  }
  return found;
}"""


class Finger:
    """Touches what is there, and counts."""

    def __init__(self, page: Page) -> None:
        self.page, self.touches = page, 0

    def touch(self, target: Locator) -> None:
        expect(target).to_be_in_viewport()
        target.tap(position={"x": 8, "y": 14})
        self.touches += 1


def to_the_table(finger: Finger, game: str, home: str) -> None:
    """From the home page to the table."""
    page = finger.page
    page.goto(home)
    button = page.locator(f".tk-start a[href$='#coached={game}']")
    button.scroll_into_view_if_needed()
    finger.touch(button)


def asked(page: Page) -> Locator | None:
    """Wait until the coach says what to do; None when the hand is over."""
    page.wait_for_selector(ASKED, timeout=60_000)
    for name in TOUCHES:
        place = page.locator(name)
        if place.count():
            return place.first
    return None


def misfits(page: Page, name: str) -> Iterator[str]:
    for line in (*page.evaluate(f"({FIT})(44)"), *page.evaluate(COVERED)):
        yield f"{name}: {line}"


def to_the_first_trick(page: Page, game: str, home: str = "") -> Finger:
    """Walk to the first card that you play. Fails if that takes too long or too many touches, or if something does not
    fit on the way."""
    page.emulate_media(reduced_motion="reduce")  # what moves is not where it will be
    finger, begun, lines = Finger(page), time.monotonic(), []
    to_the_table(finger, game, home)
    played = page.locator(".tk-lies svg")
    while not played.count():
        target = asked(page)
        assert target is not None
        lines += misfits(page, f"touch {finger.touches}")
        before = table_evening.kept(page, KEY)
        card = target.get_attribute("class") == "tk-own-card"
        finger.touch(target)
        page.wait_for_function(
            "([key, before]) => localStorage.getItem(key) !== before",
            arg=[KEY, _text(before)],
        )
        if card:
            break
    assert finger.touches <= MOST_TOUCHES, f"{finger.touches} touches"
    assert time.monotonic() - begun <= MOST_SECONDS
    assert not lines, "\n".join(lines)
    return finger


def _text(kept: dict[str, Any]) -> str:
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("game", COURSES)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_from_home_to_the_first_trick(
    watched: Callable[..., Page], game: str, width: int, height: int
) -> None:
    page = watched(viewport={"width": width, "height": height}, has_touch=True)
    to_the_first_trick(page, game)


@pytest.mark.parametrize("home", ["cs/"])
def test_the_same_in_another_language(watched: Callable[..., Page], home: str) -> None:
    page = watched(viewport={"width": 360, "height": 600}, has_touch=True)
    to_the_first_trick(page, "hlucin", home)


@pytest.mark.parametrize("game", ["hlucin", "french"])
def test_the_hand_is_played_to_its_payment_and_the_next_has_less_help(
    watched: Callable[..., Page], game: str
) -> None:
    page = watched(viewport={"width": 360, "height": 600}, has_touch=True)
    finger, lines = to_the_first_trick(page, game), []
    while (target := asked(page)) is not None:
        lines += misfits(page, f"touch {finger.touches}")
        finger.touch(target)
        page.wait_for_timeout(30)
    lines += misfits(page, "the payment")
    assert not lines, "\n".join(lines)
    expect(page.locator(".tk-balance li").first).to_be_visible()
    page.get_by_role("button", name="Another hand, with less help").tap()
    expect(page.locator(".tk-bar")).to_contain_text("Hand 2 of 5")


def test_one_touch_does_without_the_coach(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 360, "height": 600}, has_touch=True)
    page.goto("play/#coached=hlucin")
    page.get_by_role("button", name="Without a coach").tap()
    expect(page.locator("#tk-coach")).to_have_count(0)
    expect(page.locator(".tk-option").first).to_be_visible()
    page.reload()
    expect(page.locator(".tk-option").first).to_be_visible()
    expect(page.locator("#tk-coach")).to_have_count(0)


def test_it_is_played_by_keyboard_and_said(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("play/#coached=hlucin")
    expect(page.locator("#tk-heard")).to_contain_text("These are your cards")
    page.locator("#tk-do-go").press("Enter")
    expect(page.locator("#tk-heard")).to_contain_text("I would")
    page.locator(".tk-option.is-advised").press("Enter")
    expect(page.locator("#tk-heard")).to_contain_text("You")
