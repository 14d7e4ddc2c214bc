"""The way of the Tab key through a page: in the order in which it is read, past everything that can be
used, always to where it is seen, and out at the end (WCAG 2.1.2, 2.4.3, 2.4.11)."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

READY = 60_000
DESK = {"viewport": {"width": 1440, "height": 900}}
#: A phone with a keyboard, or a large window in which everything is four times as large.
PHONE = {"viewport": {"width": 390, "height": 844}}

#: What the tests ask the page. `stops` are the places where Tab should halt, in the order in which they
#: are read; radio buttons with one name are one, since arrows go from one to the other. `here` is where it
#: is now: whether some of that lies in the window with nothing over it, a moment later if the page still
#: moves there, and where on the page. What is no stop of ours (`own`): a browser also halts at what can
#: be scrolled, and the button that leads back to the top comes and goes.
_ASK = """(() => {
const USED = "a[href], button, input, select, textarea, summary, [tabindex]";
const names = new WeakMap();
let known = 0;
window.named = (one) => {
  const same = one.type === "radio" && document.querySelector(`input[type=radio][name="${CSS.escape(one.name)}"]`);
  const found = same || one;
  const said = found.getAttribute("aria-label") || found.name || found.textContent;
  if (!names.has(found)) names.set(found, `${known += 1} ${found.localName}: ${said.trim().slice(0, 60)}`);
  return names.get(found);
};
window.stops = () => [...new Set([...document.querySelectorAll(USED)]
  .filter((one) => one.tabIndex >= 0 && !one.disabled && one.type !== "hidden" && !one.closest("[inert]"))
  .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".md-top"))
  .map(named))];
window.here = async () => {
  const one = document.activeElement;
  if (!one || one === document.body || one === document.documentElement) return null;
  const labels = [...(one.labels ?? []), one.nextElementSibling]
    .filter((found) => found?.matches("label") && found.checkVisibility());
  const parts = [one, ...labels];
  const found = (box, x, y) => document.elementFromPoint(box.left + x * box.width, box.top + y * box.height);
  const seen = () => parts.some((part) => [...part.getClientRects()].some((box) => box.width > 1
    && [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.1], [0.5, 0.9]].some(([x, y]) => {
      const top = found(box, x, y);
      return top && (part.contains(top) || top.closest("label, a, button, summary")?.contains(part));
    })));
  for (let n = 0; n < 60 && !seen(); n += 1) await new Promise(requestAnimationFrame);
  let zone = one;
  while (!zone.matches("header, .md-tabs, .md-sidebar, article, footer, body")
    && !/fixed|sticky/.test(getComputedStyle(zone).position)) zone = zone.parentElement;
  const box = (labels[0] ?? one).getBoundingClientRect();
  const inside = zone.getBoundingClientRect();
  return {
    own: one.matches(USED) && one.tabIndex >= 0 && !one.matches(".md-top"), name: named(one), seen: seen(), zone: named(zone),
    box: [box.left, box.top - inside.top, box.right, box.bottom - inside.top],
  };
};
})()"""


def way(page: Page) -> list[dict[str, Any]]:
    """Every stop of the Tab key from the beginning of the page until it has left it."""
    stops: list[dict[str, Any]] = []
    for _ in range(400):
        page.keyboard.press("Tab")
        here = page.evaluate("here()")
        if here is None or (stops and here["name"] == stops[0]["name"]):
            return stops
        stops.append(here)
    raise AssertionError(f"no way out of {[one['name'] for one in stops[-4:]]}")


def goes_back(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether a stop lies above the one before it without being to the right of it, or to the left of it
    in the same line. In the header the search opens over the rest."""
    if before["zone"] != after["zone"] or "header" in before["zone"]:
        return False
    (left, top, right, bottom), (x, y, end, under) = before["box"], after["box"]
    if under <= top + 1:
        return bool(x < right - 1)
    shared = min(bottom, under) - max(top, y)
    return bool(shared > min(bottom - top, under - y) / 2 and end <= left + 1)


OTHERS = pytest.mark.matrix("a lesson on a phone, and other pages on a desk")


@pytest.mark.parametrize(
    ("path", "size"),
    [
        pytest.param("learn/hlucin/following-suit/", PHONE, id="lesson-phone"),
        pytest.param("", DESK, id="home-desk"),
        pytest.param("calculators/hlucin/#t=settle&by=A&with=C&p=39", DESK, id="calculator-desk"),
        pytest.param("learn/hlucin/following-suit/", DESK, id="lesson-desk", marks=OTHERS),
        pytest.param("", PHONE, id="home-phone", marks=OTHERS),
        pytest.param(
            "calculators/hlucin/#t=settle&by=A&with=C&p=39",
            PHONE,
            id="calculator-phone",
            marks=OTHERS,
        ),
    ],
)
def test_the_tab_key_goes_as_the_page_is_read(
    watched: Callable[..., Page], path: str, size: dict[str, Any]
) -> None:
    page = watched(**size)
    page.add_init_script(_ASK)
    page.goto(path)
    if path:
        expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
        expect(page.locator("form.tk-tool[aria-busy=true]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    planned = page.evaluate("stops()")
    went = way(page)
    assert [one["name"] for one in went if one["own"]] == planned
    assert [one["name"] for one in went if not one["seen"]] == []
    assert [(a["name"], b["name"]) for a, b in pairwise(went) if goes_back(a, b)] == []
    assert "Skip to content" in planned[0]


@pytest.mark.no_python
@pytest.mark.parametrize("path", ["", "learn/hlucin/following-suit/#follow", "reference/hlucin/"])
def test_the_first_stop_leads_to_the_content(page: Page, path: str) -> None:
    """And leaves the page as it is: its address may say which step is shown."""
    page.goto(path)
    link = page.locator("a.md-skip")
    link.focus()
    expect(link).to_be_in_viewport()
    address = page.url
    page.keyboard.press("Enter")
    expect(page.locator("article")).to_be_focused()
    assert page.url == address
    page.keyboard.press("Tab")
    assert page.evaluate("!!document.activeElement.closest('article')")


@pytest.mark.no_python
def test_the_drawer_of_a_phone_is_opened_and_left_by_keyboard(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    page.goto("learn/")
    button = page.get_by_role("button", name="Navigation", exact=True)
    link = page.locator(".md-sidebar--primary a[href$='hlucin/']").first
    expect(link).to_be_hidden()
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(link).to_be_visible()
    expect(link).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()
    expect(link).to_be_hidden()
    page.keyboard.press(" ")
    expect(link).to_be_in_viewport()
    link.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("learn/hlucin/$"))
    expect(link).to_be_hidden()
