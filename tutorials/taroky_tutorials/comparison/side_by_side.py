"""A hand in words, and what each rule set makes of it, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from taroky import telling
from taroky.messages import local_names, say, term

from taroky_tutorials.comparison import hands
from taroky_tutorials.comparison.hands import HandDescription, Settled
from taroky_tutorials.forms import settlement_view
from taroky_tutorials.forms.finished_hand.to_fields import fields_of
from taroky_tutorials.page_parts import links
from taroky_tutorials.page_parts.elements import Markup, element, join
from taroky_tutorials.page_parts.placeholders import coin_name

TOOL = "same-hand"


# -- fields of a form and back ------------------------------------------------------------------


def fields(description: HandDescription) -> dict[str, str]:
    """The fields of the form that tell this hand."""
    values = {
        "pack": description.pack,
        "game": description.game,
        "level": str(description.level),
        "cards": str(description.cards),
        **{name: str(description.pile.get(name, 0)) for name in hands.COUNTED},
        "tricks": description.tricks,
        "pagat": description.pagat,
        "by": description.pagat_by,
        "doubles": str(description.doubles),
        "holding": description.holding,
        "holder": description.holder,
    }
    for name, flag in (
        ("alone", description.alone),
        ("said", description.pagat_said),
        ("valat", description.valat_said),
    ):
        if flag:
            values[name] = "yes"
    return values


# -- in words -----------------------------------------------------------------------------------


def story(description: HandDescription) -> str:
    """Return what happened, in a few sentences without the words of any table."""
    return " ".join(_sentences(description))


def _sentences(description: HandDescription) -> Iterator[str]:
    yield say(f"same.story.{description.pack}.{description.game}").text()
    if description.alone and description.game.startswith("partner"):
        yield say("same.story.alone").text()
    if description.game == "look" and description.level > 1:
        yield say(f"same.story.level.{min(description.level, 3)}").text()
    kinds = [
        say(f"same.kind.{name}", n=n).text()
        for name in hands.COUNTED
        for n in [description.pile.get(name, 0)]
        if n
    ]
    rest = description.cards - sum(description.pile.values())
    kinds.append(say("same.kind.others", n=rest).text())
    yield say("same.story.pile", kinds=kinds, cards=description.cards).text()
    if description.tricks != "some":
        yield say(f"same.story.tricks.{description.tricks}").text()
    if description.pagat or description.pagat_said:
        how = description.pagat or "early"
        said = "said" if description.pagat_said else "silent"
        yield say(f"same.story.pagat.{how}.{said}", seat=description.pagat_by).text()
    if description.valat_said:
        yield say("same.story.valat").text()
    if description.doubles:
        yield say(f"same.story.doubles.{description.doubles}").text()
    if description.holding:
        what = say(f"same.holding.{description.pack}.{description.holding}").text()
        yield say("same.story.holding", seat=description.holder, what=what).text()


# -- side by side -------------------------------------------------------------------------------


def results(settlements: Sequence[Settled], base: str, level: int = 3) -> Markup:
    """A card for each table: its game and count, who gets what, and the working folded up."""
    return element("ul", *(_card(one, base, level) for one in settlements), class_="tk-everywhere")


def _card(one: Settled, base: str, level: int) -> Markup:
    table = one.table
    page = links.rules(table, table.page_of(table.prefix), base)
    title = element(f"h{level}", element("a", telling.short_name(table), href=page))
    with local_names(table.names):
        notes = [element("p", note.text(), class_="tk-remark") for note in one.notes]
        if one.settlement is None or one.facts is None:
            why = one.why.text() if one.why else ""
            return element("li", title, element("p", why, class_="tk-remark"), class_="is-out")
        count = say(
            "same.count",
            contract=term("call", one.contract),
            points=one.points,
            total=f"{float(table.total):g}",
        ).text()
        names = settlement_view.SEAT_NAMES
        work = settlement_view.working(table, one.settlement, names, base, assumed=False)
        pairs = [(key, value) for key, of in fields_of(table, one.facts).items() for value in of]
        address = links.calculator(table, base, pairs)
        link = element("p", element("a", say("calc.open").text(), href=address))
        return element(
            "li",
            title,
            element("p", count, class_="tk-everywhere-game"),
            settlement_view.balance(table, one.settlement, names),
            element("p", term("unit", coin_name(table)), class_="tk-everywhere-unit"),
            *notes,
            element(
                "details",
                element("summary", say("same.working").text()),
                work,
                link,
                class_="tk-everywhere-work",
            ),
        )


# -- a gallery ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Example:
    """A hand for the gallery; its title is the message `same.example.<id>`, and what it shows
    `same.example.<id>.why`."""

    id: str
    description: HandDescription


def _pile(kings: int, honours: int, queens: int, riders: int, jacks: int) -> Mapping[str, int]:
    return dict(zip(hands.COUNTED, (kings, honours, queens, riders, jacks), strict=True))


#: Hands that are worth a look: each comes out otherwise at some table.
EXAMPLES = (
    Example("half", HandDescription(pile=dict(_pile(2, 2, 2, 1, 1)), cards=30)),
    Example(
        "pagat",
        HandDescription(pile=dict(_pile(3, 2, 2, 2, 1)), cards=31, pagat="won", pagat_said=True),
    ),
    Example(
        "lost_pagat",
        HandDescription(pile=dict(_pile(3, 1, 3, 2, 2)), cards=31, pagat="lost", doubles=1),
    ),
    Example("seven", HandDescription(pile=dict(_pile(4, 3, 1, 1, 1)), cards=27, holding="seven")),
    Example(
        "alone", HandDescription(game="look", level=2, pile=dict(_pile(1, 2, 2, 1, 2)), cards=25)
    ),
    Example("valat", HandDescription(pile=dict(_pile(4, 3, 4, 4, 4)), cards=52, tricks="all")),
    Example(
        "guard",
        HandDescription(pack="78", game="taken_guard", pile=dict(_pile(2, 2, 2, 2, 2)), cards=40),
    ),
    Example(
        "slam",
        HandDescription(
            pack="78",
            game="left",
            pile=dict(_pile(4, 3, 4, 4, 3)),
            cards=74,
            tricks="but_one",
            valat_said=True,
        ),
    ),
)


def gallery(base: str) -> Markup:
    """All examples with what each rule set makes of them."""
    parts = []
    for example in EXAMPLES:
        description = example.description
        settlements = [
            hands.settled(name, description) for name in hands.rule_sets(description.pack)
        ]
        change = f"#t={TOOL}&{urlencode(fields(description))}"
        parts.append(
            element(
                "div",
                element("h2", say(f"same.example.{example.id}").text(), id=f"hand-{example.id}"),
                element("p", story(description)),
                element("p", say(f"same.example.{example.id}.why").text(), class_="tk-remark"),
                results(settlements, base),
                element("p", element("a", say("same.change").text(), href=change)),
                class_="tk-example",
            )
        )
    return join(*parts)
