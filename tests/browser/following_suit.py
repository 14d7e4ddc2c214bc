"""The first step of the lesson on following suit, answered as a reader might: wrong once, then right."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def answer(page: Page, timeout: float) -> Locator:
    """The widget of that step, which is on this page, once it is done."""
    widget = page.locator("#w-following-suit-follow")
    widget.locator("[id$=tap-XXI]").click()
    expect(widget.locator(".tk-feedback")).to_contain_text(
        "so you must follow suit", timeout=timeout
    )
    for card in ("KS", "7S"):
        before = widget.get_attribute("data-widget") or ""
        widget.locator(f"[id$=tap-{card}]").click()
        expect(widget).not_to_have_attribute("data-widget", before, timeout=timeout)
    return widget
