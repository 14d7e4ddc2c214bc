"""How tricks are played and piles counted."""

from __future__ import annotations

from collections.abc import Iterator

from taroky.messages import card_name, known, say
from taroky.rules.conditions import Condition, Range
from taroky.rules.table import BarRow, PlayRow, Table
from taroky.telling.base import Line, by_game, of_word, one, question
from taroky.telling.values import condition, listed, plain, set_name, sets, word


@question("lead", "play", "play.*.lead", "play.*.first_hand_lead", "contracts.*.play")
def _lead(table: Table) -> Iterator[Line]:
    def tell(row: PlayRow, path: str) -> str:
        value = word(f"lead.{row.lead}")
        if row.first_hand_lead is not None and row.first_hand_lead != row.lead:
            value += word("lead.first_hand", who=word(f"lead.{row.first_hand_lead}"))
        return value

    yield from by_game(table, "play", tell, "lead", "first_hand_lead")


@question("duties", "play", "play.*.duties")
def _duties(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "play",
        lambda row, path: listed(word(f"duties.{d}") for d in row.duties) or word("duties.none"),
        "duties.follow",
        "duties.trump",
        "duties.overtrump",
        "duties.beat",
    )


@question("bars", "play", "play.*.bars")
def _bars(table: Table) -> Iterator[Line]:
    keys = [f"bars.{key}" for row in table.play.values() for key in row.bars]

    def tell(row: PlayRow, path: str) -> str:
        return "; ".join(_bar(table, bar) for bar in row.bars.values()) or word("bars.none")

    yield from by_game(table, "play", tell, *keys)


def _bar(table: Table, row: BarRow) -> str:
    what = set_name(row.card or row.cards or "")
    value = word(f"bars.{row.at}", what=what)
    when = condition(table, row.when)
    if when:
        value += word("bars.when", when=when)
    if row.spares_lead is not None:
        value += word("bars.spares", card=set_name(row.spares_lead))
    if row.unless is not None:
        value += word("bars.unless", when=_last_of_its_kind(table, row))
    return value


def _last_of_its_kind(table: Table, row: BarRow) -> str:
    """Return when a card may be played after all; that nothing else of its kind is held is said so."""
    assert row.unless is not None
    ways = []
    for tests, never in row.unless.either:
        alone = Condition(((tests, never),))
        ranges = [pair for test in tests if test.name == "hand" for pair in test.ranges]
        whole = [of for of, _ in ranges if row.card and row.card in table.cards.members(of)]
        other_cards = [of for of, span in ranges if of not in whole and span == Range(1, 1)]
        kind = whole[0] if len(whole) == 1 and known(f"one.{whole[0]}") else ""
        many = Range(1 + len(other_cards), 1 + len(other_cards))
        if kind and len(ranges) == 1 + len(other_cards) and dict(ranges)[kind] == many:
            what = say(f"one.{kind}").text()
            ways.append(
                word("bars.only_with", what=what, cards=other_cards)
                if other_cards
                else word("bars.only", what=what)
            )
        else:
            ways.append(condition(table, alone))
    return listed(ways, "or_else")


@question("wins", "play", "play.*.wins")
def _wins(table: Table) -> Iterator[Line]:
    keys = [f"wins.{key}" for row in table.play.values() for key in row.wins]

    def tell(row: PlayRow, path: str) -> str:
        sentences = [
            word("wins.card", card=card_name(one.card), when=condition(table, one.when))
            for one in row.wins.values()
        ]
        return word("wins.none") + "".join(sentences)

    yield from by_game(table, "play", tell, "wins", *keys)


@question("swap", "play", "play.*.excuse")
def _swap(table: Table) -> Iterator[Line]:
    def tell(row: PlayRow, path: str) -> str:
        excuse = row.excuse
        if excuse is None:
            return ""
        return word(
            "swap.back",
            what=sets(table, excuse.swap, "or"),
            source=word(f"swap.{excuse.swap_from}"),
            never=word(f"swap.{excuse.no_swap_card}"),
            last=word(f"swap.last.{excuse.last_trick}"),
        )

    yield from by_game(
        table,
        "play",
        tell,
        "excuse.swap",
        "excuse.swap_from",
        "excuse.no_swap_card",
        "excuse.last_trick",
    )


@question("irregular", "play", "play.*.irregular")
def _irregular(table: Table) -> Iterator[Line]:
    yield from by_game(
        table, "play", lambda row, path: of_word("irregular", row.irregular), "irregular"
    )


@question("short_hand", "play", "play.*.short_hand")
def _short_hand(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "play",
        lambda row, path: of_word("short_hand", row.short_hand) if row.short_hand else "",
        "short_hand",
    )


@question("early", "play", "play.*.stops_early", "play.*.ends_when_sure")
def _early(table: Table) -> Iterator[Line]:
    def tell(row: PlayRow, path: str) -> str:
        ways = [
            word(f"early.{name}")
            for name in ("stops_early", "ends_when_sure")
            if getattr(row, name)
        ]
        return listed(ways) or word("early.none")

    yield from by_game(table, "play", tell, "stops_early", "ends_when_sure")


# -- counting -----------------------------------------------------------------------------------


@question("total", "counting")
def _total(table: Table) -> Iterator[Line]:
    yield one(table, str(table.total), "count.total")


@question("packet", "counting", "count.packet", "count.deduct")
def _packet(table: Table) -> Iterator[Line]:
    count = table.count
    key = {1: "one", 2: "two", 3: "three"}.get(count.packet, "many")
    value = word(f"packet.{key}", n=count.packet)
    if count.deduct:
        value += word("packet.less", n=plain(count.deduct))
    yield one(table, value, "count.packet", "count.deduct")


@question("left", "counting", "count.left", "count.left_over", "count.lowest_last")
def _left(table: Table) -> Iterator[Line]:
    count = table.count
    if count.packet == 1:
        return
    if count.left_over == "worthless":
        value = word("left.worthless")
    else:
        merged: dict[str, list[str]] = {}
        for number, off in count.left.items():
            merged.setdefault(plain(off), []).append(number)
        value = ", ".join(
            word("left.less", cards=listed(cards, "or"), n=off) for off, cards in merged.items()
        )
    if count.lowest_last:
        value += word("left.lowest_last")
    if count.left_over in ("exact", "up_for_declarers"):
        value += word(f"left.{count.left_over}")
    yield one(
        table,
        value,
        *(f"count.left.{n}" for n in count.left),
        "count.left_over",
        "count.lowest_last",
    )


@question("piles", "counting", "count.piles")
def _piles(table: Table) -> Iterator[Line]:
    yield one(table, of_word("piles", table.count.piles), "count.piles")
