"""Sheets in a browser: an evening's scores on a phone, a tournament at a desk; kept over reloads,
taken back, printed, written to files and read again."""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from accessibility import axe_finds
from delayed_answers import HOLDS, hold, release
from evenings import HANDS, PEOPLE, begin, begin_here, chips
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader
from taroky import session as sessions

pytestmark = pytest.mark.browser

PHONE = {"viewport": {"width": 390, "height": 844}}
SAID = ".tk-kept [role=status]"


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def saved(page: Page, button: str) -> tuple[str, str]:
    """The name and the text of the file that a button saves."""
    with page.expect_download() as info:
        page.get_by_role("button", name=button).click()
    return info.value.suggested_filename, Path(info.value.path()).read_text("utf-8")


def load(page: Page, name: str, text: str) -> None:
    page.locator("[data-keep=import]").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": text.encode()}
    )


def pages(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages)


# -- an evening -----------------------------------------------------------------------------------


def test_what_a_button_opens_or_refuses_is_in_the_window(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    begin(page)
    for _ in range(7):
        chips(page, "1", "-1", "2", "-2")
    correct = page.locator("button[name=correct]").last
    correct.scroll_into_view_if_needed()
    correct.click()
    expect(page.locator(".tk-entry h3")).to_be_in_viewport(ratio=1)
    page.fill("[name='won.0']", "much")
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    page.evaluate("document.querySelector('.tk-entry .tk-button--primary').click()")
    expect(page.locator(".tk-problems")).to_be_in_viewport()


def test_an_evening_on_a_phone(watched: Callable[..., Page]) -> None:
    page = watched(**PHONE)
    begin(page)
    page.get_by_label("Just the Kč").check()
    page.fill("[name='won.0']", "4")
    page.fill("[name='won.1']", "0.5")
    page.get_by_role("button", name="Change the sign for Ben").click()
    expect(page.locator("[name='won.1']")).to_have_value("−0.5")
    page.fill("[name='won.2']", "-3")
    page.locator("[name='won.2']").press("Enter")  # Dana gets what is left
    expect(page.locator(SAID)).to_have_text(
        "Hand 1: Ada +4.00, Ben −0.50, Dana −0.50 and Cyril −3.00."
    )
    expect(page.locator("[name='won.0']")).to_have_value("")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # the next one by what happened
    page.get_by_label("What happened").check()
    page.locator("[name=with][value=B]").check()
    page.fill("[name=p]", "39")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(HANDS)).to_have_count(2)
    expect(page.locator(".tk-document-status")).to_contain_text("Hand 3: Cyril deals.")
    page.fill("[name=p]", "40")  # begun and not yet written down
    page.wait_for_timeout(700)
    page.reload()
    expect(page.locator(HANDS)).to_have_count(2, timeout=60_000)
    expect(page.locator("[name=p]")).to_have_value("40")
    page.get_by_role("button", name="Undo: hand 2").click()
    expect(page.locator(HANDS)).to_have_count(1)
    page.get_by_role("button", name="Redo: hand 2").click()
    expect(page.locator(HANDS)).to_have_count(2)
    page.get_by_role("button", name="Correct hand 1").click()
    expect(page.locator("[name='won.0']")).to_have_value("4.00")
    page.fill("[name='won.0']", "5")
    page.fill("[name='won.1']", "-1.5")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(".tk-hands tbody tr").first).to_contain_text("+5.00")
    expect(page.locator(HANDS)).to_have_count(2)
    page.get_by_role("button", name="End the evening").click()
    expect(page.locator(".tk-over")).to_contain_text("The evening is over after 2 hands")


