"""A browser on the built site, in each engine. The site is built once for all tests; TAROKY_SITE
names a site that is built already."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import accessibility
import pytest
from engines import ENGINES, HARMLESS, START, reason_not_to_run
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    WebError,
    expect,
    sync_playwright,
)
from python_here import answer_here
from taroky_build.postprocess import theme
from taroky_devtools.static_server import StaticServer, serve
from taroky_devtools.table_states import NO_PYTHON

ROOT = Path(__file__).resolve().parents[2]

#: A page of its own for the tests of the browser layer, whatever the lessons are like.
WIDGET_PAGE = "test-widget/"
#: The pages that the site has in Czech, too; all of them would make it half as slow again to build.
CZECH = (
    "index.md learn/hlucin/following-suit.md calculators/count.md reference/hlucin.md reference/glossary.md"
    " strategy/index.md play/index.md"
)
#: Waits for the scripts of a page that has any.
BEGUN = """() => window.firstPaint?.then(() => new Promise((done) =>
  setTimeout(() => setTimeout(done))))"""
RIGHT_EVENT = {"pick": "right"}
#: Whether Playwright's clock has taken the place of the browser's, in all pages of the context.
STOPPED = "() => '__pwClock' in globalThis"
#: What a browser stores for a site, but for its caches: in them lies the memory of a Python that has
#: started (test_kept_memory.py), from which the next test's goes on in two thirds of the time.
STORED = "cookies,file_systems,indexeddb,local_storage,service_workers"

# A machine with other work to do takes its time; a test that passes waits no longer for that.
expect.set_options(timeout=15_000)


def _widget(message: str, answers: list[object]) -> str:
    data = escape(json.dumps({"kind": "test", "exercise": "none", "answers": answers}))
    return (
        f'<div class="tk-widget" id="w-test" data-widget="{data}" data-outcomes="outcomes.json">'
        f'<button data-event=\'{{"pick":"right"}}\'>Right</button>'
        f'<button data-event=\'{{"pick":"unknown"}}\'>Unknown</button>'
        f'<div class="tk-feedback" aria-live="polite">{message}</div></div>'
    )


def _add_widget_page(site: Path) -> None:
    home = (site / "learn" / "index.html").read_text("utf-8")
    start = home.index("<h1")
    page = home[:start] + "<h1>Test</h1>" + _widget("", [])
    page += '<ol class="tk-progress"><li data-step="test/widget/1">One</li></ol>'
    page += home[home.index("</article>") :]
    folder = site / WIDGET_PAGE
    folder.mkdir(exist_ok=True)
    (folder / "index.html").write_text(page, "utf-8")
    after = _widget(
        '<p data-done="test/widget/1" data-address="#x=test">That is right.</p>', [RIGHT_EVENT]
    )
    key = json.dumps([RIGHT_EVENT], sort_keys=True, separators=(",", ":"))
    (folder / "outcomes.json").write_text(json.dumps({key: after}), "utf-8")
    pages = site / theme.PAGES  # where instant navigation may go
    pages.write_text(json.dumps([*json.loads(pages.read_text("utf-8")), WIDGET_PAGE]), "utf-8")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test that takes a browser is there for each engine that was asked for; without a word that is
    the first engine, and all of them for the journey."""
    if "engine" in metafunc.fixturenames:
        everywhere = metafunc.config.getoption("--all-engines")
        everywhere |= metafunc.definition.get_closest_marker("journey") is not None
        names = metafunc.config.getoption("--engine")
        names = names or (list(ENGINES) if everywhere else [_first_engine()])
        metafunc.parametrize("engine", names, indirect=True, scope="session")


