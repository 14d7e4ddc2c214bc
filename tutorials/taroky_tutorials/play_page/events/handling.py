"""Which event is which, and those that are about the table and not about the hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import NOBODY, PACES, PANELS
from taroky_tutorials.play_page.events import acting, reviewing
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.seating import next_hand
from taroky_tutorials.play_page.state import PlayState, state_of

Event = Mapping[str, str]


def update(evening: Evening, event: Event, patient: bool = False) -> Step:
    """The evening after an event. Raises TarokyError for one that makes no sense there."""
    if len(event) != 1:
        raise misplaced(event)
    name, value = next(iter(event.items()))
    if name not in _EVENTS or not isinstance(value, str):
        raise misplaced(event)
    state = state_of(evening)
    if state.you == NOBODY and name not in ("me", "go"):
        raise misplaced(event)
    if name == "go":
        return Step(acting.go_on(state, value, patient))
    step = _EVENTS[name](state, value)
    return (
        step if step.refused is None else replace(step, state=state_of(coach.helped(step.evening)))
    )


def _next(state: PlayState, value: str) -> Step:
    if state.evening.mode.one_hand:
        raise misplaced({"next": value})
    return step_to(next_hand(state, value))


def _hint(state: PlayState, value: str) -> Step:
    if not state.may_hint:
        raise misplaced({"hint": value})
    return step_to(state.evening.in_hand(hints=min(state.evening.hand.hints + 1, 2)))


def _open(state: PlayState, value: str) -> Step:
    if value not in PANELS:
        raise misplaced({"open": value})
    panel = "" if value == state.evening.hand.panel else value
    return step_to(state.evening.in_hand(panel=panel))


def _me(state: PlayState, value: str) -> Step:
    """The next person has the device."""
    if not state.due or value != state.due:
        raise misplaced({"me": value})
    place = state.evening.session.place_of(value)
    return step_to(state.evening.in_hand(eyes=place, picked=(), hints=0, panel=""))


def _help(state: PlayState, value: str) -> Step:
    if value not in state.evening.mode.helps:
        raise misplaced({"help": value})
    settings = state.evening.settings
    return step_to(replace(state.evening, settings=replace(settings, help=settings.help ^ {value})))


def _custom(state: PlayState, value: str) -> Step:
    """A custom switched on or off: from the next hand on, or from the deal on."""
    evening = state.evening
    if not evening.mode.has_customs or value not in customs.known(evening.table.name):
        raise misplaced({"custom": value})
    settings = evening.settings
    return step_to(replace(evening, settings=replace(settings, customs=settings.customs ^ {value})))


def _pace(state: PlayState, value: str) -> Step:
    if value not in PACES:
        raise misplaced({"pace": value})
    settings = replace(state.evening.settings, pace=value)
    return step_to(replace(state.evening, settings=settings))


_EVENTS: dict[str, Callable[[PlayState, str], Step]] = {
    "tap": acting.tap,
    "act": acting.act,
    "done": acting.done,
    "next": _next,
    "back": acting.back,
    "hint": _hint,
    "open": _open,
    "help": _help,
    "pace": _pace,
    "custom": _custom,
    "look": reviewing.look,
    "ask": reviewing.ask,
    "from": reviewing.play_from,
    "real": reviewing.real,
    "seat": reviewing.seat,
    "watch": reviewing.watch,
    "me": _me,
    "go": lambda state, value: Step(state),
}
