"""Settlement: facts of a finished hand → who pays whom, with the working.

`settle` is the door; `order` tells in which order things are settled. Each item and each step names its
rule points. A fact that an amount needs and nobody gave is asked for by name; impossible facts are refused
in words.
"""

from taroky.settling.counting.piles import side_cards
from taroky.settling.finished_hand import Capture, Finished, LastTrick
from taroky.settling.paying.game import winner
from taroky.settling.paying.items import Item, Settlement, WorkingStep
from taroky.settling.paying.order import settle
from taroky.settling.played import finished_facts

__all__ = [
    "Capture",
    "Finished",
    "Item",
    "LastTrick",
    "Settlement",
    "WorkingStep",
    "finished_facts",
    "settle",
    "side_cards",
    "winner",
]
