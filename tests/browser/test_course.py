"""The course around the lessons: the drill, automatic next, and progress: to a file and back,
forgotten and brought back, told in words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from taroky_tutorials.lessons import switching
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS, from_json

pytestmark = pytest.mark.browser

LESSON = next(lesson for lesson in load_all("hlucin") if lesson.id == "following-suit")
COURSE = "learn/hlucin/"
PATH = f"{COURSE}{LESSON.id}/"
FIRST = LESSON.steps[0]
DRILL = f"w-{LESSON.id}-drill"


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def tap(page: Page, widget: str, *cards: str) -> None:
    """Touch these cards one after the other, as quick as can be, and check them where that is asked: none is lost."""
    for card in cards:
        page.locator(f"#{widget}-tap-{card}").click()
    check = page.locator(f"#{widget}-check")
    if check.count() > 0:
        check.click()


def solve(page: Page, step: str) -> None:
    """Tap what solves a step of the lesson."""
    solved = next(one for one in LESSON.steps if one.id == step)
    tap(page, f"w-{LESSON.id}-{step}", *(event["tap"] for event in solved.solution))
    widget = page.locator(f"#w-{LESSON.id}-{step}")
    expect(widget).to_have_attribute("data-tries", re.compile("0"))


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('taroky:{key}')") or "null")


def keep(page: Page, **steps: int) -> None:
    """Put progress into the browser before the page comes."""
    data = {"version": 1, "steps": {f"hlucin/{LESSON.id}/{k}": n for k, n in steps.items()}}
    page.goto(COURSE)
    page.evaluate("(text) => localStorage.setItem('taroky:progress', text)", json.dumps(data))
    page.reload()


# -- drill ----------------------------------------------------------------------------------------


def open_settings(page: Page) -> None:
    page.locator(".tk-settings summary").click()


def answers(widget: Locator) -> list[str]:
    """Return what solves the exercise that is shown."""
    data = json.loads(widget.get_attribute("data-widget") or "{}")
    exercise = from_json(data["exercise"])
    return [event["tap"] for event in KINDS[exercise.kind].solve(exercise)]


def test_a_drill_by_keyboard(page: Page) -> None:
    page.goto(f"{PATH}#drill")
    ready(page)
    widget = page.locator(f"#{DRILL}")
    expect(widget).to_be_visible()
    assert page.locator(".tk-step:visible").count() == 1
    for turn in range(1, 4):
        for card in answers(widget):
            page.locator(f"#{DRILL}-tap-{card}").focus()
            page.keyboard.press("Enter")
        if page.locator(f"#{DRILL}-check").count() > 0:
            page.locator(f"#{DRILL}-check").focus()
            page.keyboard.press("Enter")
        expect(widget).to_have_attribute("data-tries", "0")
        said = "One right" if turn == 1 else f"{turn} in a row right"
        expect(page.locator(".tk-streak")).to_contain_text(said)
        before = widget.get_attribute("data-widget") or ""
        widget.get_by_role("button", name="Another one").focus()
        page.keyboard.press("Enter")
        expect(widget).not_to_have_attribute("data-widget", before)
        # what the page brings is about the first exercise only
        assert widget.get_attribute("data-outcomes") is None
        assert page.evaluate("!!document.activeElement.closest('#drill .tk-table')")
        assert re.search(rf"#x=w-{LESSON.id}-drill\.", page.url)
    rows = kept(page, "drill")["lessons"][f"hlucin/{LESSON.id}"]
    assert [row["tries"] for row in rows] == [0, 0, 0]
    assert all(0 < row["ms"] < 60_000 for row in rows)
    page.goto("learn/")
    page.goto(f"{PATH}#drill")  # a learner who comes back goes on from there
    expect(page.locator(".tk-streak")).to_contain_text("3 in a row", timeout=60_000)


def test_a_miss_ends_the_streak(page: Page) -> None:
    page.goto(f"{PATH}#drill")
    ready(page)
    widget = page.locator(f"#{DRILL}")
    right = answers(widget)
    cards = widget.locator("[data-pick]").evaluate_all(
        "(all) => all.map((one) => one.dataset.pick)"
    )
    wrong = next(card for card in cards if card not in right)
    tap(page, DRILL, wrong)
    expect(widget.locator(".tk-feedback.is-wrong")).to_be_visible()
    tap(page, DRILL, wrong, *right)
    expect(widget).to_have_attribute("data-tries", "1")
    expect(page.locator(".tk-streak")).to_contain_text("will come back a little later")


def test_looking_at_the_solution_is_a_miss(page: Page) -> None:
    page.goto(f"{PATH}#drill")
    ready(page)
    widget = page.locator(f"#{DRILL}")
    widget.locator("summary").click()
    tap(page, DRILL, *answers(widget))
    expect(page.locator(".tk-streak")).to_contain_text("will come back a little later")


def test_a_shared_exercise_of_the_drill_opens_there(
    page: Page, new_context: Callable[..., BrowserContext]
) -> None:
    page.goto(f"{PATH}#x=w-{LESSON.id}-drill.who-wins.tarok.2.abc")
    widget = page.locator(f"#{DRILL}")
    expect(widget).to_have_attribute("data-widget", re.compile('"seed":"abc"'), timeout=60_000)
    expect(page.locator("#drill")).to_be_visible()


@pytest.mark.pyodide
def test_without_python_the_drill_says_so(any_page: Page) -> None:
    any_page.route("**/pyodide.mjs", lambda route: route.abort())
    any_page.goto(f"{PATH}#drill")
    expect(any_page.locator("html")).to_have_attribute("data-python", "failed", timeout=60_000)
    widget = any_page.locator(f"#{DRILL}")
    widget.get_by_role("button", name="Another one").click()
    expect(any_page.locator(".tk-streak")).to_contain_text("New exercises wait for")


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
def test_without_a_script_one_exercise_stands_there(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(PATH)
    drill = page.locator("#drill")
    expect(drill.locator("h2")).to_be_visible()
    expect(drill.locator("details.tk-solution")).not_to_have_attribute("open", "")
    expect(page.locator(".tk-settings")).to_be_hidden()


# -- automatic next -------------------------------------------------------------------------------


def test_automatic_next_is_off_and_can_be_set(page: Page) -> None:
    page.goto(f"{PATH}#{FIRST.id}")
    open_settings(page)
    box = page.get_by_label("Move on automatically")
    expect(box).not_to_be_checked()
    box.check()
    page.reload()
    expect(box).to_be_checked()
    ready(page)
    solve(page, FIRST.id)
    expect(page.locator(f"#{LESSON.steps[1].id}")).to_be_visible(timeout=8_000)
    expect(page).to_have_url(re.compile(f"#{LESSON.steps[1].id}$"))


@pytest.mark.own_context
def test_a_key_stops_automatic_next(page: Page) -> None:
    page.clock.install()
    page.goto(f"{PATH}#{FIRST.id}")
    open_settings(page)
    page.get_by_label("Move on automatically").check()
    ready(page)
    solve(page, FIRST.id)
    page.keyboard.press("Shift")
    page.clock.fast_forward(4_000)
    page.wait_for_timeout(300)  # for a step that would come
    expect(page.locator(f"#{FIRST.id}")).to_be_visible()


def test_automatic_next_in_the_drill(page: Page) -> None:
    page.goto(f"{PATH}#drill")
    open_settings(page)
    page.get_by_label("Move on automatically").check()
    ready(page)
    widget = page.locator(f"#{DRILL}")
    before = json.loads(widget.get_attribute("data-widget") or "{}")["exercise"]["seed"]
    tap(page, DRILL, *answers(widget))
    expect(widget).to_have_attribute("data-tries", "0")
    expect(widget).not_to_have_attribute(
        "data-widget", re.compile(f'"seed":"{before}"'), timeout=8_000
    )


# -- progress -------------------------------------------------------------------------------------


@pytest.mark.no_python
def test_the_map_tells_how_much_is_done_and_where_to_go_on(page: Page) -> None:
    page.goto(COURSE)
    go_on = page.locator(".tk-continue a")
    expect(go_on).to_contain_text("Start with")
    keep(page, **{FIRST.id: 3, LESSON.steps[1].id: 1})
    line = page.locator(f"li#{LESSON.id}")
    expect(line.locator(".tk-count")).to_have_text(f"2 of {len(LESSON.steps)} steps.")
    expect(go_on).to_have_text(f"Continue with {LESSON.title}")
    go_on.click()
    expect(page).to_have_url(re.compile(f"{LESSON.id}/#{LESSON.steps[2].id}$"))


@pytest.mark.no_python
def test_progress_goes_to_a_file_and_back(
    page: Page, new_page: Callable[..., Page], tmp_path: Path
) -> None:
    keep(page, **{FIRST.id: 3, LESSON.steps[1].id: 1})
    with page.expect_download() as download:
        page.get_by_role("button", name="Save to a file").click()
    file = tmp_path / "progress.json"
    download.value.save_as(file)
    assert re.fullmatch(r"taroky-\d{4}-\d\d-\d\d\.json", download.value.suggested_filename)

    other = new_page()
    keep(other, **{FIRST.id: 1, LESSON.steps[1].id: 2, LESSON.steps[2].id: 2})
    other.locator("[data-import]").set_input_files(file)
    expect(other.locator(".tk-kept")).to_contain_text("1 steps are new or better")
    steps = kept(other, "progress")["steps"]
    ids = [f"hlucin/{LESSON.id}/{step.id}" for step in LESSON.steps[:3]]
    assert [steps[one] for one in ids] == [3, 2, 2]
    expect(other.locator(f"li#{LESSON.id} li.is-done")).to_have_count(3)
    other.reload()
    expect(other.locator(f"li#{LESSON.id} li.is-done")).to_have_count(3)


#: A file's text, and what is said to it.
BROKEN_FILES = (
    ("{not json", "cannot be read"),
    ("", "cannot be read"),
    ("[1, 2]", "does not contain progress"),
    ("null", "does not contain progress"),
    ('{"format": "other", "steps": {"hlucin/a/b": 3}}', "does not contain progress"),
    (
        '{"format": "taroky-progress", "steps": {"<b>": 3, "hlucin/a/b": "x"}, "drills": 7}',
        "new or better",
    ),
)


@pytest.mark.no_python
def test_a_broken_or_foreign_file_loses_nothing(page: Page, tmp_path: Path) -> None:
    keep(page, **{FIRST.id: 2})
    before = kept(page, "progress")
    for number, (text, said) in enumerate(BROKEN_FILES):
        page.reload()
        expect(page.locator(".tk-kept [role=status]")).to_be_empty()
        file = tmp_path / f"broken{number}.json"
        file.write_text(text, "utf-8")
        page.locator("[data-import]").set_input_files(file)
        expect(page.locator(".tk-kept")).to_contain_text(said)
        assert kept(page, "progress") == before, text


@pytest.mark.no_python
def test_a_lesson_is_forgotten_and_brought_back(page: Page) -> None:
    keep(page, **{FIRST.id: 2, LESSON.steps[1].id: 3})
    line = page.locator(f"li#{LESSON.id}")
    line.get_by_role("button", name="Delete my progress in this lesson").click()
    expect(page.locator(".tk-kept")).to_contain_text(
        f"Your progress in “{LESSON.title}” has been deleted."
    )
    expect(line.locator("li.is-done")).to_have_count(0)
    expect(line.locator(".tk-count")).to_have_text(f"0 of {len(LESSON.steps)} steps.")
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    page.keyboard.press("Enter")
    expect(line.locator("li.is-done")).to_have_count(2)
    page.get_by_role("button", name="Delete all progress").click()
    expect(line.locator("li.is-done")).to_have_count(0)
    undo.click()
    page.reload()
    expect(line.locator("li.is-done")).to_have_count(2)


@pytest.mark.no_python
def test_what_was_learned_is_a_sheet_to_print(page: Page) -> None:
    keep(page, **{FIRST.id: 2, LESSON.steps[1].id: 3})
    page.get_by_role("link", name="What I have learned").click()
    entry = page.locator(f"[data-lesson='hlucin/{LESSON.id}']")
    all_ = len(LESSON.steps)
    expect(entry.locator(".tk-lesson-stars")).to_have_text(
        f"2 of {all_} steps, 5 of {3 * all_} stars"
    )
    expect(entry.locator("li").first).to_contain_text("★★☆")
    page.emulate_media(media="print")
    expect(entry).to_be_visible()
    expect(page.locator(".tk-learned > li.is-open").first).to_be_hidden()


# -- from one game to another ---------------------------------------------------------------------


def test_a_lesson_from_one_game_to_another(page: Page) -> None:
    lesson = switching.lesson("hlucin", "machtarok")
    page.goto("learn/")
    expect(page.get_by_role("link", name="From MachTarok to the Heun game")).to_be_visible()
    page.goto(COURSE)
    page.get_by_role("link", name=lesson.title).click()
    expect(page.locator("h1")).to_contain_text(lesson.title)
    ready(page)
    for step in lesson.steps[:2]:
        page.locator(".tk-step.is-current .tk-next a").first.click()
        widget = page.locator(f"#w-{lesson.id}-{step.id}")
        tap(page, f"w-{lesson.id}-{step.id}", *(event["tap"] for event in step.solution))
        expect(widget).to_have_attribute("data-done", f"machtarok/{lesson.id}/{step.id}")
    page.reload()
    expect(page.locator(".tk-progress > li.is-done")).to_have_count(2)
