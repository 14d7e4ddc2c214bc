"""Calculators on a phone and on a desk: a hand is settled by touch, its link opens it elsewhere, a
pile is counted."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from accessibility import axe_finds, told_of
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

READY = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
HAND = "#t=settle&by=A&with=C&p=39&ann.A=pagat&last.I=A&last=A"


def bar(page: Page) -> Any:
    return page.locator(".tk-calc-bar")


def chip(page: Page, question: str, words: str) -> Any:
    group = page.get_by_role("group", name=question, exact=True)
    return group.locator("label", has_text=words).first


def test_a_hand_is_settled_on_a_phone_and_its_link_is_shared(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto("calculators/hlucin/")
    expect(bar(page)).to_contain_text("Still needed: the partner")
    expect(page.locator("form.tk-tool")).to_contain_text("The declarer is A: only the first player")
    chip(page, "Who was the partner?", "C").tap()
    # Before Python is there nothing is lost, and the result stays in view.
    expect(bar(page)).to_have_text("Still needed: the card points.", timeout=READY)
    page.locator("#t-settle-p").fill("71")
    expect(bar(page)).to_have_text(
        "71 points for A and C are impossible: the whole pack is worth 70."
    )
    points = page.get_by_role("group", name="Card points")
    expect(points.locator(".tk-wrong")).to_contain_text("71 points for A and C are impossible")
    page.locator("#t-settle-p").fill("39")
    expect(bar(page)).to_contain_text("+0.40")
    expect(page.locator("#t-settle-o")).to_have_attribute("placeholder", "31")
    page.locator("summary", has_text="Announced (to be achieved in play)").tap()
    page.get_by_label("A: pagát").check()
    expect(bar(page)).to_have_text("Still needed: who took the last trick.")
    chip(page, "Who played the pagát to it?", "A").tap()
    chip(page, "Who took the last trick?", "A").tap()
    expect(bar(page)).to_contain_text("+2.40")
    box = bar(page).bounding_box()
    assert box is not None and box["y"] + box["height"] <= 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    link = page.url
    assert "with=C&p=39" in link

    other = watched(**PHONE)
    other.goto(link)
    expect(bar(other)).to_contain_text("+2.40", timeout=READY)
    expect(other.locator(".tk-pays")).to_contain_text("B pays A 2.40")
    rule = other.locator(".tk-items a.tk-rule").first
    rule.click()
    other.wait_for_url("**/reference/hlucin/#HLU-SET-01")


def test_names_the_next_hand_and_the_keyboard(page: Page) -> None:
    page.goto("calculators/polish/#t=settle&by=A&with=C&p=43&pot.pot=10&fell.XXI=D&took.XXI=A")
    expect(bar(page)).to_contain_text("into the pot 10 points", timeout=READY)
    page.locator(".tk-names > summary").click()
    page.get_by_label("A, first player").fill("Anna")
    expect(bar(page)).to_contain_text("Anna")
    page.get_by_label("alone").first.focus()
    page.keyboard.press("ArrowRight")
    expect(bar(page)).to_contain_text("+3")
    page.get_by_role("button", name="Next hand").click()
    expect(bar(page)).to_contain_text("Still needed")
    expect(page.get_by_label("In the pot before this hand")).to_have_value("20")
    expect(page.get_by_label("A, first player")).to_have_value("Anna")


def test_a_pile_is_counted_by_touch(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto("calculators/count/")
    for card in ("KS", "QS", "7S", "SKYZ"):
        page.locator(f"#t-count-tap-{card}").tap()
    expect(bar(page)).to_contain_text("12 points in 4 cards.", timeout=READY)
    expect(bar(page)).to_contain_text("Points still needed to win: 24.")
    page.get_by_role("link", name="Settle a hand with these points").tap()
    page.wait_for_url("**/calculators/hlucin/#t=settle&p=12")
    expect(page.locator("#t-settle-p")).to_have_value("12", timeout=READY)


HIGH = "SKYZ+XXI+XX+XIX+XVIII+XVII+XVI+XV+KS+KH+QS+I"
MIDDLING = "XX+XVIII+XV+XIII+VIII+V+KS+QH+JC+10S+8C+I"


def test_a_hand_is_weighed_in_the_browser(watched: Callable[..., Page]) -> None:
    """In about a second for few imagined hands; more if one asks for them; and the link keeps it all."""
    page = watched(**PHONE)
    page.goto(f"calculators/worth/#t=worth&rules=hlucin&hand={MIDDLING.removesuffix('+I')}")
    expect(bar(page)).to_contain_text("Still needed: 1 of 12 cards", timeout=READY)
    page.locator("#t-worth-tap-I").tap()
    expect(bar(page)).to_contain_text("Best: “", timeout=READY)
    expect(page.locator(".tk-worth caption")).to_contain_text("12 imagined hands")
    page.get_by_label("Third").check()
    expect(page.get_by_label("The player who speaks second says")).to_be_visible(timeout=READY)
    page.get_by_role("button", name="Calculate more precisely").tap()
    expect(page.locator(".tk-worth caption")).to_contain_text(
        re.compile(r"from [234]\d imagined"), timeout=READY
    )
    assert "seat=C" in page.url and "looks=48" in page.url


def test_a_calculator_is_told_to_who_cannot_see_it(page: Page) -> None:
    page.goto(f"calculators/hlucin/{HAND}")
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    expect(bar(page)).to_contain_text("+", timeout=READY)
    tree = told_of(page.locator("form.tk-tool"))
    for line in (
        '- group "What was played?":',
        '- group "Who was the partner?":',
        '- textbox "A and C": "39"',
        '- combobox "How did the hand end?"',
        "- status:",
        '- button "Next hand"',
    ):
        assert line in tree, tree
    assert "[checked]" in tree.split('- group "Who was the partner?"')[1].split("- group")[0]
    assert bar(page).get_attribute("role") == "status" or bar(page).get_attribute("aria-live")


#: Forms made of the same parts as the others.
ALIKE = pytest.mark.matrix("forms of the same parts: settling, counting, what a hand is worth")


@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    [
        f"calculators/hlucin/{HAND}",
        pytest.param("calculators/heun/", marks=ALIKE),
        pytest.param("calculators/french-5/#t=settle&by=A&with=B&p=60&hon=2", marks=ALIKE),
        "calculators/count/#t=count&rules=polish&pile=KS+QS+7S+SKYZ",
        pytest.param(
            "calculators/declare/#t=declare&rules=machtarok"
            "&hand=SKYZ+XXI+I+XX+XIX+XVIII+XVII+XVI+KS+KH+KD+7S",
            marks=ALIKE,
        ),
        pytest.param("calculators/bid/#t=bid&rules=hlucin&said=povinnost", marks=ALIKE),
        f"calculators/worth/#t=worth&rules=hlucin&seat=C&hand={HIGH}",
    ],
)
def test_they_can_be_used_by_everybody(watched: Callable[..., Page], path: str) -> None:
    page = watched(viewport={"width": 390, "height": 844}, axe=True)
    page.goto(path)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    expect(page.locator("form.tk-tool")).not_to_have_attribute("aria-busy", "true")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe_finds(page, "article") == []
