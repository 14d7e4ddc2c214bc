"""The page “How well do you decide?”: twelve decisions by touch and by keyboard, nothing told before the end, the result, and what
the browser keeps."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from taroky_devtools.site_visits import scripts
from taroky_tutorials.measure.forms import read
from taroky_tutorials.measure.taken import LENGTH, Kept, Sitting

pytestmark = pytest.mark.browser
FILE = Path(__file__).resolve().parents[2] / "docs" / "assets" / "measure" / "hlucin.json"
MEASURE = read("hlucin", FILE.read_text("utf-8"))
FIT = scripts("table_fit")
KEPT = "() => JSON.parse(localStorage.getItem('taroky:measure') ?? 'null')"


def choice(place: int, form: int = 1) -> str:
    """The selector of the first choice of a decision."""
    puzzle = MEASURE.forms[form - 1][place].puzzle("hlucin")
    action = puzzle.as_shown[0].action
    what = "-".join(action.what).replace(":", "-").replace("@", "-")
    return f"#tk-own-{what}" if puzzle.by_cards else f"#tk-act-{action.kind}-{what}"


def at(page: Page, place: int) -> None:
    number = f"Decision {place + 1} of {LENGTH}"
    expect(page.locator(".tk-played > small")).to_contain_text(number)


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 600)])
def test_a_form_by_touch(watched: Callable[..., Page], width: int, height: int) -> None:
    page = watched(viewport={"width": width, "height": height}, has_touch=True)
    page.goto("play/measure/")
    box = page.locator("#tk-puzzle-game").bounding_box()
    assert box is not None and box["height"] >= 44
    page.get_by_role("button", name="Begin").tap()
    for place in range(LENGTH):
        at(page, place)
        assert page.evaluate(FIT, 40) == []
        page.locator(choice(place)).tap(position={"x": 10, "y": 20})
    expect(page.locator("#tk-measured")).to_contain_text("Lost in 12 decisions")
    expect(page.locator("#tk-heard")).to_contain_text("Lost in 12 decisions")
    assert "form 1: " in page.locator("#tk-send-line").input_value()
    kept = page.evaluate(KEPT)
    assert kept["game"] == "" and len(kept["taken"]) == 1
    page.get_by_role("button", name="Leave").tap()
    page.get_by_role("button", name="Begin").tap()
    expect(page.locator(".tk-played > small")).to_contain_text("form 2")


def test_by_keyboard_and_on_after_a_reload(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("play/measure/")
    page.get_by_role("button", name="Begin").press("Enter")
    at(page, 0)
    page.locator(choice(0)).press("Enter")
    at(page, 1)
    assert page.evaluate("document.activeElement.closest('.tk-options, .tk-fan') !== null")
    page.reload()
    page.get_by_role("button", name="Begin").press("Enter")
    at(page, 1)
    page.locator("#tk-bar-open").press("Enter")
    page.locator("#tk-close").press("Enter")
    answers = tuple(min(one.costs) for one in MEASURE.forms[0][:-1])
    kept = Kept(Sitting("hlucin", 1, answers)).as_text()
    page.evaluate("(text) => localStorage.setItem('taroky:measure', text)", kept)
    page.reload()
    page.get_by_role("button", name="Begin").press("Enter")
    at(page, LENGTH - 1)
    page.locator(choice(LENGTH - 1)).press("Enter")
    expect(page.locator("#tk-measured")).to_be_focused()


@pytest.mark.own_context
def test_what_is_kept_may_be_damaged(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("about/")
    page.evaluate("localStorage.setItem('taroky:measure', '{')")
    page.goto("play/measure/")
    page.get_by_role("button", name="Begin").click()
    at(page, 0)
    expect(page.locator("#tk-heard")).to_contain_text("You begin again.")
    assert page.evaluate("localStorage.getItem('taroky:measure:unreadable')") == "{"
    assert json.loads(page.evaluate("localStorage.getItem('taroky:measure')"))["form"] == 1


def test_a_result_leads_to_puzzles_of_its_kind(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("play/puzzles/#about=hlucin.pagat")
    expect(page.locator("#tk-puzzle-theme")).to_have_value("pagat")
    expect(page.locator("#tk-puzzle-game")).to_have_value("hlucin")
