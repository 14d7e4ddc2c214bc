"""The site kept in the browser: after the first visit it opens without a network, a newer version is
offered and never used by halves, and it runs from any folder of the plainest server."""

from __future__ import annotations

import json
import math
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import accessibility
import pytest
from accessibility import axe_finds
from playwright.sync_api import Browser, BrowserContext, Page, expect
from taroky_build.offline import precache
from taroky_devtools.static_server import free_port

pytestmark = [
    pytest.mark.browser,
    pytest.mark.pyodide,
    pytest.mark.chromium_only(
        "pages of one profile share what is kept, which only its driver can do"
    ),
]

ROOT = Path(__file__).resolve().parents[2]
READY = 60_000
KEPT = "Available offline: the whole site in English is stored on this device."
NEWER = "A newer version of this site is ready."
#: How long a page rests before anything is fetched that nobody has asked for (docs/assets/js/offline.js), and
#: some more, in milliseconds.
REST = 5000
#: The folder below the server's root that the site is in.
FOLDER = "clubs/taroky"
#: What is left in the small site, which is kept within a moment.
SMALL = (
    "404.html",
    "index.html",
    "clubs",
    "contributing",
    "search",
    "manifest.webmanifest",
    "sw.js",
    "assets/css",
    "assets/fonts",
    "assets/images",
    "assets/javascripts",
    "assets/js",
    "assets/stylesheets",
)


class PlainServer:
    """`python -m http.server` in a process of its own: no types, no headers, no folder of our own."""

    def __init__(self, top: Path) -> None:
        self.top = top
        self.site = top / FOLDER
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        #: For what is written: two changes in the same second would be one to the server, which tells
        #: browsers by the date in seconds that a file is as it was.
        self.dates = count(int(time.time()) + 2, 2)
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/{FOLDER}/"

    def start(self) -> None:
        log = (self.top / "log").open("ab")
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "http.server",
                str(self.port),
                "--bind",
                "127.0.0.1",
                "--directory",
                str(self.top),
            ],
            stdout=log,
            stderr=log,
        )
        for _ in range(200):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the plain server did not start")

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def requests(self) -> list[str]:
        lines = (self.top / "log").read_text("utf-8").splitlines()
        return [line.split('"')[1].split()[1] for line in lines if '"GET ' in line]

    def change(self, path: str, old: str, new: str) -> None:
        """Change a file of the site and list its files anew, as a build does."""
        file = self.site / path
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")
        self.date(file)
        self.list_anew()

    def list_anew(self) -> None:
        (self.site / precache.WORKER).write_text(precache.library(ROOT), "utf-8")
        precache.complete(self.site, "http://127.0.0.1:8000/")
        for name in (precache.WORKER, precache.SIZE):
            self.date(self.site / name)

    def date(self, file: Path) -> None:
        """Give a file that was written a later date than any before."""
        date = next(self.dates)
        os.utime(file, (date, date))


def _served(top: Path, built: Path, parts: tuple[str, ...] = ()) -> Iterator[PlainServer]:
    if parts:
        for part in parts:
            (top / FOLDER / part).parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (built / part).is_dir() else shutil.copyfile
            copy(built / part, top / FOLDER / part)
    else:
        shutil.copytree(built, top / FOLDER)
    server = PlainServer(top)
    if parts:
        server.list_anew()
    yield server
    server.stop()


@pytest.fixture
def whole(tmp_path: Path, built: Path) -> Iterator[PlainServer]:
    """The whole site in a folder of a plain server."""
    yield from _served(tmp_path, built)


@pytest.fixture
def small(tmp_path: Path, built: Path) -> Iterator[PlainServer]:
    """A part of it."""
    yield from _served(tmp_path, built, SMALL)


@pytest.fixture
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """A profile whose pages have a clock that can be put forward."""
    context = browser.new_context()
    context.clock.install()
    yield context
    context.close()


def rest(page: Page) -> None:
    """Let a page that has loaded be at rest for as long as it takes."""
    page.clock.fast_forward(REST)


def kept(profile: BrowserContext, url: str) -> Page:
    """A page that has been visited until all of the site is there."""
    page = profile.new_page()
    page.goto(url)
    rest(page)
    expect(page.locator(".tk-offline")).to_have_text(KEPT, timeout=READY)
    return page


def python_is_ready(page: Page) -> None:
    expect(page.locator("html")).to_have_attribute("data-python", "ready", timeout=READY)


# -- offline -------------------------------------------------------------------------------------


