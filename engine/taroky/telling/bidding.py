"""Bids, contracts, other ways out, and calling a partner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from taroky.messages import card_name, say, term
from taroky.rules.facts import ZONES
from taroky.rules.table import CallingRow, CallRow, NameRow, OfferRow, Table
from taroky.telling.base import Line, by_game, of_games, of_word, one, points_of, question
from taroky.telling.values import (
    call,
    calls,
    condition,
    games,
    is_card,
    listed,
    paid,
    roles,
    saying,
    sayings,
    set_name,
    word,
)


def _has_auction(table: Table) -> bool:
    return bool(table.auction.calls)


@question("asks", "auction", "auction.asks")
def _asks(table: Table) -> Iterator[Line]:
    value = of_word("asks", table.auction.asks if _has_auction(table) else None)
    yield one(table, value, "auction.asks", "auction.starts")


@question("bids", "auction", "auction.calls")
def _bids(table: Table) -> Iterator[Line]:
    ranked = [name for name in games(table) if name in table.auction.calls]
    if ranked:
        yield one(table, ", ".join(map(call, ranked)), "auction.calls")


@question("first_opener", "auction", "auction.first_hand")
def _first_opener(table: Table) -> Iterator[Line]:
    first = table.auction.first_hand
    if not _has_auction(table):
        return
    if first is None:
        yield one(table, word("first_opener.none"), "auction.starts")
        return
    held = first.lowest_held
    value = (
        word("first_opener.one", card=card_name(held[0]))
        if len(held) == 1
        else word(
            "first_opener.lowest",
            first=card_name(held[0]),
            second=card_name(held[1]),
            last=card_name(held[-1]),
        )
    )
    yield one(table, value, "auction.first_hand.lowest_held", "auction.first_hand.otherwise")


@question("who_bids", "auction", "auction.calls", by_row=True)
def _who_bids(table: Table) -> Iterator[Line]:
    role = roles(table)
    said = table.auction.calls
    for name in dict.fromkeys((*(name for name in games(table) if name in said), *said)):
        row = said[name]
        path = f"auction.calls.{name}"
        value = _may_say(table, row)
        line = one(
            table,
            value,
            path,
            f"{path}.who",
            f"{path}.when",
            f"{path}.ends",
            *(f"{path}.barred.{key}" for key in row.barred),
            key=role.get(name, name),
            row=name,
            label=call(name),
        )
        yield replace(line, usual=value == word("who_bids.any"))


def _may_say(table: Table, row: CallRow) -> str:
    value = word(f"who_bids.{row.who}")
    when = condition(table, row.when)
    if when and all(test.name in ZONES for test in row.when.tests()):
        value = word("bonus.say.when", who=value, when=when)  # "anybody dealt 2 or more kings"
    elif when:
        value += f", {when}"
    if row.barred:
        ways = listed((condition(table, bar.when) for bar in row.barred.values()), "or_else")
        value += word("who_bids.barred", when=ways)
    if row.ends:
        value += word("who_bids.ends")
    if row.then:
        value += word(f"who_bids.{row.then}")
    if row.pays:
        value += word("who_bids.pays", what=saying(row.pays))
    return value


@question("all_pass", "auction", "auction.all_pass")
def _all_pass(table: Table) -> Iterator[Line]:
    if _has_auction(table):
        yield one(table, of_word("all_pass", table.auction.all_pass), "auction.all_pass")


@question("exchange_first", "auction", "auction.exchange_first")
def _exchange_first(table: Table) -> Iterator[Line]:
    if _has_auction(table):
        first = table.auction.exchange_first
        value = (
            word("exchange_first.none")
            if first is None
            else word("exchange_first.as", contract=call(first))
        )
        yield one(table, value, "auction.exchange_first")


# -- contracts ----------------------------------------------------------------------------------


@question("games", "contracts", "contracts.*.sides", "result.*.contracts", by_row=True, named=True)
def _games(table: Table) -> Iterator[Line]:
    role = roles(table)
    for name in games(table):
        row = table.contracts[name]
        path = f"contracts.{name}"
        yield one(
            table,
            of_word("games", row.sides),
            path,
            f"{path}.sides",
            key=role[name],
            row=name,
            label=call(name),
        )


@question("undertakes", "contracts", "contracts.*.undertakes", by_row=True)
def _undertakes(table: Table) -> Iterator[Line]:
    role = roles(table)
    for name in games(table):
        row = table.contracts[name]
        if row.undertakes:
            yield one(
                table,
                sayings(row.undertakes),
                f"contracts.{name}.undertakes",
                key=role[name],
                row=name,
                label=call(name),
            )


@question("says", "contracts", "contracts.*.says")
def _says(table: Table) -> Iterator[Line]:
    by_value: dict[str, tuple[list[str], list[str]]] = {}
    for name in games(table):
        says = table.contracts[name].says
        whole = set(says) == {"declarations", "bonuses", "doubles"}
        value = word("says.all") if whole else sayings(says) if says else word("says.none")
        players, points = by_value.setdefault(value, ([], []))
        players.append(name)
        points += points_of(table, f"contracts.{name}.says") if not whole else ()
    yield from of_games(table, by_value)


@question("offers", "contracts", "offers", by_row=True)
def _offers(table: Table) -> Iterator[Line]:
    for name, row in table.offers.items():
        path = f"offers.{name}"
        yield one(
            table,
            _offer(table, row),
            path,
            f"{path}.when",
            f"{path}.until",
            f"{path}.pay",
            key=name,
            row=name,
        )


def _offer(table: Table, row: OfferRow) -> str:
    moment = word(f"offers.at.{row.at}")
    if row.until and word(f"offers.until.{row.until}") not in moment:
        moment = word("offers.until", at=moment, until=word(f"offers.until.{row.until}"))
    when = condition(table, row.when)
    value = word(
        f"offers.{row.who}.{row.then}",
        moment=moment,
        contract=calls((row.contract,)) if row.contract else "",
        when=word(f"offers.when.{row.who}", when=when) if when else "",
    )
    if row.pay is not None:
        to = word(f"offers.to.{row.to or 'each_other'}")
        value += word("offers.pay", amount=paid(table, row.pay), to=to)
    if row.also:
        value += word("offers.also", what=sayings(row.also))
    return value


# -- calling ------------------------------------------------------------------------------------


def _calls(table: Table) -> bool:
    return any(row.calling for row in table.contracts.values())


@question("called", "calling", "calling.*.names", "contracts.*.calling")
def _called(table: Table) -> Iterator[Line]:
    if not _calls(table):
        yield Line(
            word("called.nobody"),
            points_of(table, *(f"contracts.{name}.sides" for name in games(table)[:1])),
        )
        return

    def tell(row: CallingRow, path: str) -> str:
        return listed((_name(table, key, name) for key, name in row.names.items()), "or_else")

    keys = {key for row in table.calling.values() for key in row.names}
    yield from by_game(table, "calling", tell, *(f"names.{key}" for key in sorted(keys)))


#: Sets that have one card in each suit.
_RANKS = ("kings", "queens", "riders", "jacks")


def _name(table: Table, key: str, row: NameRow) -> str:
    if row.card == "none":
        value = word("called.none")
    elif row.card is not None:
        value = card_name(row.card)
    elif row.first_missing:
        cards = frozenset(row.first_missing)
        whole = next((of for of in _RANKS if cards == table.cards.members(of)), "")
        value = (
            word("called.lacks", what=say(f"one.{whole}").text())
            if whole
            else word("called.ladder", cards=list(row.first_missing))
        )
    else:
        value = listed(
            (
                card_name(one) if is_card(one) else word("called.any", what=set_name(one))
                for one in row.cards
            ),
            "or",
        )
    if not row.first_missing and row.card != "none":
        value = word("called.own" if row.own else "called.not_own", what=value)
    when = condition(table, row.when)
    if when:
        value = word("called.when", what=value, when=when)
    if row.said == "row":
        value = word("called.row", what=value, row=term("call", key))
    return value


@question("call_at", "calling", "calling.*.at", "phases")
def _call_at(table: Table) -> Iterator[Line]:
    order = list(table.phases)

    def tell(row: CallingRow, path: str) -> str:
        if row.at != "phase":
            return word(f"call_at.{row.at}")
        before = "calling" in order and order.index("calling") < order.index("talon")
        return word("call_at.before" if before else "call_at.after")

    yield from by_game(table, "calling", tell, "at")


@question("held", "calling", "calling.*.held")
def _held(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "calling",
        lambda row, path: word("held." + "_".join(sorted(row.held))) if row.at != "none" else "",
        "held",
    )


@question("unspoken", "calling", "calling.*.unspoken")
def _unspoken(table: Table) -> Iterator[Line]:
    yield from by_game(
        table,
        "calling",
        lambda row, path: card_name(row.unspoken) if row.unspoken else "",
        "unspoken",
    )


def _of_calling(name: str) -> None:
    def tell(table: Table) -> Iterator[Line]:
        yield from by_game(
            table, "calling", lambda row, path: of_word(name, getattr(row, name)), name
        )

    question(name, "calling", f"calling.*.{name}")(tell)


for _column in ("secret", "own_secret", "partner", "if_discarded"):
    _of_calling(_column)
