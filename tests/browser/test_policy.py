"""The security policy in a browser: every kind of page keeps it, asks no other host, and lets neither
styles, handlers nor text become more than they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from taroky_devtools.static_server import StaticServer

pytestmark = pytest.mark.browser

#: One page of each kind.
KINDS = (
    "",
    "learn/",
    "learn/hlucin/",
    "learn/hlucin/following-suit/",
    "learn/hlucin/learned/",
    "reference/",
    "reference/hlucin/",
    "reference/hlucin/summary/",
    "reference/cards/",
    "reference/glossary/",
    "strategy/odds/",
    "compare/",
    "compare/two/",
    "compare/hand/",
    "calculators/",
    "calculators/hlucin/",
    "calculators/play/",
    "evening/",
    "tournament/",
    "house/",
    "house/build/",
    "clubs/",
    "contributing/measurements/",
    "404.html",
)


def ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=60_000)


def look_through(page: Page, path: str) -> None:
    answered = page.goto(path)
    assert answered and answered.ok, path
    expect(page.locator("h1").first).to_be_visible()
    for details in page.locator("article details > summary:visible").all()[:5]:
        details.click()


@pytest.mark.matrix("test_pages_keep_the_policy_on_the_screen_and_in_print")
def test_every_kind_of_page_keeps_the_policy(page: Page) -> None:
    """Shown and looked through: no violation, no other host (the fixture's part)."""
    for path in KINDS:
        look_through(page, path)


#: Pages that are printed: a sheet that is made for it, a lesson, and what is filled in.
PRINTED = ("reference/hlucin/summary/", "learn/hlucin/following-suit/", "evening/")
#: Pages that no other test opens on which nothing may go wrong (the fixture `page`).
OTHERS = (
    *("reference/cards/", "reference/glossary/", "strategy/odds/", "clubs/", "calculators/"),
    *("contributing/measurements/", "404.html"),
)


@pytest.mark.no_python
@pytest.mark.once
def test_pages_keep_the_policy_on_the_screen_and_in_print(page: Page) -> None:
    for path in (*OTHERS, *PRINTED):
        look_through(page, path)
        if path in PRINTED:
            page.emulate_media(media="print")
            page.pdf()
            page.emulate_media(media="screen")


@pytest.mark.no_python
@pytest.mark.once
@pytest.mark.matrix("test_pages_keep_the_policy_on_the_screen_and_in_print")
@pytest.mark.parametrize("path", KINDS)
def test_a_page_in_print_keeps_the_policy(page: Page, path: str) -> None:
    look_through(page, path)
    page.emulate_media(media="print")
    page.pdf()


@pytest.mark.pyodide
@pytest.mark.once
def test_a_page_with_python_keeps_the_policy(page: Page) -> None:
    """A sheet that is kept and what one chooses from; a lesson and a calculator: test_journey.py."""
    for path in ("evening/", "house/build/"):
        look_through(page, path)
        ready(page)


@pytest.mark.no_python
def test_a_visit_from_page_to_page_keeps_the_first_policy(page: Page) -> None:
    page.goto("")
    page.evaluate("window.sameVisit = true")
    for name in ("Learn", "Rules", "Tools", "Strategy", "Clubs", "About"):
        page.locator("nav.md-tabs a", has_text=name).first.click()
        expect(page.locator(".md-tabs__item--active")).to_contain_text(name)
    assert page.evaluate("window.sameVisit") is True


@pytest.mark.no_python
def test_the_search_shows_words_and_marks(page: Page) -> None:
    page.goto("")
    page.locator(".md-header [name=query]").fill("pagát <img src=x onerror=alert(1)>")
    results = page.locator(".md-search-result__link")
    expect(results.first).to_be_visible(timeout=30_000)
    assert page.locator(".md-search-result mark").count() > 0
    assert page.locator(".md-search-result img").count() == 0
    # what stands between words is shown as it is, not as the names of signs
    assert "&lt;" not in page.locator(".md-search-result").inner_text()
    results.first.click()
    expect(page.locator(".md-content h1").first).to_be_visible()


#: What a mistake in our code might do, and what becomes of it.
ATTEMPTS = {
    "text as HTML": "document.body.appendChild(document.createElement('p')).innerHTML = '<img src=x onerror=hurt()>'",
    "text after HTML": "document.body.insertAdjacentHTML('beforeend', '<svg onload=hurt()></svg>')",
    "a document": "document.body.append(new DOMParser().parseFromString('<b onclick=hurt()></b>', 'text/html').body)",
    "a handler": "document.body.setAttribute('onclick', 'hurt()'); document.body.click()",
    "a script": "document.body.appendChild(document.createElement('script')).textContent = 'hurt()'",
    "a script's address": "document.body.appendChild(document.createElement('script')).src = 'data:text/javascript,hurt()'",
    "a worker": "new Worker('../assets/js/main.js')",
    "code": "eval('hurt()')",
    "code later": "setTimeout('hurt()')",
    "a link": "location.href = 'javascript:hurt()'",
    "a policy": "trustedTypes.createPolicy('mine', {createHTML: (text) => text})",
    "a second one": "trustedTypes.createPolicy('taroky', {createHTML: (text) => text})",
    "a style": "document.body.appendChild(document.createElement('style')).textContent = 'body {color: red}'",
    "a style attribute": "document.body.setAttribute('style', 'color: rgb(255, 0, 0)')",
    "a base": "document.head.appendChild(document.createElement('base')).href = 'https://other.test/'",
    "a frame": "document.body.appendChild(document.createElement('iframe')).src = 'https://other.test/'",
    "a picture": "document.body.appendChild(new Image()).src = 'https://other.test/x.png'",
    "a question": "fetch('https://other.test/').catch(() => {})",
}


def test_what_no_page_may_do_does_nothing(browser: Browser, server: StaticServer) -> None:
    # Playwright tells of requests, too, that the policy has stopped: not for the fixture's ears.
    page = browser.new_page(base_url=server.url)
    page.add_init_script(
        "window.hurt = () => { window.hurtDone = true; }; window.stopped = [];"
        "document.addEventListener('securitypolicyviolation', (told) =>"
        " stopped.push(told.effectiveDirective));"
    )
    page.goto("learn/")
    for attempt, code in ATTEMPTS.items():
        # Later, as the page's own doing: what a test runs at once may use eval.
        page.evaluate(
            "window.stopped = []; setTimeout("
            f"() => {{ try {{ {code} }} catch (error) {{ stopped.push(String(error)); }} }})"
        )
        page.wait_for_timeout(100)
        hurt, stopped, elements, colour, base = page.evaluate(
            "[window.hurtDone === true, window.stopped,"
            " document.querySelectorAll('img[onerror], [onload], b[onclick]').length,"
            " getComputedStyle(document.body).color, document.baseURI]"
        )
        assert not hurt and elements == 0 and colour != "rgb(255, 0, 0)", attempt
        assert base.endswith("/learn/"), attempt
        if attempt not in ("text as HTML", "text after HTML", "a document"):  # these become words
            assert stopped, attempt
    page.close()


def test_html_comes_through_one_door(watched: Callable[..., Page]) -> None:
    """What Python answers is taken; the same text given to the page itself is not."""
    page = watched()
    page.goto("calculators/count/")
    ready(page)
    page.locator("#t-count-tap-XXI").click()
    expect(page.locator("#t-count-tap-XXI")).to_have_attribute("aria-pressed", "true")
    page.evaluate("document.querySelector('.tk-live').innerHTML = '<b>text</b><a href=x>text</a>'")
    expect(page.locator(".tk-live").first).to_have_text("<b>text</b><a href=x>text</a>")
