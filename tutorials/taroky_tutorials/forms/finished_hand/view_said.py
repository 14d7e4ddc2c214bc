"""Questions about what was said: declarations, announcements and doubles."""

from __future__ import annotations

from collections.abc import Sequence

from taroky.messages import say, term

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.finished_hand.view_parts import FormParts, Option
from taroky_tutorials.page_parts.elements import Content, Markup, element, join


def announcements(form: FormParts) -> Markup | None:
    parts: list[Content] = []
    if form.asks.declarations:
        rows = [(row, term("say", row)) for row in form.asks.declarations]
        entries = sum(len(said) for said in form.hand.facts.get("declarations", {}).values())
        parts.append(
            form.folded(
                "say", say("calc.declared").text(), _grid(form, "say", rows), entries=entries
            )
        )
    if form.asks.announceable or form.asks.undertaken:
        rows = [(name, term("say", name)) for name in form.asks.announceable]
        entries = sum(len(said) for said in form.hand.facts.get("announced", {}).values())
        with_bid = None
        if form.asks.undertaken:
            with_bid = element(
                "p",
                say("calc.with_bid", names=list(form.asks.undertaken)).text(),
                class_="tk-field-hint",
            )
        parts.append(
            form.folded(
                "ann",
                say("calc.announced").text(),
                join(with_bid, _grid(form, "ann", rows) if rows else None),
                entries=entries,
            )
        )
    return join(*parts) if parts else None


def _grid(form: FormParts, field: str, rows: Sequence[Option]) -> Markup:
    """Return who said what: a box for each player in each row."""
    seats, names = form.table.active, form.names
    head = element("tr", element("td"), *(element("th", names[s], scope="col") for s in seats))
    body = []
    for value, words in rows:
        cells = []
        for seat in seats:
            ticked = value in form.fields.all(f"{field}.{seat}")
            if (
                field == "ann"
                and not ticked
                and not form.asks.may_announce(value, seat, form.hand.ours)
            ):
                cells.append(element("td", "–"))
                continue
            box = element(
                "input",
                type="checkbox",
                name=f"{field}.{seat}",
                value=value,
                id=controls.place(form.fields, f"{field}.{seat}", value),
                checked=ticked,
                aria_label=f"{names[seat]}: {words}",
            )
            cells.append(element("td", element("label", box, element("span", class_="tk-tick"))))
        body.append(element("tr", element("th", words, scope="row"), *cells))
    return element("table", element("thead", head), element("tbody", *body), class_="tk-grid")


def doubles(form: FormParts) -> Markup | None:
    parts = []
    for target in form.hand.targets:
        name, _, seat = target.partition("@")
        key = "calc.doubled_of" if seat else "calc.doubled"
        what = say(key, target=name, seat=form.names.get(seat, "")).text()
        options = [
            ("", say("calc.undoubled").text()),
            *((word, term("say", word)) for word in form.asks.doubles),
        ]
        field = "x." + target.replace("@", ".")
        parts.append(form.chips(field, what, options, form.text(field), "double"))
    return join(*parts) if parts else None
