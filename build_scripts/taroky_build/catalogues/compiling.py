"""Compiles a language: its catalogue and its table of forms into one file, which gettext reads.

`make`, the build of the site and the build of a wheel compile what has changed; the compiled files are in no
repository.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from taroky.messages import ENGLISH
from taroky.messages.forms import PREFIX

from taroky_build.catalogues.po_files import entries, read
from taroky_build.errors import BuildError

_PACKAGES = ("engine/taroky", "tutorials/taroky_tutorials")


def folders(root: Path) -> tuple[Path, ...]:
    """The folders of a checkout that hold catalogues, the engine's first."""
    return tuple(root / package / "messages" for package in _PACKAGES)


def compile_changed(root: Path) -> bool:
    """Compile every language of a checkout whose text files are newer than what was compiled from them;
    whether there was one. Raises BuildError."""
    changed = [
        (folder, text.stem)
        for folder in folders(root)
        for text in sorted(folder.glob("*.po"))
        if _is_stale(folder, text.stem)
    ]
    read.cache_clear()  # a site that is served compiles more than once
    for folder, language in changed:
        write(folder, language)
    return bool(changed)


def _is_stale(folder: Path, language: str) -> bool:
    compiled = folder / f"{language}.mo"
    if not compiled.exists():
        return True
    written = (f"{language}.po", "en.po", f"forms.{language}.yaml")
    there = [folder / name for name in written if (folder / name).exists()]
    return max(file.stat().st_mtime_ns for file in there) > compiled.stat().st_mtime_ns


def write(folder: Path, language: str) -> None:
    """Compile `<language>.po`, and `forms.<language>.yaml` if it is there, into `<language>.mo`. Raises
    BuildError."""
    catalogue = read(folder / f"{language}.po")
    if language != ENGLISH:
        catalogue = _usable(folder, language, catalogue)
    compiled = folder / f"{language}.mo"
    # whole or not at all, should two processes compile at once
    half = compiled.with_suffix(f".{os.getpid()}")
    with half.open("wb") as file:
        write_mo(file, catalogue)
    half.replace(compiled)


def _usable(folder: Path, language: str, written: Catalog) -> Catalog:
    """The catalogue of a translation without what cannot be said, and with its table of forms."""
    catalogue = deepcopy(written)
    catalogue.revision_date = catalogue.creation_date
    forms_file = folder / f"forms.{language}.yaml"
    english = entries(read(folder / "en.po"))
    for name, one in entries(catalogue).items():
        if name in english and not one.used(english[name]):
            catalogue.delete(name)
    for family in complete(folder, catalogue):
        catalogue.add(f"complete:{family}", "yes")
    if forms_file.exists():
        for key, words in compiled_forms(
            yaml.safe_load(forms_file.read_text("utf-8")), forms_file.name
        ):
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


Words = str | tuple[str, ...]


def compiled_forms(word_forms: Mapping[str, Any], file: str) -> Iterator[tuple[str, Words]]:
    """The entries that a table of forms becomes."""
    cases, genders = word_forms["cases"], word_forms["genders"]
    yield "cases", " ".join(cases)
    yield "genders", " ".join(genders)
    yield "number", f"{word_forms['number']['decimal']}|{word_forms['number']['group']}"
    for key in ("joined", "units"):
        yield key, " ".join(word_forms.get(key, []))
    yield "count", tuple(map(_rule, word_forms["count"]))
    yield "fraction", _rule(word_forms["fraction"])
    yield "prepositions", "\n".join(_prepositions(word_forms.get("prepositions", {})))
    yield "card of suit", word_forms["card of suit"]
    for suit, ways in word_forms["agreeing"].items():
        for gender, forms in _each_gender(ways, genders):
            yield f"agreeing.{suit}.{gender}", _forms(forms, cases, f"{file}: {suit}, {gender}")
    for key, word in word_forms["words"].items():
        if word["gender"] not in genders:
            raise BuildError(
                f"{file}: {key} has the gender “{word['gender']}”, which is none of {genders}."
            )
        one, many = (_forms(word.get(n, ""), cases, f"{file}: {key}") for n in ("one", "many"))
        plural = "plural" if word.get("plural") else ""
        yield str(key), "|".join([word["gender"], plural, word.get("spoken", ""), one, many])


def _each_gender(ways: Mapping[str, str], genders: list[str]) -> Iterator[tuple[str, str]]:
    """The forms for each gender; those of `any` where a gender has none of its own."""
    for gender in genders:
        if gender in ways or "any" in ways:
            yield gender, ways.get(gender, ways.get("any", ""))


def _rule(rule: Mapping[str, str]) -> str:
    changes = [f"{case}>{other}" for case, other in rule.items() if case != "number"]
    return " ".join([rule["number"], *changes])


def _prepositions(word_forms: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for plain, other in word_forms.items():
        (changed, before), *_ = other.items()
        yield f"{plain}={changed}~{before}"


def _forms(text: str, cases: list[str], where: str) -> str:
    forms = [form.strip() for form in text.split(",")] if text else []
    forms *= len(cases) if len(forms) == 1 else 1
    if forms and len(forms) != len(cases):
        raise BuildError(f"{where} has {len(forms)} forms; there are {len(cases)} cases.")
    return ";".join(forms)
