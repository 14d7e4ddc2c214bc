"""The order of words in a language: Czech has č after c and ch after h, Polish ł after l.

The message `list.alphabet` of its catalogue holds the letters. Words are sorted by these first, then by the
accents of letters that are sorted as one (rad, rád, rada), and last small letters before capitals.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from taroky.messages.catalogues import ENGLISH, Untranslated, language, wording

_ALPHABET = "list.alphabet"
#: Where signs are sorted: gaps first, digits before letters, and letters of no alphabet that we know last.
_GAP, _DIGIT, _LETTER, _OTHER = range(4)

#: What does not come apart into a letter and an accent.
_PLAIN = {"ł": "l", "ø": "o", "đ": "d"}

#: A letter as it stands, its place in the alphabet, and its place among those that are sorted as one with it.
type _Letter = tuple[str, tuple[int, int], int]


def in_order(words: Iterable[str]) -> list[str]:
    """Words in the order of the language that is spoken."""
    return sorted(words, key=sort_key)


def sort_key(text: str) -> tuple[list[tuple[int, int]], list[int], str]:
    """Return what a text is sorted by in the language that is spoken."""
    letters = list(_letters(text))
    return [place for _, place, _ in letters], [mark for _, _, mark in letters], text.swapcase()


def initial(text: str) -> str:
    """The letter that a text is under in a list from A to Z: "Ch" for "chlapec", "A" for "ábel" in Czech."""
    alphabet = _alphabet(language())
    first = next((letter for letter in _letters(text) if letter[1][0] != _GAP), None)
    if first is None:
        return ""
    sign, (kind, place), _ = first
    return (alphabet[place][0] if kind == _LETTER else sign).capitalize()


def _letters(text: str) -> Iterator[_Letter]:
    places = _places(language())
    longest = max(map(len, places))
    rest = unicodedata.normalize("NFC", text.casefold())
    while rest:
        sign = next((rest[:n] for n in range(longest, 1, -1) if rest[:n] in places), rest[0])
        yield _letter(sign, places)
        rest = rest[len(sign) :]


def _letter(sign: str, places: dict[str, tuple[int, int]]) -> _Letter:
    """A letter of the alphabet, or what it is without the accents that the language does not know."""
    if sign in places:
        place, mark = places[sign]
        return sign, (_LETTER, place), mark
    plain = _PLAIN.get(sign) or unicodedata.normalize("NFKD", sign)[0]
    if plain in places:
        return plain, (_LETTER, places[plain][0]), ord(sign)
    if sign.isdigit():
        return sign, (_DIGIT, ord(plain)), 0
    return sign, (_OTHER, ord(sign)) if sign.isalpha() else (_GAP, 0), 0


@cache
def _alphabet(spoken: str) -> tuple[tuple[str, ...], ...]:
    try:
        letters = wording(spoken, _ALPHABET)
    except Untranslated:
        letters = wording(ENGLISH, _ALPHABET)
    return tuple(tuple(letter.split("=")) for letter in letters.split())


@cache
def _places(spoken: str) -> dict[str, tuple[int, int]]:
    """Each letter with its place, and its place among those that are sorted as one."""
    rows = enumerate(_alphabet(spoken))
    return {letter: (place, mark) for place, same in rows for mark, letter in enumerate(same)}
