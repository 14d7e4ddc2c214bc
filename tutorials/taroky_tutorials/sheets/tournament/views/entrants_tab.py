"""Who takes part: those who join, leave, come back or have another name."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.tournament.model import Entrant, Tournament


def view(now: Tournament, fields: Fields) -> Markup:
    rows = [_row(entrant, fields) for entrant in now.entrants]
    table = element("table", element("tbody", *rows), class_="tk-list")
    return join(_adding(now, fields), table, _renaming(now, fields) if now.entrants else None)


def _adding(now: Tournament, fields: Fields) -> Markup:
    """The field for new names, and from which round on they play where one has begun."""
    names = controls.area(
        fields,
        "names",
        say("tournament.add").text(),
        fields.text("names"),
        3,
        say("tournament.names_hint").text(),
    )
    coming = range(now.begun + 1, max(now.rounds, now.begun + 1) + 1)
    since = controls.select(
        fields,
        "since",
        say("tournament.since").text(),
        [(str(n), say("tournament.from_round", number=n).text()) for n in coming],
        fields.text("since") or str(coming[0]),
    )
    join_button = controls.button(fields, "join", say("tournament.join").text(), primary=True)
    return element(
        "section",
        names,
        element("div", since, class_="tk-fields") if now.begun or now.drawn else None,
        element("p", join_button, class_="tk-actions"),
        class_="tk-entry",
    )


def _row(entrant: Entrant, fields: Fields) -> Markup:
    """The line of an entrant, with the button to leave or to come back."""
    gone = entrant.until is not None
    action = "return" if gone else "leave"
    button = element(
        "button",
        say(f"tournament.{action}").text(),
        type="button",
        name=action,
        value=str(entrant.number),
        class_="tk-plain",
        id=controls.place(fields, "leave", str(entrant.number)),
        aria_label=say(f"tournament.{action}_name", name=entrant.name).text(),
    )
    notes = []
    if entrant.since > 1:
        notes.append(say("tournament.from_round", number=entrant.since).text())
    if entrant.until is not None:
        notes.append(say("tournament.until", number=entrant.until).text())
    return element(
        "tr",
        element("td", str(entrant.number)),
        element("th", entrant.name, scope="row"),
        element("td", ", ".join(notes)),
        element("td", button),
    )


def _renaming(now: Tournament, fields: Fields) -> Markup:
    """The fields for a name that was misspelt."""
    people = [(str(entrant.number), f"{entrant.number} {entrant.name}") for entrant in now.entrants]
    who = controls.select(
        fields,
        "who",
        say("tournament.column.number").text(),
        people,
        fields.text("who") or people[0][0],
    )
    name = controls.text(fields, "name", say("tournament.column.name").text(), fields.text("name"))
    button = controls.button(fields, "rename", say("tournament.rename").text())
    return element(
        "details",
        element("summary", say("tournament.rename").text()),
        element("div", who, name, class_="tk-fields"),
        element("p", button, class_="tk-actions"),
        class_="tk-more",
        id=controls.place(fields, "renaming"),
    )
