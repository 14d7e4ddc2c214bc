"""What goes wrong with a browser: Python that never answers or breaks down, a store that is full or
closed, a second window. Each is told in a sentence, and nothing that was done is lost."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from accessibility import axe_finds
from evenings import HANDS, begin
from playwright.sync_api import BrowserContext, Page, Route, expect
from taroky_devtools import table_evening

pytestmark = [pytest.mark.browser, pytest.mark.own_context]

READY = 60_000
LESSON = "learn/hlucin/following-suit/"
WORKER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "js" / "worker.js"

#: Python as it is, but for requests that hold one of these words.
BREAKS = """
  const plain = handle;
  handle = (text) => {
    if (text.includes('"hang"')) pyodide.pyimport("builtins").exec("while True: pass", pyodide.globals);
    if (text.includes('"trap"')) {
      const code = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 5, 1, 3, 0, 0, 11];
      new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(code))).exports.a();
    }
    if (text.includes('"memory"')) pyodide.pyimport("builtins").exec("raise MemoryError", pyodide.globals);
    if (text.includes('"mistake"')) pyodide.pyimport("builtins").exec("{}['key']", pyodide.globals);
    return plain(text);
  };
  /** @param {string} text @param {string} [loaded]"""


def breaking(route: Route) -> None:
    """The worker, with a Python that can be made to break."""
    text = WORKER.read_text("utf-8")
    assert (
        text.count("const handle =")
        == text.count("  /** @param {string} text @param {string} [loaded]")
        == 1
    )
    text = text.replace("const handle =", "let handle =")
    text = text.replace("  /** @param {string} text @param {string} [loaded]", BREAKS)
    route.fulfill(body=text, content_type="text/javascript")


def python_is(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", state, timeout=READY)


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('taroky:{key}')") or "null")


@pytest.fixture
def fragile(any_page: Page) -> Page:
    """The page of the test widget with that worker, its right answer given."""
    any_page.context.route("**/js/worker.js", breaking)
    any_page.clock.install()
    any_page.goto("test-widget/")
    python_is(any_page, "ready")
    any_page.get_by_role("button", name="Right").click()
    expect(any_page.locator(".tk-feedback")).to_have_text("That is right.")
    return any_page


def ask(page: Page, word: str) -> None:
    """Give Python's breaking an occasion."""
    button = page.get_by_role("button", name="Unknown")
    button.evaluate(
        "(button, word) => (button.dataset.event = JSON.stringify({ pick: word }))", word
    )
    button.click()


def works_again(page: Page) -> None:
    """After a retry the same button gets its answer, and what was done is kept."""
    expect(page.locator("[data-step='test/widget/1']")).to_have_class("is-done")
    page.locator(".tk-status").get_by_role("button", name="Retry").click()
    python_is(page, "ready")
    expect(page.locator(".tk-status")).to_have_text("")
    ask(page, "unknown")
    expect(page.locator(".tk-feedback")).to_contain_text(
        re.compile(r"exercise|kind"), timeout=READY
    )
    assert kept(page, "progress")["steps"] == {"test/widget/1": 1}


@pytest.mark.pyodide
def test_a_computation_that_never_ends_is_ended_and_told_where_it_was_asked_for(
    fragile: Page,
) -> None:
    ask(fragile, "hang")
    expect(fragile.locator("html")).to_have_attribute("data-python", "ready")
    fragile.clock.fast_forward("00:20")
    ask(fragile, "unknown")  # the player who goes on pressing does not put it off
    fragile.clock.fast_forward("00:11")
    python_is(fragile, "failed")
    expect(fragile.locator(".tk-status")).to_contain_text(
        "Live exercises have stopped: no answer within 30 seconds. What you have done is kept."
    )
    works_again(fragile)
    # where nothing else is pressed, it is told there as well
    ask(fragile, "hang")
    fragile.clock.fast_forward("00:31")
    python_is(fragile, "failed")
    expect(fragile.locator(".tk-feedback")).to_have_text(
        "No answer within 30 seconds. Nothing is lost: press “Retry”, then try this again."
    )
    works_again(fragile)


@pytest.mark.pyodide
def test_a_mistake_of_ours_and_what_breaks_python_down_is_told_and_python_goes_on(
    fragile: Page,
) -> None:
    ask(fragile, "mistake")
    expect(fragile.locator(".tk-feedback")).to_have_text("That did not work: KeyError: 'key'.")
    python_is(fragile, "ready")
    for word, said in (("trap", "[Uu]nreachable"), ("memory", "MemoryError")):
        ask(fragile, word)
        python_is(fragile, "failed")
        expect(fragile.locator(".tk-status")).to_contain_text(
            re.compile(f"Live exercises have stopped: .*{said}")
        )
        expect(fragile.locator(".tk-feedback")).to_contain_text("Nothing is lost: press “Retry”")
        works_again(fragile)


