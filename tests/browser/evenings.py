"""What tests do on the page with the score sheet of an evening."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, expect

PEOPLE = ("Ada", "Ben", "Cyril", "Dana")
#: The lines of hands that are written down; others are for a pen.
HANDS = ".tk-hands tbody tr:not(.tk-paper-only)"


def begin(page: Page, *people: str, title: str = "Friday") -> None:
    """Open the page and begin an evening there, of four unless others are named; the first deals."""
    page.goto("evening/")
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=90_000)
    begin_here(page, people or PEOPLE, title)


def begin_here(page: Page, people: Sequence[str], title: str) -> None:
    """Begin an evening in the form that is shown."""
    page.fill("[name=title]", title)
    for i, name in enumerate(people):
        page.fill(f"[name='player.{i}']", name)
    page.select_option("[name=dealer]", "0")
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".tk-document-title")).to_have_text(title)
    expect(page.locator(".tk-totals")).to_be_visible()


def chips(page: Page, *amounts: str) -> None:
    """Write down what the places won; an empty text leaves a field as it is."""
    if not page.locator("[name='won.0']").count():
        page.get_by_label("Just the Kč").check()
    for i, text in enumerate(amounts):
        if text:
            page.fill(f"[name='won.{i}']", text)
    hands = page.locator(HANDS).count()
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(HANDS)).to_have_count(hands + 1)
    expect(page.locator("form.tk-document")).not_to_have_attribute("aria-busy", "true")
