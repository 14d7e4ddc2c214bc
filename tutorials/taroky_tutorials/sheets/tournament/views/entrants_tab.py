"""Who takes part: those who join, leave, come back or have another name."""

from __future__ import annotations

from taroky.messages import say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.sheets.tournament.model import Tournament


def view(now: Tournament, fields: Fields) -> Markup:
    coming = range(now.begun + 1, max(now.rounds, now.begun + 1) + 1)
    options = [(str(n), say("tournament.from_round", number=n).text()) for n in coming]
    adding = element(
        "section",
        controls.area(
            fields,
            "names",
            say("tournament.add").text(),
            fields.text("names"),
            3,
            say("tournament.names_hint").text(),
        ),
        element(
            "div",
            controls.select(
                fields,
                "since",
                say("tournament.since").text(),
                options,
                fields.text("since") or str(coming[0]),
            ),
            class_="tk-fields",
        )
        if now.begun or now.drawn
        else None,
        element(
            "p",
            controls.button(fields, "join", say("tournament.join").text(), primary=True),
            class_="tk-actions",
        ),
        class_="tk-entry",
    )
    rows = []
    for one in now.entrants:
        gone = one.until is not None
        button = element(
            "button",
            say("tournament.return" if gone else "tournament.leave").text(),
            type="button",
            name="return" if gone else "leave",
            value=str(one.number),
            class_="tk-plain",
            id=controls.place(fields, "leave", str(one.number)),
            aria_label=say(
                "tournament.return_name" if gone else "tournament.leave_name", name=one.name
            ).text(),
        )
        notes = []
        if one.since > 1:
            notes.append(say("tournament.from_round", number=one.since).text())
        if one.until is not None:
            notes.append(say("tournament.until", number=one.until).text())
        rows.append(
            element(
                "tr",
                element("td", str(one.number)),
                element("th", one.name, scope="row"),
                element("td", ", ".join(notes)),
                element("td", button),
            )
        )
    people = [(str(one.number), f"{one.number} {one.name}") for one in now.entrants]
    renaming = (
        element(
            "details",
            element("summary", say("tournament.rename").text()),
            element(
                "div",
                controls.select(
                    fields,
                    "who",
                    say("tournament.column.number").text(),
                    people,
                    fields.text("who") or people[0][0],
                ),
                controls.text(
                    fields, "name", say("tournament.column.name").text(), fields.text("name")
                ),
                class_="tk-fields",
            ),
            element(
                "p",
                controls.button(fields, "rename", say("tournament.rename").text()),
                class_="tk-actions",
            ),
            class_="tk-more",
            id=controls.place(fields, "renaming"),
        )
        if people
        else None
    )
    return join(adding, element("table", element("tbody", *rows), class_="tk-list"), renaming)
