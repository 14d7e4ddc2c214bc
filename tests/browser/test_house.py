"""A club's own rules in the browser: from a link that holds them, the rules with their numbers, a lesson
and the drill that go by them, tools; tables at hand; links that hold none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from accessibility import axe_finds
from house_at_the_lion import LION as TABLE
from playwright.sync_api import BrowserContext, Locator, Page, expect
from taroky import rules
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import KINDS, from_json

pytestmark = pytest.mark.browser

READY = 60_000
LION = rules.pack(TABLE)
HOUSE = f"house/#rules={LION}"
LESSON = next(lesson for lesson in load_all(LION) if lesson.id == "following-suit")


def heading(page: Page, words: str) -> None:
    expect(page.locator(".tk-house h1")).to_have_text(words, timeout=READY)


def kept(page: Page, key: str) -> Any:
    return json.loads(page.evaluate(f"localStorage.getItem('taroky:{key}')") or "null")


def solve(page: Page, widget: Locator) -> None:
    """Do what solves the exercise that is shown."""
    data = json.loads(widget.get_attribute("data-widget") or "{}")
    exercise = from_json(data["exercise"])
    assert exercise.game == LION
    for event in KINDS[exercise.kind].solve(exercise):
        page.locator(f"#{data['id']}-tap-{event['tap']}").click()
    if page.locator(f"#{data['id']}-check").count() > 0:
        page.locator(f"#{data['id']}-check").click()
    expect(widget).to_have_attribute("data-tries", "0")


def test_the_rules_are_told_with_the_numbers_of_the_club(page: Page) -> None:
    page.goto(HOUSE)
    heading(page, "At the Lion")
    expect(page).to_have_title("At the Lion – Taroky")
    changes = page.locator(".tk-changes > li")
    expect(changes).to_have_count(3)
    changes.filter(has_text="10 or more taroky").locator(".tk-rule").first.click()
    heading(page, "Rules: At the Lion")
    rule = page.locator("#HLU-ANN-09")
    expect(rule).to_be_in_viewport()
    expect(rule).to_contain_text("2.00\u00a0Kč")
    expect(rule).to_have_class(re.compile("is-target"))
    expect(page.locator("#HLU-ANN-09 + .tk-house-note")).to_contain_text("At this table:")
    # a rule's own link, and the way back
    page.locator("#HLU-ANN-10 .tk-point-id").click()
    expect(page).to_have_url(re.compile(r"page=reference&at=HLU-ANN-10$"))
    page.go_back()
    expect(page.locator("#HLU-ANN-09")).to_have_class(re.compile("is-target"))
    page.go_back()
    heading(page, "At the Lion")
    page.reload()
    heading(page, "At the Lion")


def test_a_lesson_and_its_drill_go_by_the_club(page: Page) -> None:
    page.goto(HOUSE)
    page.locator(".tk-doors a", has_text="Lessons").click()
    heading(page, "Learn At the Lion")
    page.locator(f"#{LESSON.id} h2 a").click()
    heading(page, LESSON.title)
    expect(page.locator(".tk-step:visible")).to_have_count(1)
    first = LESSON.steps[0]
    page.locator(".tk-step:visible .tk-next a.tk-button--primary").click()
    widget = page.locator(f"#w-{LESSON.id}-{first.id}")
    expect(widget).to_be_visible()
    solve(page, widget)
    assert kept(page, "progress")["steps"] == {f"u_lva/{LESSON.id}/{first.id}": 3}
    assert page.url.endswith(f"lesson={LESSON.id}&step={first.id}")
    expect(page.locator(".tk-progress > li.is-done")).to_have_count(1)
    page.goto(f"{HOUSE}&page=lesson&lesson={LESSON.id}&step=finish")
    expect(page.locator(".tk-course-done")).to_have_text(
        re.compile(r"^\d+ of \d+ lessons of this course are done\.$"), timeout=READY
    )
    # the same again from its address, in the drill
    page.goto(f"{HOUSE}&page=lesson&lesson={LESSON.id}&step=drill")
    drill = page.locator(f"#w-{LESSON.id}-drill")
    expect(drill).to_be_visible(timeout=READY)
    solve(page, drill)
    before = drill.get_attribute("data-widget") or ""
    drill.get_by_role("button", name="Another one").click()
    expect(drill).not_to_have_attribute("data-widget", before)
    assert f"#rules={LION}&page=lesson&lesson={LESSON.id}&x=w-{LESSON.id}-drill." in page.url
    solve(page, drill)
    rows = kept(page, "drill")["lessons"][f"u_lva/{LESSON.id}"]
    assert [row["tries"] for row in rows] == [0, 0]
    page.reload()
    expect(drill).to_be_visible(timeout=READY)
    page.locator(".tk-trail a").click()
    heading(page, "Learn At the Lion")
    expect(page.locator(f"#{LESSON.id} .tk-count")).to_contain_text("1 of ")


def test_tools_go_by_the_club(page: Page) -> None:
    page.goto(f"{HOUSE}&page=tool")
    heading(page, "Tools: At the Lion")
    page.locator(".tk-doors a", has_text="What may I play?").click()
    heading(page, "What may I play?")
    page.get_by_label("Contract").select_option("varsava")
    for card in ("XXI", "II", "KS"):
        page.locator(f"#t-play-tap-{card}").click()
    # elsewhere the mond may not be led in Varšava
    said = page.locator("#t-play .tk-answer")
    expect(said).to_contain_text("You may play any of your 3 cards.")
    assert page.url.endswith("&page=tool&tool=play&contract=varsava&hand=XXI+II+KS")
    page.reload()
    expect(said).to_contain_text("You may play any of your 3 cards.", timeout=READY)


def test_a_table_is_brought_kept_and_forgotten(page: Page, tmp_path: Path) -> None:
    page.goto("learn/")
    page.wait_for_timeout(1500)
    # the page is about something else: Python comes when somebody comes to the form
    assert page.evaluate("document.documentElement.dataset.python") is None
    area = page.get_by_label("The link to your club’s rules, or its table as text")
    area.fill("extends: hlucin\nchoose: {nothing: yes}\n")
    said = page.locator("#t-club .tk-answer")
    expect(said).to_contain_text("line 2", timeout=READY)
    file = tmp_path / "lion.yaml"
    file.write_text(TABLE, "utf-8")
    page.locator("#t-club-house-file").set_input_files(file)
    link = page.get_by_role("link", name="Play by the rules of At the Lion")
    link.click()
    heading(page, "At the Lion")
    assert page.url.endswith(HOUSE)
    page.goto("learn/")
    at_hand = page.locator(".tk-houses li")
    expect(at_hand).to_have_count(1)
    at_hand.get_by_role("link", name="At the Lion").click()
    heading(page, "At the Lion")
    page.locator(".tk-house-bar a", has_text="Rules").click()
    heading(page, "Rules: At the Lion")
    page.goto("learn/")
    page.get_by_role("button", name="Forget At the Lion").click()
    expect(page.locator(".tk-houses")).to_be_hidden()


def test_it_is_remembered_and_saved_as_a_file(page: Page) -> None:
    page.goto(HOUSE)
    page.get_by_role("button", name="Remember these rules").click()
    expect(page.locator(".tk-house-said")).to_contain_text("is now on the Learn page")
    lion = {"rules": LION, "title": "At the Lion", "players": [4, 5]}
    assert kept(page, "houses")["houses"] == [lion]
    page.get_by_role("link", name="The rules as a file").click()
    heading(page, "At the Lion as a file")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the file").click()
    assert download.value.suggested_filename == "u_lva.yaml"
    assert rules.pack(Path(download.value.path()).read_text("utf-8")) == LION


def test_a_rule_of_the_club_is_passed_on_by_its_link(
    new_context: Callable[..., BrowserContext],
) -> None:
    context = new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{HOUSE}&page=reference")
    heading(page, "Rules: At the Lion")
    page.get_by_role("button", name="Copy the link to HLU-ANN-10").click()
    expect(page.locator(".tk-copied")).to_contain_text("HLU-ANN-10 is copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    other = context.new_page()
    other.goto(copied)
    expect(other.locator("#HLU-ANN-10")).to_have_class(re.compile("is-target"), timeout=READY)
    expect(other.locator("#HLU-ANN-10")).to_be_in_viewport()


def test_from_the_club_to_changing_and_comparing_its_rules(page: Page) -> None:
    page.goto(HOUSE)
    page.get_by_role("link", name="Compare with other rules").click()
    expect(page.locator("#t-compare")).to_contain_text("“At the Lion”", timeout=READY)
    page.go_back()
    heading(page, "At the Lion")
    page.get_by_role("link", name="Change these rules").click()
    page.wait_for_url("**/house/build/#t=build**")
    expect(page.locator("#t-build")).to_contain_text("At the Lion", timeout=READY)


HOSTILE = [
    "#rules=",
    "#rules=h.damaged",
    f"#rules={LION[:-12]}",
    "#rules=hlucin",
    "#rules=<img src=x onerror=alert(1)>",
    f"#rules={LION}&page=<script>alert(1)</script>",
    f"#rules={LION}&page=lesson&lesson=<b>talon</b>",
    f'#rules={LION}&page=tool&tool="><img src=x onerror=alert(1)>',
    "#rules=h." + "A" * 3000,
    "#rules=%E0%A4%A",
]


def test_a_damaged_or_hostile_link_is_told_in_one_sentence(page: Page) -> None:
    page.goto("house/")
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    said = page.locator(".tk-house-live")
    for link in HOSTILE:
        page.evaluate("(hash) => { location.hash = hash }", link)
        expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)
        expect(said).to_have_text(re.compile(r"^[^<]*\.$|^[^.]*<.*\.$"), timeout=READY)
        expect(page.locator(".tk-house[aria-busy]")).to_have_count(0)
        assert page.locator("article").locator("img, script, b").count() == 0
        # what the page is for is still there
        expect(page.locator("#t-club")).to_be_visible()
        page.evaluate("location.hash = ''")
        expect(said).to_be_hidden()
    page.evaluate("(hash) => { location.hash = hash }", f"#rules={LION}")
    heading(page, "At the Lion")


@pytest.mark.once
@pytest.mark.parametrize(
    "part",
    [
        "",
        f"&page=lesson&lesson={LESSON.id}",
        *(
            pytest.param(part, marks=pytest.mark.matrix("the same kind of page by our own rules"))
            for part in (
                "&page=reference",
                "&page=course",
                "&page=tool",
                "&page=tool&tool=play",
                "&page=sheet",
                "&page=file",
            )
        ),
    ],
)
def test_it_can_be_used_by_everybody_on_a_phone(watched: Callable[..., Page], part: str) -> None:
    page = watched(viewport={"width": 390, "height": 844}, axe=True)
    page.goto(HOUSE + part)
    expect(page.locator("h1:visible, .md-header__topic:visible").last).to_be_visible(timeout=READY)
    expect(page.locator(".tk-house-bar")).to_be_attached(timeout=READY)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe_finds(page, "article") == []
