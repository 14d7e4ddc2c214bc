"""WebKitGTK as it comes, driven by Playwright over WebKit's inspector, in windows of our own."""

from __future__ import annotations

import itertools
import json
import os
import re
import select
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from types import EllipsisType
from typing import Any
from urllib.parse import urljoin
from urllib.request import urlopen

from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, Response
from taroky_devtools.static_server import Answer, Override, StaticServer, free_port

_WINDOW = Path(__file__).with_name("webkit_window.py")
#: Puts the window's real mouse and keyboard in the place of Playwright's made-up events.
_REAL = """(() => {
  const tell = (what, params) =>
    window.webkit.messageHandlers.input.postMessage({ ...params, what }).then(() => {});
  const input = globalThis.__pwWebViewInput;
  Object.assign(input, {
    keydown: (params) => tell('key', { ...params, down: true }),
    keyup: (params) => tell('key', { ...params, down: false }),
    insertText: async (text) => {
      // A tab alone would be inserted as markup with a style, which the page's policy refuses.
      document.execCommand('insertText', false, text === '\\t' ? ' \\t' : text);
    },
    mouseMove: (params) => tell('move', { ...params, held: params.buttons & 1 }),
    mouseEvent: async (params) => {
      if (params.type === 'mousedown') await tell('button', { ...params, down: true });
      // Playwright's last word: what comes after it may be another page.
      if (params.type === 'click') await tell('button', { ...params, down: false });
    },
  });
})()"""
_START_SECONDS = 60.0
_PLAYWRIGHT_SECONDS = 30.0
#: As GTK calls them.
_PAPER = {"A4": "iso_a4", "Letter": "na_letter"}


class WebKit:
    """As much of Playwright's browser as our tests use."""

    def __init__(self, playwright: Playwright, folder: Path, server: StaticServer) -> None:
        self._playwright = playwright
        self._folder = folder
        self._server = server
        self._open: list[Any] = []

    def new_context(
        self,
        *,
        base_url: str,
        viewport: dict[str, int] | None = None,
        color_scheme: str | None = None,
        java_script_enabled: bool = True,
        has_touch: bool = False,
        is_mobile: bool = False,
    ) -> BrowserContext:
        size = viewport or {"width": 1280, "height": 720}
        downloads = self._folder / str(len(self._open))
        downloads.mkdir(parents=True, exist_ok=True)
        how = {**size, "scripts": java_script_enabled, "downloads": str(downloads)}
        browser = _Window(how)
        self._open.append(browser)
        running: list[Browser] = []
        routes = _Routes(self._server)

        def connect() -> BrowserContext:
            with _listing(browser.page_address(len(running))) as address:
                running.append(self._playwright.webkit.connect_over_cdp(address))
            context = running[-1].contexts[0]
            if color_scheme:
                context.pages[0].emulate_media(color_scheme=color_scheme)  # type: ignore[arg-type]
            context.add_init_script(_REAL)
            _Page(context.pages[0], base_url, browser, len(running) - 1)
            routes.serve(context.pages[0])
            return context

        def new_page() -> Page:
            """The page that came with the context; then one in a window more, which hears nothing of
            what was said to the context."""
            if not pages:
                pages.append(context.pages[0])
            else:
                browser.tell("open")
                pages.append(connect().pages[0])
            return pages[-1]

        def close() -> None:
            if browser in self._open:
                self._open.remove(browser)
                browser.close()
                routes.end()
                for one in running:
                    with suppress(Error):
                        one.close()

        pages: list[Page] = []
        context = connect()
        context.new_page = new_page  # type: ignore[method-assign]
        routes.serve(context)
        context.grant_permissions = lambda _: browser.tell("allow")  # type: ignore[method-assign, assignment]
        context.close = close  # type: ignore[method-assign, assignment]
        return context

    def new_page(self, **options: Any) -> Page:
        return self.new_context(**options).new_page()

    def close(self) -> None:
        for window in self._open:
            window.close()


class _Page:
    """Gives a page what it lacks for not being of a browser that Playwright has started."""

    def __init__(self, page: Page, base_url: str, window: _Window, number: int) -> None:
        goto = page.goto

        def whole_goto(url: str, **options: Any) -> Response | None:
            url = urljoin(base_url, url)
            there, _, _ = page.url.partition("#")
            if "#" not in url or url.partition("#")[0] != there:
                return goto(url, **options)
            # Another place on the same page: nothing is loaded, and Playwright would wait for it.
            page.evaluate("(url) => { location.href = url; }", url)
            return None

        page.goto = whole_goto  # type: ignore[method-assign]
        reload = page.reload

        def whole_reload(**options: Any) -> None:
            # Playwright may take the page that is there for the one that comes.
            page.evaluate("window.isOld = true")
            reload(**options)
            page.wait_for_function("() => !window.isOld && document.readyState === 'complete'")

        def wait_for_function(
            script: str, *, arg: object = None, timeout: float = _PLAYWRIGHT_SECONDS * 1000
        ) -> None:
            # Playwright asks by a timer of the page, in which its policy refuses scripts from text.
            until = time.monotonic() + timeout / 1000
            while not page.evaluate(script, arg):
                assert time.monotonic() < until, f"It never became true: {script}"
                page.wait_for_timeout(50)

        page.reload = whole_reload  # type: ignore[method-assign, assignment]
        page.wait_for_function = wait_for_function  # type: ignore[method-assign, assignment]
        page.expect_download = window.expect_download  # type: ignore[method-assign, assignment]

        def pdf(*, format: str = "Letter") -> bytes:
            window.tell("print", number=number, paper=_PAPER[format])
            return Path(window.heard("printed")["path"]).read_bytes()

        page.pdf = pdf  # type: ignore[method-assign, assignment]


