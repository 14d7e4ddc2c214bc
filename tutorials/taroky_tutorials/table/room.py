"""The table as it is seen: fixed areas, whatever stands in them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from taroky.game import legal
from taroky.game.view import view
from taroky.messages import local_names, say
from taroky.players.reasons import reasons
from taroky.players.search import Effort, LooksAhead

from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.table.going_on import Step
from taroky_tutorials.table.own_hand import actions, choices, hand
from taroky_tutorials.table.panels import panel
from taroky_tutorials.table.result import result
from taroky_tutorials.table.seats import lying, plates, trick
from taroky_tutorials.table.sitting import Sitting
from taroky_tutorials.table.words import contract_line, newest, reason, sentence, waits
from taroky_tutorials.tasks.whole_hand.hints import in_words, weak

#: How hard somebody thinks who is asked for a hint, and for how long at most.
_EFFORT = Effort(cards=80, plays=2, deals=48, batch=12, seconds=1.5)


def view_of(step: Step, base: str) -> Markup:
    """The whole table."""
    at = step.at
    with local_names(at.hand.rules.names):
        opened = panel(at, base)
        inside = opened if opened is not None else result(at) if at.over and not at.resting else _play(step, base)
        return element(
            "section", _bar(at), plates(at), inside, class_="tk-room", id="tk-room",
            data_phase=at.phase or "over", data_panel=at.evening.panel or None,
        )  # fmt: skip


def _bar(at: Sitting) -> Markup:
    """What is played, and what can be looked at."""
    done = len(at.hand.play.tricks)
    count = say("table.trick_number", number=min(done + (not at.resting), _tricks(at)), n=_tricks(at)).text() if at.phase == "play" else ""
    return element(
        "div", _open("menu"), element("span", element("b", contract_line(at)), " ", count, class_="tk-played"),
        _open("last" if done else "log"), class_="tk-bar",
    )  # fmt: skip


def _tricks(at: Sitting) -> int:
    return max(len(at.hand.play.tricks) + max(len(at.hand.holds(seat)) for seat in at.hand.active), 1)


def _open(name: str) -> Markup:
    return element("button", say(f"table.do.{name}").text(), type="button", class_="tk-look",
                   data_play={"open": name}, id=f"tk-bar-{name}")  # fmt: skip


def _play(step: Step, base: str) -> Markup:
    at = step.at
    offered = choices(at)
    playing = (at.phase == "play" or lying(at) is not None) and offered is None
    cloth = trick(at, base) if playing else element("div", _seen(at, base), offered, class_="tk-asked")
    return join(element("div", cloth, class_="tk-cloth"), _line(step, base), actions(at), hand(at, base))


def _seen(at: Sitting, base: str) -> Markup | None:
    """Talon cards that you, or all, have seen and that nobody has drawn."""
    if at.you not in at.hand.active:
        return None
    seen = view(at.hand, at.you)
    found = tuple(dict.fromkeys(c for c in (*seen.talon_seen, *seen.exposed) if c not in seen.drawn))
    if not found or at.phase not in ("talon", "discard", "auction", "calling"):
        return None
    return element("p", *(show.card(at.hand.rules, card, base) for card in found), class_="tk-seen",
                   aria_label=say("guide.talon_seen").text())  # fmt: skip


def _line(step: Step, base: str) -> Markup:
    """What happened last and what is asked now; or why what was touched may not be done; or a hint."""
    at = step.at
    if step.refused is not None:
        return element("p", reason(at, step.refused, step.points, base), class_="tk-line is-refused")
    if at.evening.hints and at.yours:
        return element("p", hint(at), class_="tk-line is-hint")
    last = sentence(at, newest(at)) if at.log else ""
    asked = sentence(at, waits(at)) if not at.over else ""
    return element("p", element("span", last), " ", element("b", asked), class_="tk-line")


def hint(at: Sitting) -> str:
    """First what to look at, then what a good player would do and why."""
    if at.evening.hints < 2:
        return sentence(at, weak(at.hand, at.kind, at.you))
    return " ".join(sentence(at, message) for message in _advice(at))


def _advice(at: Sitting) -> list:
    return list(_advised(at.evening.start, at.evening.done, at))


_KNOWN: dict = {}


def _advised(start, done, at):
    key = (start, done)
    if key not in _KNOWN:
        _KNOWN.clear()
        options = legal(at.hand)
        seen = view(at.hand, at.you)
        looks = LooksAhead(at.hand.rules, Random(len(done)), _EFFORT, explains=True)
        usual = looks.usual.act(seen, options)
        judged = looks.judge(seen, options, usual[0])
        if judged is None or not judged.hands:
            _KNOWN[key] = [say("table.hint.usual", do=in_words(at.hand, usual[0]), why=usual[1])]
        else:
            best = judged.best
            why = reasons(at.hand.rules, seen, best, judged.choices[1])[:2] if len(judged.choices) > 1 else []
            _KNOWN[key] = [say("table.hint.master", do=in_words(at.hand, best.action)), *why]
    return _KNOWN[key]