def test_from_any_folder_every_kind_of_page_opens_without_a_network_after_the_first_visit(
    profile: BrowserContext, whole: PlainServer
) -> None:
    strangers: list[str] = []
    profile.on(
        "request",
        lambda one: (
            strangers.append(one.url)
            if one.url.startswith("http") and not one.url.startswith(whole.url)
            else None
        ),
    )
    page = profile.new_page()
    page.goto(f"{whole.url}learn/hlucin/following-suit/")
    python_is_ready(page)
    # Nothing but what the page and Python need has been asked for until then.
    asked = whole.requests()
    assert not any("sw.js" in path or "/reference/" in path for path in asked)
    rest(page)
    expect(page.locator(".tk-offline")).to_have_text(KEPT, timeout=READY)
    assert len(whole.requests()) > len(asked) + 150
    # The theme goes from page to page without loading anew, though the build did not know the address.
    page.evaluate("window.sameVisit = true")
    for name, path in (("Learn", "learn"), ("Rules", "reference")):
        page.locator("nav.md-tabs a", has_text=name).first.click()
        page.wait_for_url(f"**/{path}/")
        expect(page.locator("nav.md-tabs .md-tabs__item--active")).to_contain_text(name)
    assert page.evaluate("window.sameVisit") is True

    whole.stop()
    profile.set_offline(True)
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    # In the same visit: from page to page, and a part of Python that was not there yet.
    page.locator("nav.md-tabs a", has_text="Clubs").first.click()
    page.wait_for_url("**/house/")
    page.goto(f"{whole.url}house/build/")
    python_is_ready(page)
    expect(page.locator("form.tk-tool")).to_be_visible()

    page.goto(f"{whole.url}learn/hlucin/following-suit/#follow")
    python_is_ready(page)
    board = page.locator("#w-following-suit-follow")
    board.locator("[data-pick]").nth(1).click()
    board.locator("[id$=-check]").click()
    expect(board.locator(".tk-feedback")).not_to_be_empty(timeout=READY)
    expect(board.locator(".tk-feedback")).not_to_have_text("one moment …", timeout=READY)

    page.goto(f"{whole.url}reference/hlucin/")
    expect(page.locator("[id='HLU-PLAY-01']")).to_be_visible()
    page.goto(f"{whole.url}compare/two/")
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{whole.url}calculators/hlucin/")
    python_is_ready(page)
    expect(page.locator("form.tk-tool")).to_be_visible()

    page.locator(".md-search__input").click()
    page.locator(".md-search__input").fill("skyz")
    expect(page.locator(".md-search-result__item").first).to_contain_text("kýz", timeout=READY)

    # An address without its last stroke, and one that leads nowhere, dressed as the others are.
    page.goto(f"{whole.url}evening")
    assert page.url == f"{whole.url}evening/"
    answer = page.goto(f"{whole.url}nowhere/at/all/")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    assert "Alegreya" in page.evaluate("getComputedStyle(document.body).fontFamily")
    page.locator("nav.md-tabs a", has_text="Strategy").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Strategy")
    assert problems == [] and strangers == []


def test_nothing_is_taken_while_python_is_on_its_way(
    profile: BrowserContext, whole: PlainServer
) -> None:
    page = profile.new_page()
    page.route("**/pyodide.asm.wasm", lambda route: None)  # it never comes
    page.goto(f"{whole.url}learn/hlucin/following-suit/")
    expect(page.locator("html")).to_have_attribute("data-python", "starting")
    rest(page)
    page.wait_for_timeout(1000)
    assert not any("sw.js" in path for path in whole.requests())


@pytest.mark.parametrize(("said", "value"), [("saveData", "true"), ("type", "'cellular'")])
def test_who_pays_for_data_is_asked_first(
    profile: BrowserContext, small: PlainServer, said: str, value: str
) -> None:
    page = profile.new_page()
    page.add_init_script(
        f"Object.defineProperty(navigator.connection, '{said}', {{get: () => {value}}})"
    )
    page.goto(f"{small.url}contributing/")
    rest(page)
    line = page.locator(".tk-offline")
    size = math.ceil(json.loads((small.site / precache.SIZE).read_text("utf-8"))["bytes"] / 1e6)
    expect(line).to_contain_text(f"{size} MB", timeout=READY)
    assert not any("sw.js" in path for path in small.requests())
    line.get_by_role("button", name="Store it").click()
    expect(line).to_have_text(KEPT, timeout=READY)


