"""The comparisons in the browser: choosing what the matrix shows, any two games with a shared
address, one hand told anew; on a desk, on a phone, and without a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from accessibility import axe_finds
from playwright.sync_api import Page, expect
from taroky import rules

pytestmark = pytest.mark.browser

MATRIX, TWO, HAND = "compare/", "compare/two/", "compare/hand/"
READY = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}}
DESK = {"viewport": {"width": 1440, "height": 900}}


def cell(page: Page, row: str, column: str) -> Any:
    return page.locator(f"#q-{row} > td[data-col={column}]")


def choose(page: Page, name: str) -> None:
    page.locator(f".tk-matrix-choices input[value='{name}']").click()


def test_what_the_matrix_shows_is_chosen_and_kept(watched: Callable[..., Page]) -> None:
    page = watched(**DESK)
    page.goto(MATRIX)
    expect(cell(page, "needed", "hlucin")).to_contain_text("36 of 70 points")
    expect(cell(page, "needed", "french-5")).to_be_hidden()
    expect(page.locator("#q-hand")).to_be_visible()
    expect(page.locator("#q-shuffle")).to_be_hidden()  # all answer alike
    for name in ("polish", "machtarok", "heun", "french"):
        choose(page, name)
    expect(cell(page, "needed", "polish")).to_be_hidden()
    expect(cell(page, "needed", "victoria")).to_contain_text("54 of 106")
    expect(page.locator("#q-hand")).to_be_hidden()
    page.get_by_role("button", name="Also show what is the same").click()
    expect(page.locator("#q-hand")).to_be_visible()
    expect(page.get_by_role("button", name="Also show what is the same")).to_be_hidden()
    page.get_by_label("Only what differs").check()
    expect(page.locator("#q-hand")).to_be_hidden()
    expect(page.locator("#q-needed")).to_be_visible()
    page.get_by_label("Topic").select_option("counting")
    expect(page.locator("#q-needed")).to_be_hidden()
    expect(page.locator("#q-packet")).to_be_visible()
    assert page.url.endswith("#m=1&sets=hlucin.victoria&topic=counting&differ=yes")

    page.reload()
    expect(page.locator("#q-needed")).to_be_hidden()
    expect(page.locator("#q-packet")).to_be_visible()
    expect(page.get_by_label("Only what differs")).to_be_checked()
    page.get_by_role("link", name="Read the differences in sentences").click()
    page.wait_for_url("**/two/#t=compare&first=hlucin&second=victoria&topic=counting")
    expect(page.locator(".tk-differences")).to_have_count(1, timeout=READY)
    expect(page.locator(".tk-differences")).to_contain_text("in Victoria, card by card")


@pytest.mark.no_python
@pytest.mark.once
@pytest.mark.parametrize(
    "size", [DESK, pytest.param(PHONE, marks=pytest.mark.matrix("the same on a desk"))]
)
def test_nothing_of_the_matrix_is_touched_before_somebody_chooses(
    watched: Callable[..., Page], size: dict[str, Any]
) -> None:
    """What is shown at first is in the page and its styles: no cell is hidden one by one, and the script
    counts what is in view."""
    page = watched(**size)
    page.add_init_script(
        "window.touched = 0; document.addEventListener('DOMContentLoaded', () =>"
        " new MutationObserver((all) => { window.touched += all.length; }).observe("
        " document.querySelector('.tk-matrix'), { subtree: true, attributes: true }))"
    )
    page.goto(MATRIX)
    count = page.locator(".tk-matrix-choices .tk-count")
    shown = page.locator(".tk-matrix tr[id]:visible")
    rows = page.locator(".tk-matrix tr[id]").count()
    expect(count).to_contain_text(f"{shown.count()} of {rows}")
    assert page.evaluate("window.touched") == 0
    for row in shown.all():  # none of only dashes
        assert row.locator("td:visible:not(:has(.tk-nothing))").count() > 0
    choose(page, "heun")
    choose(page, "heun")
    expect(count).to_contain_text(f"{shown.count()} of {rows}")
    assert page.locator(".tk-matrix [hidden]").count() == 0


@pytest.mark.no_python
@pytest.mark.parametrize("width", [1000, pytest.param(1440, marks=pytest.mark.matrix("1000"))])
def test_all_games_at_once_scroll_in_a_window_of_their_own(
    watched: Callable[..., Page], width: int
) -> None:
    page = watched(viewport={"width": width, "height": 900})
    page.goto(f"{MATRIX}#m=1&sets={'.'.join(rules.ids())}")
    expect(page.locator(".tk-matrix-frame")).to_have_class("tk-matrix-frame is-wide")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    choose(page, "french-practice-1")
    expect(cell(page, "total", "french-practice-1")).to_be_hidden()


@pytest.mark.no_python
def test_a_link_to_a_question_finds_it(watched: Callable[..., Page]) -> None:
    page = watched(**DESK)
    page.goto(f"{MATRIX}#q-wins")
    expect(page.locator("#q-wins")).to_be_in_viewport()
    cell(page, "wins", "polish").get_by_role("link").first.click()
    page.wait_for_url("**/reference/**#*PLAY-*")


@pytest.mark.no_python
def test_on_a_phone_a_few_games_below_each_question(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto(MATRIX)
    expect(cell(page, "hand", "hlucin")).to_be_hidden()  # the two games answer alike
    expect(cell(page, "bids", "hlucin")).to_be_visible()
    # the one that differs most, not the sister game that is nearly the same
    expect(cell(page, "bids", "machtarok")).to_be_visible()
    expect(cell(page, "bids", "polish")).to_be_hidden()
    expect(cell(page, "bids", "victoria")).to_be_hidden()
    choose(page, "victoria")
    expect(cell(page, "bids", "victoria")).to_be_visible()
    page.locator(".tk-contents summary").click()
    page.locator(".tk-contents a", has_text="Play").first.click()
    expect(page.locator("#topic-play")).to_be_in_viewport()
    expect(page.locator(".tk-contents")).not_to_have_attribute("open", "")
    for path in (MATRIX, TWO, HAND):
        page.goto(path)
        page.wait_for_load_state("load")
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, path


@pytest.mark.no_python
def test_on_a_phone_the_game_of_the_reader_comes_first(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto("reference/heun/")
    page.goto(MATRIX)
    expect(cell(page, "needed", "heun")).to_be_visible()
    shown = page.locator("#q-needed > td:visible")
    expect(shown).to_have_count(2)
    boxes = page.locator(".tk-matrix-choices input[name=sets]:checked")
    assert sorted(box.get_attribute("value") or "" for box in boxes.all()) == sorted(
        cell.get_attribute("data-col") or "" for cell in shown.all()
    )


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
def test_without_a_script_everything_is_there(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False, **PHONE)
    page.goto(TWO)
    expect(page.locator("#t-compare")).to_contain_text("in Victoria, 54 of 106 points.")
    page.goto(HAND)
    expect(page.locator("#hand-half ~ ul > li")).to_have_count(5)
    page.goto(MATRIX)
    for size in (PHONE, DESK):
        page.set_viewport_size(size["viewport"])
        expect(page.locator(".tk-matrix-choices")).to_be_hidden()
        for name in rules.ids():
            expect(cell(page, "total", name)).to_be_visible()


def test_any_two_games_are_picked_and_shared(page: Page) -> None:
    page.goto(TWO)
    page.locator("#t-compare-first").select_option("machtarok")
    form = page.locator("#t-compare")
    expect(form).to_contain_text("MachTarok and Victoria differ in", timeout=READY)
    page.locator("#t-compare-second").select_option("heun")
    expect(form).to_contain_text(
        "In MachTarok, the declarers need 54 of 106 points; in the Heun game"
    )
    page.locator("#t-compare input[name=topic][value=settlement]").check(force=True)
    expect(page.locator(".tk-differences")).to_have_count(1)
    address = page.url
    assert address.endswith("#t=compare&first=machtarok&second=heun&topic=settlement")
    page.get_by_role("button", name="Swap").click()
    expect(form).to_contain_text("Heun and MachTarok differ in")
    page.goto("about:blank")
    page.goto(address)
    expect(form).to_contain_text("MachTarok and Heun differ in", timeout=READY)
    expect(page.locator(".tk-differences")).to_have_count(1)


def test_a_house_table_in_a_shared_address(page: Page) -> None:
    house = "table: lion\ntitle: At the Lion\nextends: hlucin\ncontracts: {solo: {rate: 0.40}}\n"
    page.goto(f"{TWO}#t=compare&first=hlucin&second={rules.pack(house)}")
    expect(page.locator("#t-compare")).to_contain_text("in “At the Lion”, 0.40", timeout=READY)
    page.goto(f"{TWO}#t=compare&first=h.damaged&second=%3Cimg%20src%3Dx%3E")
    page.reload()
    expect(page.locator(".tk-problems li")).to_have_count(2, timeout=READY)


def test_an_example_is_changed_in_the_form(page: Page) -> None:
    page.goto(HAND)
    page.locator("#hand-half ~ p > a", has_text="Change this hand").first.click()
    kings = page.locator("#t-same-hand").get_by_label("Kings")
    expect(kings).to_have_value("2", timeout=READY)
    kings.fill("3")
    answer = page.locator("#t-same-hand .tk-answer")
    expect(answer).to_contain_text("3 kings", timeout=READY)
    expect(answer).to_contain_text("39 of 70 points")
    assert "kings=3" in page.url


@pytest.mark.no_python
@pytest.mark.once
@pytest.mark.parametrize(
    "size",
    [
        pytest.param(PHONE, id="phone"),
        pytest.param(DESK, id="desk", marks=pytest.mark.matrix("the same on a phone")),
    ],
)
def test_the_pages_are_clean_for_axe(watched: Callable[..., Page], size: dict[str, Any]) -> None:
    page = watched(axe=True, **size)
    for path in (MATRIX, TWO, HAND):
        page.goto(path)
        page.wait_for_load_state("load")
        assert axe_finds(page, "article") == [], path
