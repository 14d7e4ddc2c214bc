"""Python in the page: it starts, it answers, and when it cannot start the page says so."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.pyodide]

WIDGET_PAGE = "test-widget/"
READY = 60_000


def python_is(page: Page, state: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", state, timeout=READY)


def test_python_becomes_ready_and_answers(page: Page) -> None:
    page.goto(WIDGET_PAGE)
    python_is(page, "ready")
    marks = page.evaluate("performance.getEntriesByType('mark').map((mark) => mark.name)")
    assert {"taroky:interactive", "taroky:python"} <= set(marks)
    expect(page.locator(".tk-status")).to_have_text("")


def test_a_page_without_widgets_does_not_start_python(page: Page) -> None:
    page.goto("contributing/")
    page.wait_for_timeout(1500)
    assert page.evaluate("document.documentElement.dataset.python") is None


def test_a_known_outcome_needs_no_python(any_page: Page) -> None:
    any_page.route("**/pyodide.mjs", lambda route: route.abort())
    any_page.goto(WIDGET_PAGE)
    any_page.get_by_role("button", name="Right").click()
    expect(any_page.locator(".tk-feedback")).to_have_text("That is right.")
    assert any_page.evaluate("location.hash") == "#x=test"
    expect(any_page.locator("[data-step='test/widget/1']")).to_have_text("One done, 1 of 3 stars")
    # the focus stays on the button that was pressed
    expect(any_page.get_by_role("button", name="Right")).to_be_focused()
    any_page.goto(WIDGET_PAGE)
    expect(any_page.locator("[data-step='test/widget/1']")).to_have_class("is-done")


def test_an_unknown_outcome_goes_to_python_and_its_answer_is_shown(page: Page) -> None:
    page.goto(WIDGET_PAGE)
    page.get_by_role("button", name="Unknown").click()
    expect(page.locator(".tk-feedback")).to_have_text("one moment …")
    python_is(page, "ready")
    # there is no such widget in Python: it answers with a sentence
    expect(page.locator(".tk-feedback")).not_to_have_text("one moment …")
    expect(page.locator(".tk-feedback")).not_to_be_empty()


@pytest.mark.parametrize(
    "missing",
    [
        pytest.param("**/*.whl", marks=pytest.mark.matrix("another file that does not come")),
        "**/pyodide.asm.wasm",
        pytest.param(
            "**/pyodide-lock.json", marks=pytest.mark.matrix("another file that does not come")
        ),
        "**/js/worker.js",
    ],
)
def test_a_missing_file_is_said_and_retry_works(any_page: Page, missing: str) -> None:
    any_page.context.route(missing, lambda route: route.abort())
    any_page.goto(WIDGET_PAGE)
    python_is(any_page, "failed")
    line = any_page.locator(".tk-status")
    expect(line).to_contain_text("Live exercises could not start: ")
    expect(line).to_contain_text("Everything on the page still works.")
    any_page.get_by_role("button", name="Right").click()
    expect(any_page.locator(".tk-feedback")).to_have_text("That is right.")

    any_page.context.unroute(missing)
    line.get_by_role("button", name="Retry").click()
    python_is(any_page, "ready")
    expect(line).to_have_text("")


def test_an_answer_given_while_python_is_missing_is_kept_for_the_retry(any_page: Page) -> None:
    any_page.context.route("**/*.whl", lambda route: route.abort())
    any_page.goto(WIDGET_PAGE)
    any_page.get_by_role("button", name="Unknown").click()
    python_is(any_page, "failed")
    waits = "This needs the live exercises, which are not running."
    expect(any_page.locator(".tk-feedback")).to_have_text(waits)
    any_page.context.unroute("**/*.whl")
    any_page.get_by_role("button", name="Retry").click()
    python_is(any_page, "ready")
    expect(any_page.locator(".tk-feedback")).not_to_have_text(waits)
    expect(any_page.locator(".tk-feedback")).not_to_have_text("one moment …")


def test_without_workers_the_page_says_so(any_page: Page) -> None:
    any_page.add_init_script("delete window.Worker")
    any_page.goto(WIDGET_PAGE)
    python_is(any_page, "failed")
    expect(any_page.locator(".tk-status")).to_contain_text("this browser has no module workers")


@pytest.mark.no_python
def test_spoilt_progress_is_tolerated(page: Page) -> None:
    page.add_init_script("if (location.host) localStorage.setItem('taroky:done', '{not json')")
    page.goto(WIDGET_PAGE)
    page.get_by_role("button", name="Right").click()
    expect(page.locator("[data-step='test/widget/1']")).to_have_class("is-done")


def test_one_worker_serves_the_whole_visit(page: Page) -> None:
    page.goto(WIDGET_PAGE)
    python_is(page, "ready")
    page.evaluate("window.sameVisit = true")
    page.locator("nav.md-tabs a", has_text="About").first.click()
    page.wait_for_url("**/about/")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Test")
    assert page.evaluate("window.sameVisit") is True
    page.get_by_role("button", name="Right").click()
    expect(page.locator(".tk-feedback")).to_have_text("That is right.")
    ours = [worker for worker in page.workers if worker.url.endswith("assets/js/worker.js")]
    assert len(ours) == 1


def test_without_javascript_a_page_reads(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    for path in ("", "learn/", "reference/", WIDGET_PAGE):
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        assert len(page.locator("article").inner_text()) > 20, path
