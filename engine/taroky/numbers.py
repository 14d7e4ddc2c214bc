"""Numbers as people, files and links write them: in the digits 0 to 9."""

from __future__ import annotations

import re
from decimal import Decimal

_WHOLE = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")
#: Nothing longer was ever written by a person or by `str`, and nothing in a game is larger.
_MOST_LETTERS, _MOST = 60, Decimal(10) ** 12


def is_whole(text: object) -> bool:
    """Whether it is a whole number, not below zero, of a length that somebody might mean."""
    if isinstance(text, int) and not isinstance(text, bool):
        return 0 <= text < 10**9
    return isinstance(text, str) and bool(_WHOLE.fullmatch(text))


def as_decimal(value: object) -> Decimal | None:
    """A number, or text that is one, of a size that somebody might mean; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    if isinstance(value, int) and abs(value) >= _MOST:
        return None
    text = str(value)
    if len(text) > _MOST_LETTERS or not _NUMBER.fullmatch(text):
        return None
    number = Decimal(text)
    return number if abs(number) < _MOST else None