def test_an_evening_goes_to_a_file_and_comes_back(page: Page) -> None:
    begin(page, title="At the Lion: 1/2")
    chips(page, "2", "-1", "-1")
    name, text = saved(page, "Save as JSON")
    assert name == "At-the-Lion-1-2.json"
    session = sessions.from_json(json.loads(text))
    assert (session.players, list(session.totals)) == (PEOPLE, [2, -1, -1, 0])
    name, rows = saved(page, "Save as CSV")
    assert name == "At-the-Lion-1-2.csv"
    assert "1,Ada,,,,2,-1,-1,0" in rows
    load(page, "same.json", text)
    expect(page.locator(SAID)).to_have_text("This one is already here.")
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(SAID)).to_have_text("Removed.")
    page.get_by_role("button", name="Bring it back").click()
    expect(page.locator(HANDS)).to_have_count(1)
    page.get_by_role("button", name="Remove").click()
    expect(page.locator("[name='player.0']").first).to_be_visible()
    load(page, "evening.csv", rows)
    expect(page.locator(HANDS)).to_have_count(1)
    expect(page.locator(".tk-document-title")).to_have_text("At the Lion: 1/2")
    broken = text.replace('"A": "-1"', '"A": "x"')
    assert broken != text
    load(page, "<b>broken.json", broken)
    expect(page.locator(SAID)).to_contain_text("<b>broken.json was not read: Hand 1:")
    expect(page.locator(SAID)).to_contain_text("Nothing has been changed.")
    expect(page.locator(HANDS)).to_have_count(1)
    assert page.locator("select[data-keep=open] option").count() == 1


@pytest.mark.once
def test_people_come_and_go_on_a_phone(watched: Callable[..., Page]) -> None:
    page = watched(axe=True, **PHONE)
    begin(page)
    chips(page, "2", "-1", "-1")
    page.locator("summary", has_text="Somebody comes or goes").click()
    page.get_by_label("Place 2", exact=True).fill("")
    page.get_by_role("button", name="Change the table").click()
    problems = page.locator(".tk-more .tk-problems")
    expect(problems).to_contain_text("3 players cannot play this game")
    expect(page.get_by_label("Place 2", exact=True)).to_have_value("")  # what was written stays
    page.get_by_label("Place 2", exact=True).fill("Eva")
    page.get_by_role("button", name="Change the table").click()
    expect(page.locator(SAID)).to_have_text("Eva in place of Ben. Eva deals next.")
    totals = page.locator(".tk-totals li")
    expect(totals).to_have_count(5)
    expect(totals.nth(1)).to_have_text(re.compile(r"Ben\s*−1\.00\s*gone"))
    assert axe_finds(page, "article") == []
    page.get_by_label("Just the Kč").check()
    page.fill("[name='won.4']", "3")
    page.fill("[name='won.0']", "-3")
    page.fill("[name='won.2']", "0")
    expect(page.locator("[name='won.1']")).to_have_count(0)
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator(HANDS)).to_have_count(2)
    expect(totals.nth(4)).to_contain_text("3.00")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    _, text = saved(page, "Save as JSON")
    page.reload()
    expect(page.locator(HANDS)).to_have_count(2, timeout=60_000)
    for step in ("hand 2", "who is at the table"):
        page.get_by_role("button", name=f"Undo: {step}").click()
    expect(totals).to_have_count(4)
    load(page, "evening.json", text)
    expect(totals).to_have_count(5)
    assert sessions.from_json(json.loads(text)).players == (*PEOPLE, "Eva")


def test_several_evenings(page: Page) -> None:
    begin(page, title="First")
    chips(page, "2", "-1", "-1")
    page.get_by_role("button", name="Begin another").click()
    expect(page.locator("[name='player.0']").first).to_have_value("")
    begin_here(page, PEOPLE[::-1], "Second")
    choice = page.locator("select[data-keep=open]")
    assert choice.locator("option").count() == 2
    choice.select_option(label="First · Taroky (Hlučín), 1 hand")
    expect(page.locator(HANDS)).to_have_count(1)
    page.reload()
    expect(page.locator(".tk-document-title")).to_have_text("First", timeout=60_000)


