"""Opens a built site in Chromium, for the tools that look at its pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from taroky_devtools.browsers import ENGINES, FLAGS
from taroky_devtools.static_server import serve


def scripts(*names: str) -> str:
    """Scripts of this room as one, to be evaluated in a page: a later one knows what those before it
    have declared."""
    return "".join((Path(__file__).parent / f"{name}.js").read_text("utf-8") for name in names)


@contextmanager
def visit(site: Path, **options: Any) -> Iterator[tuple[Page, str]]:
    """A page in a browser, and the address of the site. options: those of a browser's context. Raises
    FileNotFoundError where there is no Chromium."""
    chromium = ENGINES["chromium"].find()
    if chromium is None:
        raise FileNotFoundError(ENGINES["chromium"].missing)
    with serve(site) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser.new_context(service_workers="block", **options).new_page(), server.url
        browser.close()
