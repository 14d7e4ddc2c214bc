"""The table as Python draws it, put into a page that needs no Python: what stands where is up to the styles alone."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from playwright.sync_api import Page, expect
from taroky_tutorials.table import judging
from taroky_tutorials.table.evening import PANELS, Evening, from_json
from taroky_tutorials.table.going_on import Step
from taroky_tutorials.table.sitting import sit
from taroky_tutorials.table.view.room import view_of

#: Names of twenty letters, in one word and in several.
LONG = (
    "Bartholomea Krásnohá",
    "Maximiliantheresiana",
    "Přemysl z Hradce nad",
    "Wolfram von Eschenba",
)
_PUT = """(html) => {
  const drawn = new DOMParser().parseFromString(html, "text/html").getElementById("tk-room");
  document.getElementById("tk-room").replaceWith(document.importNode(drawn, true));
  document.querySelector(".tk-play-here").classList.add("is-sitting");
}"""


def drawn(evening: Evening) -> str:
    """The table of an evening; nothing is painted on the cards, which would take most of the time."""
    return re.sub(r"<use[^>]*></use>", "", view_of(Step(sit(evening)), "../"))


def with_long_names(kept: dict[str, Any]) -> dict[str, Any]:
    """The same evening with others round the table."""
    text = json.dumps(kept)
    for name, other in zip(kept["session"]["players"][1:], LONG, strict=False):
        text = text.replace(json.dumps(name), json.dumps(other))
    found: dict[str, Any] = json.loads(text)
    return found


def with_panels(kept: dict[str, Any]) -> Iterator[tuple[str, Evening]]:
    """The evening with each panel open in turn, and in the review a mistake that is asked about."""
    evening = from_json(kept)
    counting = replace(evening, help=evening.help | {"count"})
    own = judging.decisions(sit(evening))
    for panel in filter(None, PANELS):
        judged = tuple((number, "0.40") for number in own) if panel == "review" else ()
        place = own[-1] - 1 if judged else 0
        yield panel, replace(counting, panel=panel, judged=judged, looks_at=place)


def open_table(page: Page) -> None:
    """Go to the page with a table at which nobody sits, whose policy must not be kept to."""
    page.emulate_media(reduced_motion="reduce")
    page.goto("play/")
    expect(page.locator("#tk-players option")).not_to_have_count(0)


def put(page: Page, html: str) -> None:
    """Let this be the table that is seen."""
    page.evaluate(_PUT, html)