def test_a_browser_that_stores_nothing(any_page: Page) -> None:
    """A private window or a full store: a sentence, the sheet goes on, and can be saved."""
    page = any_page
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
    )
    begin(page)
    expect(page.locator(SAID)).to_contain_text("This browser could not store it")
    chips(page, "2", "-1", "-1")
    expect(page.locator(SAID)).to_contain_text("save it as a file")
    _, text = saved(page, "Save as JSON")
    assert len(json.loads(text)["hands"]) == 1
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator("[name='player.0']").first).to_be_visible()


def test_a_store_that_is_damaged_stays(page: Page) -> None:
    """What cannot be read is told and left alone; other sheets go on."""
    page.goto("evening/")
    page.evaluate(
        'localStorage.setItem(\'taroky:sheet:evening:old\', \'{"saved": "2", "title": "Old",'
        ' "kept": {"sheet": {"format": "x"}}}\');'
        "localStorage.setItem('taroky:sheet:evening:worse', 'not even JSON')"
    )
    page.reload()
    expect(page.locator(SAID)).to_contain_text("This is not a session file", timeout=60_000)
    assert page.locator("select[data-keep=open] option").count() == 2
    _, text = saved(page, "Save as JSON")
    assert json.loads(text) == {"format": "x"}
    page.locator("select[data-keep=open]").select_option(label="One that cannot be read")
    expect(page.locator(SAID)).to_contain_text("can no longer be read")
    _, text = saved(page, "Save as JSON")
    assert text == "not even JSON"
    assert page.evaluate("localStorage.getItem('taroky:sheet:evening:worse')") == text


def test_two_windows(new_context: Callable[..., BrowserContext]) -> None:
    """What is written in one stands in the other."""
    context = new_context()
    one, two = context.new_page(), context.new_page()
    begin(one)
    two.goto("evening/")
    expect(two.locator(".tk-totals")).to_be_visible(timeout=60_000)
    chips(one, "2", "-1", "-1")
    expect(two.locator(HANDS)).to_have_count(1)
    expect(two.locator(SAID)).to_contain_text("Changed in another window")
    chips(two, "1", "-1", "0")
    expect(one.locator(HANDS)).to_have_count(2)


def long_evening(hands: int) -> str:
    """Return what the browser keeps of an evening of five with so many hands."""
    rng = random.Random(3)
    people = [*PEOPLE, "Eva"]
    items = []
    for _ in range(hands):
        won = [rng.randint(-30, 30) for _ in range(3)]
        amounts = dict(zip("ABCD", map(str, [*won, -sum(won)]), strict=True))
        items.append({"payments": amounts, "contract": "druha_povinnost", "declarer": "A"})
    sheet = {
        "format": "taroky-session",
        "version": 1,
        "rules": "hlucin",
        "players": people,
        "first_dealer": "Ada",
        "title": "A long evening",
        "hands": items,
    }
    return json.dumps({"saved": "2", "title": "x", "line": "", "kept": {"sheet": sheet}})


@pytest.mark.parametrize(
    "hands",
    [3, pytest.param(26, marks=pytest.mark.once), pytest.param(44, marks=pytest.mark.once), 64],
)
def test_an_evening_is_printed_on_one_sheet(page: Page, hands: int) -> None:
    page.goto("evening/")
    page.evaluate(
        "(text) => localStorage.setItem('taroky:sheet:evening:x', text)", long_evening(hands)
    )
    page.reload()
    expect(page.locator(HANDS)).to_have_count(hands, timeout=60_000)
    for paper in ("A4", "Letter"):
        assert pages(page.pdf(format=paper)) == 1
    page.emulate_media(media="print")
    assert page.locator(".tk-hands tbody tr:visible").count() == max(hands, 26)
    expect(page.locator(".tk-entry")).to_be_hidden()
    expect(page.get_by_role("heading", name="How it works")).to_be_hidden()


