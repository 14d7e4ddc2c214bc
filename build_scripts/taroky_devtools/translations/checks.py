"""Find what is wrong with a language, and which forms are missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from taroky import rules
from taroky_build.catalogues import compiling, form_tables
from taroky_build.catalogues.po_files import entries, read

from taroky_devtools.translations import catalogues


def problems(folder: Path, language: str) -> Iterator[str]:
    """Yield what a translator has to mend, a sentence each with file and line."""
    yield from (problem for one in compiling.problems(folder, language).values() for problem in one)


def missing_forms(language: str) -> tuple[str, ...]:
    """The words that a sentence of the language asks for in a form that the table does not have."""
    table = catalogues.FOLDERS[0] / f"forms.{language}.yaml"
    words = form_tables.read(table).words if table.exists() else frozenset()
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
    return tuple(sorted(wanted - words))


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
