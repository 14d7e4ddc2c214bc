"""Tools in the browser: a form by mouse and by keyboard, its address, reload and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from accessibility import axe_finds
from delayed_answers import HOLDS, hold, release
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

PLAY = "calculators/play/"
READY = 60_000


def tap(page: Page, *cards: str) -> None:
    for card in cards:
        page.locator(f"#t-play-tap-{card}").click()


def field(page: Page, name: str) -> Any:
    return page.locator(f"#t-play input[type=hidden][name={name}]")


def said(page: Page) -> Any:
    return page.locator("#t-play .tk-answer")


@pytest.mark.pyodide
def test_a_hand_is_tapped_and_the_address_keeps_it(page: Page) -> None:
    page.goto(PLAY)
    # quick touches, before Python is there: none is lost
    tap(page, "KS", "I", "XX")
    expect(page.locator("#t-play > .tk-live")).to_contain_text("One moment")
    expect(field(page, "hand")).to_have_value("XX I KS", timeout=READY)
    page.get_by_label("the trick, in the order played").check()
    tap(page, "7S")
    expect(said(page)).to_contain_text("You must play the king of spades.")
    expect(page.locator("#t-play > .tk-live")).to_be_empty()
    assert page.url.endswith("#t=play&hand=XX+I+KS&trick=7S&to=trick")

    page.reload()
    expect(said(page)).to_contain_text("You must play the king of spades.", timeout=READY)
    page.evaluate("window.sameVisit = true")
    page.locator("nav.md-tabs a", has_text="Learn").first.click()
    page.wait_for_url("**/learn/")
    page.go_back()
    expect(said(page)).to_contain_text("You must play the king of spades.", timeout=READY)
    assert page.evaluate("window.sameVisit") is True

    page.locator("#t-play-clear-yes").click()
    expect(field(page, "hand")).to_have_value("")
    assert "#" not in page.url


def test_by_keyboard_and_with_other_rules(page: Page) -> None:
    page.goto(f"{PLAY}#t=play&rules=machtarok&hand=KS+QS")
    expect(field(page, "hand")).to_have_value("KS QS", timeout=READY)
    page.locator("#t-play-tap-KS").focus()
    page.keyboard.press("Space")
    expect(field(page, "hand")).to_have_value("QS")
    expect(page.locator("#t-play-tap-KS")).to_be_focused()
    page.keyboard.press("Enter")
    expect(field(page, "hand")).to_have_value("KS QS")
    page.get_by_label("Rules of the game").select_option("french-5")
    expect(page.get_by_label("Trick number")).to_have_value("1")
    page.get_by_label("Trick number").fill("77")
    expect(page.locator(".tk-problems")).to_contain_text("“77” is not a number from 1 to 15.")
    expect(page.get_by_label("Trick number")).to_have_value("77")
    assert "rules=french-5" in page.url


def test_what_is_filled_in_before_the_answer_to_a_button_stays(page: Page) -> None:
    page.add_init_script(HOLDS)
    page.goto(f"{PLAY}#t=play&rules=french-5&hand=KS+QS")
    expect(field(page, "hand")).to_have_value("KS QS", timeout=READY)
    number = page.get_by_label("Trick number")
    expect(number).to_have_value("1")
    hold(page)
    tap(page, "7S")
    number.fill("3")
    page.locator("#t-play-tap-8S").focus()
    release(page, "#t-play")
    expect(field(page, "hand")).to_have_value("KS QS 7S")
    expect(number).to_have_value("3")
    assert "rules=french-5" in page.url


def test_a_button_stays_under_the_pointer_until_it_is_let_go(page: Page) -> None:
    page.add_init_script(HOLDS)
    page.goto(f"{PLAY}#t=play&rules=french-5&hand=KS+QS")
    expect(field(page, "hand")).to_have_value("KS QS", timeout=READY)
    hold(page)
    page.get_by_label("Trick number").fill("77")
    page.locator("#t-play-tap-7S").hover()
    page.mouse.down()
    page.evaluate("{ const all = window.held; window.held = null; for (const one of all) one(); }")
    page.wait_for_timeout(700)
    problems = page.locator(".tk-problems")
    expect(problems).not_to_contain_text("77")
    page.mouse.up()
    expect(field(page, "hand")).to_have_value("KS QS 7S")
    expect(problems).to_contain_text("“77” is not a number from 1 to 15.")


def test_a_shared_link_pasted_into_the_page_is_opened(page: Page) -> None:
    page.goto(PLAY)
    page.evaluate("location.hash = '#t=play&hand=KS'")
    expect(field(page, "hand")).to_have_value("KS", timeout=READY)


#: What is damaged or hostile in a link, and what is said to it.
DAMAGED = {
    "#t=play&hand=<img+src=x+onerror=alert(1)>": "is not one of the 54 cards",
    "#t=play&rules=h.damaged": "",
    "#t=play&rules=../../etc/passwd": "is not a rule set",
    "#t=play&%3Cb%3E=1": "This page has no form",
    "#t=play&contract=%22%3E%3Cscript%3Ealert(1)%3C/script%3E": "cannot be chosen",
}


@pytest.mark.once
def test_a_damaged_or_hostile_link_is_told_in_a_sentence(page: Page) -> None:
    """The page is opened with the first, and the others are pasted into it."""
    for link, words in DAMAGED.items():
        page.goto(PLAY + link)
        expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
        expect(page.locator("#t-play")).not_to_have_attribute("aria-busy", "true")
        sentence = page.locator("#t-play > .tk-live, #t-play .tk-problems").filter(
            has_text=words or "."
        )
        expect(sentence.first).to_contain_text(".")
        assert page.locator("#t-play").locator("img, script, b").count() == 0


@pytest.mark.pyodide
def test_python_that_does_not_come_is_told(any_page: Page) -> None:
    any_page.context.route("**/*.whl", lambda route: route.abort())
    any_page.goto(PLAY)
    tap(any_page, "KS")
    expect(any_page.locator("html")).to_have_attribute("data-python", "failed", timeout=READY)
    expect(any_page.locator("#t-play > .tk-live")).to_contain_text("is not running")
    any_page.context.unroute("**/*.whl")
    any_page.get_by_role("button", name="Retry").click()
    expect(field(any_page, "hand")).to_have_value("KS", timeout=READY)


@pytest.mark.not_in("webkit", "<noscript> is not shown while its inspector runs")
def test_without_javascript_it_is_said(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(PLAY)
    expect(page.get_by_text("This form needs JavaScript")).to_be_visible()


@pytest.mark.once
@pytest.mark.parametrize("width", [390, 1440])
def test_it_can_be_used_by_everybody(watched: Callable[..., Page], width: int) -> None:
    page = watched(viewport={"width": width, "height": 900}, axe=True)
    page.goto(f"{PLAY}#t=play&hand=XX+I+KS+QH&trick=7S")
    expect(said(page)).to_contain_text("You must play the king of spades.", timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_finds(page, "article") == []
