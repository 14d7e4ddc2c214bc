"""What many exercises of one visit ask for and leave behind."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from taroky_devtools.bench_tab_memory import answer, open_drill
from taroky_devtools.static_server import StaticServer

pytestmark = [pytest.mark.browser, pytest.mark.pyodide, pytest.mark.own_context]

CARDS = "/assets/cards.svg"
#: Of each card that is shown: how wide it is drawn, in its own measure.
DRAWN = """(where) => [...document.querySelectorAll(`${where} .tk-card use`)]
    .filter((use) => use.checkVisibility()).map((use) => use.getBBox().width)"""
DRILL = "[data-drill]"


def drawn_all(page: Page) -> None:
    """Wait until every card of the drill is drawn."""
    page.wait_for_function(f"(where) => ({DRAWN})(where).every((width) => width > 40)", arg=DRILL)


def test_what_a_page_shows_is_drawn_in_it(page: Page, server: StaticServer) -> None:
    def drawn() -> None:
        expect(page.locator("article .tk-card:visible").first).to_be_visible()
        assert min(page.evaluate(DRAWN, "article")) > 40

    before = server.requests.count(CARDS)
    page.goto("learn/hlucin/the-pack/#suits")
    drawn()
    page.locator(
        "a.md-header__button.md-logo"
    ).click()  # the theme puts the page in this one's place
    page.wait_for_url(server.url)
    expect(page.locator("h1")).to_contain_text("Taroky")
    drawn()
    assert server.requests.count(CARDS) == before


def test_cards_are_fetched_once_and_drawn_from_the_page(page: Page, server: StaticServer) -> None:
    for lesson in ("following-suit", "who-wins"):
        before = server.requests.count(CARDS)
        open_drill(page, server.url, lesson)
        for _ in range(4):
            answer(page)
            assert page.evaluate(DRAWN, DRILL)
            drawn_all(page)
            named = page.locator(f"{DRILL} .tk-card use").first.get_attribute("xlink:href")
            assert (named or "").startswith("#")
        # none, if all cards that were dealt stand in the lesson itself
        assert server.requests.count(CARDS) - before <= 1


def test_without_the_picture_cards_come_from_the_file(any_page: Page, server: StaticServer) -> None:
    any_page.add_init_script(
        "{ const { fetch } = window; window.fetch = (asked, ...more) =>"
        " String(asked).endsWith('cards.svg') ? Promise.reject(new TypeError()) : fetch(asked, ...more) }"
    )
    open_drill(any_page, server.url, "following-suit")
    any_page.evaluate("document.querySelector('.tk-drawn').remove()")
    for _ in range(2):
        answer(any_page)
    use = any_page.locator("[data-drill] .tk-card use").first
    expect(use).to_have_attribute("xlink:href", re.compile(r"/assets/cards\.svg#card-"))
    drawn_all(any_page)


@pytest.mark.once
@pytest.mark.matrix("test_cards_are_fetched_once_and_drawn_from_the_page")
@pytest.mark.chromium_only("asks DevTools what is held")
def test_many_exercises_leave_nothing_behind(page: Page, server: StaticServer) -> None:
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")

    def held() -> dict[str, float]:
        page.wait_for_timeout(1500)  # a page that was left is taken apart a moment later
        for _ in range(3):
            tools.send("HeapProfiler.collectGarbage")
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] for one in metrics}

    lessons = ("following-suit", "who-wins")
    for lesson in lessons:
        open_drill(page, server.url, lesson)
        answer(page)
    before = held()
    for lesson in lessons * 3:
        open_drill(page, server.url, lesson)
        for _ in range(5):
            answer(page)
    after = held()
    for name in ("Nodes", "JSEventListeners", "Documents"):
        assert after[name] < 1.3 * before[name] + 2, name
