"""Numbers as the language of a page writes them."""

from __future__ import annotations

from taroky.messages import ENGLISH, language, number


def thousands(n: int) -> str:
    """A large whole number, with its thousands apart."""
    return f"{n:,}" if language() == ENGLISH else number(str(n))
