"""What is filled in, pressed and sent with Enter before a page's scripts have come is not lost."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, Route, expect

pytestmark = pytest.mark.browser

READY = 60_000
FORMS = [
    pytest.param("calculators/hlucin/", {"#t-settle-p": "39"}, "p=39", id="calculator"),
    pytest.param("reference/glossary/", {"#t-words-find": "zvířata"}, "find=zv", id="glossary"),
    pytest.param(
        "house/build/", {"#t-build-title": "U Lva"}, "title=U%20Lva|title=U\\+Lva", id="house-rules"
    ),
    pytest.param(
        "evening/",
        {
            f"[name='player.{number}']": name
            for number, name in enumerate(("Ada", "Ben", "Cyril", "Dana"))
        },
        "Ada",
        id="score-sheet",
    ),
    pytest.param(
        "tournament/",
        {
            "#s-tournament-names": "\n".join(f"Player {n}" for n in range(8)),
            "#s-tournament-rounds": "3",
        },
        "8 entrants",
        id="tournament",
    ),
]


def delay_scripts(page: Page) -> Callable[[], None]:
    """Keep our scripts from coming; what is returned lets them all come."""
    waiting: list[Route] = []
    waits = True

    def fetch(route: Route) -> None:
        if waits:
            waiting.append(route)
        else:
            route.continue_()

    def come() -> None:
        nonlocal waits
        waits = False
        for route in waiting:
            route.continue_()

    page.route("**/assets/js/**", fetch)
    return come


@pytest.mark.parametrize(("path", "fields", "words"), FORMS)
def test_a_form_is_filled_in_before_its_script_has_come(
    watched: Callable[..., Page], path: str, fields: Mapping[str, str], words: str
) -> None:
    page = watched()
    come = delay_scripts(page)
    page.goto(path, wait_until="commit")
    for field, text in fields.items():
        page.locator(field).fill(text)
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)  # a form that is sent would load its page anew
    assert "?" not in page.url
    for field, text in fields.items():
        expect(page.locator(field)).to_have_value(text)
    come()
    if path in ("evening/", "tournament/"):  # Enter was the button “Begin”
        expect(page.locator("form.tk-document")).to_contain_text(words, timeout=READY)
    else:  # the address keeps it
        expect(page).to_have_url(re.compile(f"#t=.*({words})"), timeout=READY)
        for field, text in fields.items():
            expect(page.locator(field)).to_have_value(text)


def test_a_button_of_a_form_is_pressed_before_its_script_has_come(
    watched: Callable[..., Page],
) -> None:
    page = watched()
    come = delay_scripts(page)
    page.goto("calculators/bid/", wait_until="commit")
    page.locator("#t-bid-tap-XXI").click()
    page.locator("#t-bid-tap-II").click()
    come()
    for card in ("XXI", "II"):
        expect(page.locator(f"#t-bid-tap-{card}")).to_have_attribute(
            "aria-pressed", "true", timeout=READY
        )


@pytest.mark.no_python
def test_a_card_is_tapped_before_its_script_has_come(watched: Callable[..., Page]) -> None:
    page = watched()
    come = delay_scripts(page)
    page.goto("", wait_until="commit")
    page.locator("#trick-1 button[data-event]").first.click()
    come()
    expect(page.locator("#trick-1 .tk-feedback")).to_have_class(
        re.compile("is-(right|wrong)"), timeout=READY
    )
