"""Name what should have been given in place of something that is refused: a part of the sentence that
says so.

A kind of value is a message itself, `say("expected.whole")`; these take words of a file or a table.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from difflib import get_close_matches

from taroky.messages import Message, say

#: How much of two words has to be the same for one to be taken for the other: of “price” and “pick” too little
#: is. Words with the same letters, as “nwe” and “new”, are always near.
_ALIKE = 0.7
#: The beginning of a word counts from so many letters on; no word that is known has more than so many.
_FEWEST, _MOST = 3, 60


def one_of(known: Iterable[object]) -> Message:
    """One of these words: "game or pagat"."""
    return say("expected.one_of", words=list(map(str, known)))


def like(example: str) -> Message:
    """Something written as in an example: "{A: 0.40}"."""
    return say("expected.like", example=example)


def near(word: str, known: Iterable[object]) -> str:
    """The known word that somebody meant who wrote this one, "" if none is near. Accents, capital letters
    and "-" for "_" do not count, and the beginning of one word alone is enough."""
    words: dict[str, str] = {}
    for one in map(str, known):
        words.setdefault(_key(one), one)
    key = _key(word[:_MOST])
    begun = [other for other in words if len(key) >= _FEWEST and other.startswith(key)]
    mixed = [other for other in words if key and sorted(other) == sorted(key)]
    alike = [*(begun if len(begun) == 1 else get_close_matches(key, words, 1, _ALIKE)), *mixed]
    return words[alike[0]] if alike else ""


def _key(word: str) -> str:
    """A word without accents and capital letters."""
    plain = unicodedata.normalize("NFKD", word.casefold().replace("_", "-"))
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).strip()


def suggestion(word: str, known: Iterable[object]) -> Message:
    """Return what to write in place of a word, to end the sentence that refuses it: the nearest known word, or all of
    them where none is near: "did you mean trick?"."""
    words = list(map(str, known))
    likely = near(word, words)
    if likely:
        return say("expected.near", word=likely)
    return say("expected.known", words=words) if words else say("expected.nothing")