def test_a_page_in_another_language_leads_to_the_one_that_is_kept(
    profile: BrowserContext, small: PlainServer
) -> None:
    (small.site / precache.WORKER).write_text(precache.library(ROOT), "utf-8")
    precache.complete(small.site, "http://127.0.0.1:8000/", {"": "en", "cs/": "cs"})
    small.date(small.site / precache.WORKER)
    page = kept(profile, small.url)
    small.stop()
    for path, there in (("cs/clubs/", "clubs/"), ("cs/nothing/", ""), ("clubs/%", "")):
        page.goto(small.url + path)
        line = page.locator(".tk-kept-page").first
        expect(line).to_be_visible()
        expect(line).to_contain_text("the pages in one language only: English.")
        way = line.get_by_role("link", name="Open the stored page")
        expect(way).to_have_attribute("href", f"{small.url}{there}")
    page.goto(f"{small.url}cs/clubs/")
    expect(page.locator("[lang=cs] .tk-kept-language")).to_have_text("angličtina")
    page.locator(".tk-kept-way").first.click()
    expect(page).to_have_url(f"{small.url}clubs/")
    expect(page.locator("h1").first).to_be_visible()


def test_it_can_be_installed(profile: BrowserContext, small: PlainServer) -> None:
    page = kept(profile, small.url)
    browser = profile.new_cdp_session(page)
    manifest = browser.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{small.url}manifest.webmanifest"
    parts = json.loads(manifest["data"])
    assert (parts["start_url"], parts["scope"]) == ("./", "./")
    for icon in parts["icons"]:
        size = page.evaluate(
            "async (src) => { const {width, height} = await createImageBitmap("
            "await (await fetch(src)).blob()); return `${width}x${height}`; }",
            icon["src"],
        )
        assert size == icon["sizes"]
    # a profile such as tests have cannot install anything; nothing else stands against it
    reasons = {
        one["errorId"]
        for one in browser.send("Page.getInstallabilityErrors")["installabilityErrors"]
    }
    assert reasons <= {"in-incognito"}
    small.stop()
    page.goto(small.url)
    expect(page.locator("h1").first).to_be_visible()


def test_where_there_is_no_room_the_page_says_so_and_works(
    profile: BrowserContext, small: PlainServer
) -> None:
    page = profile.new_page()
    page.goto(f"{small.url}contributing/")
    origin = small.url.split(FOLDER)[0]
    profile.new_cdp_session(page).send(
        "Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1_000_000}
    )
    rest(page)
    expect(page.locator(".tk-offline")).to_have_text(
        "This site could not be stored for offline use: the browser has no space left for it.",
        timeout=READY,
    )
    assert page.evaluate("caches.keys()") == []
    page.locator("nav.md-tabs a", has_text="Home").first.click()
    page.wait_for_url(small.url)
    expect(page.locator("h1").first).to_be_visible()


# -- updates -------------------------------------------------------------------------------------

PAGE = "contributing/index.html"


def style_sheet(small: PlainServer) -> str:
    """The one that all pages have."""
    (sheet,) = (small.site / "assets" / "css").glob("all.*.css")
    return sheet.relative_to(small.site).as_posix()


@pytest.fixture
def changed(profile: BrowserContext, small: PlainServer) -> Page:
    """A page of a site that has been changed since it was kept, with the offer on it."""
    small.change(PAGE, "<h1", "<h1 data-version='1'")
    page = kept(profile, f"{small.url}contributing/")
    page.evaluate(
        'localStorage.setItem(\'taroky:progress\', \'{"version":1,"steps":{"a/b/c":2}}\')'
    )
    small.change(PAGE, "data-version='1'", "data-version='2'")
    small.change(style_sheet(small), ":root{", ":root{--version:2;")
    page.goto(f"{small.url}contributing/")
    expect(page.locator(".tk-offline")).to_contain_text(NEWER, timeout=READY)
    return page


def version(page: Page) -> tuple[str | None, str]:
    """That of the page, and that of its styles."""
    style = page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--version')"
    )
    return page.locator("h1").first.get_attribute("data-version"), style.strip()


