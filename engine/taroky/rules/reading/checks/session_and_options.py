"""What a session and the order of its phases name must be there."""

from __future__ import annotations

from taroky.messages import say
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table

#: Without these no hand begins, is played or is paid.
_NEEDED_PHASES = ("deal", "play", "score")


def check_phases(table: Table, place: Places) -> None:
    """A hand is dealt, played and paid, in this order, and no phase comes twice."""
    phases = table.phases
    order = [phases.index(name) for name in _NEEDED_PHASES if name in phases]
    if len(order) < len(_NEEDED_PHASES) or order != sorted(order) or len(set(phases)) < len(phases):
        raise place("phases").error(say("table.phases", needed=list(_NEEDED_PHASES)))


def check_session(table: Table, place: Places) -> None:
    """The next dealer goes by contracts that there are, the hands that count by endings that there are."""
    for contract in table.session.next_dealer_by:
        if contract not in table.contracts:
            path = ("session", "next_dealer_by")
            raise place.no_row(path, "contracts", contract, table.contracts)
    known = (*table.offers, *table.penalties, "all_pass")
    for ending in table.session.counts:
        if ending not in known:
            raise place.no_row(("session", "counts"), "offers", ending, known)
