"""Values in the JSON data of a session: taken as they are, or refused in one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import one_of as one_of_words
from taroky.messages.expected import suggestion
from taroky.numbers import as_decimal


def as_data(value: Any) -> Any:
    """Return a value as JSON data can hold it: numbers that JSON has not as text."""
    if isinstance(value, Mapping):
        return {key: as_data(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return list(map(as_data, value))
    return str(value) if isinstance(value, Decimal | Fraction) else value


def check_keys(data: Mapping[str, Any], keys: Sequence[str]) -> None:
    """Refuse keys that have no meaning here. Raises RecordError."""
    for key in data:
        if key not in keys:
            raise RecordError(
                say("session.unknown", key=quoted(key), near=suggestion(quoted(key), keys))
            )


def bad(key: str, value: Any, expected: Message) -> RecordError:
    """The refusal of a value, with what is expected in its place."""
    return RecordError(say("fact.kind", key=key, value=quoted(value), expected=expected))


def one_of(value: Any, known: Sequence[str], key: str) -> str:
    """The value, if it is one of the known words. Raises RecordError."""
    if not isinstance(value, str) or value not in known:
        raise bad(key, value, one_of_words(filter(None, known)))
    return value


def as_number(value: Any, key: str) -> Decimal:
    """The value as a number. Raises RecordError."""
    number = as_decimal(value)
    if number is None:
        raise bad(key, value, say("expected.number"))
    return number
