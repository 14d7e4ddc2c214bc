"""Lessons in a real browser: what is said to an answer, hints, fresh exercises and their addresses, on
a phone, in the dark, without a script, and through axe-core. Whole courses: test_whole_course.py."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from accessibility import axe_finds
from playwright.sync_api import BrowserContext, Page, expect
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS

pytestmark = pytest.mark.browser

LESSONS = {lesson.id: lesson for lesson in load_all("hlucin")}


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def test_a_wrong_answer_shows_its_reason_and_leads_to_the_rule(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    widget = page.locator("#w-following-suit-follow")
    widget.locator("[id$=tap-XXI]").click()
    said = widget.locator(".tk-feedback.is-wrong")
    expect(said).to_contain_text("The queen of spades was led, so you must follow suit")
    expect(widget.locator("li.is-wrong")).to_contain_text("may not")
    said.get_by_role("link", name="HLU-PLAY-02").click()
    expect(page).to_have_url(re.compile(r"/reference/hlucin/#HLU-PLAY-02$"))
    expect(page.locator("[id='HLU-PLAY-02']")).to_be_in_viewport()


def test_the_first_answer_does_not_wait_for_python(any_page: Page) -> None:
    any_page.route("**/pyodide.mjs", lambda route: route.abort())
    any_page.goto("learn/hlucin/following-suit/#trump")
    widget = any_page.locator("#w-following-suit-trump")
    widget.locator("[id$=tap-KD]").click()
    expect(widget.locator(".tk-feedback")).to_contain_text("so you must trump")


def test_hints_come_one_after_the_other(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    widget = page.locator("#w-following-suit-follow")
    hint = widget.get_by_role("button", name="Give me a hint")
    hint.click()
    expect(widget.locator(".tk-hint p")).to_have_count(1)
    hint.click()
    expect(widget.locator(".tk-hint p")).to_have_count(2, timeout=60_000)  # Python knows it
    expect(hint).to_have_count(0)


def test_another_one_and_its_address(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto("learn/hlucin/following-suit/#mixed")
    ready(page)
    widget = page.locator("#w-following-suit-mixed")
    written = widget.get_attribute("data-widget")
    widget.get_by_role("button", name="Another one").click()
    expect(widget).not_to_have_attribute("data-widget", written or "")
    expect(page).to_have_url(re.compile(r"#x=w-following-suit-mixed\.pick-legal\.void\.1\.\w+$"))
    made = widget.get_attribute("data-widget")
    assert made is not None
    friend = new_context().new_page()
    friend.goto(page.url)
    there = friend.locator("#w-following-suit-mixed")
    expect(there).to_have_attribute("data-widget", made, timeout=60_000)
    expect(there).to_be_visible()


def test_a_damaged_address_gets_a_sentence(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#x=w-following-suit-mixed.pick-legal.void.1.<b>")
    ready(page)
    said = page.locator(".tk-widget [aria-live]").filter(has_text=re.compile(r"\."))
    expect(said.first).to_have_text(re.compile("cannot be read|does not lead"))
    assert page.locator(".tk-widget b").count() == 0


@pytest.mark.parametrize(
    ("size", "scheme"), [((390, 844), "light"), ((360, 740), "dark"), ((1440, 900), "dark")]
)
def test_fits_the_screen(
    new_context: Callable[..., BrowserContext], size: tuple[int, int], scheme: str
) -> None:
    context = new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, has_touch=size[0] < 500
    )
    page = context.new_page()
    for path in ("", "learn/", "learn/hlucin/following-suit/#follow", "learn/hlucin/counting-by-threes/#courts",
                 "reference/hlucin/"):  # fmt: skip
        page.goto(path)
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{path} scrolls sideways by {wide} px"
    dark = page.evaluate("document.body.dataset.mdColorScheme")
    assert dark == ("slate" if scheme == "dark" else "default")
    page.goto("learn/hlucin/following-suit/#follow")
    page.locator("[id$=tap-9C]:visible").click()
    expect(page.locator(".tk-feedback.is-wrong")).to_be_in_viewport()
    boxes = [card.bounding_box() for card in page.locator(".tk-play:visible").all()]
    assert all(box is not None and box["width"] >= 40 and box["height"] >= 44 for box in boxes)


#: Of each step the heading, whether its task is seen, and whether its solution is when it is unfolded.
_SHOWN = """([lesson, steps]) => steps.map((step) => {
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const widget = document.getElementById(`w-${lesson}-${step}`);
  const heading = [...widget.closest(".tk-leg").querySelectorAll("h2")].find(seen);
  for (const one of widget.querySelectorAll("details")) one.open = true;
  return [heading?.firstChild.textContent.trim(), seen(widget.querySelector(".tk-task")),
    [...widget.querySelectorAll(".tk-solution p")].some(seen)];
})"""


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
def test_reads_in_full_without_a_script(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(java_script_enabled=False).new_page()
    for lesson in LESSONS.values():
        page.goto(f"learn/hlucin/{lesson.id}/")
        # a whole hand has no single solution to unfold
        solved = [s.id for s in lesson.steps if KINDS[s.exercise.kind].solution(s.exercise)]
        for step in solved[:1]:
            page.locator(f"#w-{lesson.id}-{step} summary").click()
            expect(page.locator(f"#w-{lesson.id}-{step} .tk-solution p").first).to_be_visible()
        shown = page.evaluate(_SHOWN, [lesson.id, [step.id for step in lesson.steps]])
        assert shown == [[one.title, True, one.id in solved] for one in lesson.steps]


@pytest.mark.once
@pytest.mark.parametrize(
    "path",
    ["", "learn/", "learn/hlucin/following-suit/", "learn/hlucin/following-suit/#wins-tarok",
     "learn/hlucin/counting-by-threes/#three", "reference/", "reference/hlucin/", "reference/glossary/",
     "contributing/", "contributing/architecture/", "contributing/measurements/", "strategy/",
     "strategy/odds/",
     "learn/hlucin/learned/", "calculators/", "clubs/", "take/", "404.html"],
)  # fmt: skip
def test_axe_finds_nothing(new_context: Callable[..., BrowserContext], path: str) -> None:
    page = new_context(bypass_csp=True).new_page()
    page.goto(path)
    page.wait_for_load_state("networkidle")
    if "#" in path:
        page.locator(".tk-play:visible").first.click()
        page.wait_for_timeout(300)
    assert axe_finds(page) == []


@pytest.mark.once
def test_axe_is_shown_the_dark_as_well(new_context: Callable[..., BrowserContext]) -> None:
    page = new_context(bypass_csp=True).new_page()
    page.goto("take/")
    page.evaluate(
        "const pale = new CSSStyleSheet();"
        "pale.replaceSync('[data-md-color-scheme=slate] h1 { color: #222 !important }');"
        "document.adoptedStyleSheets.push(pale)"
    )
    [found] = axe_finds(page)
    assert found.startswith("in the dark: color-contrast: ")
    assert page.evaluate("document.body.dataset.mdColorScheme") == "default"
    assert page.evaluate("document.adoptedStyleSheets.length") == 1


def test_a_lesson_brings_no_search_index_until_somebody_searches(page: Page) -> None:
    """It is by far the biggest file; what a task shows and its solution are not in it."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("learn/hlucin/following-suit/#follow")
    ready(page)
    assert not [url for url in asked if "search_index" in url]
    page.keyboard.press("s")
    page.keyboard.type("talon")
    found = page.locator(".md-search-result__link").first
    expect(found).to_be_visible(timeout=15_000)
    [index] = {url for url in asked if "search_index" in url}
    texts = [row["text"] for row in page.request.get(index).json()["docs"]]
    assert not [text for text in texts if "Show the solution" in text]
    found.click()
    expect(page).not_to_have_url(re.compile("following-suit"))
