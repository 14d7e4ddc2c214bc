"""The people of tables and tasks: what they are called, so that nobody has to know letters of seats."""

from __future__ import annotations

from collections.abc import Mapping

from taroky.messages import say
from taroky.rules.table import SEATS, Seat

#: People of Moravia and Silesia, told apart by their first letters.
NAMES = (
    "Anna",
    "Bořek",
    "Cyril",
    "Dana",
    "Emil",
    "Filip",
    "Gita",
    "Hana",
    "Ignác",
    "Jitka",
    "Karel",
    "Lída",
    "Marie",
    "Nora",
    "Ota",
    "Pavla",
    "Radek",
    "Stáňa",
    "Tonda",
    "Věra",
    "Zdena",
)
WOMEN = frozenset(
    (
        "Anna",
        "Dana",
        "Gita",
        "Hana",
        "Jitka",
        "Lída",
        "Marie",
        "Nora",
        "Pavla",
        "Stáňa",
        "Věra",
        "Zdena",
    )
)
#: Who sits where in a task: the name that begins with the letter of the seat.
_BY_SEAT: Mapping[Seat, str] = dict(zip(SEATS, NAMES, strict=False))


def name_at(seat: Seat, you: Seat) -> str:
    """Return what a task calls the player at a seat. you: the learner’s seat."""
    return say("guide.you_short").text() if seat == you else _BY_SEAT[seat]
