"""Compiles a language: its catalogue and its table of forms into one file, which gettext reads.

`make`, the build of the site and the build of a wheel compile what has changed; the compiled files are in no
repository.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterator
from copy import deepcopy
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from taroky.messages import ENGLISH
from taroky.messages.forms import PREFIX

from taroky_build.catalogues import form_tables
from taroky_build.catalogues.mistakes import Checker, in_text
from taroky_build.catalogues.po_files import Entry, entries, read

_PACKAGES = ("engine/taroky", "tutorials/taroky_tutorials")


def folders(root: Path) -> tuple[Path, ...]:
    """The folders of a checkout that hold catalogues, the engine's first."""
    return tuple(root / package / "messages" for package in _PACKAGES)


def compile_changed(root: Path) -> bool:
    """Compile every language of a checkout whose text files are newer than what was compiled from them;
    whether there was one. A mistake in one is told in a sentence, and what it is in is said in English."""
    changed = [
        (folder, text.stem)
        for folder in folders(root)
        for text in sorted(folder.glob("*.po"))
        if _is_stale(folder, text.stem)
    ]
    read.cache_clear()  # a site that is served compiles more than once
    for folder, language in changed:
        for mistake in write(folder, language):
            print(mistake, file=sys.stderr)
    return bool(changed)


def _is_stale(folder: Path, language: str) -> bool:
    compiled = folder / f"{language}.mo"
    if not compiled.exists():
        return True
    written = (f"{language}.po", "en.po", f"forms.{language}.yaml")
    there = [folder / name for name in written if (folder / name).exists()]
    return max(file.stat().st_mtime_ns for file in there) > compiled.stat().st_mtime_ns


def write(folder: Path, language: str) -> list[str]:
    """Compile `<language>.po`, and `forms.<language>.yaml` if it is there, into `<language>.mo`; return what is wrong
    with them and left out."""
    mistakes = {} if language == ENGLISH else problems(folder, language)
    catalogue = read(folder / f"{language}.po")
    if language != ENGLISH:
        catalogue = _usable(folder, language, catalogue, mistakes)
    compiled = folder / f"{language}.mo"
    # whole or not at all, should two processes compile at once
    half = compiled.with_suffix(f".{os.getpid()}")
    with half.open("wb") as file:
        write_mo(file, catalogue)
    half.replace(compiled)
    return [problem for one in mistakes.values() for problem in one]


def checker(folder: Path, language: str) -> Checker:
    """Return the checker of a language. folder: that of the catalogue; names and, if it has none of its own, forms are
    the engine's too."""
    engine = folders(folder.parents[2])[0]
    tables = (one / f"forms.{language}.yaml" for one in (folder, engine))
    table = next((form_tables.read(file) for file in tables if file.exists()), None)
    files = {one / f"{code}.po" for one in (folder, engine) for code in (ENGLISH, language)}
    ids = (name for file in files if file.exists() for name in entries(read(file)))
    families = frozenset(
        ".".join(parts[:end]) for parts in (name.split(".") for name in ids) for end in (1, 2)
    )
    return Checker(table if table and table.cases else None, families)


def problems(folder: Path, language: str) -> dict[str, list[str]]:
    """Return what a translator has to mend in a catalogue and its table of forms: sentences with file and line, by the
    id of the message that is not used because of them, "" for no message."""
    path = folder / f"{language}.po"
    english, own = entries(read(folder / "en.po")), entries(read(path))
    mistakes: dict[str, list[str]] = {}
    forms_file = folder / f"forms.{language}.yaml"
    if forms_file.exists():
        mistakes[""] = form_tables.read(forms_file).mistakes
    for line, problem in in_text(path):
        near = max(
            (one.line, name) for name, one in {"": Entry("", ()), **own}.items() if one.line <= line
        )
        mistakes.setdefault(near[1], []).append(
            f"{form_tables.shown(path)}, line {line}: {problem}."
        )
    check = checker(folder, language)
    for name, one in own.items():
        if name in english and one.used(english[name]):
            for problem in check.in_entry(one, english[name]):
                mistakes.setdefault(name, []).append(
                    f"{form_tables.shown(path)}, line {one.line}: {problem}"
                )
    return mistakes


def _usable(folder: Path, language: str, written: Catalog, wrong: Collection[str]) -> Catalog:
    """The catalogue of a translation without what cannot be said, and with its table of forms. wrong: ids of messages
    with a mistake."""
    catalogue = deepcopy(written)
    catalogue.revision_date = catalogue.creation_date
    forms_file = folder / f"forms.{language}.yaml"
    english = entries(read(folder / "en.po"))
    for name, one in entries(catalogue).items():
        if name in wrong or (name in english and not one.used(english[name])):
            catalogue.delete(name)
    for family in complete(folder, catalogue):
        catalogue.add(f"complete:{family}", "yes")
    compiled = form_tables.read(forms_file).entries if forms_file.exists() else {}
    for key, words in compiled.items():
        plural = isinstance(words, tuple)
        catalogue.add((PREFIX + key, f"{PREFIX}{key}#") if plural else PREFIX + key, words)
    return catalogue


#: A family of the catalogue that holds the pieces which rule tables are told in.
_PIECES = "cell"


def complete(folder: Path, catalogue: Catalog) -> Iterator[str]:
    """The families of messages that are translated in full, where sentences are put together from pieces."""
    here = entries(catalogue)
    families: dict[str, bool] = {}
    english = entries(read(folder / "en.po"))
    for name in english:
        family = name.partition(".")[0]
        whole = name in here and here[name].used(english[name])
        families[family] = families.get(family, True) and whole
    if _PIECES in families:
        yield from (family for family, whole in families.items() if whole)
