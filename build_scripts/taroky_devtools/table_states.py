"""The table as Python draws it, put into a page that needs no Python: what stands where is up to the styles alone."""

from __future__ import annotations

from playwright.sync_api import Page
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.events import Step
from taroky_tutorials.play_page.state import state_of
from taroky_tutorials.play_page.view.layout import view_of

from taroky_devtools.bench_start import until

_PUT = """(html) => {
  const drawn = new DOMParser().parseFromString(html, "text/html").getElementById("tk-room");
  document.getElementById("tk-room").replaceWith(document.importNode(drawn, true));
  document.querySelector(".tk-play-here").classList.add("is-sitting");
}"""
#: A page whose Python never comes.
NO_PYTHON = """window.Worker = class extends window.Worker {
  constructor(file, about) {
    const silent = { postMessage() {}, terminate() {} };
    if (about?.name === "taroky") return Object.assign(new EventTarget(), silent);
    super(file, about);
  }
};"""


def drawn(evening: Evening) -> str:
    """The table of an evening."""
    return view_of(Step(state_of(evening)), "../")


def open_table(page: Page, home: str = "") -> None:
    """Go to the page with a table at which nobody sits. The page must not keep to its policy, and its Python must not
    come (NO_PYTHON)."""
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{home}play/")
    until(page, "document.querySelector('#tk-players option') !== null")


def put(page: Page, html: str) -> None:
    """Let this be the table that is seen."""
    page.evaluate(_PUT, html)
