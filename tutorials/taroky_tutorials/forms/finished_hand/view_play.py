"""Questions about the play: points, tricks, the last trick, lost honours, irregularities and pots."""

from __future__ import annotations

from taroky.hand.sides import SIDES
from taroky.messages import card_label, say, term
from taroky.numbers import is_whole
from taroky.settling.reported import reading as facts_of

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.finished_hand.answers import amount_text, card_points_text
from taroky_tutorials.forms.finished_hand.form import MOST_IRREGULARITIES
from taroky_tutorials.forms.finished_hand.view_parts import FormParts
from taroky_tutorials.page_parts.elements import Content, Markup, element, join
from taroky_tutorials.page_parts.sentences import first_up


def card_points(form: FormParts) -> Markup | None:
    if not form.asks.played_out:
        return None
    rest = _rest(form)
    if form.asks.sides == "each":
        pairs = [(f"p.{seat}", form.names[seat]) for seat in form.table.active]
    else:
        pairs = list(zip(("p", "o"), map(form.side, SIDES), strict=True))
    boxes = [
        form.number(name, label, rest.get(name, ""), "decimal", "points") for name, label in pairs
    ]
    hint = say(
        "calc.points_hint_each" if form.asks.sides == "each" else "calc.points_hint",
        total=card_points_text(form.table.total),
    ).text()
    parts: list[Content] = [
        form.group(
            "points",
            say("calc.points").text(),
            element("div", *boxes, class_="tk-fields"),
            element("p", hint, class_="tk-field-hint"),
        )
    ]
    if form.asks.left_over and (form.text("left") or form.is_needed("left")):
        options = [(str(n), str(n)) for n in range(form.table.count.packet)]
        parts.append(
            form.chips("left", say("calc.left").text(), options, form.text("left"), "left")
        )
    if form.asks.honours:
        options = [(str(n), str(n)) for n in range(len(form.table.cards.members("trul")) + 1)]
        parts.append(
            form.chips("hon", say("calc.honours").text(), options, form.text("hon"), "hon")
        )
    return join(*parts)


def _rest(form: FormParts) -> dict[str, str]:
    """Return what follows for the side that has not been filled in."""
    if form.hand.settled is None or form.asks.sides == "each":
        return {}
    points = facts_of.read(form.table, form.hand.facts).points
    if form.asks.left_over and not form.text("left"):
        return {}
    return {
        name: card_points_text(points[side])
        for name, side in zip(("p", "o"), SIDES, strict=True)
        if not form.text(name)
    }


def tricks(form: FormParts) -> Markup | None:
    if not form.asks.tricks:
        return None
    most = form.table.deal.hand
    pairs = list(zip(("t", "u"), map(form.side, SIDES), strict=True))
    pairs += [
        (f"t.{seat}", say("calc.own_tricks", seat=form.names[seat]).text())
        for seat in form.hand.trick_seats
    ]
    rest = {}
    for name, other in (("t", "u"), ("u", "t")):
        value = form.text(other)
        if not form.text(name) and is_whole(value) and int(value) <= most:
            rest[name] = str(most - int(value))
    boxes = [
        form.number(name, label, rest.get(name, ""), "numeric", "tricks") for name, label in pairs
    ]
    parts: list[Content] = [element("div", *boxes, class_="tk-fields")]
    if form.asks.lost_with:
        options = [
            ("", say("calc.another_card").text()),
            *((c, card_label(c)) for c in form.asks.lost_with),
        ]
        parts.append(
            form.select("lostwith", say("calc.lost_with").text(), options, form.text("lostwith"))
        )
    hint = element("p", say("calc.tricks_hint", most=most).text(), class_="tk-field-hint")
    return form.folded(
        "tricks",
        say("calc.tricks").text(),
        join(*parts, hint),
        open=form.is_needed("tricks") or any(form.text(n) for n, _ in pairs),
    )


