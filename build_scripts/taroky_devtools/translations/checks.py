"""Find what is wrong with a language: parameters that a message does not have, forms that are missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from taroky import rules
from taroky_build.catalogues.po_files import Entry, entries, read

from taroky_devtools.translations import catalogues

_PLAIN = re.compile(
    r"|card|cards|or-cards|suit|list|or|money|signed|number|name|term|(or-)?terms?-[a-z]+|[+,.0-9a-z]+f"
)
_DECLINED = re.compile(
    r"(card|cards|or-cards|suit|(?:or-)?terms?-[a-z]+)\.(.+)|count\.(.+)|agree(\.[^.]+)+|([a-z]+)(\.[a-z]+)?"
)


def problems(folder: Path, language: str) -> Iterator[str]:
    """Yield what a translator has to mend, a sentence each."""
    english = entries(read(folder / "en.po"))
    declined = bool(forms_of(language) or forms_of(language, folder))
    for name, one in entries(read(folder / f"{language}.po")).items():
        if name in english and one.used(english[name]):
            yield from _parameters(one, english[name], declined)


def _parameters(one: Entry, english: Entry, declined: bool) -> Iterator[str]:
    known = {*english.fields(), *catalogues.more_parameters(english)}
    for name, ways in one.fields().items():
        if name not in known:
            yield f"{one.id}: there is no “{name}” in this message; there is {', '.join(sorted(known)) or 'nothing'}."
        for way in ways:
            if not (_PLAIN.fullmatch(way) or (declined and _DECLINED.fullmatch(way))):
                yield f"{one.id}: “{way}” is no way to say “{name}”."
            for other in re.findall(r"@([a-z_]+)", way):
                if other not in known:
                    yield f"{one.id}: there is no “{other}” in this message."
    ways_said = " ".join(way for ways in one.fields().values() for way in ways)
    said = {*one.fields(), *re.findall(r"@([a-z_]+)", ways_said)}
    missing = [name for name in english.fields() if name not in said]
    free = len(one.words) > 1 or catalogues.more_parameters(english)
    if missing and not free:  # a plural form may say a number as a word
        yield f"{one.id}: “{', '.join(missing)}” is not said."


def forms_of(language: str, folder: Path = catalogues.FOLDERS[0]) -> dict[str, Any]:
    """The table of forms of a language; empty for one that has none."""
    path = folder / f"forms.{language}.yaml"
    forms: dict[str, Any] = (
        yaml.load(path.read_text("utf-8"), yaml.CSafeLoader) if path.exists() else {}
    )
    return forms


def missing_forms(language: str) -> tuple[str, ...]:
    """The words that a sentence of the language asks for in a form that the table does not have."""
    words = forms_of(language).get("words", {})
    if not words:
        return ()
    english = entries(read(catalogues.FOLDERS[0] / "en.po"))
    ways: set[str] = set()
    for folder in catalogues.FOLDERS:
        path = folder / f"{language}.po"
        for one in entries(read(path)).values() if path.exists() else ():
            ways |= {way for ways in one.fields().values() for way in ways}
    # sentences of a family, such as call.may, are no names
    names = [key for key, one in english.items() if not one.fields()]
    wanted = {key for way in ways for key in _asked(way, names)}
    return tuple(sorted(wanted - set(words)))


def _asked(way: str, names: Sequence[str]) -> Iterator[str]:
    """The words that a way of saying a parameter may ask the forms of."""
    kind, _, asked = way.partition(".")
    family = ""
    if kind == "count":
        first, _, row = asked.partition(".")
        if row.startswith("@"):
            family = first
        elif not first.startswith("@"):
            key = f"{first}.{row.partition('.')[0]}"
            yield key if key in names else first
    elif asked and kind in ("card", "cards", "or-cards"):
        yield from _cards()
    elif asked and "-" in kind:
        family = kind.rpartition("-")[2]
    elif asked and kind == "suit":
        family = "suit"
    if family:
        yield from (key for key in names if key.startswith(f"{family}."))


@cache
def _cards() -> frozenset[str]:
    """The words that cards are called by, in all packs."""
    packs = [rules.load(name).cards for name in rules.ids()]
    return frozenset(
        f"rank.{card[:-1]}" if card[-1] in "SHDC" else f"card.{card}"
        for pack in packs
        for card in pack.cards
    )
