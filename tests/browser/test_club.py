"""A club's site in a browser: lessons, reasons, calculators, comparison and builder by the club's own
rules, and every kind of page accessible."""

import re
from collections.abc import Iterator
from pathlib import Path

import accessibility
import pytest
from engines import HARMLESS
from playwright.sync_api import Browser, Page, expect
from taroky_devtools import table_evening
from taroky_devtools.static_server import StaticServer, serve

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(club_project: Path) -> Iterator[StaticServer]:
    """The site of a club that has installed the wheels, and plays povinnost at twice the price."""
    with serve(club_project / "site") as running:
        yield running


@pytest.fixture
def page(browser: Browser, club: StaticServer) -> Iterator[Page]:
    context = browser.new_context(base_url=club.url)
    opened = context.new_page()
    problems: list[str] = []
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.on(
        "console",
        lambda said: (
            problems.append(said.text)
            if said.type == "error" and not HARMLESS.match(said.text)
            else None
        ),
    )
    opened.on(
        "request",
        lambda asked: (
            problems.append(asked.url)
            if asked.url.startswith("http") and not asked.url.startswith(club.url)
            else None
        ),
    )
    yield opened
    context.close()
    assert problems == []


def test_a_lesson_is_judged_by_the_clubs_rules(page: Page) -> None:
    page.goto("learn/u_lva/settling/#game")
    step = page.locator("#game")
    expect(step).to_contain_text("Every point above 35 pays 0.20")
    step.locator("input[name=amount]").fill("0.8")
    step.locator("input[name=amount]").press("Enter")
    wrong = step.locator(".tk-feedback.is-wrong")
    expect(wrong).to_be_visible(timeout=90_000)  # the first answer of a sum waits for Python
    # The worker, too, knows which page has this club's rules.
    link = wrong.locator("a.tk-rule").first
    assert (link.get_attribute("href") or "").startswith("../../../reference/u_lva/#HLU-")
    step.locator("input[name=amount]").fill("1.6")
    step.locator("input[name=amount]").press("Enter")
    expect(step.locator(".tk-feedback.is-right")).to_be_visible(timeout=30_000)
    assert "u_lva/settling/game" in page.evaluate("localStorage.getItem('taroky:progress')")
    link = step.locator(".tk-feedback a.tk-rule").first
    point = (link.get_attribute("href") or "").partition("#")[2]
    link.click()
    page.get_by_role("dialog").get_by_role("link", name="Open the rules").click()
    expect(page.locator(f"[id='{point}']")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: Klub U lva")
    expect(page.locator(".tk-house-note").first).to_contain_text("0.20")


def test_a_calculator_works_by_the_clubs_rules(page: Page) -> None:
    page.goto("calculators/u_lva/")
    page.get_by_role("link", name="Settle").first.click()
    form = page.locator("form.tk-tool")
    expect(form).to_be_visible()
    assert form.locator("input[name=rules]").input_value().startswith("h.")


def test_hands_are_played_against_bots_by_the_clubs_rules(page: Page) -> None:
    page.goto("play/")
    expect(page.locator("#tk-game option:checked")).to_have_text("Klub U lva")
    table_evening.sit_down(page)
    table_evening.play(page, 2, again=0)
    session = table_evening.kept(page)["session"]
    assert len(session["hands"]) == 2 and session["rules"].startswith("h.")


def test_a_clubs_site_is_kept_too(page: Page, club: StaticServer) -> None:
    page.goto("")
    expect(page.locator(".tk-offline")).to_contain_text("Available offline", timeout=90_000)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert manifest["name"] == "Klub U lva"
    page.evaluate("window.sameVisit = true")
    page.get_by_role("link", name="Calculators").first.click()
    page.wait_for_url("**/calculators/u_lva/")
    assert page.evaluate("window.sameVisit") is True  # though nobody has said where the site is
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{club.url}sw.js"


def test_the_clubs_table_is_compared(page: Page) -> None:
    page.goto("compare/#m=1&sets=u_lva.hlucin&differ=yes")
    shown = page.locator(".tk-matrix tr[id]:visible")
    expect(shown).to_have_count(2)
    expect(page.locator("#q-rate td[data-col=u_lva]")).to_contain_text("povinnost: 0.20")
    page.locator("a[data-two]").click()
    expect(page.locator("#t-compare-first option:checked")).to_have_text(
        "Klub U lva", timeout=90_000
    )
    answer = page.locator(".tk-answer")
    expect(answer).to_contain_text("Klub U lva and Hlučín differ in 2 ways.")
    page.select_option("#t-compare-second", "heun")
    expect(answer).to_contain_text("Klub U lva and Heun differ in")
    # This site has the rules of its own table and of no other.
    expect(page.locator(".tk-differences .tk-unlinked").first).to_contain_text("HEUN-")
    links = page.locator(".tk-differences a")
    hrefs = [link.get_attribute("href") or "" for link in links.all()]
    assert hrefs and all("reference/u_lva/#HLU-" in href for href in hrefs)


def test_the_builder_goes_on_from_the_clubs_rules(page: Page) -> None:
    page.goto("house/build/")
    said = page.locator(".tk-build-result .tk-answer")
    expect(said).to_contain_text("Klub U lva differs from Hlučín in 2 things.")
    page.locator("#t-build-topic-contracts summary").click()
    page.fill("[name='n.contracts.povinnost.rate']", "0.30")
    page.locator("[name='n.contracts.povinnost.rate']").blur()
    changes = page.locator(".tk-build-changes")
    expect(changes).to_contain_text("0.30. Instead of: 0.10.", timeout=90_000)
    page.get_by_role("link", name="Klub U lva: everything").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Klub U lva", timeout=30_000)
    expect(page.locator(".tk-changes")).to_contain_text("0.30")
    page.get_by_role("link", name="Change these rules").click()
    expect(changes).to_contain_text("0.30. Instead of: 0.10.", timeout=30_000)


def kinds_of_pages(site: Path) -> list[str]:
    """The addresses of all pages but the lessons, of which one speaks for all."""
    pages = (page.parent.relative_to(site).as_posix() for page in site.rglob("index.html"))
    paths = sorted("" if page == "." else f"{page}/" for page in pages)
    lessons = [page for page in paths if re.fullmatch(r"learn/u_lva/(?!learned|again).+/", page)]
    return [
        page
        for page in paths
        if (page not in lessons or page == "learn/u_lva/varsava/") and not page.startswith("rule/")
    ]


@pytest.mark.once
@pytest.mark.matrix("the same kinds of pages by our own rules, and test_house.py by a house's")
def test_every_kind_of_page_is_accessible(browser: Browser, club: StaticServer) -> None:
    context = browser.new_context(base_url=club.url, viewport={"width": 390, "height": 844})
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    context.add_init_script(accessibility.SCRIPT)
    page = context.new_page()
    faults_of = {}
    for path in kinds_of_pages(club.folder):
        page.goto(path)
        expect(page.locator("h1").first).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        faults = [*accessibility.axe_finds(page), *([f"{wide} px wide"] if wide > 390 else [])]
        if faults:
            faults_of[path] = faults
    page.goto("house/build/")
    page.get_by_role("link", name="Klub U lva: everything").click()
    expect(page.locator(".tk-house-bar")).to_be_visible(timeout=90_000)
    for door in ("Rules", "Lessons", "Tools"):
        if faults := accessibility.axe_finds(page):
            faults_of[page.url] = faults
        page.locator(".tk-house-bar").get_by_role("link", name=door).click()
        expect(page.locator(".tk-house-bar [aria-current=page]")).to_have_text(door)
    context.close()
    assert faults_of == {}
