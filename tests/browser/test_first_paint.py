"""A page is shown before it is made to work, and made to work even where it is never shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.no_python]
PAGES = ("", "learn/hlucin/following-suit/", "reference/hlucin/", "compare/")
#: Notes when the theme's script and ours begin: one says where it tells of pages, one asks for it.
NOTED = """window.told = [];
let pages;
Object.defineProperty(window, "document$", {
  get: () => (told.push(["ours", performance.now()]), pages),
  set: (value) => (told.push(["theme", performance.now()]), (pages = value)),
});"""
TOLD = "() => window.told.length >= 2 && window.told"
#: How long a page that is not painted is waited for, in milliseconds (csp_guard.js).
LONGEST = 2000

NEVER_TOLD = "PerformanceObserver.prototype.observe = () => {};"
NO_END = f"""const inTime = setTimeout;
window.setTimeout = (work, wait, ...rest) => wait === {LONGEST} ? 0 : inTime(work, wait, ...rest);"""


def begun(page: Page) -> dict[str, float]:
    """Return when either script began, in milliseconds."""
    for _ in range(150):
        marks = page.evaluate(TOLD)
        if marks:
            return dict(reversed(marks))  # what came first
        page.wait_for_timeout(100)
    raise AssertionError("the page's scripts never began")


def painted(page: Page) -> float:
    """Return when something of the page was to be seen first, in milliseconds."""
    times: list[float] = page.evaluate(
        "performance.getEntriesByName('first-contentful-paint').map(({ startTime }) => startTime)"
    )
    (when,) = times
    return when


@pytest.mark.parametrize("path", PAGES)
def test_words_are_shown_before_scripts_begin(watched: Callable[..., Page], path: str) -> None:
    page = watched(viewport={"width": 390, "height": 844})
    page.add_init_script(NOTED)
    page.goto(path)
    began = begun(page)
    assert painted(page) <= began["theme"] <= began["ours"]


@pytest.mark.once
@pytest.mark.parametrize(
    "unseen",
    [
        "Object.defineProperty(Document.prototype, 'hidden', { get: () => true });",
        "Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { get: () => [] });",
    ],
    ids=["in a window in the back", "where browsers do not say when"],
)
def test_nobody_waits_for_a_paint_that_is_not_told_of(
    watched: Callable[..., Page], unseen: str
) -> None:
    page = watched()
    page.add_init_script(unseen + NEVER_TOLD + NO_END + NOTED)
    page.goto("learn/hlucin/following-suit/")
    assert begun(page)


@pytest.mark.once
def test_a_paint_that_does_not_come_is_not_waited_for_for_long(
    watched: Callable[..., Page],
) -> None:
    page = watched()
    page.add_init_script(NEVER_TOLD + NOTED)
    page.goto("learn/hlucin/following-suit/")
    began = begun(page)
    assert LONGEST - 50 <= began["theme"] <= began["ours"]  # the timer runs from the page's head on
