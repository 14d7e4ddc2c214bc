"""The browser engines of the browser tests: how each is started, and which test runs in which."""

from __future__ import annotations

import base64
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import firefox_relay
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright
from taroky_devtools import browsers
from webkit import WebKit

#: The engines that can be driven, by name.
ENGINES = browsers.ENGINES

#: What is told and is no fault of a page: WebKitGTK is built without what the first would be about;
#: Firefox and WebKit tell of what was still being fetched when the page was left (a Python that does not
#: start is told by the page itself, and other hosts are watched); and a browser puts off what it has
#: no time for in this frame.
HARMLESS = re.compile(
    "Unrecognized Content-Security-Policy directive 'manifest-src'"
    "|error loading dynamically imported module|.*Importing a module script is canceled"
    "|.* due to access control checks"
    "|Unhandled Promise Rejection: TypeError: (Load failed|Cross-origin script load denied)"
    "|ResizeObserver loop completed with undelivered notifications"
)


def reason_not_to_run(name: str, marks: list[pytest.Mark]) -> str | None:
    """Why a test with these marks does not run in an engine; None if it does."""
    engine = ENGINES[name]
    for mark in marks:
        if mark.name == "chromium_only" and name != "chromium":
            return f"not in {engine.title}: {mark.args[0]}"
        if mark.name == "not_in" and name in mark.args[:-1]:
            return f"not in {engine.title}: {mark.args[-1]}"
    return None if engine.find() else f"not run. {engine.missing}"


#: Width and height in inches.
_PAPER = {"A4": (8.27, 11.7), "Letter": (8.5, 11.0)}
#: Where no mouse is plugged in, as on servers, Firefox takes the machine for a phone on which nothing
#: can point; what comes here (fine, and it can hover) is what somebody with a mouse has. A page with a
#: touch screen is coarse all the same.
_MOUSE = {"ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6}
#: Each test starts Python anew, for seconds. What WebAssembly's second compiler does for long visits would
#: be a third of a test's time.
_SHORT_VISIT = "--js-flags=--liftoff-only"
#: Pages of one context share a process, and in it the machine code of a Python that was started before.
_ONE_PROCESS = "--renderer-process-limit=1"
#: Playwright writes into fields by setting their value, past what is selected in a field for numbers.
_TYPE = """Object.defineProperty(window, '__pw_bidiInsertText', {
  get: () => (text) => void document.execCommand('insertText', false, text),
  set: () => {},
})"""


class Firefox:
    """As much of Playwright's browser as our tests use, on a Firefox as it comes."""

    def __init__(self, running: Browser) -> None:
        self._running = running

    def new_context(self, **options: Any) -> BrowserContext:
        how: dict[str, object] = {}
        if options.pop("java_script_enabled", True) is False:
            how["scripts"] = False
        if options.get("has_touch"):
            how["touch"] = True
        options.pop("is_mobile", None)  # Firefox knows no such thing; the rest makes the phone
        headers = {firefox_relay.HEADER: json.dumps(how)} if how else {}
        context = self._running.new_context(extra_http_headers=headers, **options)
        context.add_init_script(_TYPE)
        context.on("page", _mend)
        return context

    def new_page(self, **options: Any) -> Page:
        return self.new_context(**options).new_page()

    def close(self) -> None:
        self._running.close()


def tap(locator: Locator, **options: Any) -> None:
    """A touch in any engine: the relay makes Firefox's clicks touches where there is a touch screen."""
    kind = locator.page.context.browser
    (_TAP if kind and kind.browser_type.name == "chromium" else Locator.click)(locator, **options)


def set_input_files(locator: Locator, files: Any, **options: Any) -> None:
    """Choose a file; Playwright cannot do so in WebKit, and a script of the page can."""
    kind = locator.page.context.browser
    if kind and kind.browser_type.name != "webkit":
        _SET_INPUT_FILES(locator, files, **options)
        return
    if not isinstance(files, dict):
        path = Path(files)
        files = {"name": path.name, "mimeType": "", "buffer": path.read_bytes()}
    content = base64.b64encode(files["buffer"]).decode()
    locator.evaluate(_CHOOSE, [files["name"], files["mimeType"], content])


_CHOOSE = """(input, [name, type, content]) => {
  const files = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (one) => one.charCodeAt(0));
  files.items.add(new File([bytes], name, { type }));
  input.files = files.files;
  for (const kind of ['input', 'change']) input.dispatchEvent(new Event(kind, { bubbles: true }));
}"""
_TAP, _SET_INPUT_FILES = Locator.tap, Locator.set_input_files
Locator.tap = tap  # type: ignore[method-assign]
Locator.set_input_files = set_input_files  # type: ignore[method-assign]


def _mend(page: Page) -> None:
    def emulate_media(*, media: str) -> None:
        how = json.dumps({"medium": "print" if media == "print" else ""})
        page.set_extra_http_headers({firefox_relay.HEADER: how})

    def pdf(*, format: str = "Letter") -> bytes:
        # Playwright tells Firefox inches, which takes them for centimetres.
        width, height = (f"{inches * 2.54}in" for inches in _PAPER[format])
        return print_to(width=width, height=height)

    print_to = page.pdf
    page.emulate_media = emulate_media  # type: ignore[method-assign, assignment]
    page.pdf = pdf  # type: ignore[method-assign, assignment]


def _start_chromium(playwright: Playwright, *_: object) -> Browser:
    path = browsers.find_for_tests()
    return playwright.chromium.launch(
        executable_path=path, args=[*browsers.FLAGS, _SHORT_VISIT, _ONE_PROCESS]
    )


def _start_firefox(playwright: Playwright, folder: Path, _: object) -> Firefox:
    relay = folder / "firefox"
    relay.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{firefox_relay.__file__}" "$@"\n')
    relay.chmod(0o755)
    running = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=relay,
        firefox_user_prefs=_MOUSE,
        env={**os.environ, "TAROKY_FIREFOX_ITSELF": ENGINES["firefox"].find() or ""},
    )
    return Firefox(running)


START = {"chromium": _start_chromium, "firefox": _start_firefox, "webkit": WebKit}