def last_trick(form: FormParts) -> Markup | None:
    if not form.asks.last_cards:
        return None
    parts: list[Content] = []
    for card in form.asks.last_cards:
        question = say("calc.last_called" if card == "called" else "calc.last_card", card=card)
        options = [("", say("calc.not_there").text()), *form.seats()]
        parts.append(
            form.chips(f"last.{card}", question.text(), options, form.text(f"last.{card}"))
        )
    asked = any(form.text(f"last.{card}") for card in form.asks.last_cards)
    has_winner = bool(form.text("last"))
    if asked or has_winner or form.is_needed("last"):
        parts.append(
            form.chips("last", say("calc.last_winner").text(), form.seats(), form.text("last"))
        )
        if form.asks.whole_last_trick:
            parts.append(_other_cards(form))
    return form.folded(
        "last",
        say("calc.last").text(),
        join(*parts),
        open=asked or has_winner or form.is_needed("last"),
    )


def _other_cards(form: FormParts) -> Markup:
    """All four cards of the last trick, where they may matter."""
    options = [("", "–"), *((card, card_label(card)) for card in form.table.cards.cards)]
    boxes = [
        controls.select(
            form.fields, f"last.{seat}", form.names[seat], options, form.text(f"last.{seat}")
        )
        for seat in form.table.active
    ]
    return controls.fieldset(
        say("calc.last_others").text(), element("div", *boxes, class_="tk-fields")
    )


def lost_honours(form: FormParts) -> Markup | None:
    parts: list[Content] = []
    for card in form.asks.captured:
        if form.text(f"last.{card}"):
            continue
        options = [("", say("calc.not_lost").text()), *form.seats()]
        holder = form.text(f"fell.{card}")
        parts.append(
            form.chips(f"fell.{card}", say("calc.fell", card=card).text(), options, holder)
        )
        if holder:
            takers = form.seats(seat for seat in form.table.active if seat != holder)
            parts.append(
                form.chips(
                    f"took.{card}",
                    say("calc.took", card=card).text(),
                    takers,
                    form.text(f"took.{card}"),
                )
            )
            if form.asks.captors:
                cards = [
                    ("", say("calc.another_card").text()),
                    *((c, card_label(c)) for c in form.asks.captors),
                ]
                parts.append(
                    form.select(
                        f"took.{card}.with",
                        say("calc.took_with").text(),
                        cards,
                        form.text(f"took.{card}.with"),
                    )
                )
    if form.asks.talon:
        rows = [(card, card_label(card)) for card in form.asks.talon]
        parts.append(
            controls.checkboxes(
                form.fields, "talon", say("calc.talon").text(), rows, form.fields.all("talon")
            )
        )
        parts.append(form.problems("talon"))
    if not parts:
        return None
    entries = len(form.hand.facts.get("captured", {})) + len(form.hand.facts.get("talon_left", ()))
    return form.folded("fell", say("calc.fallen").text(), join(*parts), entries=entries)


def irregularities(form: FormParts) -> Markup | None:
    parts = []
    options = [(str(n or ""), str(n or "–")) for n in range(MOST_IRREGULARITIES + 1)]
    for event, row in form.asks.irregularities.items():
        seats = form.hand.seats_to_blame(row)
        name = next(n for n, r in form.table.penalties.items() if r is row)
        boxes = [
            controls.select(
                form.fields,
                f"slip.{event}.{seat}",
                form.names[seat],
                options,
                form.text(f"slip.{event}.{seat}"),
            )
            for seat in seats
        ]
        if boxes:
            words = first_up(term("penalty", name))
            parts.append(controls.fieldset(words, element("div", *boxes, class_="tk-fields")))
    entries = sum(map(len, form.hand.facts.get("irregular", {}).values()))
    return (
        form.folded("slip", say("calc.slips").text(), join(*parts), entries=entries)
        if parts
        else None
    )


def pots(form: FormParts) -> Markup | None:
    if not form.asks.pots:
        return None
    boxes = [
        form.number(
            f"pot.{name}",
            say("calc.pot", pot=name).text(),
            amount_text(form.table.pots[name].starts),
            "decimal",
            "pot",
        )
        for name in form.asks.pots
    ]
    return element("div", *boxes, form.problems("pot"), class_="tk-question")
