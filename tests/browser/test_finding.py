"""Finding one's way: the lessons of a course in a phone's drawer, which game is mine, the chosen game first."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from taroky import rules
from taroky_build.pages import game_finder
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES

pytestmark = [pytest.mark.browser, pytest.mark.no_python]
PHONE = {"viewport": {"width": 390, "height": 664}, "has_touch": True}


def test_a_lesson_lists_the_lessons_of_its_course_in_the_drawer(
    watched: Callable[..., Page],
) -> None:
    page = watched(**PHONE)
    page.goto("learn/hlucin/who-wins/")
    page.locator(
        ".md-header__button[for=__drawer], .md-header [aria-controls=__drawer]"
    ).first.tap()
    titles = [one.title for one in lesson_files.overview("hlucin")]
    listed = page.locator(".md-nav--primary .md-nav__link:visible .md-ellipsis")
    expect(listed.filter(has_text=titles[0])).to_be_visible()
    shown = [text.strip() for text in listed.all_inner_texts()]
    assert [text for text in shown if text in titles] == titles
    here = page.locator(".md-nav--primary .md-nav__link--active:visible").last
    expect(here).to_contain_text("Who takes the trick?")


def test_no_page_lists_the_lessons_of_other_courses(page: Page) -> None:
    for path in ("", "learn/", "reference/"):
        page.goto(path)
        expect(page.locator(".md-nav--primary a[href*='following-suit']")).to_have_count(0)
    page.goto("learn/hlucin/who-wins/")
    expect(page.locator(".md-nav--primary a[href*='following-suit']")).to_have_count(1)


@pytest.mark.parametrize("scripts", [True, False])
def test_which_taroky_is_mine_leads_to_a_course_by_touch(
    new_page: Callable[..., Page], scripts: bool
) -> None:
    page = new_page(java_script_enabled=scripts, **PHONE)
    page.goto("learn/")
    asked = page.locator(".tk-which")
    answers = asked.locator("summary:visible")
    answers.filter(has_text="Texas").tap()
    answers.filter(has_text="A king").tap()
    link = asked.locator("a.tk-button:visible")
    expect(link).to_have_attribute("href", "heun/")
    expect(asked.locator(".tk-which-course:visible")).to_contain_text("4 players, 54 cards.")


def test_every_course_is_somebodys() -> None:
    html = str(game_finder.questions())
    for course in COURSES:
        assert f'href="{course}/"' in html
        assert rules.load(course).title in html


def test_the_game_one_has_chosen_comes_first(page: Page) -> None:
    page.goto("calculators/")
    first = page.locator("[data-games] > li").first
    expect(first).to_contain_text(rules.load("hlucin").title)
    page.goto("reference/heun/")
    page.goto("calculators/")
    expect(first).to_contain_text(rules.load("heun").title)
    page.goto("learn/")
    expect(first).to_contain_text(rules.load("heun").title)
