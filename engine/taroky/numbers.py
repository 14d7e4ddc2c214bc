"""Numbers as people and links write them."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"[0-9]{1,9}")


def is_whole(text: object) -> bool:
    """Whether it is a whole number, not below zero, of a length that somebody might mean."""
    if isinstance(text, int) and not isinstance(text, bool):
        return 0 <= text < 10**9
    return isinstance(text, str) and bool(_WHOLE.fullmatch(text))
