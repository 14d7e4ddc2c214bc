"""Contracts, the auction, offers and calling: rows that name each other, cells that need each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from taroky.messages import say
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table


def check_auction(table: Table, place: Places) -> None:
    """Check that players who bid have something to bid, and that calls name rows and cards that there
    are."""
    bids = bool(table.auction.calls) and "auction" in table.phases
    if not bids and len(table.contracts) != 1:
        raise place("auction").error(say("table.no_auction", many=len(table.contracts)))
    if table.auction.first_hand is not None:
        for name in table.auction.first_hand.lowest_held:
            if not table.cards.knows_set(name):
                raise place.unknown_set(("auction", "first_hand", "lowest_held"), name, table.cards)
    rows = table.declarations.rows
    for name, call in table.auction.calls.items():
        if call.pays is not None and call.pays not in rows:
            raise place.no_row(("auction", "calls", name), "declarations.rows", call.pays, rows)
        if call.rank is not None and call.then is not None:
            raise place("auction", "calls", name).error(say("table.bid_hands_on", row=name))


def check_bids(table: Table, place: Places) -> None:
    """Each bid of the auction is a contract."""
    for name, call in table.auction.calls.items():
        if call.rank is not None and name not in table.contracts:
            raise place.no_row(("auction", "calls", name), "contracts", name, table.contracts)


def check_offers(table: Table, place: Places) -> None:
    """An offer that is played has a contract, and who makes it is known by then."""
    for name, offer in table.offers.items():
        if offer.contract is not None and offer.contract not in table.contracts:
            path = ("offers", name, "contract")
            raise place.no_row(path, "contracts", offer.contract, table.contracts)
        if (offer.then == "play") != (offer.contract is not None):
            raise place("offers", name).error(say("table.offer_contract", row=name))
        early = offer.at in ("before_auction", "before_own_call")
        if early != (offer.who == "any"):
            raise place("offers", name, "who").error(
                say("table.offer_who", row=name, at=offer.at, who=offer.who)
            )


def check_someone_is_called(table: Table, place: Places) -> None:
    """Each way of calling has somebody to call."""
    for name, calling in table.calling.items():
        if not calling.names:
            raise place("calling", name).error(say("table.nobody_called", row=name))


def check_calling(table: Table, place: Places) -> None:
    """Check that what is called are cards of the pack, each named in one way."""
    for name, calling in table.calling.items():
        for key, cell in calling.names.items():
            where = ("calling", name, "names", key)
            if sum(map(bool, (cell.card, cell.cards, cell.first_missing))) != 1:
                raise place(*where).error(say("table.name_cells", row=key))
            for named in (*cell.cards, *cell.first_missing, *((cell.card,) if cell.card else ())):
                if named != "none" and not table.cards.knows_set(named):
                    raise place.unknown_set(where, named, table.cards)
        if calling.at == "none" and [bool(cell.card) for cell in calling.names.values()] != [True]:
            raise place("calling", name, "at").error(say("table.name_unsaid", row=name))
        if calling.unspoken is not None and not table.cards.knows_set(calling.unspoken):
            raise place.unknown_set(("calling", name, "unspoken"), calling.unspoken, table.cards)


def check_contracts(table: Table, place: Places) -> None:
    """A contract names rows of other sections, and what it undertakes."""
    for name, contract in table.contracts.items():
        for section, row in (
            ("calling", contract.calling),
            ("talon", contract.talon),
            ("discard", contract.discard),
            ("play", contract.play),
        ):
            rows: Mapping[str, Any] = getattr(table, section)
            if row is not None and row not in rows:
                raise place.no_row(("contracts", name, section), section, row, rows)
        if contract.sides == "called" and contract.calling is None:
            raise place("contracts", name).error(say("table.called_without_calling", row=name))
        for bonus in contract.undertakes:
            if bonus not in table.bonuses:
                path = ("contracts", name, "undertakes")
                raise place.no_row(path, "bonuses", bonus, table.bonuses)
