"""Words stay where they are when fonts come late."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.no_python]

#: Of what moves, the share that Lighthouse takes for no disturbance; and where rows of buttons might break
#: anew.
GOOD, STILL = 0.1, 0.01
SHIFTS = """() => { window.moved = []; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.moved.push([one.value, ...one.sources.map(
        (source) => source.node?.textContent?.trim().slice(0, 40))]);
}).observe({ type: "layout-shift", buffered: true }); }"""
_AHEAD = re.compile(r'<link rel="preload" href="[^"]*/([^"/]+\.woff2)"')


@pytest.mark.chromium_only("tells what moves")
@pytest.mark.parametrize(
    "path", ["learn/hlucin/following-suit/", "reference/hlucin/", "reference/victoria/", "compare/"]
)
def test_nothing_moves_when_the_other_fonts_come(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 412, "height": 823})
    ahead = set(_AHEAD.findall(page.request.get(path).text()))
    assert ahead
    late: list[Route] = []
    waits = True

    def fetch(route: Route) -> None:
        if waits and route.request.url.split("/")[-1] not in ahead:
            late.append(route)
        else:  # a font may send the browser for another one that holds what it lacks
            route.continue_()

    page.route("**/*.woff2", fetch)
    page.add_init_script(f"({SHIFTS})()")
    page.goto(path, wait_until="domcontentloaded")
    page.wait_for_timeout(1500)
    assert late
    before = page.evaluate("window.moved.length")
    waits = False
    for route in late:
        route.continue_()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    moved = page.evaluate("window.moved")[before:]
    assert sum(share for share, *_ in moved) < GOOD, moved


@pytest.mark.chromium_only("tells what moves")
@pytest.mark.parametrize("path", ["calculators/hlucin/", "calculators/french/", "calculators/bid/"])
def test_the_buttons_of_a_calculator_stay_where_they_are_when_their_letters_come(
    page: Page, path: str
) -> None:
    """Even if the font that is fetched ahead is late."""
    page.set_viewport_size({"width": 1366, "height": 768})
    late: list[Route] = []
    waits = True

    def fetch(route: Route) -> None:
        if waits:
            late.append(route)
        else:
            route.continue_()

    page.route("**/*sans*700*.woff2", fetch)
    page.add_init_script(f"({SHIFTS})()")
    page.goto(path, wait_until="domcontentloaded")
    assert "sans" in " ".join(_AHEAD.findall(page.request.get(path).text()))
    page.wait_for_timeout(1500)
    assert late
    before = page.evaluate("window.moved.length")
    waits = False
    for route in late:
        route.continue_()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    moved = page.evaluate("window.moved")[before:]
    assert sum(share for share, *_ in moved) < STILL, moved
