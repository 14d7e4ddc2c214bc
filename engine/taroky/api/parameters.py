"""Parameters of questions, in JSON or as words of a command line: cards, words, numbers, turns.

A kind reads a value; what is of another kind is refused with what was expected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from taroky import session as sessions
from taroky.cards import Card
from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import one_of
from taroky.numbers import is_whole
from taroky.rules.table import Table
from taroky.settling.reported import reading


@dataclass(frozen=True)
class Kind:
    """read: the value as the question takes it, by table, key and what was given; schema: what may be
    given, as JSON Schema; many: as a command it takes several words."""

    read: Callable[[Table, str, Any], Any]
    schema: dict[str, Any]
    many: bool = False


def _refuse(key: str, value: Any, expected: Message) -> RecordError:
    return RecordError(say("request.kind", key=key, value=quoted(value), expected=expected))


#: No word of a game is longer; a longer one would only fill the sentence that refuses it.
_MOST_LETTERS = 200


def _are_words(words: Any) -> bool:
    return isinstance(words, list) and all(
        isinstance(word, str) and len(word) <= _MOST_LETTERS for word in words
    )


def _cards(table: Table, key: str, value: Any) -> tuple[Card, ...]:
    if not isinstance(value, str | list):
        raise _refuse(key, value, say("expected.cards"))
    return table.cards.parse_all(value)


def _card(table: Table, key: str, value: Any) -> Card:
    if value == "none":
        return "none"
    cards = _cards(table, key, value)
    return cards[0] if cards else ""


def _words(_: Table, key: str, value: Any) -> list[str]:
    if isinstance(value, str):
        value = value.replace(",", " ").split()
    if not _are_words(value):
        raise _refuse(key, value, say("expected.words"))
    words: list[str] = value
    return words


def _word(_: Table, key: str, value: Any) -> str:
    if not _are_words([value]):
        raise _refuse(key, value, say("expected.word"))
    return str(value)


def _text(_: Table, key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _refuse(key, value, say("expected.text"))
    return value


def _number(_: Table, key: str, value: Any) -> int:
    if isinstance(value, bool) or not is_whole(value):
        raise _refuse(key, value, say("expected.whole"))
    return int(value)


def _yes(_: Table, key: str, value: Any) -> bool:
    if value in (True, "yes"):
        return True
    if value in (False, "no"):
        return False
    raise _refuse(key, value, one_of(("yes", "no")))


def _turns(_: Table, key: str, value: Any) -> list[list[str]]:
    """A list of turns, each a list of words or a text; or one text with / between two turns."""
    turns = value.split("/") if isinstance(value, str) else value
    if not isinstance(turns, list):
        raise _refuse(key, value, say("expected.turns"))
    words_of_turns = [
        turn.replace(",", ", ").split() if isinstance(turn, str) else turn for turn in turns
    ]
    if not all(map(_are_words, words_of_turns)):
        raise _refuse(key, value, say("expected.turns"))
    return words_of_turns


def _facts(table: Table, _: str, value: Any) -> Any:
    return reading.read(table, value)


def _session(_: Table, __: str, value: Any) -> Any:
    return sessions.from_json(value)


_LIST: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_TEXT: dict[str, Any] = {"type": "string"}

CARDS = Kind(_cards, {"anyOf": [_TEXT, _LIST]}, many=True)
CARD = Kind(_card, {"anyOf": [_TEXT, _LIST]}, many=True)
WORDS = Kind(_words, {"anyOf": [_TEXT, _LIST]}, many=True)
WORD = Kind(_word, _TEXT)
NUMBER = Kind(_number, {"type": ["integer", "string"]})
YES = Kind(_yes, {"enum": [True, False, "yes", "no"]})
TURNS = Kind(
    _turns, {"anyOf": [_TEXT, {"type": "array", "items": {"anyOf": [_TEXT, _LIST]}}]}, many=True
)
FACTS = Kind(_facts, {"type": "object"})
TEXT = Kind(_text, _TEXT)
SESSION = Kind(_session, {"type": "object"})
