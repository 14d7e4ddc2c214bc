"""Numbers as the language of a page writes them."""

from __future__ import annotations

from taroky.messages import ENGLISH, language, number


def thousands(n: int) -> str:
    """A large whole number, with its thousands apart."""
    return f"{n:,}" if language() == ENGLISH else number(str(n))


def percent(share: str) -> str:
    """A share as a percentage: 99% in English, in other languages with a space, at which no line ends."""
    return f"{share}%" if language() == ENGLISH else f"{share}\u00a0%"