@pytest.mark.once
def test_the_rules_of_a_house(page: Page) -> None:
    """A link may bring the rule set along; once begun, a reload comes back to the sheet."""
    page.goto("evening/#rules=polish")
    expect(page.locator("[name=rules]")).to_have_value("polish", timeout=60_000)
    assert "#" not in page.url
    page.goto("learn/")
    page.goto("evening/#rules=<b>")
    expect(page.locator(".tk-problems")).to_contain_text("is not a rule set", timeout=60_000)


# -- what is filled in while an answer is on its way -------------------------------------------------


@pytest.fixture
def slow(page: Page) -> Page:
    """A page whose requests can be held back."""
    page.add_init_script(HOLDS)
    return page


def test_the_next_hand_is_begun_before_the_last_one_is_written(slow: Page) -> None:
    begin(slow)
    chips(slow, "2", "-1", "-1")
    slow.fill("[name='won.0']", "3")
    slow.fill("[name='won.1']", "-1")
    slow.fill("[name='won.2']", "-1")
    hold(slow)
    slow.get_by_role("button", name="Write it down").click()
    slow.fill("[name='won.0']", "7")
    slow.fill("[name='won.1']", "8")
    slow.locator("[name='won.2']").focus()
    release(slow, "form.tk-document")
    expect(slow.locator(HANDS)).to_have_count(2)
    rows = slow.locator(".tk-hands tbody tr")
    expect(rows.nth(1)).to_contain_text("+3.00")  # as it was when the button was pressed
    for place, text in enumerate(("7", "8", "")):
        expect(slow.locator(f"[name='won.{place}']")).to_have_value(text)
    expect(slow.locator("[name='won.2']")).to_be_focused()
    slow.reload()
    expect(slow.locator(HANDS)).to_have_count(2, timeout=60_000)
    expect(slow.locator("[name='won.1']")).to_have_value("8")
    # the seats move on from hand to hand, and what is said of somebody goes with them
    slow.get_by_label("What happened").check()
    expect(slow.locator("[name=p]")).to_be_visible()
    slow.locator("[name=with][value=B]").check()
    slow.fill("[name=p]", "39")
    partner = slow.locator("fieldset", has=slow.locator("[name=with]")).first
    expect(slow.locator("form.tk-document")).not_to_have_attribute("aria-busy", "true")
    hold(slow)
    slow.get_by_role("button", name="Write it down").click()
    partner.get_by_label("Ben", exact=True).check()
    slow.fill("[name=p]", "41")
    release(slow, "form.tk-document")
    expect(slow.locator(HANDS)).to_have_count(3)
    expect(partner.get_by_label("Ben", exact=True)).to_be_checked()
    expect(slow.locator("[name=p]")).to_have_value("41")


def test_what_has_no_place_in_the_answer_keeps_the_form(slow: Page) -> None:
    begin(slow)
    chips(slow, "2", "-1", "-1")
    hold(slow)
    slow.get_by_role("button", name="Correct hand 1").click()
    slow.fill("[name='won.0']", "9")  # meant for the next hand
    release(slow, "form.tk-document")
    expect(slow.locator(SAID)).to_contain_text("What you filled in meanwhile is still here")
    expect(slow.locator("[name='won.0']")).to_have_value("9")
    expect(slow.locator("[name='won.1']")).to_have_value("")
    slow.get_by_role("button", name="Correct hand 1").click()
    expect(slow.locator("[name='won.0']")).to_have_value("2.00")


def test_a_new_sheet_is_begun_before_the_last_one_is_there(slow: Page) -> None:
    begin(slow, title="Old")
    slow.add_init_script("window.held = []")
    slow.reload()
    slow.fill("[name='player.0']", "Eva")
    slow.locator("[name='player.1']").focus()
    release(slow, "form.tk-document")
    expect(slow.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)
    expect(slow.locator("[name='player.0']")).to_have_value("Eva")
    slow.locator("select[data-keep=open]").select_option(label="Old · Taroky (Hlučín), 0 hands")
    expect(slow.locator(".tk-document-title")).to_have_text("Old")


