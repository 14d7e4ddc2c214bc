"""Sentences as a page shows them: with a capital at the beginning and a proper minus."""

from __future__ import annotations

import re

_MINUS = re.compile(r"(?<!\w)-(?=\d)")


def first_up(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def with_minus(text: str) -> str:
    """The text with a proper minus before its numbers."""
    return _MINUS.sub("−", text)
