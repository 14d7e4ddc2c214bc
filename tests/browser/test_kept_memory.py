"""Python goes on from the memory that the browser has kept of its first start: sooner, with new luck each
time, and never worse than without."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pyodide,
    pytest.mark.once,
    pytest.mark.not_in("webkit", "it does not say how much room there is, so nothing is kept"),
]

READY = 60_000
WORKER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "js" / "worker.js"
#: Python as it is, and for one request what it draws at random, and whether it has gone on from a memory.
TELLS = """const handle = (text) => text.includes('"draw"')
    ? JSON.stringify({ ok: false, error: `${fits} ${pyodide.runPython(
        "import random, secrets; f'{random.random()} {secrets.token_hex(8)}'")}` })
    : door.handle(text);"""
_DRAWN = re.compile(r"(true|false) (0\.\d+) ([0-9a-f]{16})")
#: The sizes of what is kept.
_KEPT = """async () => {
  const found = await (await caches.open("taroky:python")).matchAll();
  return Promise.all(found.map(async (one) => (await one.arrayBuffer()).byteLength));
}"""
#: Puts another memory in place of the one that is kept: of another build, one that is cut short, one that is
#: full of sevens, and one that was kept as it was done before only what is not zeros was.
_REPLACE = """async (of) => {
  const store = await caches.open("taroky:python");
  const [request] = await store.keys();
  const kept = await store.match(request);
  const headers = new Headers(kept.headers);
  if (of === "another build") headers.set("x-build", of);
  if (of === "another shape") headers.delete("x-stretches");
  const content = new Uint8Array(await kept.arrayBuffer());
  if (of === "sevens") content.fill(7, Number(headers.get("x-stretches")) * 8);
  const put = of === "cut short" ? content.slice(0, 1000) : content;
  await store.put(request, new Response(put, { headers }));
}"""


def telling(route: Route) -> None:
    text = WORKER.read_text("utf-8")
    assert text.count("const handle = door.handle;") == 1
    text = text.replace("const handle = door.handle;", TELLS)
    route.fulfill(body=text, content_type="text/javascript")


@pytest.fixture
def profile(new_context: Callable[..., BrowserContext]) -> BrowserContext:
    """A browser that has been on the site for as long as it takes to keep Python's memory."""
    context = new_context()
    context.route("**/js/worker.js", telling)
    _until_kept(_visit(context))
    return context


def _visit(profile: BrowserContext) -> Page:
    page = profile.new_page()
    page.goto("test-widget/")
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    return page


def _until_kept(page: Page) -> None:
    for _ in range(200):
        if page.evaluate(_KEPT):
            return
        page.wait_for_timeout(100)
    raise AssertionError("Python's memory was not kept")


def _exercise(widget: Locator) -> Any:
    return json.loads(widget.get_attribute("data-widget") or "")["exercise"]


def _told(page: Page) -> list[str]:
    """Whether Python has gone on from a memory, and two draws."""
    button = page.get_by_role("button", name="Unknown")
    button.evaluate("(button) => (button.dataset.event = JSON.stringify({ pick: 'draw' }))")
    button.click()
    feedback = page.locator(".tk-feedback")
    expect(feedback).to_have_text(_DRAWN, timeout=READY)
    match = _DRAWN.search(feedback.inner_text())
    assert match
    return [*match.groups()]


def _other_deal(page: Page) -> Any:
    """Return what Python deals on the page of a lesson in place of the written exercise."""
    page.goto("learn/hlucin/following-suit/#follow")
    widget = page.locator("#w-following-suit-follow")
    written = _exercise(widget)
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    for button in ("tap-7S", "tap-KS", "check"):
        widget.locator(f"[id$={button}]").click()
    widget.get_by_role("button", name="Another one").click()
    for _ in range(100):
        if _exercise(widget) != written:
            break
        page.wait_for_timeout(100)
    dealt = _exercise(widget)
    assert dealt != written
    return dealt


def test_later_visits_go_on_from_what_is_kept_once_and_small_each_with_its_own_luck(
    profile: BrowserContext,
) -> None:
    first = _told(profile.pages[0])
    pages = _visit(profile), _visit(profile)
    second, third = map(_told, pages)
    assert [draws[0] for draws in (first, second, third)] == ["false", "true", "true"]
    assert len({draws[1] for draws in (first, second, third)}) == 3
    assert len({draws[2] for draws in (first, second, third)}) == 3
    (size,) = pages[0].evaluate(_KEPT)
    assert 5e6 < size < 20e6
    # no two visits get the same deal
    assert _other_deal(pages[0]) != _other_deal(pages[1])


def test_a_memory_that_does_not_fit_is_not_used_and_the_next_is_kept(
    profile: BrowserContext,
) -> None:
    for of in ("another build", "another shape", "cut short", "sevens"):
        profile.pages[0].evaluate(_REPLACE, of)
        page = _visit(profile)
        assert _told(page)[0] == "false", of
        _until_kept(page)
        page.close()
    assert _told(_visit(profile))[0] == "true"


def test_python_that_was_started_again_after_a_failure_begins_from_nothing(
    profile: BrowserContext,
) -> None:
    """Whatever broke it may be in the memory that was kept."""
    page = profile.new_page()
    page.route("**/pyodide-lock.json", lambda route: route.abort(), times=2)
    page.goto("test-widget/")
    expect(page.locator("html")).to_have_attribute("data-python", "failed", timeout=READY)
    page.unroute_all()
    page.locator(".tk-status").get_by_role("button", name="Retry").click()
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
    assert _told(page)[0] == "false"


def test_without_a_place_to_keep_it_python_starts_as_it_did(
    new_context: Callable[..., BrowserContext],
) -> None:
    def refusing(route: Route) -> None:
        text = WORKER.read_text("utf-8").replace("const handle = door.handle;", TELLS)
        refusal = "caches.open = async () => { throw new DOMException('no', 'SecurityError'); };\n"
        route.fulfill(body=refusal + text, content_type="text/javascript")

    context = new_context()
    context.route("**/js/worker.js", refusing)
    page = _visit(context)
    assert _told(page)[0] == "false"
    assert page.evaluate(_KEPT) == []
