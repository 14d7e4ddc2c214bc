"""Reads the catalogues that translators write, `cs.po`."""

from __future__ import annotations

import io
import string
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from babel.core import UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po


@dataclass(frozen=True)
class Entry:
    """A message of one language. words: one, or one for each plural form; comment: of a translation the
    English words it was made from; fuzzy: somebody is to look at it, and it is not used; line: where it stands."""

    id: str
    words: tuple[str, ...]
    comment: str = ""
    fuzzy: bool = False
    line: int = 0

    @property
    def translated(self) -> bool:
        """Whether it is used."""
        return bool(self.words) and all(self.words) and not self.fuzzy

    @property
    def source(self) -> str:
        """The words as the comment of a translation keeps them, however it breaks its lines."""
        return " ".join(" ".join(dict.fromkeys(self.words)).split())

    def fields(self) -> dict[str, set[str]]:
        """The parameters, each with all the ways it is said."""
        return _fields(self.words)

    def used(self, english: Entry) -> bool:
        """Whether it is said: there are words, made from English words with the parameters of today."""
        return self.translated and _fields((self.comment,)) == english.fields()


def _fields(texts: Iterable[str]) -> dict[str, set[str]]:
    parameters: dict[str, set[str]] = {}
    for text in texts:
        with suppress(ValueError):  # a comment may be any text
            for _, name, spec, _ in string.Formatter().parse(text):
                if name is not None:
                    parameters.setdefault(name, set()).add(spec or "")
    return parameters


@cache
def read(path: Path) -> Catalog:
    """A catalogue as Babel has it, read once; what is no catalogue (`mistakes.in_text`) is left out, all of it where
    the file is no text or its head cannot be read."""
    with path.open("rb") as file, redirect_stdout(io.StringIO()):
        try:
            return read_po(file)
        except (ValueError, UnknownLocaleError):
            return Catalog(charset="utf-8")


def entries(catalogue: Catalog) -> dict[str, Entry]:
    """Its entries by their ids."""
    return {one.id: one for one in _entries(catalogue)}


def _entries(catalogue: Catalog) -> Iterator[Entry]:
    for message in catalogue:
        if message.id:
            words = message.string if isinstance(message.string, tuple) else (message.string,)
            yield Entry(
                id_of(message),
                tuple(map(str, words)),
                " ".join(" ".join(message.auto_comments).split()),
                message.fuzzy,
                message.lineno or 0,
            )


def id_of(message: Message) -> str:
    """The id; Babel gives that of a plural as a pair."""
    return str(message.id[0] if isinstance(message.id, tuple) else message.id)
