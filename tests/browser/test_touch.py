"""With a thumb on a small phone, upright and on its side: every card of a hand can be picked by what is
seen of it, whatever is pressed is large enough, and nothing is told to the mouse alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

SMALL: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
ACROSS: dict[str, Any] = {"viewport": {"width": 740, "height": 360}, "has_touch": True}
READY = 90_000

#: Of one card, what of it a finger reaches: the middle of it, its width and its height; null if nothing.
_SEEN = """(card) => {
  const box = card.getBoundingClientRect();
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let x = Math.ceil(box.left); x < box.right; x += 2) {
    for (let y = Math.ceil(box.top); y < box.bottom; y += 6) {
      if (!card.contains(document.elementFromPoint(x, y))) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right < left ? null : [(left + right) / 2, (top + bottom) / 2, right - left + 2, bottom - top + 6];
}"""
#: What can be pressed and is smaller than 24 by 24 pixels, or than 44 of either if it is a card. Links in
#: running text may be as small as the text, and a field may be as small as a line if its label is not.
_TOO_SMALL = """() => [...document.querySelectorAll(
    "article :is(button, summary, select, input, a), header :is(button, label, a), .tk-offline :is(button, a)")]
  .filter((one) => {
    if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (one.matches("a") && getComputedStyle(one).display === "inline") return false;
    if (one.closest(".md-search__output, [hidden]")) return false;
    const [label] = one.labels ?? [];
    const box = one.getBoundingClientRect(), around = label?.getBoundingClientRect() ?? box;
    const least = one.matches(".tk-play, .tk-tap") ? 44 : 24;
    const [width, height] = [Math.max(box.width, around.width), Math.max(box.height, around.height)];
    if (box.width < 2 && !label) return false; // there for readers of the screen only
    return width < 24 || height < least - 0.5;
  })
  .map((one) => [one.outerHTML.slice(0, 160), one.getBoundingClientRect().width, one.getBoundingClientRect().height])"""


def touch(page: Page, x: float, y: float) -> None:
    kind = page.context.browser
    if kind and kind.browser_type.name == "chromium":
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)  # where there is a touch screen, the tests' Firefox touches with it


#: Hands of which more is seen of each card.
BETWEEN = [pytest.mark.once, pytest.mark.matrix("the largest hand")]


@pytest.mark.not_in("webkit", "there is no touch screen")
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(SMALL, id="upright"),
        pytest.param(ACROSS, id="across", marks=pytest.mark.matrix("the same on a phone upright")),
    ],
)
@pytest.mark.parametrize(
    ("path", "cards"),
    [
        pytest.param("learn/hlucin/talon/#one", 13, marks=BETWEEN),
        pytest.param("learn/switch/machtarok-to-heun/#discard", 15, marks=BETWEEN),
        pytest.param("learn/hlucin/talon/#never", 16, marks=BETWEEN),
        ("learn/french/fr-aside/#aside", 24),
    ],
)
def test_each_card_of_a_hand_is_picked_by_what_is_seen_of_it(
    watched: Callable[..., Page], path: str, cards: int, size: dict[str, Any]
) -> None:
    page = watched(**size)
    page.goto(path)
    hand = page.locator(".tk-step.is-current .tk-hand:has(.tk-play)")
    ids = [one.get_attribute("id") for one in hand.locator(".tk-play").all()]
    assert len(ids) == cards
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for name in ids:
        card = page.locator(f"[id='{name}']")
        card.evaluate("(card) => card.scrollIntoView({ block: 'center', behavior: 'instant' })")
        seen = card.evaluate(_SEEN)
        assert seen is not None and seen[2] >= 24 and seen[3] >= 48, (name, seen)
        _touch_and_see(page, card, name, seen)
        if card.locator("xpath=..").get_attribute("class") == "is-picked":
            _touch_and_see(page, card, name, card.evaluate(_SEEN))  # it is put back


def _touch_and_see(page: Page, card: Locator, name: str, seen: list[float]) -> None:
    """A finger on what is seen of a card is an answer with that card and no other."""
    widget = page.locator(".tk-step.is-current .tk-widget")
    before = card.locator("xpath=..").get_attribute("class")
    touch(page, *seen[:2])
    answered = re.compile(rf'"answers":.*"tap": ?"{name.rpartition("-")[2]}"\}}\]')
    expect(widget).to_have_attribute("data-widget", answered, timeout=READY)
    if before == "is-picked":
        expect(card.locator("xpath=..")).not_to_have_class("is-picked")


def _open_all(page: Page) -> None:
    page.evaluate(
        "document.querySelectorAll('article details').forEach((one) => (one.open = true))"
    )


#: A page of each kind.
PAGES = (
    "",
    "learn/",
    "learn/hlucin/",
    "learn/hlucin/talon/#never",
    "learn/hlucin/calling/",
    "reference/hlucin/",
    "reference/glossary/",
    "compare/",
    "calculators/play/",
    "calculators/hlucin/",
    "calculators/count/",
    "calculators/bid/",
    "evening/",
    "tournament/",
    "house/",
    "house/build/",
    "strategy/",
    "take/",
)


@pytest.mark.no_python
@pytest.mark.once
def test_whatever_is_pressed_is_large_enough(new_page: Callable[..., Page]) -> None:
    page = new_page(**SMALL, is_mobile=True)
    for size in (SMALL, ACROSS):
        page.set_viewport_size(size["viewport"])
        for path in PAGES:
            page.goto(path)
            page.wait_for_load_state("load")
            _open_all(page)
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, path
            assert page.evaluate(_TOO_SMALL) == [], path


@pytest.mark.no_python
@pytest.mark.once
def test_nothing_is_told_to_the_mouse_alone(new_page: Callable[..., Page]) -> None:
    """A title is seen by a mouse only: what it says stands there for all, or the element has no words
    but it, and then it is its name."""
    page = new_page(**SMALL)
    for path in (
        "",
        "learn/hlucin/",
        "learn/hlucin/talon/",
        "reference/hlucin/",
        "compare/matrix/",
        "calculators/hlucin/",
        "evening/",
        "tournament/",
        "house/build/",
    ):
        page.goto(path)
        titles = page.evaluate(
            """() => [...document.querySelectorAll("article [title], article abbr")]
              .filter((one) => !one.matches("svg *, a.headerlink"))
              .filter((one) => {
                const said = one.getAttribute("title") ?? "";
                return !one.textContent.includes(said) && one.getAttribute("aria-label") !== said;
              }).map((one) => one.outerHTML.slice(0, 160))"""
        )
        assert titles == [], path


def first(page: Page, selector: str) -> Locator:
    return page.locator(selector).first


@pytest.mark.no_python
@pytest.mark.once
def test_across_the_cards_and_the_task_are_in_view_together(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 740, "height": 360})
    page.goto("learn/hlucin/following-suit/#follow")
    first(page, ".tk-step.is-current .tk-play").scroll_into_view_if_needed()
    heads = page.evaluate(
        """() => [...document.querySelectorAll("body *")]
          .filter((one) => /fixed|sticky/.test(getComputedStyle(one).position))
          .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((one) => one.getBoundingClientRect())
          .filter(({ top, bottom, width, height }) => width > 300 && height > 1 && bottom > 0 && top < innerHeight)
          .reduce((sum, { height }) => sum + height, 0)"""
    )
    assert heads <= 360 / 3, f"{heads} px of 360 are covered by what stays"
