"""Settling: what each gets stands there once the amount is right, and chips go from those who pay to those
who get, unless somebody wants nothing to move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.once]

#: Notes each chip with whose purse it leaves and when it will have come.
NOTE_CHIPS = """
window.chips = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
  if (this.matches(".tk-flying-chip")) {
    window.chips.push([this.closest("[data-purse]").dataset.purse, timing.delay + timing.duration]);
  }
  return animate.call(this, frames, timing);
};
"""


def settle(page: Page) -> list[list[Any]]:
    """Solve the first step of the lesson on settling; the chips that went."""
    page.add_init_script(NOTE_CHIPS)
    page.goto("learn/hlucin/settling/#game")
    amount = page.locator("#w-settling-game input[name=amount]")
    amount.fill("0.80")
    amount.press("Enter")
    purses = page.locator("#w-settling-game .tk-purses")
    expect(purses.locator("strong")).to_have_text(["+0.80", "−0.80", "+0.80", "−0.80"])
    chips: list[list[Any]] = page.evaluate("chips")
    expect(page.locator(".tk-flying-chip")).to_have_count(0)
    return chips


def test_chips_go_from_the_losers_to_the_winners(page: Page) -> None:
    chips = settle(page)
    assert {payer for payer, _ in chips} == {"B", "D"}
    assert 300 <= max(until for _, until in chips) <= 600
    page.emulate_media(media="print")
    expect(page.locator("#w-settling-game .tk-purses strong").first).to_have_text("+0.80")


def test_with_reduced_motion_nothing_moves(watched: Callable[..., Page]) -> None:
    assert settle(watched(reduced_motion="reduce")) == []


def test_a_wrong_amount_moves_nothing(page: Page) -> None:
    page.add_init_script(NOTE_CHIPS)
    page.goto("learn/hlucin/settling/#game")
    amount = page.locator("#w-settling-game input[name=amount]")
    amount.fill("8")
    amount.press("Enter")
    expect(page.locator("#w-settling-game .tk-feedback.is-wrong")).to_be_visible()
    expect(page.locator("#w-settling-game .tk-purses")).to_have_count(0)
    assert page.evaluate("chips") == []
