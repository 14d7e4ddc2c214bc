"""From page to page and back: the theme puts the next page in this one's place, where one was is kept,
and all parts of a page work on the next one, too."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = [pytest.mark.browser, pytest.mark.no_python]
#: How far down on a page somebody reads, in pixels.
DOWN = 900


@pytest.fixture
def page(watched: Callable[..., Page]) -> Page:
    """A page on a desk, on which nothing goes wrong."""
    return watched(viewport={"width": 1440, "height": 900})


def until(page: Page, true: str, arg: object = None) -> None:
    """Wait for what a function in the page says. Playwright's own waiting evaluates text within the page,
    which its policy may tell of."""
    for _ in range(150):
        if page.evaluate(true, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not so after a quarter of a minute: {true}")


def start(page: Page, path: str) -> None:
    """Open a page, and wait until the theme knows where its links lead."""
    page.goto(path)
    until(
        page,
        """() => performance.getEntriesByType("resource")
        .some(({ name, responseEnd }) => name.endsWith("/pages.json") && responseEnd)""",
    )
    page.wait_for_timeout(200)  # it is read a moment later


def follow(page: Page, name: str, heading: str) -> None:
    """Follow a link of the page's tabs or of the list beside it, which brings the page with that heading without loading it anew."""
    page.evaluate("window.loadedOnce = true")
    link = page.locator(".md-tabs, .md-sidebar--primary").get_by_role("link", name=name, exact=True)
    link.first.dispatch_event("click")  # a real click would scroll to it first
    expect(page.locator("article h1")).to_contain_text(heading)
    assert page.evaluate("window.loadedOnce") is True


def scrolled_to(page: Page, y: int) -> None:
    """Wait until so many pixels of the page are above the window, and noted as the place one is at."""
    until(page, "(y) => [scrollY, history.state?.y ?? 0].every((one) => Math.abs(one - y) < 3)", y)


def test_going_back_leads_to_where_one_was(page: Page) -> None:
    start(page, "reference/hlucin/")
    scrolled_to(page, 0)
    follow(page, "Compare", "Compare")
    scrolled_to(page, 0)
    page.evaluate(f"scrollTo(0, {DOWN})")
    scrolled_to(page, DOWN)
    follow(page, "Strategy", "Strategy")
    scrolled_to(page, 0)
    page.go_back()
    expect(page.locator("article h1")).to_contain_text("Compare")
    scrolled_to(page, DOWN)
    page.evaluate("scrollTo(0, 0)")
    scrolled_to(page, 0)
    page.go_back()
    expect(page.locator("article h1")).to_contain_text("Hlučín")
    scrolled_to(page, 0)
    page.go_forward()
    expect(page.locator("article h1")).to_contain_text("Compare")
    scrolled_to(page, 0)


def test_a_link_followed_while_the_page_is_scrolled_opens_its_page_at_the_top(page: Page) -> None:
    """The theme notes a tenth of a second later how far down the page is: by then it is another page that is waited
    for."""

    def later(route: Route) -> None:
        time.sleep(0.5)
        route.continue_()

    page.route("**/compare/", later)
    start(page, "reference/hlucin/")
    page.evaluate(
        """(down) => {
          const links = [...document.querySelectorAll(":is(.md-tabs, .md-sidebar--primary) a")];
          const link = links.find((one) => one.textContent.trim() === "Compare");
          addEventListener("scroll", () => link.click(), { once: true });
          scrollTo(0, down);
        }""",
        DOWN,
    )
    expect(page.locator("article h1")).to_contain_text("Compare")
    scrolled_to(page, 0)
    page.go_back()
    expect(page.locator("article h1")).to_contain_text("Hlučín")
    scrolled_to(page, DOWN)


def test_a_reader_who_leaves_the_place_a_link_led_to_comes_back_to_the_top(page: Page) -> None:
    start(page, "reference/hlucin/#HLU-PLAY-03")
    until(page, "() => scrollY > 100 && history.state?.y === scrollY")
    page.evaluate("scrollTo(0, 0)")
    scrolled_to(page, 0)
    follow(page, "Compare", "Compare")
    page.go_back()
    expect(page.locator("article h1")).to_contain_text("Hlučín")
    scrolled_to(page, 0)


def test_all_parts_of_the_next_page_work(page: Page) -> None:
    start(page, "reference/")
    follow(page, "Compare", "Compare")
    # its colours
    page.get_by_title("Switch to dark mode").click()
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", "slate")
    # the way back to the top, once one turns round
    page.evaluate(f"scrollTo(0, 3 * {DOWN})")
    scrolled_to(page, 3 * DOWN)
    page.evaluate(f"scrollTo(0, 2 * {DOWN})")
    page.get_by_role("button", name="Back to top").click()
    scrolled_to(page, 0)
    # the search
    page.get_by_role("textbox", name="Search").fill("HLU-PLAY-02")
    page.locator(".md-search-result__link[href$='#HLU-PLAY-02']").first.click()
    expect(page.locator("[id='HLU-PLAY-02']")).to_be_in_viewport()
    # and the list of what the page holds tells where one is
    page.evaluate("document.querySelectorAll('article h2')[2].scrollIntoView()")
    expect(page.locator(".md-nav--secondary .md-nav__link--active")).not_to_have_count(0)
    assert page.evaluate("window.loadedOnce") is True


@pytest.mark.once
def test_on_a_phone_the_way_back_to_the_top_lies_beside_the_words(
    watched: Callable[..., Page],
) -> None:
    page = watched(viewport={"width": 390, "height": 844})
    page.goto("reference/hlucin/")
    for y in (3 * DOWN, 2 * DOWN):
        page.evaluate(f"scrollTo(0, {y})")
        page.wait_for_timeout(500)  # what comes near is drawn now, and may turn out higher
    top = page.get_by_role("button", name="Back to top")
    expect(top).to_be_visible()
    place = top.bounding_box()
    assert place and place["width"] >= 40 and place["height"] >= 40 and place["x"] > 320
    top.click()
    until(page, "() => scrollY === 0")
