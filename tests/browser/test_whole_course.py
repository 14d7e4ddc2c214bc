"""Whole courses in a real browser, from the map to the last lesson: with the mouse, with a finger on
a phone, with the keyboard alone. Every answer of every lesson is given on the page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from accessibility import axe_finds, told_answer, told_task
from playwright.sync_api import Locator, Page, expect
from taroky_devtools import table_evening
from taroky_tutorials.lessons.lesson import COURSES, Lesson, Step
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS, Event

pytestmark = pytest.mark.browser

#: Whether `document.activeElement` is the element (0), or which way Tab leads to it.
_WAY = """(element) => {
  const here = document.activeElement;
  if (here === element) return 0;
  const where = here.compareDocumentPosition(element);
  return here === document.body || where & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1;
}"""
_MOST_TABS = 200
#: A whole course takes minutes: each engine has one.
LONG = "another whole course runs there"


class Mouse:
    """Answers as one who points does."""

    def press(self, target: Locator) -> None:
        target.click()

    def write(self, field: Locator, text: str) -> None:
        field.fill(text)
        field.locator("xpath=..").locator("[type=submit]").click()


class Finger(Mouse):
    """Answers on a touch screen."""

    def press(self, target: Locator) -> None:
        target.tap()


class Keys:
    """Answers as one who has no pointer does: Tab and Shift+Tab, Enter, and typing."""

    def reach(self, target: Locator) -> None:
        keyboard = target.page.keyboard
        for _ in range(_MOST_TABS):
            way = target.evaluate(_WAY)
            if way == 0:
                return
            keyboard.press("Tab" if way > 0 else "Shift+Tab")
        raise AssertionError(f"{target} cannot be reached with Tab")

    def press(self, target: Locator) -> None:
        if target.evaluate("(one) => one.matches('.tk-hand .tk-play')"):
            self.reach_card(target)
        else:
            self.reach(target)
        target.page.keyboard.press("Enter")

    def reach_card(self, card: Locator) -> None:
        """A hand is one stop of the Tab key, within it arrows lead on."""
        hand = card.locator("xpath=ancestor::ul[1]")
        self.reach(hand.locator(".tk-play:not([tabindex='-1'])").first)
        for _ in range(hand.locator(".tk-play").count()):
            way = card.evaluate(_WAY)
            if way == 0:
                return
            card.page.keyboard.press("ArrowRight" if way > 0 else "ArrowLeft")
        raise AssertionError(f"{card} cannot be reached with arrow keys")

    def write(self, field: Locator, text: str) -> None:
        self.reach(field)
        field.page.keyboard.type(text)
        field.page.keyboard.press("Enter")


#: Where the browser keeps the hand of a lesson.
HAND = "taroky:table:lesson"
HANDS = {"mouse": Mouse(), "touch": Finger(), "keyboard": Keys()}


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=90_000)


def widget_of(page: Page, lesson: Lesson, step: Step) -> Locator:
    return page.locator(f"#w-{lesson.id}-{step.id}")


def sender(widget: Locator, event: Event) -> Locator:
    """Return what on the page sends this event, if anything does."""
    sent = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
    return widget.locator(f"[data-event={json.dumps(sent, ensure_ascii=False)}]")


def give(widget: Locator, event: Event, by: Mouse | Keys) -> None:
    """One answer: whatever sends this event is pressed; a word that nothing sends is written."""
    before = widget.get_attribute("data-widget") or ""
    button = sender(widget, event)
    if "played" in event:
        play_hand(widget, by)
    elif button.count():
        by.press(button)
    else:
        [(name, value)] = event.items()
        by.write(widget.locator(f"input[name={name}]"), value)
    expect(widget).not_to_have_attribute("data-widget", before, timeout=15_000)


def play_hand(widget: Locator, by: Mouse | Keys) -> None:
    """A hand at the table: always the first that may be done, and at its end back to the lesson."""
    page = widget.page
    by.press(widget.locator("[data-sit]"))
    expect(page.locator(".tk-bar")).to_be_visible(timeout=30_000)
    by.press(page.locator("#tk-bar-menu"))
    by.press(page.locator("#tk-pace-at_once"))
    by.press(page.locator("#tk-close"))
    expect(page.locator(".tk-panel")).to_have_count(0)
    for _ in range(120):
        first = table_evening.first_to_press(page)
        if not first:
            by.press(page.locator("#tk-next"))
            return
        before = table_evening.kept(page, HAND)
        by.press(page.locator(f"[id='{first}']"))
        table_evening.until_kept(page, before, HAND)
    raise AssertionError("no end")


def solve(page: Page, lesson: Lesson, step: Step, by: Mouse | Keys) -> None:
    """All answers of a step."""
    widget = widget_of(page, lesson, step)
    if KINDS[step.exercise.kind].checks:
        for event in step.solution:
            [(name, value)] = event.items()
            by.press(widget.locator(f"[id='w-{lesson.id}-{step.id}-{name}-{value}']"))
        by.press(widget.locator("[id$=-check]"))
    else:
        for event in step.solution:
            give(widget, event, by)
    expect(widget).to_have_attribute("data-done", f"{lesson.game}/{lesson.id}/{step.id}")
    # Of a whole hand they are for its decisions.
    stars = re.compile("[123]" if widget.locator("[data-sit]").count() else "3")
    expect(widget).to_have_attribute("data-stars", stars)
    expect(widget.locator(".tk-feedback")).not_to_be_empty()


def kept(page: Page) -> dict[str, Any]:
    stored: dict[str, Any] = json.loads(
        page.evaluate("localStorage.getItem('taroky:progress')") or '{"steps": {}}'
    )
    return stored


@pytest.mark.matrix("test_tasks_are_told_to_who_cannot_see_them")
@pytest.mark.parametrize(
    ("course", "hand", "size"),
    [
        pytest.param(
            "machtarok",
            "keyboard",
            (1280, 800),
            marks=pytest.mark.not_in("firefox", "webkit", LONG),
        ),
        pytest.param(
            "hlucin", "touch", (390, 844), marks=pytest.mark.not_in("chromium", "webkit", LONG)
        ),
        pytest.param(
            "heun", "mouse", (1440, 900), marks=pytest.mark.not_in("chromium", "firefox", LONG)
        ),
    ],
)
def test_a_whole_course(
    watched: Callable[..., Page], course: str, hand: str, size: tuple[int, int]
) -> None:
    by, lessons = HANDS[hand], load_all(course)
    page = watched(viewport={"width": size[0], "height": size[1]}, has_touch=hand == "touch")
    page.goto(f"learn/{course}/")
    by.press(page.locator(".tk-course h2 a").first)
    ready(page)
    for lesson in lessons:
        expect(page.locator("h1")).to_have_text(re.compile(re.escape(lesson.title)))
        for step in lesson.steps:
            by.press(page.locator(f".tk-step.is-current .tk-next a[href$='#{step.id}']"))
            expect(page.locator(f"[id='{step.id}']")).to_be_visible()
            assert page.locator(".tk-step:visible").count() == 1
            widget = widget_of(page, lesson, step)
            told_task(widget, widget.locator(".tk-table").count() > 0)
            solve(page, lesson, step, by)
            told_answer(widget)
            if hand != "touch":
                continue
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{lesson.id}/{step.id} scrolls sideways by {wide} px"
        expect(page.locator(".tk-progress > li.is-done")).to_have_count(len(lesson.steps))
        by.press(page.locator(".tk-step.is-current .tk-next a[href$='#finish']"))
        by.press(page.locator(".tk-step.is-current .tk-next a:not([href*='#'])"))
    expect(page).to_have_url(re.compile(f"learn/{course}/learned/$"))
    by.press(page.locator(".tk-trail a"))
    steps = [f"{course}/{lesson.id}/{step.id}" for lesson in lessons for step in lesson.steps]
    done = page.locator(".tk-progress > li.is-done")
    expect(page.locator(".tk-course")).to_be_visible()
    expect(done).to_have_count(len(steps))
    assert kept(page)["steps"] == dict.fromkeys(steps, 3)
    page.reload()
    expect(done).to_have_count(len(steps))


def test_a_lesson_that_has_changed_loses_nothing(page: Page) -> None:
    """A learner comes back: one step is new, and one that was done is gone from the lesson."""
    lesson = load_all("hlucin")[0]
    old, new = lesson.steps[:-1], lesson.steps[-1]
    path = f"hlucin/{lesson.id}"
    steps = {f"{path}/{step.id}": 2 for step in old} | {f"{path}/gone": 3, "elsewhere/a/b": 1}
    page.goto(f"learn/hlucin/{lesson.id}/")
    page.evaluate(
        "(text) => localStorage.setItem('taroky:progress', text)",
        json.dumps({"version": 1, "steps": steps}),
    )
    page.reload()
    marks = page.locator(".tk-progress > li")
    expect(marks).to_have_count(len(lesson.steps))
    expect(page.locator(".tk-progress > li.is-done")).to_have_count(len(old))
    expect(page.locator(f".tk-progress > li[data-step='{path}/{new.id}']")).not_to_have_class(
        re.compile("is-done")
    )
    ready(page)
    page.locator(f".tk-progress a[href$='#{new.id}']").click()
    solve(page, lesson, new, Mouse())
    expect(page.locator(".tk-progress > li.is-done")).to_have_count(len(lesson.steps))
    assert kept(page)["steps"] == {**steps, f"{path}/{new.id}": 3}


@pytest.mark.no_python
def test_progress_from_before_there_were_stars_is_kept(page: Page) -> None:
    lesson = load_all("hlucin")[0]
    ids = [f"{lesson.id}/{step.id}" for step in lesson.steps[:2]]
    page.goto("learn/hlucin/")
    page.evaluate("(text) => localStorage.setItem('taroky:done', text)", json.dumps(ids))
    page.reload()
    expect(page.locator(f"li#{lesson.id} li.is-done")).to_have_count(2)


# -- axe-core -------------------------------------------------------------------------------------


#: Follows a link to this address, seen from the root of the site, where the manifest lies.
_FOLLOW = """(address) => {
  const link = document.createElement("a");
  link.href = new URL(address, document.querySelector("link[rel=manifest]").href);
  document.querySelector("article").append(link);
  link.click();
  link.remove();
}"""


def one_of_each_kind() -> list[tuple[Lesson, Step]]:
    """For each kind of task the first step of it in any course."""
    first_steps: dict[str, tuple[Lesson, Step]] = {}
    for lesson in chain.from_iterable(map(load_all, COURSES)):
        for step in lesson.steps:
            first_steps.setdefault(step.exercise.kind, (lesson, step))
    return list(first_steps.values())


def one_for_each_way_to_answer() -> list[tuple[Lesson, Step]]:
    """Return as many of these kinds as it takes to tap, choose, write and play."""
    steps, ways = [], set[str]()
    for lesson, step in one_of_each_kind():
        new = {name for event in step.solution for name in event} - ways
        if new:
            steps.append((lesson, step))
            ways |= new
    return steps


def the_others() -> list[tuple[Lesson, Step]]:
    """The kinds that are answered in ways that another has, too."""
    return [task for task in one_of_each_kind() if task not in one_for_each_way_to_answer()]


TASKS = pytest.mark.parametrize(
    "tasks",
    [
        pytest.param(one_for_each_way_to_answer, id="each way to answer"),
        pytest.param(
            the_others, id="others", marks=pytest.mark.matrix("one for each way to answer")
        ),
    ],
)


def test_every_kind_of_task_is_in_a_lesson() -> None:
    assert {step.exercise.kind for _, step in one_of_each_kind()} == set(KINDS)


@TASKS
@pytest.mark.once
def test_tasks_are_told_to_who_cannot_see_them(
    page: Page, tasks: Callable[[], list[tuple[Lesson, Step]]]
) -> None:
    """The task, what it is about, what to answer with, and what is said to an answer, which is given
    with the keyboard. One visit, in which Python starts once; how each of them begins on a page of its own
    is looked at by test_step_sizes.py."""
    page.goto("learn/hlucin/following-suit/")
    ready(page)
    page.evaluate("window.sameVisit = true")
    for lesson, step in tasks():
        page.evaluate(_FOLLOW, f"learn/{lesson.game}/{lesson.id}/#{step.id}")
        widget = widget_of(page, lesson, step)
        expect(widget).to_be_visible()
        told_task(widget, widget.locator(".tk-table").count() > 0)
        ready(page)
        # a reader comes from the step before, with the focus on the heading (test_lessons.py)
        page.locator(f"[id='{step.id}'] h2").focus()
        # the table, where a whole hand is played, has its own test of the keyboard (test_playing.py)
        at_table = any("played" in event for event in step.solution)
        solve(page, lesson, step, HANDS["mouse" if at_table else "keyboard"])
        told_answer(widget)
    assert page.evaluate("window.sameVisit") is True


@TASKS
@pytest.mark.once
def test_axe_finds_nothing_in_a_task(
    new_page: Callable[..., Page], tasks: Callable[[], list[tuple[Lesson, Step]]]
) -> None:
    """With a hint, an answer (a wrong one if the lesson knows one) and the solution: many kinds of task, in
    one visit, in which Python starts once."""
    page = new_page(axe=True)
    page.goto("learn/hlucin/following-suit/")
    ready(page)
    faults_of = {}
    for lesson, step in tasks():
        page.evaluate(_FOLLOW, f"learn/{lesson.game}/{lesson.id}/#{step.id}")
        widget = widget_of(page, lesson, step)
        expect(widget).to_be_visible()
        hint = widget.locator("[id$='-hint']")
        if hint.count():
            hint.click()
            expect(widget.locator(".tk-hint")).to_be_visible()
        wrong = next((row.event for row in step.wrong if not row.after), step.solution[0])
        if sender(widget, wrong).count():
            give(widget, wrong, Mouse())
        if widget.locator("summary").count():  # a whole hand keeps its cards to itself
            widget.locator("summary").first.click()
        if faults := axe_finds(page, ".tk-step.is-current"):
            faults_of[lesson.id, step.id] = faults
    assert faults_of == {}


@pytest.mark.no_python
@pytest.mark.once
def test_axe_finds_nothing_on_a_course_map(new_page: Callable[..., Page]) -> None:
    page = new_page(axe=True)
    for path in ("learn/hlucin/", "learn/french/"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert axe_finds(page, "article") == [], path