def _first_engine() -> str:
    """The first engine that is here; Chromium where none is."""
    return next((name for name, engine in ENGINES.items() if engine.find()), "chromium")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip a test by name where it cannot run. If no engine was asked for, a test that is marked
    `once` runs in the first engine that is here; one that is marked `matrix` waits for all engines."""
    first = _first_engine()
    asked, everywhere = config.getoption("--engine"), config.getoption("--all-engines")
    kept, left_out = [], []
    for item in items:
        call = getattr(item, "callspec", None)
        name = call.params.get("engine") if call is not None else None
        if name is None:
            kept.append(item)
            continue
        item.user_properties.append(("engine", name))
        once = item.get_closest_marker("once") and name != first and not asked
        matrix = item.get_closest_marker("matrix") and not asked and not everywhere
        if once or matrix:
            left_out.append(item)
            continue
        kept.append(item)
        # Browsers on a busy machine stumble now and then: a test is tried again, and the summary says
        # which were. What fails each time has failed. `--reruns 0` shows what stumbles.
        if config.getoption("reruns") is None:
            item.add_marker(pytest.mark.flaky(reruns=2))
        reason = reason_not_to_run(name, list(item.iter_markers()))
        if reason:
            item.add_marker(pytest.mark.skip(reason))
    config.hook.pytest_deselected(items=left_out)
    items[:] = kept


def _build_into(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--clean", "--site-dir", str(folder)],
        cwd=ROOT,
        env={
            **os.environ,
            "NO_MKDOCS_2_WARNING": "1",
            "TAROKY_LANGUAGES": "en cs",
            "TAROKY_TRANSLATE": CZECH,
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.fixture(scope="session")
def built(shared: Callable[[str, Callable[[Path], None]], Path]) -> Path:
    """The built site, not to be changed."""
    there = os.environ.get("TAROKY_SITE")
    return Path(there) if there else shared("built-site", _build_into)


@pytest.fixture(scope="session")
def site(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the built site, with the widget page added. No browser keeps it: each test is to see
    what comes from the server, and test_offline.py is about the rest."""
    target = tmp_path_factory.mktemp("site") / "site"
    shutil.copytree(built, target)
    script = target / "assets" / "js" / "main.js"
    text = script.read_text("utf-8")
    assert "serviceWorker" in text
    script.write_text(f"delete Navigator.prototype.serviceWorker;\n{text}", "utf-8")
    _add_widget_page(target)
    return target


@pytest.fixture(scope="session")
def server(site: Path) -> Iterator[StaticServer]:
    """The built site on a port of this machine."""
    with serve(site) as running:
        yield running


@pytest.fixture(scope="session")
def engine(request: pytest.FixtureRequest) -> str:
    """The name of the browser engine that a test runs in."""
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def started(playwright: Playwright) -> Iterator[dict[str, Any]]:
    """The browsers that run already: the engines take turns, file by file."""
    running: dict[str, Any] = {}
    yield running
    for one in running.values():
        one.close()


def _be_patient(browser: Browser) -> None:
    """Let a page count as gone to when it is not only there but has begun: scripts wait for the first
    paint (csp_guard.js), the theme's runs then, and ours a turn later (main.js)."""

    def patient(page: Page) -> Page:
        for name in ("goto", "reload", "go_back", "go_forward"):
            setattr(page, name, until_begun(page, getattr(page, name)))
        return page

    def until_begun(page: Page, going: Callable[..., Any]) -> Callable[..., Any]:
        def gone(*args: object, **options: object) -> Any:
            response = going(*args, **options)
            page.evaluate(BEGUN)
            return response

        return gone

    def make(**options: Any) -> BrowserContext:
        context = new_context(**options)
        new_page = context.new_page
        context.new_page = lambda: patient(new_page())  # type: ignore[method-assign]
        return context

    new_context = browser.new_context
    browser.new_context = make  # type: ignore[method-assign]


@pytest.fixture(scope="session")
def browser(
    engine: str,
    playwright: Playwright,
    started: dict[str, Any],
    server: StaticServer,
    tmp_path_factory: pytest.TempPathFactory,
) -> Browser:
    if engine not in started:
        started[engine] = START[engine](playwright, tmp_path_factory.mktemp(engine), server)
        _be_patient(started[engine])
    running: Browser = started[engine]
    return running


