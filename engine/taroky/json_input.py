"""JSON that comes from outside, whatever the door: what is broken is told with line and character, and
nothing is nested deeper than anything of ours.

In a browser, text nested some thousand deep uses up the stack of WebAssembly and ends all of Python,
where elsewhere it is an error that can be told."""

from __future__ import annotations

import json
import re
from typing import Any

from taroky.errors import RecordError
from taroky.messages import quoted, say

#: The deepest that is read.
MOST = 100
#: A text, to the end where it is not closed, or a bracket.
_PART = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{}\]]', re.DOTALL)


def read(text: str) -> Any:
    """Return what the text holds; `NaN` and its like, which are no JSON, are words. Raises RecordError,
    for what is nested too deep before building any of it."""
    if text.count("[") + text.count("{") > MOST and depth(text) > MOST:
        raise RecordError(say("request.no_object"))
    try:
        return json.loads(text, parse_constant=str, object_pairs_hook=_each_once)
    except json.JSONDecodeError as problem:
        line = problem.lineno
        raise RecordError(say("request.json", line=line, column=problem.colno), line=line) from None
    except ValueError:  # a number of thousands of digits
        raise RecordError(say("request.no_object")) from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, of which no key is there twice: one of the two would be lost in silence."""
    cells = dict(pairs)
    if len(cells) < len(pairs):
        keys = [key for key, _ in pairs]
        again = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise RecordError(say("table.duplicate", key=quoted(again)))
    return cells


def depth(text: str) -> int:
    """How deep JSON text is nested."""
    now = most = 0
    for match in _PART.finditer(text):
        part = match[0]
        if part[0] != '"':
            now += 1 if part in "[{" else -1
            most = max(most, now)
    return most
