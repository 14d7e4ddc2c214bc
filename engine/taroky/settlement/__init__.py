"""Settlement: facts of a finished hand → who pays whom, with the working.

`settle` is the door; taroky.settlement.order tells in which order things are settled. Each item and
each step names its rule points. A fact that an amount needs and nobody gave is asked for by name;
impossible facts are refused in words.
"""

from taroky.counting.piles import side_cards
from taroky.facts.finished import Capture, Finished, LastTrick, finished_facts
from taroky.settlement.game import winner
from taroky.settlement.items import Item, Settlement, WorkingStep
from taroky.settlement.order import settle

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
