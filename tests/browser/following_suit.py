"""The first step of the lesson on following suit, answered as a reader might: wrong once, then right."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def answer(page: Page, timeout: float) -> Locator:
    """The widget of that step, which is on this page, once it is done."""
    widget = page.locator("#w-following-suit-follow")
    widget.locator("[id$=tap-XXI]").click()
    for said in ("2 are missing", "so you must follow suit"):  # the second check says which
        widget.locator("[id$=-check]").click()
        expect(widget.locator(".tk-feedback")).to_contain_text(said, timeout=timeout)
    for card in ("XXI", "KS", "7S"):
        widget.locator(f"[id$=tap-{card}]").click()
    widget.locator("[id$=-check]").click()
    expect(widget).to_have_attribute("data-tries", "2", timeout=timeout)
    return widget
