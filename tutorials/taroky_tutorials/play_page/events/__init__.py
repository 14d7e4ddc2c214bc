"""An event at the table, and the evening after it. An event is one pair of words: {"tap": "KS"}, {"act": "bid solo"},
{"done": "1"}, {"go": "12"} (the others act; how many actions there were), {"next": "2026-11-25"} (today), {"back": "1"},
{"hint": "1"}, {"open": "log"}, {"look": "17"} (a place of the review), {"ask": "1"}, {"from": "17"} (play on from there),
{"real": "1"} (back to the hand as it was played), {"watch": "1"} (a master plays in your place), {"seat": "B"} (of a
record, or of several people here: whose play), {"me": "B"} (who takes the device), {"help": "hints"}, {"pace": "fast"},
{"custom": "deal"}."""

from taroky_tutorials.play_page.events.handling import update
from taroky_tutorials.play_page.events.step import Step, step_to

__all__ = ["Step", "step_to", "update"]
