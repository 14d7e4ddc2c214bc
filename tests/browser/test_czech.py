"""The Czech edition: a first visit in a Czech browser, a lesson and a calculator answered in Czech, and the way
to the same place in English."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from taroky_build.postprocess import previews

pytestmark = pytest.mark.browser

READY = 90_000


@pytest.mark.pyodide
def test_a_czech_visit(new_page: Callable[..., Page]) -> None:
    page = new_page(locale="cs-CZ")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto("./")
    page.wait_for_url("**/cs/")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
    line = page.locator(".tk-other-language")
    expect(line).to_contain_text("Stránky jsou česky")
    expect(line.locator("a[hreflang=en]")).to_have_text("This page in English")

    page.goto("cs/learn/hlucin/following-suit/#follow")
    feedback = page.locator("#w-following-suit-follow .tk-feedback")
    page.locator("#w-following-suit-follow [id$=tap-XXI]").click()
    page.locator("#w-following-suit-follow [id$=check]").click()
    expect(feedback).to_contain_text("2 chybějí", timeout=READY)
    page.locator("#w-following-suit-follow [id$=check]").click()
    expect(feedback).to_contain_text("musíš přiznat barvu", timeout=READY)

    page.goto("cs/calculators/count/#t=count&pile=SKYZ")
    expect(page.locator(".tk-calc-bar")).to_contain_text("4 body v 1 kartě", timeout=READY)
    assert any("/taroky_cs-" in url for url in asked)

    page.locator(".md-select button").hover()
    page.locator(".md-select a[hreflang=en]").click()
    page.wait_for_url("**/calculators/count/#t=count&pile=SKYZ")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".tk-calc-bar")).to_contain_text("4 points in 1 card", timeout=READY)
    # It is remembered: the first page of the site leads nowhere else any more, and nothing is offered.
    page.goto("./")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator(".tk-other-language")).to_have_count(0)


def test_an_english_page_offers_the_other_language_once(new_page: Callable[..., Page]) -> None:
    page = new_page(locale="cs-CZ")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("reference/hlucin/#HLU-CALL-03")
    offer = page.locator(".tk-other-language")
    expect(offer.locator("a[lang=cs]")).to_have_text("Tahle stránka česky")
    offer.locator("button").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    expect(offer).to_have_count(0)
    assert not any("_cs-" in url or "/cs/" in url for url in asked)


@pytest.mark.no_python
def test_links_that_are_absolute_for_search_engines_lead_within_this_copy(
    new_page: Callable[..., Page],
) -> None:
    """A site that knows its address may be looked at elsewhere, as in these tests."""

    def with_address(route: Route) -> None:
        html = route.fetch().text()
        absolute = previews.with_addresses(html, "https://example.org/taroky/", "strategy/", "en")
        assert 'href="https://example.org/taroky/cs/strategy/" hreflang="cs"' in absolute
        route.fulfill(body=absolute, content_type="text/html; charset=utf-8")

    page = new_page(locale="cs-CZ")
    page.route("**/strategy/", with_address)
    page.goto("strategy/")
    offer = page.locator(".tk-other-language a")
    expect(offer).to_have_count(1)
    page.unroute("**/strategy/")
    offer.click()
    page.wait_for_url("**/cs/strategy/")
    expect(page.locator("html")).to_have_attribute("lang", "cs")
