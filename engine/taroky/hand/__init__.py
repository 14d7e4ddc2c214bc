"""The immutable state of a hand, and everything that follows from it alone: actions and the reasons for
refusing them, a part of the state for each phase, who plays with whom, the tricks, and the progress of the
exchange.

May import rules, cards, messages and errors. The phases and all that is above them import this subpackage.
"""

from taroky.hand.actions import Action, Actions, Choice, Legal, Reason, Refusal, legal_among
from taroky.hand.parts import (
    AnnounceState,
    AuctionState,
    CallState,
    Cards,
    DealState,
    DiscardState,
    Double,
    ExchangeState,
    PlayState,
    Saying,
    State,
    Trick,
    replace,
    state_class,
)
from taroky.hand.phase import Phase
from taroky.hand.state import Hand
from taroky.hand.whole_actions import Subsets, Together

__all__ = [
    "Action",
    "Actions",
    "AnnounceState",
    "AuctionState",
    "CallState",
    "Cards",
    "Choice",
    "DealState",
    "DiscardState",
    "Double",
    "ExchangeState",
    "Hand",
    "Legal",
    "Phase",
    "PlayState",
    "Reason",
    "Refusal",
    "Saying",
    "State",
    "Subsets",
    "Together",
    "Trick",
    "legal_among",
    "replace",
    "state_class",
]
