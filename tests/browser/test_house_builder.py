"""The house rule builder in the browser: answers and prices, what that changes, the link, the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from accessibility import axe_finds
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

BUILD = "house/build/"
READY = 60_000


def result(page: Page) -> Any:
    return page.locator(".tk-build-result")


def unfold(page: Page, topic: str) -> None:
    page.locator(f"#t-build-topic-{topic} > summary").click()


def test_a_house_is_made_linked_saved_and_loaded(page: Page, tmp_path: Path) -> None:
    page.goto(BUILD)
    page.get_by_label("Name of your table").fill("U Lva")
    unfold(page, "discards")
    page.get_by_role("radio", name="No, never.").check()
    expect(result(page)).to_contain_text("U Lva differs from Hlučín in one thing.", timeout=READY)
    expect(result(page)).to_contain_text("May the called card be discarded? No, never.")
    unfold(page, "declarations")
    page.get_by_label("trul", exact=True).fill("0,60")
    expect(result(page)).to_contain_text("in 2 things")
    expect(result(page)).to_contain_text("A declared trul.")
    expect(result(page).locator("ins").first).to_have_text("0.60\u00a0Kč")
    # dependent questions come with what they depend on
    unfold(page, "pots")
    worth = page.get_by_role("group", name="What is the pot worth after a super?")
    expect(worth).to_be_hidden()
    page.get_by_role("radio", name="Yes: Varšava pays into it").check()
    expect(worth).to_be_visible()
    page.get_by_role("radio", name="No. (Hlučín)", exact=True).locator("visible=true").last.check()
    expect(worth).to_be_hidden()

    # the address holds what was done, and no more
    assert page.url.endswith(
        "#t=build&title=U+Lva&o.discard.called_card=forbidden&n.declarations.rows.trul.pay=0%2C60"
    )
    page.reload()
    expect(result(page)).to_contain_text("in 2 things", timeout=READY)

    # a file, and back again
    with page.expect_download() as saved:
        page.get_by_role("button", name="Table as a YAML file").click()
    assert saved.value.suggested_filename == "u-lva.yaml"
    file = tmp_path / "u-lva.yaml"
    saved.value.save_as(file)
    assert "discard.called_card: forbidden" in file.read_text("utf-8")
    page.goto("about:blank")
    page.goto(BUILD)
    page.get_by_text("Paste or load a table").click()
    page.get_by_label("File").set_input_files(file)
    expect(result(page)).to_contain_text("U Lva differs from Hlučín in 2 things.", timeout=READY)
    expect(page.get_by_label("Name of your table")).to_have_value("U Lva")

    # all of it on pages of its own, and from there back to the builder
    page.get_by_role("link", name="U Lva: everything on separate pages").click()
    page.wait_for_url("**/house/#rules=h.*")
    expect(page.get_by_role("heading", name="U Lva", exact=True)).to_be_visible(timeout=READY)
    page.get_by_role("link", name="Change these rules").click()
    expect(result(page)).to_contain_text("U Lva differs from Hlučín in 2 things.", timeout=READY)


def test_yaml_with_a_mistake_and_a_damaged_link(page: Page) -> None:
    page.goto(BUILD)
    page.get_by_text("Paste or load a table").click()
    text = page.get_by_label("Table in YAML")
    text.fill("table: lev\ntitle: U Lva\nextends: heun\nchoose:\n  talon.tip: low\n")
    page.get_by_role("button", name="Check and open").click()
    problem = page.locator(".tk-build-read [role=alert]")
    expect(problem).to_contain_text(
        "Line 5, column 14: “talon.tip” is not an option", timeout=READY
    )
    expect(text).to_have_value(
        "table: lev\ntitle: U Lva\nextends: heun\nchoose:\n  talon.tip: low\n"
    )
    assert "yaml" not in page.url
    text.fill("table: lev\ntitle: U Lva\nextends: heun\nplay: {five: {lead: first}}\n")
    page.get_by_role("button", name="Check and open").click()
    expect(result(page)).to_contain_text("U Lva differs from Heun")
    expect(page.get_by_label("Rules of the game")).to_have_value("heun")

    page.goto(f"{BUILD}#t=build&rules=h.eNbroken")
    expect(page.locator("#t-build > .tk-live")).to_contain_text("damaged", timeout=READY)


def test_another_game_by_keyboard_on_a_phone(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 390, "height": 844}, has_touch=True, axe=True)
    page.goto(BUILD)
    page.get_by_label("Rules of the game").select_option("victoria")
    expect(result(page)).to_contain_text("by the rules of Victoria", timeout=READY)
    page.locator("#t-build-topic-play > summary").focus()
    page.keyboard.press("Enter")
    page.get_by_role("radio", name="Yes. (Victoria)").locator("visible=true").focus()
    page.keyboard.press("ArrowDown")
    expect(result(page)).to_contain_text("differs from Victoria in one thing")
    expect(page.get_by_role("radio", name="No, any card will do.")).to_be_focused()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe_finds(page, "article") == []


@pytest.mark.once
def test_axe_finds_nothing_on_a_wide_page(watched: Callable[..., Page]) -> None:
    page = watched(viewport={"width": 1440, "height": 900}, axe=True)
    page.goto(f"{BUILD}#t=build&title=U+Lva&o.settlement.solo_rate=0.40&o.pool.enabled=yes")
    expect(result(page)).to_contain_text("in 2 things", timeout=READY)
    for summary in page.locator("#t-build summary").all():
        summary.click()
    assert axe_finds(page, "article") == []
