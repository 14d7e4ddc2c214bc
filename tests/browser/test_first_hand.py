"""The first visit, walked by touch from the home page: short to the first trick, nothing covered, nothing to scroll, each
word told; and the first hand with a coach, played to its payment."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from taroky_devtools.walk.first_visit import Visit
from taroky_tutorials.lessons.lesson import COURSES

pytestmark = pytest.mark.browser

SMALL, TALL = (360, 600), (390, 664)
#: Every course in the window with less room; one of them in the other, too.
VISITS = [
    *((game, SMALL) for game in COURSES),
    (COURSES[0], TALL),
    *(
        pytest.param(game, TALL, marks=pytest.mark.matrix("the same where there is less room"))
        for game in COURSES[1:]
    ),
]


def to_the_first_card(page: Page, game: str, home: str = "") -> Visit:
    """Walk to your first card. Fails if that takes too long or too many touches, or if something is in the way."""
    visit = Visit(page, game)
    visit.to_the_first_card(home)
    assert visit.findings == []
    return visit


@pytest.mark.parametrize(("game", "window"), VISITS)
def test_from_home_to_the_first_trick(
    watched: Callable[..., Page], game: str, window: tuple[int, int]
) -> None:
    width, height = window
    page = watched(viewport={"width": width, "height": height}, has_touch=True)
    to_the_first_card(page, game)


@pytest.mark.parametrize(
    ("game", "home"), [("machtarok", "cs/"), ("french-5", ""), ("french-3", "cs/")]
)
def test_the_same_in_another_language_and_without_a_course(
    watched: Callable[..., Page], game: str, home: str
) -> None:
    page = watched(viewport={"width": 360, "height": 600}, has_touch=True)
    to_the_first_card(page, game, home)


@pytest.mark.parametrize(
    "game", ["hlucin", pytest.param("french", marks=pytest.mark.matrix("the same in Hlučín"))]
)
def test_the_hand_is_played_to_its_payment_and_the_next_has_less_help(
    watched: Callable[..., Page], game: str
) -> None:
    page = watched(viewport={"width": 360, "height": 600}, has_touch=True)
    visit = to_the_first_card(page, game)
    while (target := visit.advised()) is not None:
        visit.look()
        visit.touch(target)
        page.wait_for_timeout(30)
    visit.look()
    assert visit.findings == []
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
