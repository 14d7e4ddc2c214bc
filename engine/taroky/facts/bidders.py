"""Who can have bid a contract. Sources: HLU-BID-09, HLU-BID-11, POL-BID-04, MACH-BID-03."""

from __future__ import annotations

from taroky.rules.table import Seat, Table


def bidders(rules: Table, contract: str) -> tuple[Seat, ...]:
    """The seats that can be the declarer of a contract: the first player, all others, or everybody.
    Everybody also where somebody else may open, or where an offer leads to the contract."""
    call = rules.auction.calls.get(contract)
    opener = rules.active[0]
    anyone_opens = rules.auction.first_hand is not None or any(
        row.then is not None for row in rules.auction.calls.values()
    )
    offered = any(offer.contract == contract for offer in rules.offers.values())
    if call is None or call.who == "any" or anyone_opens or offered:
        return rules.active
    if call.who == "opener":
        return (opener,)
    return tuple(seat for seat in rules.active if seat != opener)