class _Route:
    """A request that gets another answer."""

    answer: Answer | None = None

    def abort(self) -> None:
        """Nothing comes."""

    def fulfill(self, *, body: str, content_type: str) -> None:
        self.answer = Answer(body.encode(), content_type)


class _Routes:
    """Other answers than the files that are there. The server gives them: WebKit comes to its end now
    and then when its inspector holds a request back (2.50, an assertion of its own)."""

    def __init__(self, server: StaticServer) -> None:
        self._server = server
        self._known: list[tuple[str, Override]] = []

    def serve(self, where: BrowserContext | Page) -> None:
        """Have a context or a page send its wishes here."""
        where.route = self._route  # type: ignore[method-assign, assignment]
        where.unroute = self._unroute  # type: ignore[method-assign, assignment]
        where.unroute_all = self.end  # type: ignore[method-assign, assignment]

    def _route(self, url: str, handler: Callable[[_Route], None], times: int | None = None) -> None:
        left = itertools.count() if times is None else iter(range(times))

        def override(path: str) -> Answer | EllipsisType | None:
            if not fnmatch(path, url) or next(left, None) is None:
                return ...
            route = _Route()
            handler(route)
            return route.answer

        self._known.append((url, override))
        self._server.overrides.insert(0, override)

    def _unroute(self, url: str) -> None:
        for known, override in self._known:
            if known == url:
                self._server.overrides.remove(override)
        self._known = [one for one in self._known if one[0] != url]

    def end(self) -> None:
        for _, override in self._known:
            self._server.overrides.remove(override)
        self._known.clear()


class _Saved:
    """A file that the page has saved, as Playwright's `Download` tells of it."""

    def __init__(self, path: str, name: str) -> None:
        self._path = path
        self.suggested_filename = name

    def path(self) -> str:
        return self._path

    def save_as(self, target: Path) -> None:
        shutil.copy(self._path, target)


class _Saving:
    """What `expect_download` gives: the file is there when the block has ended."""

    value: _Saved


class _Window:
    """A screen of its own with the window on it."""

    def __init__(self, how: dict[str, Any]) -> None:
        screen = f"{how['width']}x{how['height']}x24"
        self._screen = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", screen, "-nolisten", "tcp", "-terminate"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._screen.stdout
        display = self._screen.stdout.readline().strip()
        self._address = f"127.0.0.1:{free_port()}"
        self._window = subprocess.Popen(
            ["/usr/bin/python3", str(_WINDOW), json.dumps(how)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={
                **os.environ,
                "DISPLAY": f":{display}",
                "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
                "WEBKIT_INSPECTOR_HTTP_SERVER": self._address,
                "NO_AT_BRIDGE": "1",
                # The last compiler of three is for long visits: a third of a test's time for nothing.
                "JSC_useOMGJIT": "0",
            },
        )

        self._heard: list[dict[str, Any]] = []

    def tell(self, what: str, **params: object) -> None:
        """Have the browser do something."""
        assert self._window.stdin
        self._window.stdin.write(json.dumps({"what": what, **params}) + "\n")
        self._window.stdin.flush()

    def heard(self, what: str) -> dict[str, Any]:
        """The next thing of this kind that the browser tells."""
        assert self._window.stdout
        while not any(one["what"] == what for one in self._heard):
            ready, _, _ = select.select([self._window.stdout], [], [], _START_SECONDS)
            assert ready, f"No file was {what}."
            self._heard.append(json.loads(self._window.stdout.readline()))
        message = next(one for one in self._heard if one["what"] == what)
        self._heard.remove(message)
        return message

    def page_address(self, number: int) -> str:
        """Return where the inspector of the window with this number listens."""
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until:
            try:
                with urlopen(f"http://{self._address}/", timeout=5) as answer:
                    sockets = re.findall(r"socket/(\d+)/(\d+)/WebPage", answer.read().decode())
            except OSError:
                sockets = []
            if len(sockets) > number:
                target = "/".join(max(sockets, key=lambda ids: [*map(int, ids)]))
                return f"ws://{self._address}/socket/{target}/WebPage"
            time.sleep(0.05)
        raise AssertionError("WebKit does not start.")

    @contextmanager
    def expect_download(self) -> Iterator[_Saving]:
        saving = _Saving()
        yield saving
        message = self.heard("saved")
        saving.value = _Saved(message["path"], message["name"])

    def close(self) -> None:
        for process in (self._window, self._screen):
            process.kill()
            process.wait()


@contextmanager
def _listing(page: str) -> Iterator[str]:
    """Lists the page in the way that Playwright asks for it."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = json.dumps([{"webSocketDebuggerUrl": page}]).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
