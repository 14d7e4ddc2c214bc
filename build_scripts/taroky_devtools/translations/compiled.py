"""Compiles a language: its catalogue and its table of forms into one file, which gettext reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import yaml
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from taroky.messages.forms import PREFIX
from taroky_build.errors import BuildError

from taroky_devtools.translations import catalogues


def write(folder: Path, language: str) -> None:
    """Compile `<language>.po`, and `forms.<language>.yaml` if it is there, into `<language>.mo`."""
    catalogue = deepcopy(catalogues.read(folder / f"{language}.po"))
    catalogue.revision_date = catalogue.creation_date
    forms_file = folder / f"forms.{language}.yaml"
    english = catalogues.entries(catalogues.read(folder / "en.po"))
    for name, one in catalogues.entries(catalogue).items():
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
    with (folder / f"{language}.mo").open("wb") as file:
        write_mo(file, catalogue)


#: A family of the catalogue that holds the pieces which rule tables are told in.
_PIECES = "cell"


def complete(folder: Path, catalogue: Catalog) -> Iterator[str]:
    """The families of messages that are translated in full, where sentences are put together from pieces."""
    here = catalogues.entries(catalogue)
    families: dict[str, bool] = {}
    english = catalogues.entries(catalogues.read(folder / "en.po"))
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
