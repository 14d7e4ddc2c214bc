"""A club's site in a browser: lessons, reasons and calculators by the club's own rules."""

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from io import StringIO

import pytest
from playwright.sync_api import Browser, Page, expect
from taroky_build import commands
from taroky_build.static_server import serve

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the site of a club that plays povinnost at twice the price."""
    folder = tmp_path_factory.mktemp("clubs") / "u_lva"
    commands._new(Namespace(folder=str(folder), extends="hlucin", title="Klub U lva"), StringIO())
    with (folder / "house.yaml").open("a", encoding="utf-8") as file:
        file.write("contracts: {povinnost: {rate: 0.20}}\n")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet"],
        cwd=folder, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    with serve(folder / "site") as running:
        yield running.url


@pytest.fixture
def page(browser: Browser, club: str) -> Iterator[Page]:
    context = browser.new_context(base_url=club)
    found = context.new_page()
    problems: list[str] = []
    found.on("pageerror", lambda error: problems.append(str(error)))
    found.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    found.on("request", lambda asked: problems.append(asked.url) if asked.url.startswith("http")
             and not asked.url.startswith(club) else None)  # fmt: skip
    yield found
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
    expect(page.locator(f"[id='{point}']")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: Klub U lva")
    expect(page.locator(".tk-house-note").first).to_contain_text("0.20")


def test_a_calculator_reckons_by_the_clubs_rules(page: Page) -> None:
    page.goto("calculators/u_lva/")
    page.get_by_role("link", name="Settle").first.click()
    form = page.locator("form.tk-tool")
    expect(form).to_be_visible()
    assert form.locator("input[name=rules]").input_value().startswith("h.")


def test_a_clubs_site_is_kept_too(page: Page, club: str) -> None:
    page.goto("")
    expect(page.locator(".tk-offline")).to_contain_text("Ready offline", timeout=90_000)
    manifest = page.evaluate(
        "async () => (await fetch(document.querySelector('link[rel=manifest]').href)).json()"
    )
    assert manifest["name"] == "Klub U lva"
    page.evaluate("window.sameVisit = true")
    page.get_by_role("link", name="Calculators").first.click()
    page.wait_for_url("**/calculators/u_lva/")
    assert page.evaluate("window.sameVisit") is True  # though nobody has said where the site is
    assert page.evaluate("navigator.serviceWorker.controller.scriptURL") == f"{club}sw.js"
