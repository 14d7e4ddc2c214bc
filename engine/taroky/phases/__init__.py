"""The phases of a hand. Each answers the same questions (whose turn, what is legal and why not,
apply); the table lists their order and none knows another."""

from __future__ import annotations

from taroky.hand import Phase
from taroky.phases.announce import Announce
from taroky.phases.auction import Auction
from taroky.phases.calling import Calling
from taroky.phases.deal import Deal
from taroky.phases.discard import Discard
from taroky.phases.play import Play
from taroky.phases.talon import Talon

#: Phases by the name a table uses. "score" asks nobody anything: see taroky.settlement.
PHASES: dict[str, Phase] = {
    phase.name: phase
    for phase in (Deal(), Auction(), Calling(), Talon(), Discard(), Announce(), Play())
}
