"""Arguments of the public door: taken as they are, or refused in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taroky.errors import RecordError
from taroky.messages import Message, quoted, say
from taroky.messages.expected import one_of

#: Whole numbers and texts that anybody may mean are no longer.
_MOST_BITS, _MOST_LETTERS, _MOST_OF_NAME = 256, 1000, 200
#: What a sentence can quote; of anything else it names the kind.
_PLAIN = (str, int, float, list, tuple, dict, type(None))


def wrong(key: str, value: Any, expected: Message) -> RecordError:
    """The refusal of an argument, with what is expected in its place."""
    shown = quoted(value) if isinstance(value, _PLAIN) else type(value).__name__
    shown = "".join(c if c.isprintable() else " " for c in shown)
    return RecordError(say("request.kind", key=key, value=shown, expected=expected))


def expect(key: str, value: Any, kinds: type | tuple[type, ...], expected: Message) -> None:
    """Raises RecordError for a value that is of none of these kinds."""
    if not isinstance(value, kinds):
        raise wrong(key, value, expected)


def check_seed(seed: Any) -> None:
    """Raises RecordError for anything but a whole number or a text."""
    number = isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() < _MOST_BITS
    if not number and not isinstance(seed, str):
        raise wrong("seed", seed, say("expected.seed"))


def check_seconds(seconds: Any) -> None:
    """Raises RecordError for anything but a number, zero or more."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if not number or not 0 <= seconds < 2**32:
        raise wrong("seconds", seconds, say("expected.number_from", least=0))


def check_place(key: str, place: Any, places: int) -> None:
    """Raises RecordError for anything but a place at a table of so many, counted from 0."""
    if not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < places:
        raise wrong(key, place, say("expected.from_to", low=0, high=places - 1))


def check_word(key: str, word: Any, known: Sequence[str | int]) -> None:
    """Raises RecordError for anything but one of these words or numbers."""
    if isinstance(word, bool) or not isinstance(word, str | int) or word not in known:
        raise wrong(key, word, one_of(known))


def check_names(names: Any) -> Sequence[str]:
    """Return names of people in their order. Raises RecordError for anything else."""
    if not isinstance(names, list | tuple) or not all(isinstance(name, str) for name in names):
        raise wrong("players", names, say("expected.names"))
    for name in names:
        if len(name) > _MOST_OF_NAME:
            raise wrong("players", name, say("expected.letters", most=_MOST_OF_NAME))
    return names


def check_text(key: str, text: Any, expected: Message, most: int = _MOST_LETTERS) -> None:
    """Raises RecordError for anything but a text of a length that somebody may mean."""
    if not isinstance(text, str) or len(text) > most:
        raise wrong(key, text, expected)


def check_words(key: str, words: Any, expected: Message) -> None:
    """Raises RecordError for anything but some words without blanks."""
    fits = isinstance(words, list | tuple) and all(
        isinstance(word, str)
        and len(word) <= _MOST_LETTERS
        and word.split() in ([], [word])
        and word.isprintable()
        for word in words
    )
    if not fits:
        raise wrong(key, words, expected)
