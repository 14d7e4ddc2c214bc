"""JSON that comes from outside, nested no deeper than anything of ours.

In a browser, text nested some thousand deep uses up the stack of WebAssembly and ends all of Python,
where elsewhere it is an error that can be told."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

#: The deepest that is read.
MOST = 100
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_BRACKET = re.compile(r"[\[{}\]]")


def loads(text: str, parse_constant: Callable[[str], Any] | None = None) -> Any:
    """As `json.loads`; raises RecursionError for what is nested too deep, before building any of it."""
    if text.count("[") + text.count("{") > MOST and depth(text) > MOST:
        raise RecursionError(f"nested deeper than {MOST}")
    return json.loads(text, parse_constant=parse_constant)


def depth(text: str) -> int:
    """How deep JSON text is nested."""
    now = most = 0
    for bracket in _BRACKET.findall(_STRING.sub("", text)):
        now += 1 if bracket in "[{" else -1
        most = max(most, now)
    return most
