"""Lessons in a real browser: what is said to an answer, hints, fresh exercises and their addresses, on
a phone, in the dark, without a script, and through axe-core. Whole courses: test_whole_course.py."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from accessibility import axe_finds
from playwright.sync_api import Page, expect
from taroky_tutorials.lessons.lesson import Lesson
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS

pytestmark = pytest.mark.browser

LESSONS = {lesson.id: lesson for lesson in load_all("hlucin")}


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def test_a_wrong_answer_shows_its_reason_and_leads_to_the_rule(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    widget = page.locator("#w-following-suit-follow")
    for card in ("XXI", "KS", "7S"):
        widget.locator(f"[id$=tap-{card}]").click()
    widget.locator("[id$=-check]").click()
    said = widget.locator(".tk-feedback.is-wrong")
    expect(said).to_contain_text("One of these is wrong.")
    expect(widget.locator("li.is-wrong")).to_have_count(0)
    widget.locator("[id$=-check]").click()  # Python knows what comes after the first answer
    expect(said).to_contain_text(
        "The queen of spades was led, so you must follow suit", timeout=60_000
    )
    expect(widget.locator("li.is-wrong")).to_contain_text("may not")
    link = said.get_by_role("link", name="The rule")
    link.click()
    sheet = page.get_by_role("dialog", name="Play", exact=True)
    expect(sheet).to_contain_text("You must follow suit.")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(link).to_be_focused()
    expect(said).to_be_visible()
    page.keyboard.press("Enter")
    sheet.get_by_role("link", name="Open the rules").click()
    expect(page).to_have_url(re.compile(r"/reference/hlucin/#HLU-PLAY-02$"))
    expect(page.locator("[id='HLU-PLAY-02']")).to_be_in_viewport()


def test_a_rule_that_does_not_come_is_followed_as_a_link(any_page: Page) -> None:
    any_page.goto("learn/hlucin/following-suit/#follow")
    for button in ("tap-XXI", "check"):
        any_page.locator(f"[id$=follow-{button}]").click()
    expect(any_page.locator(".tk-feedback.is-wrong")).to_contain_text("are missing")
    any_page.locator("[id$=follow-check]").click()
    link = any_page.locator(".tk-feedback.is-wrong").get_by_role("link", name="The rule")
    any_page.evaluate("() => { window.fetch = () => Promise.reject(new Error('no')); }")
    link.click()
    expect(any_page).to_have_url(re.compile(r"/reference/hlucin/#HLU-PLAY-02$"))


def test_a_reply_shows_one_rule_and_folds_away_the_others(page: Page) -> None:
    page.goto("learn/hlucin/the-pack/#courts")
    widget = page.locator("#w-the-pack-courts")
    said = widget.locator(".tk-feedback")
    for button in ("tap-8S", "check"):
        widget.locator(f"[id$=-{button}]").click()
    expect(said).not_to_be_empty()
    widget.locator("[id$=-check]").click()
    expect(said.locator("a.tk-rule:visible")).to_have_count(1)
    said.locator(".tk-more-rules summary").click()
    assert said.locator("a.tk-rule:visible").count() > 1
    boxes = [link.bounding_box() for link in said.locator("a.tk-rule").all()]
    assert all(box is not None and box["height"] >= 44 for box in boxes)


def test_next_is_red_once_a_step_is_solved_and_takes_the_focus_along(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    follow = page.locator(".tk-step.is-current .tk-next a")
    plain = follow.evaluate("(link) => getComputedStyle(link).backgroundColor")
    for card in ("KS", "7S"):
        page.locator(f"#w-following-suit-follow-tap-{card}").click()
    page.locator("#w-following-suit-follow-check").click()
    expect(page.locator("#w-following-suit-follow")).to_have_attribute("data-tries", "0")
    expect(follow).not_to_have_css("background-color", plain)
    page.evaluate("document.querySelector('.tk-lesson').dataset.same = '1'")
    follow.focus()
    page.keyboard.press("Enter")
    steps = [step.id for step in LESSONS["following-suit"].steps]
    after = steps[steps.index("follow") + 1]
    expect(page.locator(f"[id='{after}'] h2")).to_be_focused()
    expect(page.locator(".tk-lesson")).to_have_attribute("data-same", "1")  # no page was fetched


@pytest.mark.no_python
def test_arrow_keys_go_from_card_to_card(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("learn/hlucin/talon/#one")
    cards = page.locator(".tk-step.is-current .tk-hand .tk-play")
    assert cards.count() == 13
    assert [card.get_attribute("tabindex") for card in cards.all()] == ["0"] + ["-1"] * 12
    cards.first.focus()
    for key, index in (
        ("ArrowRight", 1),
        ("ArrowDown", 8),
        ("ArrowLeft", 7),
        ("ArrowUp", 0),
        ("End", 12),
        ("ArrowRight", 12),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        expect(cards.nth(index)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(page.locator("#w-talon-one")).to_have_attribute("data-widget", re.compile('"tap"'))
    expect(cards.nth(12)).to_be_focused()


@pytest.mark.no_python
def test_words_that_are_too_long_go_on_behind_a_button(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto("learn/hlucin/following-suit/#follow")
    page.locator("#follow .tk-words > p").first.evaluate(
        "(text) => text.append(' And so on.'.repeat(60))"
    )
    page.set_viewport_size({"width": 391, "height": 664})
    more = page.locator("#follow").get_by_role("button", name="Read on")
    expect(more).to_have_attribute("aria-expanded", "false")
    expect(page.locator("#follow .tk-next a")).to_be_in_viewport()
    more.click()
    words = page.locator("#follow .tk-words")
    assert words.evaluate("(one) => one.scrollHeight - one.clientHeight") <= 1
    page.locator("#follow").get_by_role("button", name="Less").click()
    expect(page.locator("#follow .tk-next a")).to_be_in_viewport()


@pytest.mark.no_python
def test_after_the_last_step_it_says_what_is_reached(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#finish")
    lesson = LESSONS["following-suit"]
    step = page.locator("#finish")
    expect(step.get_by_text(lesson.summary)).to_be_hidden()
    # nothing has been solved: it says so, and leads to what is open
    expect(step.locator("h2")).to_have_text("Not finished yet")
    expect(step).to_contain_text(f"Done: 0 of {len(lesson.steps)} steps.")
    first = step.locator(".tk-steps-again a").first
    assert first.get_attribute("href") == f"#{lesson.steps[0].id}"
    expect(step.locator(".tk-won")).to_have_count(0)
    expect(step.locator(".tk-course-done")).to_have_text(
        f"0 of {len(LESSONS)} lessons of this course are done."
    )
    expect(step.get_by_role("link", name="Next lesson")).to_be_in_viewport()
    page.goto(f"learn/hlucin/{list(LESSONS)[-1]}/#finish")
    page.get_by_role("link", name="What you have learned").click()
    expect(page).to_have_url(re.compile("learn/hlucin/learned/$"))


@pytest.mark.no_python
def test_a_lesson_that_is_done_shows_its_stars_and_where_more_can_be_won(page: Page) -> None:
    lesson = LESSONS["following-suit"]
    stars = {f"hlucin/{lesson.id}/{step.id}": 3 for step in lesson.steps}
    page.goto("learn/hlucin/following-suit/")
    save = "(steps) => localStorage.setItem('taroky:progress', JSON.stringify({version: 1, steps}))"
    page.evaluate(save, stars)
    page.goto("learn/hlucin/following-suit/#finish")
    end = page.locator("#finish")
    expect(end.locator("h2")).to_have_text("Lesson done")
    expect(end.locator(".tk-won .is-won")).to_have_count(3)
    expect(end).to_contain_text("All stars")
    expect(end.get_by_text(lesson.summary)).to_be_visible()
    expect(end.locator(".tk-steps-again")).to_have_count(0)
    page.evaluate(save, {**stars, f"hlucin/{lesson.id}/{lesson.steps[1].id}": 1})
    page.reload()
    expect(end).to_contain_text(f"You won {3 * len(stars) - 2} of {3 * len(stars)} stars.")
    expect(end.locator(".tk-won .is-won")).to_have_count(2)
    expect(end.locator(".tk-steps-again a")).to_have_attribute("href", f"#{lesson.steps[1].id}")


@pytest.mark.no_python
def test_the_first_answer_does_not_wait_for_python(any_page: Page) -> None:
    any_page.route("**/pyodide.mjs", lambda route: route.abort())
    any_page.goto("learn/hlucin/following-suit/#trump")
    widget = any_page.locator("#w-following-suit-trump")
    trump = next(one for one in LESSONS["following-suit"].steps if one.id == "trump")
    for card in ("KD", *(event["tap"] for event in trump.solution)):
        widget.locator(f"[id$=tap-{card}]").click()
    widget.locator("[id$=-check]").click()
    expect(widget.locator(".tk-feedback")).to_contain_text("One of these is wrong")


def test_hints_come_one_after_the_other(page: Page) -> None:
    page.goto("learn/hlucin/following-suit/#follow")
    widget = page.locator("#w-following-suit-follow")
    hint = widget.get_by_role("button", name="Hint")
    hint.click()
    expect(widget.locator(".tk-hint p")).to_have_count(1)
    hint.click()
    expect(widget.locator(".tk-hint p")).to_have_count(2, timeout=60_000)  # Python knows it
    expect(hint).to_have_count(0)


def test_another_one_and_its_address(page: Page, new_page: Callable[..., Page]) -> None:
    page.goto("learn/hlucin/following-suit/#mixed")
    ready(page)
    widget = page.locator("#w-following-suit-mixed")
    mixed = next(one for one in LESSONS["following-suit"].steps if one.id == "mixed")
    for event in mixed.solution:
        widget.locator(f"[id$=tap-{event['tap']}]").click()
    widget.locator("[id$=-check]").click()
    written = widget.get_attribute("data-widget")
    widget.get_by_role("button", name="Another one").click()
    expect(widget).not_to_have_attribute("data-widget", written or "")
    expect(page).to_have_url(re.compile(r"#x=w-following-suit-mixed\.pick-legal\.void\.1\.\w+$"))
    made = widget.get_attribute("data-widget")
    assert made is not None
    friend = new_page()
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


#: What is open in windows of all sizes.
FITS = (
    "",
    "learn/",
    "learn/hlucin/counting-by-threes/#courts",
    "reference/hlucin/",
    "learn/hlucin/following-suit/#follow",
)


@pytest.mark.no_python
def test_fits_the_screen(new_page: Callable[..., Page]) -> None:
    """Upright on two phones and on a desk, one page after the other; an answer on each of them."""
    sizes = (360, 740), (390, 844), (1440, 900)
    page = new_page(viewport={"width": 360, "height": 740}, color_scheme="dark", has_touch=True)
    for path in FITS:
        page.set_viewport_size({"width": 360, "height": 740})
        page.goto(path)
        assert page.evaluate("document.body.dataset.mdColorScheme") == "slate"
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            page.wait_for_timeout(100)  # what moves from one layout to another is not there at once
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{path or 'home'} scrolls sideways by {wide} px of {width}"
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        for card in ("7S", "KS", "9C"):
            page.locator(f"[id$=tap-{card}]:visible").click()
        page.locator("[id$=-check]:visible").click()
        expect(page.locator(".tk-feedback.is-wrong")).to_be_in_viewport()
        boxes = [card.bounding_box() for card in page.locator(".tk-play:visible").all()]
        assert all(box is not None and box["width"] >= 40 and box["height"] >= 44 for box in boxes)


@pytest.mark.no_python
def test_by_day_a_page_is_light(new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="light")
    page.goto("take/")
    assert page.evaluate("document.body.dataset.mdColorScheme") == "default"


#: Of each step the heading, whether its task is seen, and whether its solution is when it is unfolded.
_SHOWN = """([lesson, steps]) => steps.map((step) => {
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const widget = document.getElementById(`w-${lesson}-${step}`);
  const heading = [...widget.closest(".tk-step").querySelectorAll("h2")].find(seen);
  for (const one of widget.querySelectorAll("details")) one.open = true;
  const words = [...(heading?.childNodes ?? [])].filter((one) => !(one instanceof HTMLAnchorElement));
  return [words.map((one) => one.textContent).join("").trim(), seen(widget.querySelector(".tk-task")),
    [...widget.querySelectorAll(".tk-solution p")].some(seen)];
})"""


def with_each_kind() -> list[Lesson]:
    """Return lessons of the course, from the first on, until each kind of task is in one of them."""
    lessons, kinds = [], set[str]()
    for lesson in LESSONS.values():
        new = {step.exercise.kind for step in lesson.steps} - kinds
        if new:
            lessons.append(lesson)
            kinds |= new
    return lessons


#: What hides and shows is the same for all tasks; without a script no other kind is more of a task.
OTHERS = pytest.mark.matrix("the first lesson of the course")


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
@pytest.mark.parametrize(
    "lesson",
    [
        pytest.param(lesson, id=lesson.id, marks=[OTHERS] if number else [])
        for number, lesson in enumerate(with_each_kind())
    ],
)
def test_reads_in_full_without_a_script(new_page: Callable[..., Page], lesson: Lesson) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(f"learn/hlucin/{lesson.id}/")
    # a whole hand has no single solution to unfold
    solved = [s.id for s in lesson.steps if KINDS[s.exercise.kind].solution(s.exercise)]
    for step in solved[:1]:
        page.locator(f"#w-{lesson.id}-{step} summary").click()
        expect(page.locator(f"#w-{lesson.id}-{step} .tk-solution p").first).to_be_visible()
    shown = page.evaluate(_SHOWN, [lesson.id, [step.id for step in lesson.steps]])
    assert shown == [[one.title, True, one.id in solved] for one in lesson.steps]


#: Pages of which axe-core is shown what is their own: header, tabs and foot are the same on all, and are
#: looked at on the first and on one that has none of them in its place.
PARTS = {
    "": "html",
    "404.html": "html",
    **dict.fromkeys(
        (
            *("learn/", "learn/hlucin/following-suit/", "learn/hlucin/learned/", "reference/"),
            *("strategy/", "strategy/odds/", "contributing/", "calculators/", "clubs/", "take/"),
        ),
        "article",
    ),
}
#: Pages that take long or are of the same kind as another, by what stands for them.
OTHER_PAGES = {
    "reference/hlucin/": "test_reference.py, with positions open",
    "reference/glossary/": "reference/",
    "contributing/architecture/": "contributing/",
    "contributing/measurements/": "strategy/odds/, with tables as well",
    **dict.fromkeys(
        ("learn/hlucin/following-suit/#wins-tarok", "learn/hlucin/counting-by-threes/#three"),
        "test_whole_course.py: tasks with an answer",
    ),
}


def axe_finds_on(page: Page, path: str, part: str) -> list[str]:
    page.goto(path)
    if "#" in path:
        page.locator(".tk-play:visible").first.click()
        page.wait_for_timeout(300)
    return axe_finds(page, part)


@pytest.mark.no_python
@pytest.mark.once
def test_axe_finds_nothing(new_page: Callable[..., Page]) -> None:
    page = new_page(axe=True)
    faults_of = {path: axe_finds_on(page, path, part) for path, part in PARTS.items()}
    assert {path: faults for path, faults in faults_of.items() if faults} == {}


@pytest.mark.no_python
@pytest.mark.once
@pytest.mark.parametrize(
    "path", [pytest.param(one, marks=pytest.mark.matrix(why)) for one, why in OTHER_PAGES.items()]
)
def test_axe_finds_nothing_on_other_pages(new_page: Callable[..., Page], path: str) -> None:
    assert axe_finds_on(new_page(axe=True), path, "html") == []


@pytest.mark.no_python
@pytest.mark.once
def test_axe_is_shown_the_dark_as_well(new_page: Callable[..., Page]) -> None:
    page = new_page(axe=True)
    page.goto("take/")
    page.evaluate(
        "const pale = new CSSStyleSheet();"
        "pale.replaceSync('[data-md-color-scheme=slate] h1 { color: #222 !important }');"
        "document.adoptedStyleSheets.push(pale)"
    )
    [fault] = axe_finds(page)
    assert fault.startswith("in the dark: color-contrast: ")
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
    result = page.locator(".md-search-result__link").first
    expect(result).to_be_visible(timeout=15_000)
    [index] = {url for url in asked if "search_index" in url}
    texts = [row["text"] for row in page.request.get(index).json()["docs"]]
    assert not [text for text in texts if "Tap every card you may play" in text]
    result.click()
    expect(page).not_to_have_url(re.compile("following-suit"))


def test_a_search_in_one_game_shows_no_other(page: Page) -> None:
    page.goto("learn/hlucin/")
    page.locator(".md-search__input").fill("last trick")
    links = page.locator(".md-search-result__link")
    of_others = page.locator(".md-search-result__link[href*='/hlucin/']")
    expect(of_others.first).to_be_attached(timeout=15_000)
    page.locator(".tk-search-game select").select_option("heun")
    expect(of_others).to_have_count(0)
    expect(links.first).to_be_attached()
    assert page.locator(".md-search-result__link[href*='/heun/']").count() > 0
    page.locator(".tk-search-game select").select_option("")
    expect(of_others.first).to_be_attached()
