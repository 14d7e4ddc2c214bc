"""The phases of a hand, with a file for each: whose turn it is, what may be done or why not, and how that
changes the state. Bidding, offers, declaring and doubling, which several phases share, are here too;
`sayings` contains what announcing needs.

May import hand, rules, cards, messages and errors. No phase imports another; the driver in
`taroky.game` asks them all. A new phase is a file here and a line in `PHASES`; its name,
which tables list, is a word of `PhaseName` in `taroky.rules.columns.row`.
"""

from __future__ import annotations

from taroky.hand import Phase
from taroky.phases.announce import AnnouncePhase
from taroky.phases.auction import AuctionPhase
from taroky.phases.calling import CallingPhase
from taroky.phases.deal import DealPhase
from taroky.phases.discard import DiscardPhase
from taroky.phases.play import PlayPhase
from taroky.phases.talon import TalonPhase
from taroky.rules.table import Table

#: Phases by the name a table uses. "score" asks nobody anything: see taroky.settling.paying.
PHASES: dict[str, Phase] = {
    phase.name: phase
    for phase in (
        DealPhase(),
        AuctionPhase(),
        CallingPhase(),
        TalonPhase(),
        DiscardPhase(),
        AnnouncePhase(),
        PlayPhase(),
    )
}


def phases_of(table: Table) -> tuple[Phase, ...]:
    """The phases of a table, in its order."""
    return tuple(PHASES[name] for name in table.phases if name in PHASES)
