"""Which deals the hands with a coach have. `python -m taroky_devtools.coached_deals` looks for them and prints this table:
of each the first hand is one in which something happens (see there), the others are as they come."""

from __future__ import annotations

#: How many hands one plays with a coach.
COACHED_HANDS = 5
#: By the table's id: the number of the deal of each hand.
DEALS: dict[str, tuple[int, ...]] = {
    "hlucin": (12, 13, 14, 15, 16),
    "polish": (2, 3, 4, 5, 6),
    "machtarok": (24, 25, 26, 27, 28),
    "victoria": (1, 2, 3, 4, 5),
    "heun": (24, 25, 26, 27, 28),
    "french": (5, 6, 8, 9, 10),
}


def deal_of(table: str, number: int) -> int:
    """Return the number of the deal of a hand. table: the table's id; a table without chosen deals takes them as they
    come."""
    chosen = DEALS.get(table, ())
    return chosen[number] if number < len(chosen) else number
