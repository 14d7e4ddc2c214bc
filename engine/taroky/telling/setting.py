"""Who sits at the table, with which cards, and how they are dealt."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.messages import card_name, given_name, known, term
from taroky.rules.table import Table, WayRow
from taroky.telling.base import Line, literal, of_word, one, points_of, question
from taroky.telling.values import (
    RUN,
    by_words,
    listed,
    plain,
    ranks,
    set_name,
    taroky,
    word,
)


@question("players", "table", "seats.players", "seats.active")
def _players(table: Table) -> Iterator[Line]:
    seats = table.seats
    many = listed(map(str, seats.players), "or")
    value = (
        many
        if seats.players == (seats.active,)
        else word("players.of", players=many, active=seats.active)
    )
    yield one(table, value, "seats.players", "seats.active")


@question("fifth", "table", "seats.fifth")
def _fifth(table: Table) -> Iterator[Line]:
    fifth = table.seats.fifth
    if fifth is not None:
        value = word("fifth.rests", cuts=fifth.cuts, stands=fifth.stands_for_dealer)
        yield one(table, value, "seats.fifth.sits_out", "seats.fifth.cuts")


literal("direction", "table", "seats.direction")


@question("names", "table", "names")
def _names(table: Table) -> Iterator[Line]:
    if table.names:
        # A name with a dot tells a set of cards from a row that is called the same.
        own = (given_name(name) for key, name in table.names.items() if "." not in key)
        yield one(table, ", ".join(dict.fromkeys(own)), "names")


@question("unit", "table", "unit")
def _unit(table: Table) -> Iterator[Line]:
    step = plain(table.unit.step)
    name = table.unit.name
    value = word("unit.whole" if step == "1" else "unit.to", name=term("unit", name), step=step)
    yield one(table, value, "unit.name", "unit.step")


@question("phases", "table", "phases")
def _phases(table: Table) -> Iterator[Line]:
    phases = list(table.phases)
    names = {name: term("phase", name) for name in phases}
    if "talon" in phases and "discard" in phases[: phases.index("talon")]:
        # Discards asked for first are those of a player who has drawn: both are one part for the players.
        names["talon"] = word("phases.exchange")
        phases.remove("discard")
    yield one(table, ", ".join(names[name] for name in phases), "phases")


# -- cards and deal -----------------------------------------------------------------------------


@question("pack", "deal", "pack.cards", "pack.trumps", "pack.black", "pack.red")
def _pack(table: Table) -> Iterator[Line]:
    pack = table.pack
    sizes = sorted({len(pack.black), len(pack.red)})
    value = word(
        "pack.of",
        cards=pack.cards,
        taroky=len(pack.trumps) + len(table.cards.excuse),
        suit=listed(map(str, sizes), "or"),
    )
    yield one(table, value, "pack.cards")


@question("taroky", "deal", "pack.trumps")
def _taroky(table: Table) -> Iterator[Line]:
    trumps = table.pack.trumps
    falling = [name for name in trumps if name != "SKYZ"]
    standard = trumps[0] == "SKYZ" and _roman_falling(falling)
    if standard:
        first = [card_name("SKYZ"), taroky(falling, falling)]
        yield one(table, word("then", first=first[0], then=first[1]), "pack.trumps")
    elif _roman_falling(trumps):
        yield one(table, taroky(trumps, trumps), "pack.trumps")
    else:
        yield one(table, listed(map(card_name, trumps)), "pack.trumps")


_ROMAN = {"I": 1, "V": 5, "X": 10}


def _roman_falling(names: list[str] | tuple[str, ...]) -> bool:
    """Whether Roman numerals fall one by one."""
    values = []
    for name in names:
        if set(name) - set(_ROMAN):
            return False
        digits = [_ROMAN[letter] for letter in name]
        values.append(
            sum(
                -digit if any(later > digit for later in digits[i + 1 :]) else digit
                for i, digit in enumerate(digits)
            )
        )
    return values == list(range(len(values), 0, -1))


@question("excuse", "deal", "pack.excuse")
def _excuse(table: Table) -> Iterator[Line]:
    if table.pack.excuse != "none" or "SKYZ" in table.pack.trumps:
        value = word("excuse.excuse" if table.pack.excuse != "none" else "excuse.tarok")
        yield one(table, value, "pack.excuse", "pack.trumps")


@question("black", "deal", "pack.black")
def _black(table: Table) -> Iterator[Line]:
    yield one(table, ranks(table.pack.black), "pack.black")


@question("red", "deal", "pack.red")
def _red(table: Table) -> Iterator[Line]:
    yield one(table, ranks(table.pack.red), "pack.red")


@question("values", "deal", "pack.values")
def _values(table: Table) -> Iterator[Line]:
    paths = [f"pack.values.{name}" for name in table.pack.values]
    yield one(table, by_words(table, table.pack.values), *paths)


@question("sets", "deal", "pack.sets", by_row=True)
def _sets(table: Table) -> Iterator[Line]:
    order = table.pack.trumps
    for name, members in table.pack.sets.items():
        cards = sorted((card for card in members if card in order), key=order.index)
        rest = [set_name(one) for one in members if one not in order]
        runs = [taroky(cards, order)] if len(cards) > RUN else map(card_name, cards)
        key = f"set.{name}" if known(f"cell.set.{name}") else ""
        yield one(
            table,
            listed([*rest, *runs]),
            f"pack.sets.{name}",
            key=name,
            row=name,
            label=word(key) if key else term("set", name),
        )


literal("first_dealer", "deal", "deal.first_dealer")


@question("draw", "deal", "deal.draw")
def _draw(table: Table) -> Iterator[Line]:
    draw = table.deal.draw
    parts = [word(f"draw.by.{draw.by}"), word(f"draw.tie.{draw.tie}")]
    if draw.excuse == "redraw":
        parts.append(word("draw.excuse.redraw"))
    yield one(table, "; ".join(parts), "deal.draw.by", "deal.draw.tie")


def _is_cut(table: Table) -> bool:
    """Whether the one who cuts is ever asked."""
    return any(way.asked == "cutter" for way in table.deal.ways.values())


@question("cutter", "deal", "deal.cutter")
def _cutter(table: Table) -> Iterator[Line]:
    """Yield who cuts, as a seat at the table: the player before the dealer sits on the left or on the right."""
    if _is_cut(table):
        cutter: str = table.deal.cutter
        if cutter == "before_dealer":
            cutter = "left" if table.seats.direction == "anticlockwise" else "right"
        yield one(table, word(f"cutter.{cutter}"), "deal.cutter")


literal("shuffle", "deal", "deal.shuffle")
literal("exposed_card", "deal", "deal.exposed_card")


@question("hand", "deal", "deal.hand", "deal.talon.cards")
def _hand(table: Table) -> Iterator[Line]:
    value = word("hand.of", hand=table.deal.hand, talon=table.deal.talon.cards)
    yield one(table, value, "deal.hand", "deal.talon.cards")


@question("ways", "deal", "deal.ways")
def _ways(table: Table) -> Iterator[Line]:
    packets_by_key: dict[tuple[object, ...], list[str]] = {}
    for way in table.deal.ways.values():
        picks = word(f"ways.pick.{way.pick}") if way.pick else ""
        packets_by_key.setdefault(_key(way), []).append(_packets(way) + picks)
    first = {
        key: next(w for w in table.deal.ways.values() if _key(w) == key) for key in packets_by_key
    }
    values = [
        word(f"ways.{way.asked}.{way.pack}", packets=listed(packets_by_key[key], "or"))
        + (word("ways.after") if way.after else "")
        + (word("ways.dealer_split") if way.dealer_split else "")
        for key, way in first.items()
    ]
    yield one(table, "; ".join(values), *(f"deal.ways.{name}" for name in table.deal.ways))


def _key(way: WayRow) -> tuple[object, ...]:
    return (way.asked, way.pack, way.after is not None, way.dealer_split)


def _packets(way: WayRow) -> str:
    if len(set(way.packets)) > 1:
        return listed(map(str, way.packets), "then")
    return str(way.packets[0])


@question(
    "talon_dealt",
    "deal",
    "deal.talon.dealt",
    "deal.talon.not_first",
    "deal.talon.not_last",
    "deal.talon.not_adjacent",
)
def _talon_dealt(table: Table) -> Iterator[Line]:
    talon = table.deal.talon
    value = of_word("talon_dealt", talon.dealt)
    limits = [name for name in ("not_first", "not_last", "not_adjacent") if getattr(talon, name)]
    if limits:
        value += word(
            "talon_dealt.but", limits=listed(word(f"talon_dealt.{name}") for name in limits)
        )
    yield Line(value, points_of(table, "deal.talon.dealt", *(f"deal.talon.{n}" for n in limits)))


literal("talon_top", "deal", "deal.talon.top")
