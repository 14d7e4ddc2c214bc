"""A hand from its deal to its last card: the driver that asks the phases, the start of a hand, what one
seat may know of it, and records of hands.

May import phases, hand, counting, rules, cards, messages and errors. Players, sessions and questions
import this subpackage.
"""

from taroky.game.deals import check_deal, dealt, undealt
from taroky.game.driver import apply, asides, check, current, finished, legal, replay
from taroky.game.record import Record
from taroky.game.view import View, view

__all__ = [
    "Record",
    "View",
    "apply",
    "asides",
    "check",
    "check_deal",
    "current",
    "dealt",
    "finished",
    "legal",
    "replay",
    "undealt",
    "view",
]
