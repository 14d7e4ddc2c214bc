"""The hand of the day as an event: its date, days in a row, earlier days, the card of the result to share; and the link
that opens a match."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from table_events import match_played, some_event
from taroky_devtools.site_visits import scripts
from taroky_tutorials.play_page.events import step_to, update
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.links.same_deal import of_the_day

pytestmark = pytest.mark.browser
TODAY = "2026-11-27"
NOON = "2026-11-27T12:00:00"
FIT = scripts("table_fit")
SIZES = ((360, 600), (390, 664), (844, 390), (1366, 768))
#: What is handed to the system to share, and what is copied.
SHARES = """() => {
  const noted = (window.noted = []);
  Object.defineProperty(navigator, "canShare", { value: () => %s });
  Object.defineProperty(navigator, "share", { value: async ({ text, files = [] }) => {
    noted.push([text, files.map(({ type, size }) => [type, size > 5000])]);
  } });
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => noted.push(text) } });
}"""


def keep(page: Page, **texts: Any) -> None:
    """Let the browser have kept these, each as JSON or as a word."""
    for key, value in texts.items():
        text = value if isinstance(value, str) else json.dumps(value)
        name = "taroky:" + key.replace("_", ":")
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [name, text])


def played(*days: str) -> dict[str, Any]:
    return {day: {"hlucin": {"on": day, "you": "+1.20 Kč"}} for day in days}


@cache
def day_over() -> dict[str, Any]:
    """The hand of the day, played to its end."""
    step, rng = step_to(of_the_day(TODAY, "hlucin")), random.Random("day")
    while not step.state.over or step.state.resting:
        step = update(step.evening, some_event(step.state, rng))
    return {**step.evening.as_json(), "pace": "press"}


@pytest.mark.own_context
@pytest.mark.no_python
@pytest.mark.parametrize(
    ("days", "said"),
    [
        (["2026-11-27", "2026-11-26", "2026-11-25"], "3 days in a row."),
        (["2026-11-26", "2026-11-25"], "2 days in a row."),  # today is still open
        (["2026-11-27", "2026-11-25", "2026-11-24"], "3 days in a row."),  # one missed is forgiven
        (["2026-11-25", "2026-11-24"], "2 days in a row."),
        (["2026-11-24", "2026-11-23"], ""),
        (["2026-11-27", "2026-11-24"], ""),
        ([], ""),
    ],
)
def test_home_names_the_day_and_the_days_in_a_row(page: Page, days: list[str], said: str) -> None:
    page.clock.install(time=NOON)
    page.goto("about/")
    keep(page, days=played(*days))
    page.goto("")
    line = page.locator(".tk-today")
    expect(line.get_by_role("link", name="Hand of the day")).to_have_text(
        "Hand of the day, Friday 27\u00a0November"
    )
    expect(line.locator("[data-streak]")).to_have_text(said)
    expect(page.locator(".tk-left-table")).to_be_hidden()


@pytest.mark.own_context
@pytest.mark.no_python
def test_a_day_played_later_does_not_count_and_damaged_days_are_left_out(page: Page) -> None:
    page.clock.install(time=NOON)
    page.goto("about/")
    late = {day: {"hlucin": {"on": TODAY, "you": "0"}} for day in ("2026-11-26", "2026-11-25")}
    keep(page, days={**late, **played(TODAY), "2026-13-45": {}, "x": 3, "2026-11-24": None})
    page.goto("")
    expect(page.locator(".tk-today a").last).to_contain_text("Friday")
    expect(page.locator("[data-streak]")).to_have_text("")


@pytest.mark.no_python
def test_who_left_a_table_sees_the_way_back_to_it_at_home(page: Page) -> None:
    page.goto("about/")
    keep(page, table=day_over(), table_open="evening")
    page.goto("")
    expect(page.get_by_role("link", name="Continue at the table")).to_have_attribute(
        "href", "play/"
    )


@pytest.mark.own_context
@pytest.mark.no_python
def test_the_last_seven_days_say_what_they_brought(page: Page) -> None:
    page.clock.install(time=NOON)
    page.goto("about/")
    done = played("2026-11-26")
    done["2026-11-26"]["hlucin"]["master"] = "+2 Kč"
    keep(page, days=done)
    page.goto("play/")
    expect(page.locator('[data-play=\'{"day":"1"}\']')).to_contain_text("Friday 27\u00a0November")
    page.get_by_text("Hands of the last seven days").click()
    rows = page.locator(".tk-past-days > li")
    expect(rows).to_have_count(7)
    expect(rows.first).to_have_text(
        "Thursday 26\u00a0November You: +1.20 Kč. A master in your place: +2 Kč."
    )
    expect(rows.last).to_contain_text("Friday 20\u00a0November Not played yet.")
    page.locator("#tk-game").select_option("heun")
    expect(rows.first).to_contain_text("Not played yet.")


@pytest.mark.own_context
def test_the_result_of_the_day_is_shared_as_a_picture_and_a_line(
    watched: Callable[..., Page],
) -> None:
    page = watched(viewport={"width": 360, "height": 600})
    page.add_init_script(f"({SHARES % 'true'})()")
    page.clock.set_fixed_time(NOON)
    page.goto("about/")
    days = {**played("2026-11-25"), TODAY: {"hlucin": {"master": "+9 Kč"}}}
    keep(page, table_day=day_over(), table_open="day", days=days)
    page.goto("play/")
    expect(page.locator(".tk-bar")).to_contain_text(
        "Hand of the day, Friday 27\u00a0November", timeout=90_000
    )
    end = page.locator(".tk-day-end")
    expect(end).to_contain_text("A master in your place: +9 Kč. 2 days in a row. The next hand")
    expect(end).to_contain_text("tomorrow: Saturday 28\u00a0November.")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(f"({FIT})(44)") == []
    kept = page.evaluate("JSON.parse(localStorage['taroky:days'])")[TODAY]["hlucin"]
    assert kept["on"] == TODAY and kept["you"].endswith("Kč")
    page.locator("#tk-open-send").click()
    card = page.get_by_role("img", name="Hand of the day, Friday 27\u00a0November. Taroky (Hlučín)")
    expect(card).to_be_visible()
    page.locator("#tk-share-line").click()
    page.get_by_role("button", name="Copy").first.click()
    page.wait_for_function("noted.length === 2")
    (text, files), copied = page.evaluate("noted")
    assert files == [["image/png", True]] and copied == text
    assert kept["you"] in text and "2 days in a row." in text
    assert text.endswith(f"/play/#day={TODAY}.hlucin")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the picture").click()
    assert saved.value.suggested_filename == f"taroky-{TODAY}.png"


@pytest.mark.own_context
def test_a_link_to_a_day_opens_its_hand_without_hints(page: Page) -> None:
    page.clock.set_fixed_time(NOON)
    page.goto("play/#day=2026-11-25.heun")
    expect(page.locator(".tk-bar")).to_contain_text(
        "Hand of the day, Wed 25\u00a0November",  # the whole word has no room on the smallest phone
        timeout=90_000,
    )
    assert page.evaluate("location.hash") == ""
    about = page.evaluate("JSON.parse(localStorage['taroky:table:archive'])")
    assert (about["day"], about["session"]["rules"]) == ("2026-11-25", "heun")
    page.locator("#tk-bar-menu").click()
    expect(page.locator('[data-play*=\'"help":"reasons"\']')).to_be_visible()
    expect(page.locator('[data-play*=\'"help":"hints"\']')).to_have_count(0)
    page.goto("play/#day=2027-01-01.heun")
    expect(page.locator(".tk-why-not")).to_contain_text("has not come yet")


def test_a_match_opens_with_its_link_and_says_which_hand_it_is(
    watched: Callable[..., Page],
) -> None:
    page = watched(viewport={"width": 360, "height": 600})
    page.add_init_script(f"({SHARES % 'false'})()")
    page.goto("play/")
    page.locator(".tk-way[data-play*='match']").click()
    panel = page.locator(".tk-panel")
    expect(panel).to_contain_text("Send this link to a friend first", timeout=90_000)
    page.locator("#tk-share-match").click()
    page.wait_for_function("noted.length === 1")
    text, files = page.evaluate("noted[0]")
    assert files == [] and "Eight hands" in text and "/play/#match=" in text
    page.locator("#tk-match-begin").click()
    expect(page.locator(".tk-bar")).to_contain_text("Match, hand 1 of 8")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(f"({FIT})(44)") == []


def test_when_both_results_are_known_nothing_is_left_to_send(page: Page) -> None:
    mine, theirs = (match_played("french-practice-1", who) for who in ("mine", "theirs"))
    page.goto("about/")
    keep(page, table_match=mine.as_json())
    page.goto(f"play/{match.link(theirs)}")
    panel = page.locator(".tk-panel")
    expect(panel).to_contain_text("There is nothing more to send.", timeout=90_000)
    expect(panel.locator("textarea")).to_have_count(0)
