"""The card picker: the whole pack laid out, each card a button that puts it into a place (a hand, a
trick, a pile) or takes it out again. The places are fields of the form: codes with spaces between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from taroky.cards import Card
from taroky.messages import say, term
from taroky.rules.table import Table

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts import cards as show
from taroky_tutorials.page_parts.elements import Markup, element

#: The name of the buttons, and of the choice of a place.
TAP, TO = "tap", "to"
_GROUPS = ("", "T", "S", "H", "D", "C")


@dataclass(frozen=True)
class Place:
    """Where cards may be put.

    name: of its field. words: what it is called ("your hand"). mark: a short word on its cards in
    the pack ("hand"). most: that many cards fit. ordered: they are in the order in which they came.
    """

    name: str
    words: str
    mark: str
    most: int
    ordered: bool = False


Laid = dict[str, tuple[Card, ...]]


def laid(fields: Fields, table: Table, places: Sequence[Place]) -> Laid:
    """The cards of each place after what was pressed; no card is in two places. A card tapped goes
    to the place that is chosen; one that is there is taken out again."""
    pack = table.cards
    by_place: dict[str, list[Card]] = {}
    used: set[Card] = set()
    for place in places:
        cards = fields.cards(place.name, place.most)
        twice = [card for card in cards if card in used]
        if twice:
            fields.problem("card.twice", card=twice[0])
        by_place[place.name] = [card for card in cards if card not in used]
        used |= set(cards)
    tapped = fields.pressed(TAP)
    if tapped in pack.cards:
        target = _target(fields, places)
        lay = by_place[target.name]
        if tapped in lay:
            lay.remove(tapped)
        elif len(lay) >= target.most:
            fields.problem("tool.full", words=target.words, n=target.most)
        else:
            for other in by_place.values():
                if tapped in other:
                    other.remove(tapped)
            lay.append(tapped)
    done: Laid = {}
    for place in places:
        cards = tuple(by_place[place.name])
        done[place.name] = cards if place.ordered else pack.sort(cards)
        fields.put(place.name, " ".join(done[place.name]))
    return done


def _target(fields: Fields, places: Sequence[Place]) -> Place:
    chosen = fields.choice(TO, [place.name for place in places], places[0].name)
    return next(place for place in places if place.name == chosen)


def view(
    fields: Fields,
    table: Table,
    places: Sequence[Place],
    cards: Mapping[str, Sequence[Card]],
    base: str,
) -> Markup:
    """The pack to tap, with the choice of a place where there are several; cards: from `laid`."""
    target = _target(fields, places)
    lies = {card: place for place in places for card in cards[place.name]}
    rows = []
    for group in _GROUPS:
        of_group = [card for card in table.cards.cards if table.cards.suit(card) == group]
        if of_group:
            buttons = [
                _button(fields, table, card, lies.get(card), target, base) for card in of_group
            ]
            rows.append(element("ul", *buttons, class_="tk-pack-row", aria_label=_group(group)))
    to = None
    if len(places) > 1:
        options = [(place.name, place.words) for place in places]
        to = controls.radios(fields, TO, say("tool.to").text(), options, target.name)
    states = [controls.hidden(fields, place.name, " ".join(cards[place.name])) for place in places]
    return element("div", *states, to, *rows, class_="tk-pack")


def _group(group: str) -> str:
    words = term("suit", group) if group else say("tool.excuse").text()
    return words[:1].upper() + words[1:]


def _button(
    fields: Fields, table: Table, card: Card, lies: Place | None, target: Place, base: str
) -> Markup:
    mark = element("span", lies.mark, class_="tk-mark") if lies else None
    button = element(
        "button",
        show.card(table, card, base),
        mark,
        type="button",
        name=TAP,
        value=card,
        class_="tk-play",
        id=controls.place(fields, TAP, card),
        aria_pressed="true" if lies else "false",
    )
    css = None if lies is None else "is-picked" if lies == target else "is-elsewhere"
    return element("li", button, class_=css)