def test_a_result_is_changed_before_it_is_in(slow: Page) -> None:
    slow.goto("tournament/")
    ready(slow)
    slow.fill("[name=names]", "\n".join(f"Player {n}" for n in range(1, 9)))
    slow.get_by_role("button", name="Begin", exact=True).click()
    slow.get_by_role("button", name="Draw the seating").click()
    expect(slow.locator(".tk-tables > li")).to_have_count(2, timeout=30_000)
    slow.get_by_role("button", name="Results").click()
    for seat, text in enumerate(("6", "-1", "-2")):
        slow.fill(f"[name='won.{seat}']", text)
    expect(slow.locator("form.tk-document")).not_to_have_attribute("aria-busy", "true")
    hold(slow)
    slow.get_by_role("button", name="Save table 1").click()
    slow.fill("[name='won.2']", "-3")
    slow.locator("[name='won.3']").focus()
    release(slow, "form.tk-document")
    expect(slow.locator(SAID)).to_contain_text(
        "The result of table 1, round 1, is saved. What you filled in"
    )
    expect(slow.locator("[name='won.2']")).to_have_value("-3")
    expect(slow.locator("[name='about']")).to_have_value("1.1")
    slow.get_by_role("button", name="Save table 1").click()
    expect(slow.locator("[name='about']")).to_have_value("1.2")
    expect(slow.locator(".tk-list").first).to_contain_text("−3")


# -- a tournament ---------------------------------------------------------------------------------


def test_a_tournament_of_twelve(page: Page) -> None:
    page.goto("tournament/")
    ready(page)
    page.fill("[name=title]", "Cup")
    page.fill("[name=names]", "\n".join(f"Player {n}" for n in range(1, 13)))
    page.fill("[name=rounds]", "3")
    page.get_by_role("button", name="Begin", exact=True).click()
    page.fill("[name=seed]", "lot")
    page.get_by_role("button", name="Draw the seating").click()
    expect(page.locator(".tk-tables > li")).to_have_count(3, timeout=30_000)
    page.get_by_role("button", name="Score cards").click()
    expect(page.locator(".tk-score-card")).to_have_count(3)
    assert pages(page.pdf(format="A4")) == 1
    page.get_by_role("button", name="Results").click()
    expect(page.locator("[name='about']")).to_have_value("1.1")
    page.locator("[name='won.0']").focus()
    for table in (1, 2, 3):  # by keyboard alone
        for text in ("6", "-1", "-2"):
            page.keyboard.type(text)
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(SAID)).to_have_text(f"The result of table {table}, round 1, is saved.")
        if table < 3:
            expect(page.locator("[name='won.0']")).to_be_focused()
    expect(page.locator(".tk-part--results td span")).to_have_count(12)
    page.select_option("[name=round]", "2")
    expect(page.locator("[name='about']")).to_have_value("2.1")
    page.fill("[name='won.0']", "6")
    page.fill("[name='won.1']", "1")
    page.get_by_role("button", name="Save table 1").click()
    expect(page.locator(".tk-problems")).to_contain_text("2 players have no result yet")
    expect(page.locator("[name='won.0']")).to_have_value("6")
    page.reload()
    expect(page.locator(".tk-tabs")).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Standings").click()
    expect(page.locator(".tk-ranks tbody tr")).to_have_count(12)
    ranks = page.locator(".tk-ranks tbody tr td:first-child").all_inner_texts()
    assert ranks == ["1."] * 3 + ["4."] * 3 + ["7."] * 3 + ["10."] * 3
    assert pages(page.pdf(format="A4")) == 1
    # somebody comes late, somebody goes
    page.get_by_role("button", name="Entrants").click()
    page.fill("[name=names]", "Late Larry")
    page.get_by_role("button", name="Add them").click()
    expect(page.locator(SAID)).to_contain_text("with number 13")
    page.get_by_role("button", name="Seating").click()
    page.get_by_role("button", name="Draw the seating").click()
    expect(page.locator(SAID)).to_have_text("Rounds 2 to 3 are drawn.", timeout=30_000)
    name, text = saved(page, "Save as JSON")
    assert name == "Cup.json"
    page.get_by_role("button", name="Remove").click()
    load(page, name, text)
    expect(page.locator(".tk-document-status")).to_contain_text("13 entrants. Round 1 of 3.")
    load(page, name, text.replace('"number": 2', '"number": 1'))
    expect(page.locator(SAID)).to_contain_text(
        "The number 1 is given twice. Nothing has been changed."
    )
    expect(page.locator(".tk-document-status")).to_contain_text("13 entrants")