def _strangers_of(server: StaticServer) -> tuple[list[str], Callable[[Request], None]]:
    """A list of what was asked of other hosts, and the listener that fills it."""
    own, strangers = urlsplit(server.url).netloc, list[str]()

    def look(request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != own:
            strangers.append(request.url)

    return strangers, look


def _prepare(page: BrowserContext | Page, *, axe: bool, python: Python) -> None:
    if axe:
        page.add_init_script(accessibility.SCRIPT)
    if python is Python.NONE:
        page.add_init_script(NO_PYTHON)
    elif python is Python.HERE:
        answer_here(page)


class Python(Enum):
    """Who answers what a page asks Python."""

    NONE = "nobody"
    #: The process of the tests, in a tenth of the time.
    HERE = "here"
    #: As for everybody who visits the site.
    PYODIDE = "Pyodide"


@pytest.fixture
def python(request: pytest.FixtureRequest, engine: str) -> Python:
    """Return who answers the pages of a test: Pyodide does in all tests if all engines or one are asked
    for."""
    marked = request.node.get_closest_marker
    if marked("no_python"):
        return Python.NONE
    asked = request.config.getoption("--engine") or request.config.getoption("--all-engines")
    if asked or engine != "chromium" or marked("pyodide") or marked("journey"):
        return Python.PYODIDE
    return Python.HERE


@pytest.fixture
def new_context(
    browser: Browser, server: StaticServer, python: Python
) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browser contexts on the site, which never reach another host."""
    contexts: list[BrowserContext] = []
    strangers, look = _strangers_of(server)

    def make(*, axe: bool = False, **options: Any) -> BrowserContext:
        context = browser.new_context(base_url=server.url, **options)
        _prepare(context, axe=axe, python=python)
        context.on("request", look)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert strangers == [], "the page asked other hosts"


@dataclass
class Lasting:
    """A context that tests take in turns, and the page in it that keeps its process alive."""

    context: BrowserContext
    keeper: Page
    taken: bool = False

    def clean(self, origin: str) -> None:
        """Leave it as if nobody had been there, but for what a browser keeps to be quicker. Raises AssertionError if
        the test stopped its clock, which no page gets back."""
        assert not self.keeper.evaluate(STOPPED), "a test with a clock needs the mark own_context"
        for page in self.context.pages:
            if page is not self.keeper:
                page.close()
        self.context.unroute_all()
        tools = self.context.new_cdp_session(self.keeper)
        tools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORED})
        tools.detach()
        self.taken = False


@pytest.fixture(scope="session")
def lasting() -> Iterator[dict[str, Lasting]]:
    """Chromium's contexts that are there already, by their options. A new context costs a
    process and machine code for Python, half of a usual test's time."""
    contexts: dict[str, Lasting] = {}
    yield contexts
    for one in contexts.values():
        one.context.close()


@pytest.fixture
def new_page(
    engine: str,
    browser: Browser,
    server: StaticServer,
    python: Python,
    lasting: dict[str, Lasting],
    new_context: Callable[..., BrowserContext],
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., Page]]:
    """Makes pages on the site as somebody sees them who was never here; each in a context that no other
    page of the test has. What a test does to the context itself (its clock, scripts, permissions) would
    stay: such a test has the mark `own_context` or takes `new_context`."""
    shared = engine == "chromium" and request.node.get_closest_marker("own_context") is None
    taken: list[Lasting] = []
    strangers, look = _strangers_of(server)

    def make(*, axe: bool = False, **options: Any) -> Page:
        if not shared:
            return new_context(axe=axe, **options).new_page()
        key = json.dumps(options, sort_keys=True)
        one = lasting.get(key)
        if one is None:
            context = browser.new_context(base_url=server.url, **options)
            keeper = context.new_page()
            keeper.goto(theme.PAGES)
            one = lasting[key] = Lasting(context, keeper)
        elif one.taken:
            return new_context(axe=axe, **options).new_page()
        one.taken = True
        one.context.on("request", look)
        taken.append(one)
        page = one.context.new_page()
        _prepare(page, axe=axe, python=python)
        return page

    yield make
    for one in taken:
        one.clean(server.url)
        one.context.remove_listener("request", look)
    assert strangers == [], "the page asked other hosts"


@pytest.fixture
def any_page(new_page: Callable[..., Page]) -> Page:
    """A page that may print errors: for tests of what goes wrong."""
    return new_page()


@pytest.fixture
def watched(new_page: Callable[..., Page]) -> Iterator[Callable[..., Page]]:
    """Makes pages on which nothing goes wrong: no console error, no policy violation, no
    exception."""
    problems: list[str] = []
    watching: list[BrowserContext] = []

    def printed(message: ConsoleMessage) -> None:
        if message.type == "error" and not HARMLESS.match(message.text):
            problems.append(message.text)

    def failed(error: WebError) -> None:
        if not HARMLESS.match(str(error.error)):
            problems.append(str(error.error))

    def make(**options: Any) -> Page:
        made = new_page(**options)
        made.context.on("console", printed)
        made.context.on("weberror", failed)
        watching.append(made.context)
        made.add_init_script(
            "document.addEventListener('securitypolicyviolation', (violation) =>"
            " console.error('policy: ' + violation.violatedDirective + ' ' + violation.blockedURI))"
        )
        return made

    yield make
    for context in watching:
        context.remove_listener("console", printed)
        context.remove_listener("weberror", failed)
    assert problems == [], "the page printed errors"


@pytest.fixture
def page(watched: Callable[..., Page]) -> Page:
    """A page on which nothing goes wrong."""
    return watched()