@pytest.mark.pyodide
def test_a_worker_that_is_gone_is_told(any_page: Page) -> None:
    """A browser short of memory ends workers without a word."""
    any_page.add_init_script(
        "const Plain = Worker; Worker = class extends Plain {"
        " constructor(...all) { super(...all); window.ours = this; } };"
    )
    any_page.clock.install()
    any_page.goto("test-widget/")
    python_is(any_page, "ready")
    any_page.evaluate("window.ours.terminate()")
    any_page.get_by_role("button", name="Unknown").click()
    any_page.clock.fast_forward("00:31")
    python_is(any_page, "failed")
    any_page.get_by_role("button", name="Retry").click()
    python_is(any_page, "ready")
    expect(any_page.locator(".tk-status")).to_have_text("")


@pytest.mark.pyodide
def test_what_waits_behind_a_hung_computation_is_done_after_the_retry(any_page: Page) -> None:
    page = any_page
    page.context.route("**/js/worker.js", breaking)
    page.clock.install()
    begin(page)
    page.get_by_label("Just the Kč").check()
    page.fill("[name='won.0']", "2")
    page.fill("[name='won.1']", "-1")
    page.fill("[name='won.2']", "-1")
    page.locator("[name='won.2']").blur()
    page.wait_for_timeout(1000)
    expect(page.locator("form.tk-document")).not_to_have_attribute("aria-busy", "true")
    page.evaluate("document.querySelector('.tk-keeper').dataset.base = 'hang'")
    write = page.get_by_role("button", name="Write it down")
    write.click()
    page.clock.fast_forward("00:31")
    python_is(page, "failed")
    line = page.locator(".tk-kept [role=status]")
    expect(line).to_contain_text("Nothing is lost")
    expect(page.locator("[name='won.0']")).to_have_value("2")
    page.evaluate("document.querySelector('.tk-keeper').dataset.base = '../'")
    write.click()
    expect(line).to_contain_text("which is not running")
    page.locator(".tk-status").get_by_role("button", name="Retry").click()
    python_is(page, "ready")
    expect(page.locator(HANDS)).to_have_count(1, timeout=READY)


# -- the store ------------------------------------------------------------------------------------

FULL = (
    "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
)
#: As a browser does in which nothing may be kept.
CLOSED = """for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
  configurable: true, get() { throw new DOMException("denied", "SecurityError"); } });"""


@pytest.mark.parametrize("script", [FULL, CLOSED], ids=["full", "closed"])
def test_progress_that_cannot_be_kept_is_told_and_goes_on(
    watched: Callable[..., Page], script: str
) -> None:
    page = watched()
    page.add_init_script(script)
    page.goto("test-widget/")
    page.get_by_role("button", name="Right").click()
    line = page.locator(".tk-status")
    expect(line).to_contain_text("This browser does not keep your progress")
    expect(line).to_contain_text("save it to a file")
    line.get_by_role("button", name="OK", exact=True).click()
    expect(line).not_to_contain_text("progress")
    # in this visit it is there: on the next page, too, and in the file
    page.evaluate("window.sameVisit = true")
    for name, path in (("About", "about"), ("Learn", "learn")):
        page.locator("nav.md-tabs a", has_text=name).first.click()
        page.wait_for_url(f"**/{path}/")
        # the address comes first, and a link that is pressed while the page comes may go with the old one
        expect(page.locator("nav.md-tabs .md-tabs__item--active")).to_contain_text(name)
    page.get_by_role("link", name="Hlučín").last.click()
    page.wait_for_url("**/learn/hlucin/")
    assert page.evaluate("window.sameVisit") is True
    with page.expect_download() as info:
        page.get_by_role("button", name="Save to a file").click()
    saved = json.loads(Path(info.value.path()).read_text("utf-8"))
    assert saved["steps"] == {"test/widget/1": 1}
    # a page that draws its colours from the store does so without one
    page.locator("label[for^=__palette]:visible").first.click()
    for _ in range(3):
        page.go_back()
    expect(page.locator("[data-step='test/widget/1']")).to_have_class("is-done")


@pytest.mark.parametrize("script", [FULL, CLOSED])
def test_a_table_that_is_not_kept_is_told_where_everybody_sees_it(
    watched: Callable[..., Page], script: str
) -> None:
    page = watched(viewport={"width": 360, "height": 640})
    page.add_init_script(script)
    page.goto("play/")
    table_evening.sit_down(page)
    line = page.locator(".tk-not-kept")
    expect(line).to_be_in_viewport(timeout=READY)
    expect(line).to_have_text(
        "This browser cannot store the table: it has no space left, or this is a private window. OK"
    )
    line.get_by_role("button").click()
    expect(line).to_have_count(0)
    assert table_evening.first_to_press(page)


