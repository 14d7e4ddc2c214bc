"""Who can have bid a contract. Sources: HLU-BID-09, HLU-BID-11, POL-BID-04, MACH-BID-03."""

from __future__ import annotations

from taroky.rules.table import Seat, Table


def bidders(table: Table, contract: str, opener: Seat = "") -> tuple[Seat, ...]:
    """The seats that can be the declarer of a contract: who opened, all others, or everybody.
    Everybody also where it is not told who opened and that need not be the first player, or where an
    offer leads to the contract."""
    call = table.auction.calls.get(contract)
    anyone_opens = not opener and (
        table.auction.first_hand is not None
        or any(row.then is not None for row in table.auction.calls.values())
    )
    opener = opener or table.active[0]
    offered = any(offer.contract == contract for offer in table.offers.values())
    if call is None or call.who == "any" or anyone_opens or offered:
        return table.active
    if call.who == "opener":
        return (opener,)
    return tuple(seat for seat in table.active if seat != opener)
