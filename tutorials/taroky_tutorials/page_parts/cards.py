"""Cards, hands and tricks as HTML."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from taroky.cards import Card
from taroky.messages import card_label, say
from taroky.rules.table import Seat, Table

from taroky_tutorials.page_parts.elements import Markup, element, join

#: How a card stands: css class and the id of the word that says so.
Marks = Mapping[Card, tuple[str, str]]


def card(table: Table, code: Card, base: str) -> Markup:
    """One card with its text alternative; base: the way from the page to the site's root."""
    # Not plain href: Material's instant navigation writes to the href of every [href] it finds.
    use = element("use", **{"xlink:href": f"{base}assets/cards.svg#card-{code}"})
    return element(
        "svg",
        use,
        class_="tk-card",
        data_suit=table.cards.suit(code),
        role="img",
        aria_label=card_label(code),
    )


def mark(marks: Marks, code: Card) -> tuple[str | None, Markup | None]:
    """The class of a card's place and the small word on it."""
    if code not in marks:
        return None, None
    css, word = marks[code]
    return css, element("span", say(word).text(), class_="tk-mark")


def hand(
    table: Table,
    cards: Sequence[Card],
    base: str,
    owner: str,
    *,
    event: str | None = None,
    marks: Marks | None = None,
    label: str = "",
    touched: Collection[Card] | None = None,
) -> Markup:
    """A fanned hand; with `event` each card is a button that sends {event: code}, or that is touched and sent later, if
    it is said which are touched already."""
    items = []
    for code in cards:
        css, word = mark(marks or {}, code)
        face = _face(table, code, base, owner, event, touched)
        items.append(element("li", face, word, class_=with_touched(css, code, touched)))
    return element("ul", *items, class_="tk-hand", aria_label=label or say("widget.hand").text())


def _face(
    table: Table,
    code: Card,
    base: str,
    owner: str,
    event: str | None,
    touched: Collection[Card] | None = None,
) -> Markup:
    """A card; with `event` a button that sends {event: code}, or is touched."""
    face = card(table, code, base)
    if event is None:
        return face
    return element(
        "button",
        face,
        type="button",
        class_="tk-play",
        id=f"{owner}-{event}-{code}",
        **touch(event, code, touched),
    )


def touch(event: str, value: str, touched: Collection[str] | None) -> dict[str, Any]:
    """The attributes of a button that sends {event: value}, or that is touched to be sent later."""
    if touched is None:
        return {"data_event": {event: value}}
    return {"data_pick": value, "aria_pressed": str(value in touched).lower()}


def with_touched(css: str | None, value: str, touched: Collection[str] | None) -> str | None:
    """The class of what stands around such a button."""
    return f"{css or ''} is-picked".strip() if value in (touched or ()) else css


def turn(
    table: Table,
    cards: Sequence[Card],
    leader: Seat,
    held: Sequence[Card],
    base: str,
    owner: str,
    marks: Marks | None,
    touched: Collection[Card] | None = None,
) -> Markup:
    """The trick on the table, and your hand to play from: each of its cards sends {"tap": code}, or is touched."""
    below = hand(
        table,
        held,
        base,
        owner,
        event="tap",
        marks=marks,
        label=say("widget.your_hand").text(),
        touched=touched,
    )
    return join(trick(table, cards, leader, base, owner, you=table.active[0]), below)


def trick(
    table: Table,
    cards: Sequence[Card],
    leader: Seat,
    base: str,
    owner: str,
    *,
    event: str | None = None,
    marks: Marks | None = None,
    you: Seat | None = None,
    names: Mapping[Seat, str] | None = None,
    badges: Mapping[Seat, Sequence[str]] | None = None,
    held: Mapping[Seat, Markup | None] | None = None,
) -> Markup:
    """A trick on the table, each card before its seat, in the order of play. names: what the players are
    called, else it is said where they sit; badges: small words at the seats; held: what is at a seat
    besides its card."""
    start = table.active.index(leader)
    order = [table.active[(start + i) % len(table.active)] for i in range(len(table.active))]
    seats = []
    for i, seat in enumerate(order):
        code = cards[i] if i < len(cards) else None
        css, word = mark(marks or {}, code) if code else (None, None)
        # Your own place needs no empty frame: your hand is below it.
        face: Markup | None = None if seat == you else element("span", class_="tk-empty")
        if code is not None:
            face = _face(table, code, base, owner, event)
        leads = "widget.you_lead" if seat == you else "widget.leads"
        words = [say(leads).text()] if i == 0 else []
        words += badges.get(seat, ()) if badges else ()
        name = names[seat] if names else say(place(table, seat, you), seat=seat).text()
        here = " is-turn" if seat == you and code is None else ""
        seats.append(
            element(
                "div",
                element("span", name, class_="tk-seat-name"),
                *(element("span", badge, class_="tk-badge") for badge in words),
                held.get(seat) if held else None,
                face,
                word,
                class_=f"tk-seat{here}" + (f" {css}" if css else ""),
                data_seat=_as_from(table, seat, you),
            )
        )
    arrow = element(
        "span",
        class_="tk-direction",
        role="img",
        aria_label=say(f"widget.direction.{table.seats.direction}").text(),
    )
    return element(
        "div",
        *seats,
        arrow,
        class_="tk-trick",
        role="group",
        aria_label=say("widget.trick").text(),
        data_turn=table.seats.direction,
    )


def _as_from(table: Table, seat: Seat, you: Seat | None) -> Seat:
    """The seat that stands where this one is seen from yours, which is always drawn at the same place."""
    seats = table.active
    return seat if you is None else seats[(seats.index(seat) - seats.index(you)) % len(seats)]


def place(table: Table, seat: Seat, you: Seat | None) -> str:
    """The message id of where a seat is, seen from yours."""
    if you is None:
        return "widget.seat"
    away = (table.active.index(seat) - table.active.index(you)) % len(table.active)
    before = len(table.active) - 1
    if table.seats.direction == "clockwise":
        names = {0: "widget.you", 1: "widget.left_hand", before: "widget.right_hand"}
    else:
        names = {0: "widget.you", 1: "widget.right_hand", before: "widget.left_hand"}
    return names.get(away, "widget.opposite" if len(table.active) == 4 else "widget.seat")


def groups(table: Table, laid: Sequence[tuple[Sequence[Card], str, str]], base: str) -> Markup:
    """Groups of cards laid out, each with the working under it: (cards, words, css class)."""
    items = [
        element(
            "li",
            element(
                "div",
                join(*(card(table, code, base) for code in cards)),
                element("p", words, class_="tk-group-sum"),
                class_=f"tk-group {css}".strip(),
            ),
        )
        for cards, words, css in laid
    ]
    return element("ul", *items, class_="tk-groups", aria_label=say("widget.groups").text())
