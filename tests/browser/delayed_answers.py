"""Answers that take their time: what a page asks Python can be held back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

#: For `add_init_script`: requests wait while there is a list for them.
HOLDS = """
const Plain = Worker;
window.Worker = class extends Plain {
  postMessage(message) {
    if (window.held) window.held.push(() => super.postMessage(message));
    else super.postMessage(message);
  }
};"""


def hold(page: Page) -> None:
    """From now on Python hears of nothing. The page has `HOLDS`."""
    page.evaluate("window.held = []")


def release(page: Page, form: str) -> None:
    """Let Python hear of all that waits, and wait for its answers to a form, a CSS selector."""
    page.evaluate("{ const all = window.held; window.held = null; for (const one of all) one(); }")
    expect(page.locator(form)).not_to_have_attribute("aria-busy", "true", timeout=60_000)