def test_a_choice_that_is_not_kept_is_told(watched: Callable[..., Page]) -> None:
    page = watched()
    page.add_init_script(FULL)
    page.goto("learn/hlucin/alone/")
    page.locator("[data-setting]").first.evaluate("(box) => box.click()")
    expect(page.locator(".tk-status")).to_contain_text("does not keep what you choose")


def test_two_windows_at_one_table_lose_no_move(new_context: Callable[..., BrowserContext]) -> None:
    """A window that knows an older table plays on from what the other has made of it."""
    context = new_context()
    one = context.new_page()
    one.goto("play/")
    table_evening.sit_down(one, "french-practice-1")
    first = table_evening.first_to_press(one)
    assert first
    two = context.new_page()
    two.goto("play/")
    expect(two.locator(".tk-bar")).to_be_visible(timeout=READY)
    # as if the news of the other window had not come
    two.evaluate(
        "window.addEventListener('storage', (news) => news.stopImmediatePropagation(), true)"
    )
    before = table_evening.kept(one)
    one.locator(f"[id='{first}']").click(position={"x": 6, "y": 12})
    table_evening.until_kept(one, before)
    done = table_evening.kept(one)["done"]
    two.locator("#tk-room [data-play]:visible").first.click()
    two.wait_for_timeout(500)
    assert table_evening.kept(two)["done"][: len(done)] == done


def test_a_sheet_goes_on_where_nothing_may_be_kept(watched: Callable[..., Page]) -> None:
    page = watched()
    page.add_init_script(CLOSED)
    page.goto("tournament/")
    python_is(page, "ready")
    page.fill("[name=names]", "\n".join(f"Player {n}" for n in range(1, 9)))
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator(".tk-kept [role=status]")).to_contain_text("save it as a file")
    with page.expect_download() as info:
        page.get_by_role("button", name="Save as JSON").click()
    assert len(json.loads(Path(info.value.path()).read_text("utf-8"))["entrants"]) == 8


def test_two_windows_of_a_lesson_add_up(new_context: Callable[..., BrowserContext]) -> None:
    """What is done in one is never taken back by the other, and is seen there."""
    context = new_context()
    one, two = context.new_page(), context.new_page()
    one.goto("test-widget/")
    two.goto("test-widget/")
    one.evaluate(
        "localStorage.setItem('taroky:progress',"
        " JSON.stringify({ version: 1, steps: { 'test/widget/2': 3 } }))"
    )
    two.get_by_role("button", name="Right").click()
    expect(two.locator("[data-step='test/widget/1']")).to_have_class("is-done")
    assert kept(two, "progress")["steps"] == {"test/widget/1": 1, "test/widget/2": 3}
    expect(one.locator("[data-step='test/widget/1']")).to_have_class("is-done")


def test_what_one_window_fills_in_stays_when_another_writes(
    new_context: Callable[..., BrowserContext],
) -> None:
    context = new_context()
    one, two = context.new_page(), context.new_page()
    begin(one)
    one.get_by_label("Just the Kč").check()
    expect(one.locator("[name='won.0']")).to_be_visible()
    two.goto("evening/")
    expect(two.locator("[name='won.0']")).to_be_visible(timeout=READY)
    two.fill("[name='won.0']", "5")
    two.fill("[name='won.1']", "-5")
    one.fill("[name='won.0']", "2")
    one.fill("[name='won.1']", "-1")
    one.fill("[name='won.2']", "-1")
    one.get_by_role("button", name="Write it down").click()
    expect(one.locator(HANDS)).to_have_count(1)
    expect(two.locator(HANDS)).to_have_count(1)
    expect(two.locator("[name='won.0']")).to_have_value("5")
    expect(two.locator("[name='won.1']")).to_have_value("-5")
    two.fill("[name='won.2']", "0")
    two.get_by_role("button", name="Write it down").click()
    expect(one.locator(HANDS)).to_have_count(2)


@pytest.mark.pyodide
@pytest.mark.once
def test_what_is_told_of_trouble_can_be_used_by_everybody(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 360, "height": 740}, axe=True)
    page.route("**/*.whl", lambda route: route.abort())
    page.add_init_script(FULL)
    page.goto("test-widget/")
    page.get_by_role("button", name="Right").click()
    python_is(page, "failed")
    box = page.locator(".tk-status")
    for name in ("Retry", "OK"):
        size = box.get_by_role("button", name=name).bounding_box()
        assert size is not None and size["height"] >= 24 and size["width"] >= 24
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert axe_finds(page, ".tk-status") == []
