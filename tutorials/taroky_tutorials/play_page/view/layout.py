"""The table as it is seen: fixed areas, whatever is in them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from taroky.hand import Reason
from taroky.messages import local_names, say

from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.play_page.coached_deals import COACHED_HANDS
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.evening_parts import NOBODY
from taroky_tutorials.play_page.events import Step
from taroky_tutorials.play_page.hints import hint
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view import day_end
from taroky_tutorials.play_page.view.coach import bubble
from taroky_tutorials.play_page.view.device_handover import passed_on
from taroky_tutorials.play_page.view.labels import (
    because,
    contract_line,
    contract_lines,
    newest,
    pages,
    played_out,
    reason,
    sentence,
    waits,
)
from taroky_tutorials.play_page.view.own_hand import actions, choices, hand
from taroky_tutorials.play_page.view.panels.panel import panel
from taroky_tutorials.play_page.view.result import result
from taroky_tutorials.play_page.view.seats import cloth, plates, spoken_lines
from taroky_tutorials.play_page.view.word_notes import notes, termed


def view_of(step: Step, base: str) -> Markup:
    """The whole table."""
    state = step.state
    shown = state.evening.hand.panel if state.you != NOBODY else ""
    with local_names(state.hand.table.names):
        opened = panel(state, base) if shown else None
        inside = (
            opened
            if opened is not None
            else result(state)
            if state.over and not state.resting
            else passed_on(state, base)
            if state.you == NOBODY
            else _play(step, base)
        )
        return element(
            "section",
            _bar(state),
            plates(state),
            inside,
            word_notes(state),
            class_="tk-room",
            id="tk-room",
            data_phase=state.phase or "over",
            data_panel=shown or None,
            data_yours=state.yours,
            data_coached=coach.coaching(state.evening) is not None,
        )


def word_notes(state: PlayState) -> Markup | None:
    """Return the notes on what is played and on what the others have said."""
    return notes({_PLAYED: contract_lines(state), **spoken_lines(state)})


#: The note on what is played.
_PLAYED = "tk-played-line"


#: For how many letters the bar has room in one line, before a match or a day makes it higher.
_OCCASION = 36


def _bar(state: PlayState) -> Markup:
    """Return what is played, and what can be looked at."""
    done = len(state.hand.play.tricks)
    count = (
        say(
            "table.trick_number",
            number=min(done + (not state.resting), _tricks(state)),
            n=_tricks(state),
        ).text()
        if state.phase == "play"
        else say("table.coached.hand", number=state.evening.number + 1, of=COACHED_HANDS).text()
        if coach.coaching(state.evening) and not state.evening.mode.one_hand
        else ""
    )
    occasion = state.evening.mode.occasion(state.evening.number)
    played = element(
        "span",
        day_end.dated("small", occasion, state.evening.mode.day, _OCCASION)
        if occasion is not None
        else None,
        element("b", termed(contract_line(state), _PLAYED, note=bool(contract_lines(state)))),
        " ",
        element("span", count) if count else None,
        class_="tk-played",
    )
    if state.you == NOBODY:
        return element("div", played, class_="tk-bar")
    return element("div", _open("menu"), played, _open("last" if done else "log"), class_="tk-bar")


def _tricks(state: PlayState) -> int:
    return max(
        len(state.hand.play.tricks)
        + max(len(state.hand.holds(seat)) for seat in state.hand.active),
        1,
    )


def _open(name: str) -> Markup:
    return element(
        "button",
        say(f"table.do.{name}").text(),
        type="button",
        class_="tk-look",
        data_play={"open": name},
        id=f"tk-bar-{name}",
    )


def _play(step: Step, base: str) -> Markup:
    state = step.state
    return join(
        cloth(state, choices(state), base), _line(step, base), actions(state), hand(state, base)
    )


#: From so many letters on a sentence is in smaller letters, in its place that is always as high.
_LONG, _LONGER = 105, 190
#: How many letters there is room for, even twice as large: a hint gives as many reasons as fit.
_MOST = 270
_TAG = re.compile(r"<[^>]*>")


def _line(step: Step, base: str) -> Markup:
    """Return what happened last and what is asked now; or why what was touched may not be done; or a
    hint."""
    state = step.state
    if step.refused is not None:
        return line(reason(state, step.refused, step.points, base), "is-refused")
    if state.evening.hand.hints and state.may_hint:
        return reasons_line(state, hint(state), base)
    coached = bubble(state)
    if coached is not None:
        return coached
    last = sentence(state, played_out(state) or newest(state)) if state.log else ""
    asked = sentence(state, waits(state)) if not state.over else ""
    return line(join(element("span", last), " ", element("b", asked)), "")


def reasons_line(
    state: PlayState, reasons: Sequence[Reason], base: str, verdict: Markup | None = None
) -> Markup:
    """Return as many reasons as have room, behind a word on what was done."""
    content = _advice(state, reasons, base, verdict)
    while len(reasons) > 1 and _letters(content) > _MOST:
        reasons = reasons[:-1]
        content = _advice(state, reasons, base, verdict)
    return line(content, "is-hint")


def _advice(
    state: PlayState, reasons: Sequence[Reason], base: str, verdict: Markup | None
) -> Markup:
    first = () if verdict is None else (verdict,)
    parts = (*first, *because(state, reasons, 1, base), *pages(reasons, base))
    return join(*(join(part, " ") for part in parts))


def _letters(content: Markup) -> int:
    return len(_TAG.sub("", content))


def line(content: Markup, css: str) -> Markup:
    """Return the line below the cloth, in smaller letters the longer it is."""
    letters = _letters(content)
    size = "is-longer" if letters > _LONGER else "is-long" if letters > _LONG else ""
    return element("p", content, class_=" ".join(filter(None, ("tk-line", css, size))))
