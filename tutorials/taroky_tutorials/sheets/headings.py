"""The headings of tables for spreadsheets: a table is written in the reader's language, and read in any.

Each language has its own in `headings.<language>.json`: what is written for each heading, and what people write
besides over a column of a list of names. They are not in the catalogues, since a page has the words of its own
language only. A language without such a file writes English headings.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from taroky.characters import same_name
from taroky.messages import ENGLISH, language

_FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Headings:
    """The headings of a language. written: by their keys; also_read: the key of each other word."""

    written: Mapping[str, str]
    also_read: Mapping[str, str]


@cache
def by_language() -> Mapping[str, Headings]:
    """The headings of each language that has its own."""
    files = {path.name.split(".")[1]: path for path in sorted(_FOLDER.glob("headings.*.json"))}
    return {code: Headings(**json.loads(path.read_text("utf-8"))) for code, path in files.items()}


def heading(key: str) -> str:
    """The heading in the language that is spoken."""
    every = by_language()
    english = every[ENGLISH].written
    return every.get(language(), every[ENGLISH]).written.get(key, english[key])


def is_heading(cell: str, *keys: str) -> bool:
    """Whether a cell is one of these headings, in any language."""
    return _keys_of(same_name(cell).casefold()).intersection(keys) != set()


@lru_cache(maxsize=256)
def _keys_of(cell: str) -> frozenset[str]:
    keys = set()
    for words in by_language().values():
        keys |= {key for key, word in words.written.items() if word == cell}
        keys |= {words.also_read[cell]} if cell in words.also_read else set()
    return frozenset(keys)


@cache
def known_headings() -> frozenset[str]:
    """Every heading of every language."""
    return frozenset(
        word
        for words in by_language().values()
        for word in (*words.written.values(), *words.also_read)
    )
