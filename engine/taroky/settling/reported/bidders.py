"""Who can have bid a contract. Sources: HLU-BID-09, HLU-BID-11, POL-BID-04, MACH-BID-03."""

from __future__ import annotations

from taroky.rules.table import Seat, Table


def bidders(rules: Table, contract: str, opener: Seat = "") -> tuple[Seat, ...]:
    """The seats that can be the declarer of a contract: who opened, all others, or everybody.
    Everybody also where it is not told who opened and that need not be the first player, or where an
    offer leads to the contract."""
    call = rules.auction.calls.get(contract)
    anyone_opens = not opener and (
        rules.auction.first_hand is not None
        or any(row.then is not None for row in rules.auction.calls.values())
    )
    opener = opener or rules.active[0]
    offered = any(offer.contract == contract for offer in rules.offers.values())
    if call is None or call.who == "any" or anyone_opens or offered:
        return rules.active
    if call.who == "opener":
        return (opener,)
    return tuple(seat for seat in rules.active if seat != opener)
