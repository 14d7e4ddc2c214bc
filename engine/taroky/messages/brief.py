"""Keep a sentence short that quotes what somebody has sent, whatever that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from taroky.characters import one_line
from taroky.messages import Joined, Message

#: The most letters of a refusal.
MOST = 300
#: How long a parameter may be, tried one after the other.
_LENGTHS = (160, 80, 40, 20, 10)


def brief(message: Message) -> Message:
    """Return the message with parameters that stand on one line, cut short where the sentence would be
    longer than `MOST` letters."""
    clean = _cut(message, None)
    if len(clean.text()) <= MOST:
        return clean
    cuts = (_cut(clean, most) for most in _LENGTHS)
    return next((cut for cut in cuts if len(cut.text()) <= MOST), _cut(clean, _LENGTHS[-1]))


def _cut(message: Message, most: int | None) -> Message:
    params = tuple((key, _value(value, most)) for key, value in message.params)
    return message if params == message.params else replace(message, params=params)


def _value(value: Any, most: int | None) -> Any:
    """A parameter of which no text is longer than so many letters, and no list; None: however long it is."""
    if isinstance(value, Message):
        return _cut(value, most)
    if isinstance(value, Joined):
        return replace(value, parts=tuple(_value(part, most) for part in value.parts))
    if type(value) is str:
        line = value if value.isprintable() else one_line(value)
        if most is None or len(line) <= most:
            return line
        return f"{line[: most * 2 // 3]}…{line[-most // 4 :]}"
    if isinstance(value, Mapping):
        return {key: _value(item, most) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        items = [_value(item, most) for item in value]
        if most is None:
            return type(value)(items) if isinstance(value, list | tuple) else value
        length = 0
        for n, item in enumerate(items):
            length += len(str(item)) + 2
            if length > most and n:
                return [*items[:n], "…"]
        return items
    return value
