"""One journey through the site, in every engine that is here whenever the tests run: a lesson, a
calculator, a house table. All else is proven in Chromium first, and in every engine by the whole
matrix (`make test-browsers`)."""

from __future__ import annotations

import following_suit
import pytest
from playwright.sync_api import Page, expect
from taroky import rules

pytestmark = [pytest.mark.browser, pytest.mark.journey]

READY = 90_000
LION = rules.pack(
    "extends: hlucin\ntable: u_lva\ntitle: At the Lion\ncontracts: {solo: {rate: 0.40}}\n"
)


def test_a_lesson_a_calculator_and_a_house_table(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    following_suit.answer(page, READY)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)

    page.goto("calculators/hlucin/#t=settle&with=C&p=39&ann.A=pagat&last.I=A&last=A")
    bar = page.locator(".tk-calc-bar")
    expect(bar).to_contain_text("+2.40", timeout=READY)
    page.locator("#t-settle-p").fill("71")
    expect(bar).to_have_text(
        "71 points for A and C are impossible: the whole pack is worth 70.", timeout=READY
    )

    page.goto(f"house/#rules={LION}")
    expect(page.locator(".tk-house h1")).to_have_text("At the Lion", timeout=READY)
    expect(page.locator(".tk-changes > li")).to_have_count(1, timeout=READY)
