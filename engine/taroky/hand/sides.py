"""The two sides of a hand by name, as tables, facts and settlements call them."""

from __future__ import annotations

#: The declarer's side first.
SIDES = ("declarers", "opponents")


def other_side(side: str) -> str:
    """Return "opponents" for "declarers", and the other way round."""
    return "opponents" if side == "declarers" else "declarers"
