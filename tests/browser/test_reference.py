"""Reference pages: links to copy, positions to try, the search, and the sheets to print."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from accessibility import axe_finds
from playwright.sync_api import BrowserContext, Page, expect
from pypdf import PdfReader
from taroky import rules

pytestmark = pytest.mark.browser

PAGE = "reference/hlucin/"


@pytest.mark.no_python
def test_a_link_is_copied_with_the_keyboard(new_context: Callable[..., BrowserContext]) -> None:
    context = new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{PAGE}?x=1#HLU-PLAY-02")
    page.locator("#HLU-PLAY-03 .tk-point-id").focus()
    page.keyboard.press("Tab")
    button = page.get_by_role("button", name="Copy the link to HLU-PLAY-03")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="HLU-PLAY-03")).to_have_text(
        "The link to HLU-PLAY-03 is copied."
    )
    copied = page.evaluate("navigator.clipboard.readText()")
    rules = page.url.partition("?")[0]
    # a preview of it shows the rule's sentence, and it leads on to the rule
    assert copied == rules.replace(PAGE, "rule/HLU-PLAY-03/")
    page.evaluate("(address) => { location.href = address; }", copied)  # it goes on at once
    page.wait_for_url(f"{rules}#HLU-PLAY-03")
    expect(page.locator("#HLU-PLAY-03")).to_be_in_viewport()


@pytest.mark.no_python
def test_where_copying_is_not_allowed_the_link_is_told(page: Page) -> None:
    page.add_init_script(
        "if (location.host) navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))"
    )
    page.goto(PAGE)
    page.get_by_role("button", name="Copy the link to HLU-PLAY-03").click()
    status = page.get_by_role("status").filter(has_text="HLU-PLAY-03")
    expect(status).to_contain_text("does not allow copying")
    expect(status).to_contain_text("rule/HLU-PLAY-03/")


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
def test_without_scripts_there_is_nothing_to_press(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(PAGE)
    expect(page.locator("#HLU-PLAY-03 .tk-point-id")).to_be_visible()
    expect(page.locator("#HLU-PLAY-03 .tk-copy")).to_be_hidden()


def test_a_position_is_fetched_and_answered_when_it_is_opened(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(PAGE)
    page.wait_for_timeout(1500)  # for what might come after the page
    assert not [url for url in asked if "outcomes" in url or "pyodide" in url]
    assert not [url for url in asked if "cards.svg" in url]
    assert page.locator(".tk-card").count() == 0
    tried = page.locator("details[data-holds=w-try-hlu-play-03]")
    tried.locator("summary").first.focus()
    page.keyboard.press("Enter")
    widget = page.locator("#w-try-hlu-play-03")
    cards = ("Tarok XVII", "Tarok VI", "Tarok I, the pagát")
    for name in ("King of spades", *cards, "Check"):
        widget.get_by_role("button", name=name, exact=True).click()
    expect(widget.locator(".tk-feedback")).to_contain_text("One of these is wrong.")
    for name in ("King of spades", "Check"):
        widget.get_by_role("button", name=name, exact=True).click()
    expect(widget.locator(".tk-feedback.is-right")).to_be_visible(timeout=60_000)
    assert [url for url in asked if re.search(r"/try-hlu-play-03\.[0-9a-f]{8}\.json$", url)]


def test_a_position_on_a_page_that_the_theme_put_there_can_be_answered(page: Page) -> None:
    page.goto("reference/")
    page.locator(".md-content a[href$='hlucin/']").first.click()
    page.locator("details[data-holds=w-try-hlu-play-03] summary").first.click()
    widget = page.locator("#w-try-hlu-play-03")
    for name in ("King of spades", "Check", "Check"):
        widget.get_by_role("button", name=name, exact=True).click()
    expect(widget.locator(".tk-feedback a.tk-rule").first).to_be_visible(timeout=60_000)


@pytest.mark.not_in("webkit", "its styles are not told that scripts are off")
def test_without_scripts_a_position_is_shown(new_page: Callable[..., Page]) -> None:
    page = new_page(java_script_enabled=False)
    page.goto(PAGE)
    page.locator("details[data-holds=w-try-hlu-play-03] summary").first.click()
    expect(page.locator("#w-try-hlu-play-03 .tk-card").first).to_be_visible()


def test_the_address_of_a_position_opens_it(page: Page) -> None:
    page.goto(f"{PAGE}#x=w-try-hlu-play-03.pick-legal.follow.1.1a2b")
    widget = page.locator("#w-try-hlu-play-03")
    expect(widget).to_be_visible()
    expect(widget).to_have_attribute(
        "data-address", "#x=w-try-hlu-play-03.pick-legal.follow.1.1a2b", timeout=60_000
    )


@pytest.mark.no_python
@pytest.mark.once
def test_axe_finds_nothing(new_page: Callable[..., Page]) -> None:
    """On a sheet, and on a page of rules as far as its third position, with these open; on all of it:
    test_lessons.py."""
    page = new_page(axe=True)
    page.goto(f"{PAGE}summary/")
    assert axe_finds(page, "article") == []
    page.goto(PAGE)
    page.evaluate("document.querySelectorAll('.tk-try').forEach((one, i) => { one.open = i < 3; })")
    page.evaluate(
        """() => {
          const [, , last] = document.querySelectorAll(".tk-try");
          for (const one of document.querySelectorAll("article > *")) {
            if (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) one.remove();
          }
        }"""
    )
    assert page.locator(".tk-try[open]").count() == 3
    assert axe_finds(page, "article") == []


@pytest.mark.no_python
@pytest.mark.once
def test_search_finds_numbers_and_words_and_shows_them_as_they_are_written(page: Page) -> None:
    """As somebody types them; what is found first for other questions: test_search.py."""
    page.goto("reference/")
    box = page.get_by_role("textbox", name="Search")
    results = page.locator(".md-search-result__link")
    for asked, first in (
        ("12", ""),
        ("druha povinnost", "reference/glossary/#druha-povinnost"),
        ("hlucin", "reference/hlucin/"),
    ):
        box.fill("")
        box.click()
        page.keyboard.type(asked)
        if first:
            leads = page.locator(f".md-search-result__link[href*='{first}']")
            expect(leads.first).to_be_visible(timeout=30_000)
        expect(results.first).to_be_visible(timeout=30_000)
        links = [results.nth(i).get_attribute("href") or "" for i in range(2)]
        assert any(first in link for link in links), links  # a page, and the best place on it
        expect(results.nth(1)).not_to_contain_text("Missing")  # a word that is nowhere there
    expect(page.locator(".md-search-result mark").first).to_have_text("Hlučín")


#: Points; a browser counts in pixels and may be a hundredth below what it was told.
SMALLEST = 8


@pytest.mark.not_in("webkit", "it prints no text in columns")
@pytest.mark.parametrize(
    "name",
    [
        name
        if name in ("hlucin", "victoria")
        else pytest.param(name, marks=pytest.mark.matrix("the sheet with the most on it"))
        for name in rules.ids()
    ],
)
def test_a_rule_set_fits_on_one_sheet(page: Page, engine: str, name: str) -> None:
    page.goto(f"reference/{name}/summary/")
    page.wait_for_load_state("networkidle")
    for paper in ("A4", "Letter"):
        pdf = PdfReader(io.BytesIO(page.pdf(format=paper)))
        assert len(pdf.pages) == 1, paper
        sizes: list[float] = []
        text = pdf.pages[0].extract_text(
            visitor_text=lambda text, cm, tm, font, size: (
                sizes.append(abs(size * cm[3] * tm[3])) if text.strip() else None  # noqa: B023
            )
        )
        text = "".join(text.split())  # a letter of another font file stands apart
        assert "Numberofplayers" in text and "Printthissheet" not in text
        # Firefox prints the letters of some fonts as shapes that have no text.
        assert engine == "firefox" or "".join(rules.load(name).title.split()) in text
        assert min(sizes) >= SMALLEST, paper


@pytest.mark.no_python
def test_a_sheet_is_reached_read_on_a_phone_and_printed(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    page.add_init_script("window.print = () => { document.title = 'printed'; };")
    page.goto(PAGE)
    page.get_by_role("link", name="on one sheet").first.click()
    expect(page.locator(".tk-sheet h1")).to_have_text("Taroky (Hlučín)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Print this sheet").click()
    expect(page).to_have_title("printed")


@pytest.mark.no_python
def test_court_cards_have_the_letters_that_a_reader_chooses(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("reference/cards/")
    corner = page.locator("#drawn-card-i-Q")
    none = page.get_by_role("button", name="no letters")
    usual = page.get_by_role("button", name="K Q R J")
    expect(usual).to_have_attribute("aria-pressed", "true")
    drawn = corner.inner_html()
    assert not [url for url in asked if "letters.svg" in url]
    none.click()
    expect(corner.locator("path")).to_have_count(0)
    page.reload()  # it is remembered
    expect(none).to_have_attribute("aria-pressed", "true")
    expect(corner.locator("path")).to_have_count(0)
    usual.click()
    expect(corner.locator("path")).to_have_count(drawn.count("<path"))
    # as the Polish pages offer them
    page.evaluate("localStorage.setItem('taroky:letters', 'K D J W')")
    page.reload()
    expect(page.locator("#drawn-card-i-Q[data-letter=D]")).to_have_count(1)
    assert corner.inner_html() != drawn
    expect(page.locator("#drawn-card-i-K[data-letter]")).to_have_count(0)