def test_a_newer_version_is_used_when_it_is_accepted(
    changed: Page, profile: BrowserContext, small: PlainServer
) -> None:
    # A page that is loaded again is the old one, and offers it again.
    changed.reload()
    expect(changed.get_by_role("button", name="Use it now")).to_be_visible(timeout=READY)
    assert version(changed) == ("1", "")
    other = profile.new_page()
    other.goto(f"{small.url}contributing/")
    assert version(other) == ("1", "")
    changed.get_by_role("button", name="Use it now").click()
    expect(changed.locator("h1[data-version='2']")).to_be_visible(timeout=READY)
    expect(changed.locator(".tk-offline")).to_have_text(KEPT)
    assert version(changed) == ("2", "2")
    # No other page goes on with files of two versions.
    expect(other.locator("h1[data-version='2']")).to_be_visible(timeout=READY)
    assert version(other) == ("2", "2")
    assert "a/b/c" in changed.evaluate("localStorage.getItem('taroky:progress')")
    # What belonged to the old one only is gone.
    names = changed.evaluate(
        "async () => { const cache = await caches.open((await caches.keys())[0]);"
        " return (await cache.keys()).map(({url}) => new URL(url).pathname); }"
    )
    assert len(names) == len(set(names))
    small.stop()
    changed.goto(f"{small.url}contributing/")
    assert version(changed) == ("2", "2")


def test_until_then_the_old_one_stays_whole(
    changed: Page, profile: BrowserContext, small: PlainServer
) -> None:
    changed.get_by_role("button", name="Later").click()
    expect(changed.get_by_role("button", name="Later")).to_have_count(0)
    expect(changed.get_by_role("button", name="Use it now")).to_be_visible()
    other = profile.new_page()
    for _ in range(2):  # with another page open, not even a fresh look changes anything
        other.goto(f"{small.url}contributing/")
        expect(other.locator(".tk-offline")).to_contain_text(NEWER)
        assert version(other) == ("1", "")
    other.close()
    # On the second visit the change is there; what has been learned, too.
    changed.close()
    page = profile.new_page()
    page.goto(f"{small.url}contributing/")
    expect(page.locator("h1[data-version='2']")).to_be_visible(timeout=READY)
    assert version(page) == ("2", "2")
    assert "a/b/c" in page.evaluate("localStorage.getItem('taroky:progress')")


def test_the_line_and_the_offer_are_for_everybody(browser: Browser, small: PlainServer) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 740})
    context.clock.install()
    context.add_init_script(accessibility.SCRIPT)
    page = kept(context, f"{small.url}contributing/")
    assert axe_finds(page, ".tk-offline") == []
    small.change(PAGE, "<h1", "<h1 data-version='2'")
    page.goto(f"{small.url}contributing/")
    expect(page.locator(".tk-offline")).to_contain_text(NEWER, timeout=READY)
    assert axe_finds(page, ".tk-offline") == []
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    now = page.get_by_role("button", name="Use it now")
    box = now.bounding_box()
    assert box is not None and box["height"] >= 44
    now.focus()
    page.keyboard.press("Enter")
    expect(page.locator("h1[data-version='2']")).to_be_visible(timeout=READY)
    context.close()


def test_a_page_that_only_the_newer_version_has_is_not_mixed_with_the_old(
    changed: Page, profile: BrowserContext, small: PlainServer
) -> None:
    folder = small.site / "brand-new"
    folder.mkdir()
    shutil.copyfile(small.site / PAGE, folder / "index.html")
    page = profile.new_page()
    page.goto(f"{small.url}brand-new/")
    assert version(page) == ("2", "2")
    assert version(changed) == ("1", "")


def test_a_site_that_is_half_there_changes_nothing(
    profile: BrowserContext, small: PlainServer
) -> None:
    page = kept(profile, f"{small.url}contributing/")
    small.change(PAGE, "<h1", "<h1 data-version='2'")
    style = small.site / style_sheet(small)
    old = style.read_text("utf-8")
    small.change(style_sheet(small), ":root{", ":root{--version:2;")
    style.write_text(old, "utf-8")  # it is listed, but the upload has not come to it
    page.reload()
    page.wait_for_timeout(4000)
    expect(page.locator(".tk-offline")).to_have_text(KEPT)
    assert version(page) == (None, "")
    small.list_anew()
    page.reload()
    expect(page.locator(".tk-offline")).to_contain_text(NEWER, timeout=READY)


def test_a_site_that_is_being_written_is_shown_as_it_is(
    profile: BrowserContext, small: PlainServer
) -> None:
    page = kept(profile, f"{small.url}contributing/")
    precache.take_away(small.site)
    file = small.site / PAGE
    file.write_text(file.read_text("utf-8").replace("<h1", "<h1 data-version='2'"), "utf-8")
    small.date(file)
    if (worker := small.site / precache.WORKER).exists():
        small.date(worker)
    page.goto(f"{small.url}contributing/")
    expect(page.locator("h1[data-version='2']")).to_be_visible(timeout=READY)
    assert page.evaluate("caches.keys()") == []
    gone = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(gone) == 0
