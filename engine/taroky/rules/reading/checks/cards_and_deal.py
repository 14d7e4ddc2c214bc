"""The pack has the cards it says, and its deal deals all of them."""

from __future__ import annotations

from taroky.messages import say
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table


def check_a_way(table: Table, place: Places) -> None:
    """There is a way of dealing to begin with."""
    if not any(way.after is None for way in table.deal.ways.values()):
        raise place("deal", "ways").error(say("table.no_way"))


def check_pack(table: Table, place: Places) -> None:
    """Cards have names, each its own, are as many as the table says, and sets are made of them."""
    for column in ("trumps", "black", "red"):
        if "" in getattr(table.pack, column):
            raise place("pack", column).error(say("table.nameless_card", path=f"pack.{column}"))
    pack = table.cards
    if len(set(pack.cards)) != len(pack.cards) or len(pack.cards) != table.pack.cards:
        raise place("pack").error(
            say("table.pack_size", said=table.pack.cards, found=len(set(pack.cards)))
        )
    for name in (*table.pack.values, *(p for parts in table.pack.sets.values() for p in parts)):
        if name != "rest" and not pack.knows_set(name):
            raise place.unknown_set(("pack",), name, table.cards)


def check_players(table: Table, place: Places) -> None:
    """At the table are those who play a hand, and one more where somebody rests."""
    seats = table.seats
    fits = [seats.active, *([seats.active + 1] if seats.fifth else [])]
    if not seats.players or not set(seats.players) <= set(fits):
        raise place("seats", "players").error(
            say(
                "table.seats_players",
                players=list(map(str, seats.players)),
                active=seats.active,
                expected=list(map(str, fits)),
            )
        )


def check_deal_size(table: Table, place: Places) -> None:
    """Hands and talon take all cards of the pack."""
    cards = len(table.cards.cards)
    needed = table.deal.hand * table.seats.active + table.deal.talon.cards
    if needed != cards:
        raise place("deal").error(
            say(
                "table.deal_size",
                needed=needed,
                cards=cards,
                hands=table.seats.active,
                hand=table.deal.hand,
                talon=table.deal.talon.cards,
            )
        )


def check_ways(table: Table, place: Places) -> None:
    """Packets fill the hands; a way that comes after another names one that there is."""
    for name, way in table.deal.ways.items():
        if min(way.packets, default=0) < 1 or table.deal.hand % sum(way.packets):
            raise place("deal", "ways", name).error(
                say("table.packets", packets=list(map(str, way.packets)), hand=table.deal.hand)
            )
        if way.after is not None and way.after not in table.deal.ways:
            path = ("deal", "ways", name, "after")
            raise place.no_row(path, "deal.ways", way.after, table.deal.ways)
        if way.pick is not None and way.packets != (table.deal.hand,):
            raise place("deal", "ways", name).error(say("table.pick", row=name))
