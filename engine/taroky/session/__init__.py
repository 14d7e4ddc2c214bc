"""Many hands at one table: who deals, what everybody has won, pots, the end, standings, and the file that
stores them. Each hand is stored as its payments and where they come from.

May import settlement, facts, game, counting, hand, rules and what is below them.
"""

from taroky.session.first_dealer import (
    after_redraw,
    choose_dealer,
    dealer_of,
    draws_again,
    first_dealer,
)
from taroky.session.played import Played, dealt_again, next_dealer, played_of, played_without_record
from taroky.session.seats import place_at, seat_at, told_apart
from taroky.session.session import Session, gathered, start
from taroky.session.session_file import FORMAT, VERSION, from_json, to_json, with_json, written

__all__ = [
    "FORMAT",
    "VERSION",
    "Played",
    "Session",
    "after_redraw",
    "choose_dealer",
    "dealer_of",
    "dealt_again",
    "draws_again",
    "first_dealer",
    "from_json",
    "gathered",
    "next_dealer",
    "place_at",
    "played_without_record",
    "played_of",
    "seat_at",
    "start",
    "to_json",
    "told_apart",
    "with_json",
    "written",
]
