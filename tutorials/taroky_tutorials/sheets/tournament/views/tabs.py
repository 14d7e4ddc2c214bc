"""The whole sheet of a tournament: one tab of it at a time."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.sheet import Undo, undo_buttons
from taroky_tutorials.sheets.tournament.model import Tournament
from taroky_tutorials.sheets.tournament.views import (
    agreements,
    cards_tab,
    entrants_tab,
    results_tab,
    seating_tab,
    standings_tab,
)

#: What each tab shows, in their order.
_TABS = {
    "seating": seating_tab.view,
    "results": results_tab.view,
    "standings": standings_tab.view,
    "cards": cards_tab.view,
    "entrants": entrants_tab.view,
    "agreed": agreements.view,
}


def sheet(now: Tournament, fields: Fields, undo: Undo, base: str) -> Markup:
    """The whole sheet: one part of it at a time."""
    tab = fields.choice("tab", tuple(_TABS), "seating")
    buttons = [
        element(
            "button",
            say(f"tournament.tab.{name}").text(),
            type="button",
            name="tab",
            value=name,
            id=controls.place(fields, "tab", name),
            class_="tk-button",
            aria_pressed="true" if name == tab else "false",
        )
        for name in _TABS
    ]
    return join(
        element("h2", now.title or say("tournament.untitled").text(), class_="tk-document-title"),
        element(
            "p", element("strong", now.table.title), " · ", _state(now), class_="tk-document-status"
        ),
        element("p", *buttons, class_="tk-actions tk-tabs"),
        controls.hidden(fields, "tab", tab),
        controls.problems(fields),
        element("section", _TABS[tab](now, fields), class_=f"tk-part tk-part--{tab}"),
        *(
            controls.hidden(fields, name, text)
            for name, text in half_filled(now, fields, besides=tab).items()
        ),
        element("p", *undo_buttons(fields, undo), class_="tk-actions"),
    )


def half_filled(now: Tournament, fields: Fields, besides: str = "") -> dict[str, str]:
    """Fields that hold what no button has taken yet: a result that is not the one entered, names that are
    to join. besides: the part whose fields are left out, since it shows them."""
    unsaved: dict[str, str] = {}
    if besides != "entrants" and fields.text("names").strip():
        unsaved["names"] = fields.text("names")
    if besides == "results" or not now.drawn or not fields.text("about"):
        return unsaved
    number, table = results_tab.filled_in(now, fields)
    one = now.drawn[number - 1]
    there = one.results.get(table)
    entered = {
        f"won.{seat}": results_tab.entered(now, there, seat)
        for seat in range(len(one.seats.tables[table]))
    }
    entered["pot"] = results_tab.entered_pot(now, there)
    typed = {name: fields.text(name) for name in entered}
    stands = fields.flag("stands") and not (there and there.stands)
    if stands or any(text not in ("", entered[name]) for name, text in typed.items()):
        unsaved |= {name: text for name, text in typed.items() if text}
        unsaved["about"] = f"{number}.{table + 1}"
        unsaved |= {"stands": "yes"} if fields.flag("stands") else {}
    return unsaved


def _state(now: Tournament) -> str:
    sentences = [say("tournament.entrants_told", n=len(now.entrants)).text()]
    if now.begun:
        missing = sum(len(one.seats.tables) - len(one.results) for one in now.drawn[: now.begun])
        sentences.append(say("tournament.played", n=now.begun, rounds=now.rounds).text())
        if missing:
            sentences.append(say("tournament.missing", n=missing).text())
    return " ".join(sentences)
