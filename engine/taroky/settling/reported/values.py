"""Single facts as they are written: words, whole numbers, amounts, cards, mappings by seat."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import like, one_of
from taroky.numbers import as_decimal, is_whole
from taroky.rules.table import Seat, Table


def bad(key: str, value: Any, expected: Message) -> RecordError:
    """The refusal of a value, with what is expected in its place."""
    return RecordError(say("fact.kind", key=key, value=quoted(value), expected=expected))


#: Facts have no longer words and numbers, and lie no deeper in one another.
_MOST_LETTERS, _MOST_BITS, _MOST_DEEP = 200, 128, 4


def check_size(data: Mapping[str, Any]) -> None:
    """Raises RecordError for a value that is longer, or nested deeper, than any fact is."""
    for key, value in data.items():
        if _is_too_much(value, _MOST_DEEP):
            raise bad(quoted(key), value, say("expected.word"))


def _is_too_much(value: Any, deep: int) -> bool:
    if isinstance(value, str):
        return len(value) > _MOST_LETTERS
    if isinstance(value, int):
        return value.bit_length() > _MOST_BITS
    if isinstance(value, Decimal):
        return not value.is_finite() or abs(value.adjusted()) > _MOST_BITS
    if isinstance(value, Mapping):
        value = [*value, *value.values()]
    inside = value if isinstance(value, list | tuple) else ()
    return deep < 0 or any(_is_too_much(one, deep - 1) for one in inside)


def impossible(message_id: str, fact: str, /, **params: Any) -> RecordError:
    """The refusal of a fact that cannot be true, with its key in `taroky.settling.reported.reading`."""
    return RecordError(say(message_id, **params), fact=fact)


def text_of(data: Mapping[str, Any], key: str) -> str:
    """Return a fact that is a word, "" where it is absent."""
    value = data.get(key)
    if value is None or value is False:
        return ""
    if not isinstance(value, str):
        raise bad(key, value, say("expected.word"))
    return value


def whole(key: str, value: Any) -> int:
    """Return a fact that is a whole number."""
    if isinstance(value, bool) or not is_whole(value):
        raise bad(key, value, say("expected.whole"))
    return int(value)


def players(table: Table, data: Mapping[str, Any]) -> int:
    """Return how many are at the table, as many as the game takes."""
    players = whole("players", data.get("players", table.seats.active))
    if players not in table.seats.players:
        raise bad("players", players, one_of(table.seats.players))
    return players


def mapping(data: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """Return a fact that is a mapping, an empty one where it is absent."""
    value = data.get(key) or {}
    if not isinstance(value, Mapping) or not all(isinstance(k, str) for k in value):
        raise bad(key, value, like("{A: …}"))
    return value


def cards_of(table: Table, data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    """Return a fact that is some cards."""
    value = data.get(key) or []
    if not isinstance(value, str | list) or not all(isinstance(card, str) for card in value):
        raise bad(key, value, say("expected.cards"))
    return table.cards.parse_all(value)


def amount(key: str, value: Any) -> Decimal:
    """Return a fact that is an amount, zero or more."""
    number = as_decimal(value)
    if number is None or number < 0:
        raise bad(key, value, say("expected.number_from", least=0))
    return number


def said_by(data: Mapping[str, Any], key: str) -> dict[Seat, tuple[str, ...]]:
    """Return a fact that is some names for each seat."""
    names_by_seat = {}
    for seat, names in mapping(data, key).items():
        if isinstance(names, str):
            names = names.replace(",", " ").split()
        if not isinstance(names, list) or not all(isinstance(n, str) for n in names):
            raise bad(f"{key}.{seat}", names, say("expected.names"))
        names_by_seat[seat] = tuple(names)
    return names_by_seat
