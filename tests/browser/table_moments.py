"""Evenings at the table that are tight: long names, and everything that can be opened."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from taroky_devtools import table_states
from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.evening_parts import PANELS, Review, Settings
from taroky_tutorials.play_page.state import state_of

#: Names of twenty letters, in one word and in several.
LONG = (
    "Bartholomea Krásnohá",
    "Maximiliantheresiana",
    "Přemysl z Hradce nad",
    "Wolfram von Eschenba",
)


def drawn(evening: Evening) -> str:
    """The table of an evening; nothing is painted on the cards, which would take most of the time."""
    return re.sub(r"<use[^>]*></use>", "", table_states.drawn(evening))


def with_long_names(kept: dict[str, Any]) -> dict[str, Any]:
    """The same evening with others round the table."""
    text = json.dumps(kept)
    for name, other in zip(kept["session"]["players"][1:], LONG, strict=False):
        text = text.replace(json.dumps(name), json.dumps(other))
    evening: dict[str, Any] = json.loads(text)
    return evening


def with_panels(kept: dict[str, Any]) -> Iterator[tuple[str, Evening]]:
    """The evening with each panel open in turn, and in the review a mistake that is asked about."""
    evening = from_json(kept)
    counting = replace(evening, settings=Settings(evening.settings.help | {"count"}))
    own = review.decisions(state_of(evening))
    for panel in filter(None, PANELS):
        judged = tuple((number, "0.40") for number in own) if panel == "review" else ()
        place = own[-1] - 1 if judged else 0
        reviewed = replace(counting, review=Review(looks_at=place, judged=judged))
        yield panel, reviewed.in_hand(panel=panel)
