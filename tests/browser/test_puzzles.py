"""The page of puzzles: one after another by touch and by keyboard, what is told, an address for each, and what the browser
keeps of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from taroky_devtools.site_visits import scripts
from taroky_tutorials.puzzles.puzzle import Puzzle, from_row, rows_of

pytestmark = pytest.mark.browser
FOLDER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "puzzles"
FIT = scripts("table_fit")
KEPT = "() => JSON.parse(localStorage.getItem('taroky:puzzles') ?? 'null')"


def shown(page: Page) -> tuple[str, Puzzle]:
    """The name in the address, "hlucin.2", and the puzzle that it is of."""
    expect(page.locator(".tk-puzzle")).to_be_visible()
    name = page.url.partition("#puzzle=")[2]
    game, _, number = name.partition(".")
    rows = rows_of(game, (FOLDER / f"{game}.json").read_text("utf-8"))
    return name, from_row(game, rows[int(number) - 1])


def choice(page: Page, puzzle: Puzzle, place: int) -> str:
    """The selector of the choice at this place, the best first."""
    action = puzzle.choices[place].action
    what = "-".join(action.what).replace(":", "-").replace("@", "-")
    return f"#tk-own-{what}" if action.kind == "play" else f"#tk-act-{action.kind}-{what}"


def fits(page: Page) -> None:
    assert page.evaluate(FIT, 40) == []


@pytest.mark.parametrize(("width", "height"), [(390, 664), (360, 600)])
def test_one_puzzle_after_another_by_touch(
    watched: Callable[..., Page], width: int, height: int
) -> None:
    page = watched(viewport={"width": width, "height": height}, has_touch=True)
    page.goto("play/puzzles/")
    expect(page.locator("[data-number]")).to_have_text("1200")
    page.get_by_role("button", name="Solve puzzles").tap()
    seen = set()
    for place in (1, 0):
        name, puzzle = shown(page)
        seen.add(name)
        fits(page)
        page.locator(choice(page, puzzle, place)).tap(position={"x": 10, "y": 20})
        said = "Not the best." if place else "Right."
        expect(page.locator(".tk-line strong")).to_have_text(said)
        expect(page.locator("#tk-heard")).to_contain_text(said)
        fits(page)
        page.get_by_role("button", name="See it played").tap()
        expect(page.locator("#tk-see-best")).to_have_attribute("aria-pressed", "true")
        page.locator("#tk-see-other").tap()
        expect(page.locator("#tk-see-other")).to_have_attribute("aria-pressed", "true")
        fits(page)
        page.get_by_role("button", name="Close").tap()
        page.get_by_role("button", name="Next puzzle").tap()
        expect(page.locator("#tk-do-next-")).to_have_count(0)
    assert len(seen) == 2
    kept = page.evaluate(KEPT)
    assert [right for _, right in kept["done"].values()] == [False, True]
    page.get_by_role("button", name="Leave").tap()
    expect(page.locator("[data-number]")).to_have_text(str(kept["number"]))


def test_by_keyboard_an_address_and_a_wrong_one(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("play/puzzles/#puzzle=hlucin.2")
    name, puzzle = shown(page)
    assert name == "hlucin.2"
    page.locator(choice(page, puzzle, 0)).press("Enter")
    expect(page.locator("#tk-do-next-")).to_be_focused()
    page.locator("#tk-do-open-send").press("Enter")
    expect(page.locator("#tk-send-link")).to_have_value(page.url)
    page.locator("#tk-close").press("Enter")
    page.locator("#tk-do-next-").press("Enter")
    expect(page.locator("#tk-do-next-")).to_have_count(0)
    page.goto("play/puzzles/#puzzle=hlucin.99999")
    page.reload()
    expect(page.locator(".tk-why-not")).to_contain_text("There is no puzzle 99999")
    expect(page.get_by_role("button", name="Solve puzzles")).to_be_visible()


@pytest.mark.own_context
def test_what_is_kept_may_be_damaged_or_refused(watched: Callable[..., Page]) -> None:
    page = watched()
    page.goto("about/")
    page.evaluate("localStorage.setItem('taroky:puzzles', '{')")
    page.goto("play/puzzles/")
    page.get_by_role("button", name="Solve puzzles").click()
    shown(page)
    expect(page.locator("#tk-heard")).to_contain_text("You begin again at a rating of 1200.")
    assert page.evaluate("localStorage.getItem('taroky:puzzles:unreadable')") == "{"
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    _, puzzle = shown(page)
    page.locator(choice(page, puzzle, 1)).click(position={"x": 10, "y": 20})
    expect(page.get_by_role("alert")).to_contain_text("cannot store your rating")
    assert page.evaluate(KEPT)["done"] == {}
