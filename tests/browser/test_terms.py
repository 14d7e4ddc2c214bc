"""Notes on the words of the game: by mouse, keyboard and touch, also without scripts, past axe-core."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from accessibility import axe_finds
from playwright.sync_api import Page, expect
from taroky_tutorials.tasks.kinds import KINDS, from_json

pytestmark = pytest.mark.browser

LESSON = "learn/hlucin/calling/"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def _note(page: Page) -> None:
    """The note on the talon is in view, and nothing lies over it."""
    note = page.locator(".tk-note:has(> #tk-note-talon)")
    expect(note).to_be_visible()
    expect(note).to_be_in_viewport(ratio=0.99)
    expect(note).to_contain_text("TA-lon")
    assert note.evaluate(
        """(note) => {
          const { left, right, top, bottom } = note.getBoundingClientRect();
          return [[left + 4, top + 4], [right - 4, bottom - 4]].every(
            ([x, y]) => note.contains(document.elementFromPoint(x, y)));
        }"""
    )


@pytest.mark.no_python
def test_with_the_mouse_and_with_the_keyboard(page: Page) -> None:
    page.goto(LESSON)
    word = page.locator("a.tk-term[aria-describedby=tk-note-talon]:visible").first
    note = page.locator(".tk-note:has(> #tk-note-talon)")
    expect(note).to_be_hidden()
    word.hover()
    _note(page)
    note.locator("a").hover()  # the pointer may go there
    _note(page)
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()
    page.mouse.move(2, 2)
    word.focus()
    _note(page)
    expect(word).to_have_accessible_description(
        "talon (TA-lon) The cards set aside during the deal; with four players there are six."
    )
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("reference/glossary/#talon$"))
    expect(page.locator("#talon")).to_be_in_viewport()


@pytest.mark.no_python
@pytest.mark.not_in("webkit", "there is no touch screen")
@pytest.mark.parametrize("scripts", [True, False])
def test_a_touch_shows_the_note_first(new_page: Callable[..., Page], scripts: bool) -> None:
    page = new_page(java_script_enabled=scripts, **PHONE)
    page.goto(LESSON)
    word = page.locator(".tk-termed:has([aria-describedby=tk-note-talon]):visible").first
    word.scroll_into_view_if_needed()
    word.tap(force=True)
    note = page.locator(".tk-note:has(> #tk-note-talon)")
    expect(note).to_be_visible()
    expect(note).to_be_in_viewport(ratio=0.99)
    expect(page).to_have_url(re.compile(f"{LESSON}$"))
    if scripts:
        _note(page)
    page.locator("h1").tap()
    expect(note).to_be_hidden()
    word.tap(force=True)
    note.locator("a").tap()
    expect(page).to_have_url(re.compile("reference/glossary/#talon$"))


@pytest.mark.no_python
@pytest.mark.not_in("webkit", "there is no touch screen")
def test_what_is_said_to_an_answer_does_not_cover_a_note(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(**PHONE)
    page.goto("learn/hlucin/varsava/#pagat")
    widget = page.locator(".tk-step.is-current .tk-widget")
    exercise = from_json(json.loads(widget.get_attribute("data-widget") or "{}")["exercise"])
    for event in KINDS[exercise.kind].solve(exercise):
        widget.locator(f"[id$=-tap-{event['tap']}]").tap()
    widget.locator("[id$=-check]").tap()
    expect(page.locator(".tk-feedback:visible")).not_to_be_empty()
    word = page.locator(".tk-step.is-current .tk-termed").first
    word.scroll_into_view_if_needed()
    word.tap(force=True)
    note = page.locator(".tk-note:visible")
    expect(note).to_have_count(1)
    expect(note).to_be_in_viewport(ratio=0.99)
    assert note.evaluate(
        """(note) => {
          const { left, bottom } = note.getBoundingClientRect();
          return note.contains(document.elementFromPoint(left + 4, bottom - 4));
        }"""
    )


@pytest.mark.no_python
@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    [
        LESSON,
        pytest.param(
            "learn/hlucin/", marks=pytest.mark.matrix("test_whole_course.py, a course's map")
        ),
        "reference/glossary/",
    ],
)
def test_axe_finds_nothing(new_page: Callable[..., Page], path: str) -> None:
    page = new_page(axe=True)
    page.goto(path)
    page.wait_for_load_state("networkidle")
    words = page.locator("a.tk-term:visible")
    if words.count():
        words.first.focus()
    assert axe_finds(page) == []


def test_a_word_is_found_in_any_language(page: Page) -> None:
    page.goto("reference/glossary/")
    page.get_by_label("A word in any language").fill("skus")
    answer = page.locator("#t-words .tk-answer")
    expect(answer).to_contain_text("1 found for “skus”", timeout=60_000)
    expect(answer.locator("dt a")).to_have_attribute(
        "href", re.compile(r"reference/glossary/#skyz$")
    )
    # Its Czech words are said as a Czech says them, as they are in the page's text.
    expect(answer.locator("dd > p span[lang=cs]")).to_have_text(["tarok"])
    page.get_by_label("Language", exact=True).select_option("fr")
    expect(answer).to_contain_text("1 found")
    page.get_by_label("A word in any language").fill("<b>petit")
    expect(answer).to_contain_text("No word here contains “<b>petit”.")
    assert answer.locator("b").count() == 0
    page.goto("reference/glossary/#t=words&find=chien")
    expect(answer.locator("dt").first).to_contain_text("talon", timeout=60_000)


@pytest.mark.no_python
def test_every_kind_of_page_leads_to_the_glossary(page: Page) -> None:
    for path in (
        "",
        LESSON,
        "reference/hlucin/",
        "strategy/",
        "calculators/play/",
        "contributing/",
    ):
        page.goto(path)
        links = page.locator("nav a").evaluate_all("(all) => all.map((link) => link.href)")
        assert any(link.endswith("/reference/") for link in links), path
    page.locator("nav.md-tabs a", has_text="Rules").first.click()
    expect(page.locator("article h1")).to_contain_text("Rules")
    glossary = page.locator("nav a").get_by_text("Glossary", exact=True)
    expect(glossary.first).to_be_attached()