@pytest.mark.once
def test_axe_finds_nothing(watched: Callable[..., Page]) -> None:
    page = watched(axe=True, **PHONE)

    def look() -> None:
        assert axe_finds(page, "article") == []

    begin(page)
    look()
    chips(page, "2", "-1", "-1")
    look()
    page.get_by_label("What happened").check()
    expect(page.locator("[name=p]")).to_be_visible()
    look()
    page.goto("tournament/")
    ready(page)
    look()
    page.fill("[name=names]", "\n".join(f"Player {n}" for n in range(1, 10)))
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Draw the seating").click()
    expect(page.locator(".tk-tables")).to_be_visible(timeout=30_000)
    look()
    for tab, part in (
        ("Results", "results"),
        ("Standings", "standings"),
        ("Score cards", "cards"),
        ("Entrants", "entrants"),
        ("Settings", "agreed"),
    ):
        page.get_by_role("button", name=tab, exact=True).click()
        expect(page.locator(f".tk-part--{part}")).to_be_visible()
        look()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


# -- files in other encodings ----------------------------------------------------------------------


def load_bytes(page: Page, where: str, name: str, data: bytes) -> None:
    page.locator(where).set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})


@pytest.mark.once
def test_files_are_read_in_whatever_encoding_they_are(page: Page) -> None:
    begin(page)
    chips(page, "2", "-1", "-1")
    with page.expect_download() as info:
        page.get_by_role("button", name="Save as CSV").click()
    data = Path(info.value.path()).read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    table = data.decode("utf-8-sig").replace("Ada", "Jiří")
    for number, encoding in enumerate(("cp1250", "utf-16", "utf-8-sig")):
        load_bytes(
            page,
            "[data-keep=import]",
            "x.csv",
            table.replace("Ben", f"Ben{number}").encode(encoding),
        )
        expect(page.locator(".tk-totals")).to_contain_text(f"Ben{number}")
        expect(page.locator(".tk-totals")).to_contain_text("Jiří")
    load_bytes(page, "[data-keep=import]", "old.csv", table.encode("cp852"))
    expect(page.locator(SAID)).to_contain_text("old.csv was not read")
    expect(page.locator(SAID)).to_contain_text("UTF-8")
    page.goto("house/build/")
    ready(page)
    page.locator("#t-build-yaml").evaluate(
        "(at) => { for (; at; at = at.parentElement) at.open = true; }"
    )
    house = "extends: hlucin\ntable: lev\ntitle: U Žižky\n"
    load_bytes(page, "[data-into=t-build-yaml]", "house.yaml", house.encode("utf-16"))
    expect(page.locator("#t-build-yaml")).to_have_value(re.compile("U Žižky"))
    load_bytes(page, "[data-into=t-build-yaml]", "house.yaml", house.encode("cp1250"))
    expect(page.locator("#t-build > .tk-live")).to_contain_text("UTF-8")
    page.goto("learn/hlucin/")
    done = json.dumps({"format": "taroky-progress", "version": 1, "steps": {"a/b/d": 3}})
    said = page.locator(".tk-keep .tk-kept [role=status]")
    load_bytes(page, "[data-import]", "progress.json", done.encode("utf-16"))
    expect(said).to_contain_text("1")
    assert page.evaluate("JSON.parse(localStorage.getItem('taroky:progress')).steps") == {
        "a/b/d": 3
    }
