"""The catalogues of each language, and which language is spoken.

A language is a file beside this one: `cs.mo`, compiled from `cs.po` and, where its words are declined,
`forms.cs.yaml`. English is always there; what another language lacks is said in English, whole.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

ENGLISH = "en"

_folders = [Path(__file__).parent]
_spoken: ContextVar[str] = ContextVar("spoken", default=ENGLISH)


class Untranslated(LookupError):
    """A language has no words for this, or not in the form that a sentence asks for."""


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this block every text is in this language, one of `languages()`."""
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def language() -> str:
    """The language that is spoken now."""
    return _spoken.get()


@cache
def languages() -> tuple[str, ...]:
    """The languages there is a catalogue for."""
    return tuple(sorted(path.stem for path in _folders[0].glob("*.mo")))


def add_folder(folder: Path) -> None:
    """Let another package bring its own catalogues; its ids are looked up after the engine's."""
    if folder not in _folders:
        _folders.append(folder)
        look_again()


def look_again() -> None:
    """Look for the catalogues of all languages once more: one may have been brought since."""
    languages.cache_clear()
    _catalogue.cache_clear()


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    catalogues: gettext.GNUTranslations | None = None
    for folder in _folders:
        path = folder / f"{language}.mo"
        if language == ENGLISH and not path.exists():  # so no message can say it
            raise SystemExit(f"{path} is missing: run `make messages` in the checkout.")
        if catalogues is not None and not path.exists():
            continue  # another package need not be translated
        with path.open("rb") as file:
            catalogue = gettext.GNUTranslations(file)
        if catalogues is None:
            catalogues = catalogue
        else:
            catalogues.add_fallback(catalogue)
    assert catalogues is not None
    return catalogues


def entries(language: str) -> tuple[str, ...]:
    """The ids of all that the catalogues of a language say, the engine's first."""
    catalogue: Any = _catalogue(language)
    ids: dict[str, None] = {}
    while catalogue is not None:
        ids |= {key: None for key in catalogue._catalog if isinstance(key, str) and key}
        catalogue = catalogue._fallback
    return tuple(ids)


def entry(language: str, message_id: str, n: int | None = None) -> str | None:
    """Return what the catalogue says for an id, for `n` where that has a plural; None if it says
    nothing."""
    catalogue = _catalogue(language)
    if n is not None:
        text = catalogue.ngettext(message_id, message_id + "#", n)
        if text not in (message_id, message_id + "#"):
            return text
    text = catalogue.gettext(message_id)
    return None if text == message_id else text


def wording(language: str, message_id: str, n: int | None = None) -> str:
    """The same; the id itself where English says nothing either. Raises Untranslated."""
    text = entry(language, message_id, n)
    if text is not None:
        return text
    if language != ENGLISH and entry(ENGLISH, message_id, n) is not None:
        raise Untranslated(message_id)
    return message_id


def complete(*families: str) -> bool:
    """Whether the language that is spoken has all messages of these families (`cell`: all `cell.…`), so
    that sentences can be put together from them."""
    return language() == ENGLISH or all(
        entry(language(), f"complete:{family}") is not None for family in families
    )
