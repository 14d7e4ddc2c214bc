"""The table as it is seen: fixed areas, whatever stands in them."""

from __future__ import annotations

from taroky.game.view import view
from taroky.messages import local_names, say

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.table.going_on import Step
from taroky_tutorials.table.hints import hint
from taroky_tutorials.table.sitting import Sitting
from taroky_tutorials.table.view.own_hand import actions, choices, hand
from taroky_tutorials.table.view.panels import panel
from taroky_tutorials.table.view.result import result
from taroky_tutorials.table.view.seats import lying, plates, trick
from taroky_tutorials.table.view.words import (
    because,
    contract_line,
    newest,
    pages,
    reason,
    sentence,
    waits,
)


def view_of(step: Step, base: str) -> Markup:
    """The whole table."""
    at = step.at
    with local_names(at.hand.rules.names):
        opened = panel(at, base)
        inside = (
            opened
            if opened is not None
            else result(at)
            if at.over and not at.resting
            else _play(step, base)
        )
        return element(
            "section", _bar(at), plates(at), inside, class_="tk-room", id="tk-room",
            data_phase=at.phase or "over", data_panel=at.evening.panel or None,
            data_yours=at.yours,
        )  # fmt: skip


def _bar(at: Sitting) -> Markup:
    """What is played, and what can be looked at."""
    done = len(at.hand.play.tricks)
    count = (
        say(
            "table.trick_number", number=min(done + (not at.resting), _tricks(at)), n=_tricks(at)
        ).text()
        if at.phase == "play"
        else ""
    )
    return element(
        "div", _open("menu"),
        element("span", element("b", contract_line(at)), " ", element("span", count) if count else None, class_="tk-played"),
        _open("last" if done else "log"), class_="tk-bar",
    )  # fmt: skip


def _tricks(at: Sitting) -> int:
    return max(
        len(at.hand.play.tricks) + max(len(at.hand.holds(seat)) for seat in at.hand.active), 1
    )


def _open(name: str) -> Markup:
    return element("button", say(f"table.do.{name}").text(), type="button", class_="tk-look",
                   data_play={"open": name}, id=f"tk-bar-{name}")  # fmt: skip


def _play(step: Step, base: str) -> Markup:
    at = step.at
    offered = choices(at)
    playing = (at.phase == "play" or lying(at) is not None) and offered is None
    cloth = (
        trick(at, base) if playing else element("div", _seen(at, base), offered, class_="tk-asked")
    )
    return join(
        element("div", cloth, class_="tk-cloth"), _line(step, base), actions(at), hand(at, base)
    )


def _seen(at: Sitting, base: str) -> Markup | None:
    """Talon cards that you, or all, have seen and that nobody has drawn."""
    if at.you not in at.hand.active:
        return None
    seen = view(at.hand, at.you)
    found = tuple(
        dict.fromkeys(c for c in (*seen.talon_seen, *seen.exposed) if c not in seen.drawn)
    )
    if not found or at.phase not in ("talon", "discard", "auction", "calling"):
        return None
    return element("p", *(show.card(at.hand.rules, card, base) for card in found), class_="tk-seen",
                   aria_label=say("guide.talon_seen").text())  # fmt: skip


#: From so many letters on a sentence stands in smaller letters, in its place that is always as high.
_LONG, _LONGER = 105, 190


def _line(step: Step, base: str) -> Markup:
    """What happened last and what is asked now; or why what was touched may not be done; or a hint."""
    at = step.at
    if step.refused is not None:
        text = sentence(at, step.refused)
        return _said(reason(at, step.refused, step.points, base), text, "is-refused")
    if at.evening.hints and at.yours:
        told = hint(at)
        parts = [*because(at, told, 1, base), *pages(told, base)]
        text = " ".join(sentence(at, message) for message in told)
        return _said(join(*(join(part, " ") for part in parts)), text, "is-hint")
    last = sentence(at, newest(at)) if at.log else ""
    asked = sentence(at, waits(at)) if not at.over else ""
    return _said(join(element("span", last), " ", element("b", asked)), last + asked, "")


def _said(content: Content, text: str, css: str) -> Markup:
    size = "is-longer" if len(text) > _LONGER else "is-long" if len(text) > _LONG else ""
    return element("p", content, class_=" ".join(filter(None, ("tk-line", css, size))))
