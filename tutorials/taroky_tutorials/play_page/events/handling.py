"""Which event is which, and those that are about the table and not about the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import NOBODY, PACES, PANELS
from taroky_tutorials.play_page.events import acting, reviewing
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.seating import next_hand
from taroky_tutorials.play_page.state import Sitting, sit

Event = Mapping[str, str]


def update(evening: Evening, event: Event, patient: bool = False) -> Step:
    """The evening after an event. Raises TarokyError for one that makes no sense there."""
    if len(event) != 1:
        raise misplaced(event)
    name, value = next(iter(event.items()))
    if name not in _EVENTS or not isinstance(value, str):
        raise misplaced(event)
    at = sit(evening)
    if at.you == NOBODY and name not in ("me", "go"):
        raise misplaced(event)
    if name == "go":
        return Step(acting.go_on(at, value, patient))
    return _EVENTS[name](at, value)


def _next(at: Sitting, value: str) -> Step:
    if at.evening.mode.one_hand:
        raise misplaced({"next": value})
    return step_to(next_hand(at, value))


def _hint(at: Sitting, value: str) -> Step:
    if not at.may_hint:
        raise misplaced({"hint": value})
    return step_to(at.evening.in_hand(hints=min(at.evening.hand.hints + 1, 2)))


def _open(at: Sitting, value: str) -> Step:
    if value not in PANELS:
        raise misplaced({"open": value})
    panel = "" if value == at.evening.hand.panel else value
    return step_to(at.evening.in_hand(panel=panel))


def _me(at: Sitting, value: str) -> Step:
    """The next person has the device."""
    if not at.due or value != at.due:
        raise misplaced({"me": value})
    place = at.evening.session.place_of(value)
    return step_to(at.evening.in_hand(eyes=place, picked=(), hints=0, panel=""))


def _help(at: Sitting, value: str) -> Step:
    if value not in at.evening.mode.helps:
        raise misplaced({"help": value})
    settings = at.evening.settings
    return step_to(replace(at.evening, settings=replace(settings, help=settings.help ^ {value})))


def _pace(at: Sitting, value: str) -> Step:
    if value not in PACES:
        raise misplaced({"pace": value})
    settings = replace(at.evening.settings, pace=value)
    return step_to(replace(at.evening, settings=settings))


_EVENTS: dict[str, Callable[[Sitting, str], Step]] = {
    "tap": acting.tap,
    "act": acting.act,
    "done": acting.done,
    "next": _next,
    "back": acting.back,
    "hint": _hint,
    "open": _open,
    "help": _help,
    "pace": _pace,
    "look": reviewing.look,
    "ask": reviewing.ask,
    "from": reviewing.play_from,
    "real": reviewing.real,
    "seat": reviewing.seat,
    "watch": reviewing.watch,
    "me": _me,
    "go": lambda at, value: Step(at),
}
