"""The same hand under every rule set: told once, without the words of any table."""

from __future__ import annotations

from taroky import rules
from taroky.errors import TarokyError
from taroky.messages import say

from taroky_tutorials.comparison import hands, side_by_side
from taroky_tutorials.comparison.hands import HandDescription
from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element, join

_PACKS = tuple(hands.GAMES)
_SEATS = ("A", "B", "C", "D")
#: The most sets of a talon that may be looked at.
_LEVELS = 4


class SameHand:
    """The tool. Fields: those of `side_by_side.fields`; `house`, a packed table to settle by too."""

    def view(self, fields: Fields, base: str) -> Markup:
        description = _description(fields)
        names = dict.fromkeys((*_houses(fields), *hands.rule_sets(description.pack)))
        settlements = [hands.settled(name, description) for name in names]
        asked = join(
            _game(fields, description),
            _pile(fields, description),
            _feats(fields, description),
            _holding(fields, description),
            element("p", controls.clear(fields), class_="tk-actions"),
        )
        said = controls.answer(
            controls.problems(fields),
            element("p", side_by_side.story(description)),
            side_by_side.results(settlements, base),
        )
        return element("div", element("div", asked), said, class_="tk-same-hand")


def _houses(fields: Fields) -> list[str]:
    """Packed tables that a link has brought along."""
    houses = []
    for name in fields.all("house")[:2]:
        try:
            rules.load(name)
        except TarokyError as problem:
            fields.problems.append(problem.message)
            continue
        houses.append(name)
    return houses


def _description(fields: Fields) -> HandDescription:
    """The hand that the form tells; what cannot be is told in the form's problems."""
    pack = fields.choice("pack", _PACKS, _PACKS[0])
    games = tuple(hands.GAMES[pack])
    most = rules.load(hands.rule_sets(pack)[0]).pack.cards
    first = next(one.description for one in side_by_side.EXAMPLES if one.description.pack == pack)
    counted = any(fields.text(name) for name in (*hands.COUNTED, "cards"))
    pile = {}
    for name, many in hands.COUNTED.items():
        number = fields.number(name, 0, many, 0 if counted else first.pile[name])
        pile[name] = number or 0
    cards = fields.number("cards", 0, most, first.cards) or 0
    if sum(pile.values()) > cards:
        fields.problem("same.too_few", named=sum(pile.values()), cards=cards)
        cards = sum(pile.values())
    game = fields.text("game")
    return HandDescription(
        pack=pack,
        game=game if game in games else games[0],
        alone=fields.flag("alone"),
        level=fields.number("level", 1, _LEVELS, 1) or 1,
        pile=pile,
        cards=cards,
        tricks=fields.choice("tricks", hands.TRICKS, hands.TRICKS[0]),
        pagat=fields.choice("pagat", hands.PAGAT),
        pagat_by=fields.choice("by", ("A", "B"), "A"),
        pagat_said=fields.flag("said"),
        valat_said=fields.flag("valat"),
        doubles=fields.number("doubles", 0, hands.MOST_DOUBLES, 0) or 0,
        holding=_known(fields.text("holding"), tuple(hands.HOLDINGS[pack])),
        holder=fields.choice("holder", _SEATS, "A"),
    )


def _known(value: str, allowed: tuple[str, ...]) -> str:
    """Return what the other pack does not have is left out without a word: the pack has been changed."""
    return value if value in allowed else ""


def _game(fields: Fields, description: HandDescription) -> Markup:
    packs = [(pack, say(f"same.pack.{pack}").text()) for pack in _PACKS]
    games = [
        (game, say(f"same.game.{description.pack}.{game}").text())
        for game in hands.GAMES[description.pack]
    ]
    parts = [
        controls.select(fields, "pack", say("same.ask.pack").text(), packs, description.pack),
        controls.select(fields, "game", say("same.ask.game").text(), games, description.game),
    ]
    if description.pack == "54":
        levels = [(str(n), str(n)) for n in range(1, _LEVELS + 1)]
        parts.append(
            controls.select(
                fields, "level", say("same.ask.level").text(), levels, str(description.level)
            )
        )
        if description.game.startswith("partner"):
            parts.append(
                controls.checkbox(fields, "alone", say("same.ask.alone").text(), description.alone)
            )
    houses = [controls.hidden(fields, "house", name) for name in fields.all("house")[:2]]
    return element("div", *parts, *houses, class_="tk-fields")


def _pile(fields: Fields, description: HandDescription) -> Markup:
    most = rules.load(hands.rule_sets(description.pack)[0]).pack.cards
    boxes = [
        controls.number(
            fields, name, say(f"same.ask.{name}").text(), 0, many, description.pile[name]
        )
        for name, many in hands.COUNTED.items()
    ]
    boxes.append(
        controls.number(fields, "cards", say("same.ask.cards").text(), 0, most, description.cards)
    )
    hint = element("p", say("same.ask.hint").text(), class_="tk-field-hint")
    return controls.fieldset(
        say("same.ask.pile").text(), element("div", *boxes, class_="tk-fields"), hint
    )


def _feats(fields: Fields, description: HandDescription) -> Markup:
    tricks = [(name, say(f"same.tricks.{name}").text()) for name in hands.TRICKS]
    pagat = [
        ("", say("same.pagat.none").text()),
        *((name, say(f"same.pagat.{name}").text()) for name in hands.PAGAT),
    ]
    seats = [(seat, say(f"same.by.{seat}").text()) for seat in ("A", "B")]
    doubles = [(str(n), say(f"same.doubles.{n}").text()) for n in range(hands.MOST_DOUBLES + 1)]
    return element(
        "div",
        controls.select(
            fields, "tricks", say("same.ask.tricks").text(), tricks, description.tricks
        ),
        controls.checkbox(fields, "valat", say("same.ask.valat").text(), description.valat_said),
        controls.select(fields, "pagat", say("same.ask.pagat").text(), pagat, description.pagat),
        controls.select(fields, "by", say("same.ask.by").text(), seats, description.pagat_by),
        controls.checkbox(fields, "said", say("same.ask.said").text(), description.pagat_said),
        controls.select(
            fields, "doubles", say("same.ask.doubles").text(), doubles, str(description.doubles)
        ),
        class_="tk-fields",
    )


def _holding(fields: Fields, description: HandDescription) -> Markup:
    options = [("", say("same.holding.nothing").text())]
    options += [
        (name, say(f"same.holding.{description.pack}.{name}").text())
        for name in hands.HOLDINGS[description.pack]
    ]
    seats = [(seat, seat) for seat in _SEATS]
    return element(
        "div",
        controls.select(
            fields, "holding", say("same.ask.holding").text(), options, description.holding
        ),
        controls.select(fields, "holder", say("same.ask.holder").text(), seats, description.holder),
        class_="tk-fields",
    )


TOOL = SameHand()
