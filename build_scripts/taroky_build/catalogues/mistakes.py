"""Finds what is wrong with a translation: text that is no catalogue, parameters that a message does not have, ways
to say one that there are not. A mistake is reported with file and line, and its message appears in English."""

from __future__ import annotations

import gettext
import re
import string
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from taroky_build.catalogues.form_tables import FormTable
from taroky_build.catalogues.po_files import Entry

#: Starts the comment of an English entry that names the parameters its translations may use.
_PARAMETERS = "parameters:"
_LINE = re.compile(
    r'(?:#.*|(?:msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)?\s*"(?:[^"\\]|\\.)*"|)\s*'
)
_ID = re.compile(r'msgid\s+"(.+)"\s*')
_PLURALS = re.compile(r'"Plural-Forms:\s*nplurals=(\d+);\s*plural=([^;]+);?')
_OTHER = re.compile(r"@([a-z_]+)")
_ONE = ("card", "suit", "name", "term")
_AMOUNTS = ("money", "signed")
_LISTS = ("cards", "or-cards", "list", "or")
_TERMS = re.compile(r"(or-)?term(?P<many>s)?(?:-(?P<family>.+))?")


def in_text(path: Path) -> Iterator[tuple[int, str]]:
    """Yield each line of a catalogue that is none, with what is wrong with it. path: the file, which may be no text."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        before = path.read_bytes()[: error.start]
        yield before.count(b"\n") + 1, "this is not UTF-8; expected a catalogue saved as UTF-8"
        return
    first: dict[str, int] = {}
    for number, line in enumerate(text.split("\n"), start=1):
        if not _LINE.fullmatch(line):
            yield (
                number,
                (
                    f"“{line.strip()[:40]}” is no line of a catalogue; expected msgid, msgstr or # and one text in quotes"
                ),
            )
        elif (match := _ID.fullmatch(line)) and first.setdefault(match[1], number) != number:
            yield number, f"{match[1]} appears twice; expected it only on line {first[match[1]]}"
        elif "Plural-Forms:" in line and not _are_plurals(line.replace("\\n", "")):
            yield number, "the plural forms cannot be read; expected nplurals=…; plural=…;"


def _are_plurals(line: str) -> bool:
    match = _PLURALS.search(line)
    if match is None:
        return False
    try:
        form = gettext.c2py(match[2].strip().strip('"'))
        return all(form(n) < int(match[1]) for n in range(200))
    except (ValueError, ZeroDivisionError):
        return False


def more_parameters(english: Entry) -> set[str]:
    """Parameters that the English words leave out; the comment of the entry names them."""
    _, marker, names = english.comment.partition(_PARAMETERS)
    return {word.strip(",") for word in names.split()} if marker else set()


@dataclass(frozen=True)
class Checker:
    """Checks what a language says. forms: its table of forms, None if it has none; families: of the names that
    `term-…` says; file: what the catalogue is called in a sentence."""

    forms: FormTable | None
    families: frozenset[str]

    def in_entry(self, one: Entry, english: Entry) -> Iterator[str]:
        """Yield what is wrong with a translated message, a sentence each."""
        try:
            ways_of = _strict_fields(one.words)
        except ValueError:
            yield f"{one.id}: a brace is not closed or stands alone; expected {{name}} or {{name:way}}."
            return
        known = {*english.fields(), *more_parameters(english)}
        there = ", ".join(sorted(known)) or "nothing"
        said = set(ways_of)
        for name, ways in ways_of.items():
            if name not in known:
                yield f"{one.id}: there is no “{name}” in this message; there is {there}."
                continue
            for way in sorted(ways):
                said |= {*_OTHER.findall(way)}
                problem = self._problem(way, english.fields().get(name, set()))
                if problem:
                    yield f"{one.id}: “{way}” is no way to say “{name}”: {problem}."
                for other in _OTHER.findall(way):
                    if other not in known:
                        yield f"{one.id}: there is no “{other}” in this message; there is {there}."
        missing = [name for name in english.fields() if name not in said]
        free = len(one.words) > 1 or more_parameters(english)
        if missing and not free:  # a plural form may say a number as a word
            yield f"{one.id}: “{', '.join(missing)}” is missing; expected all of {there}."

    def _problem(self, way: str, english: set[str]) -> str:
        """Return what is wrong with a way to say a parameter that English says in these ways; "" if nothing is."""
        if way in english:
            return ""
        kind, *asked = way.split(".")
        if self.forms is None:
            return self._of_kind(way, english)
        if kind == "count":
            return self._of_count(asked)
        if way == "number":
            return ""
        cases = self.forms.cases
        words = way.split(".")
        index = next((n for n, word in enumerate(words) if word in (*cases, "agree")), len(words))
        kind, asked = ".".join(words[:index]), words[index:]
        if kind or not asked:
            plain, _, rest = kind.partition(".")
            problem = self._of_kind(kind, english)
            if problem and rest and not self._of_kind(plain, english):
                return f"there is no case “{rest}”; expected {', '.join(cases)}"
            if problem:
                return problem
        return self._of_form(asked)

    def _of_kind(self, kind: str, english: set[str]) -> str:
        terms = _TERMS.fullmatch(kind)
        is_list = kind in _LISTS or bool(terms and terms["many"])
        if kind and not terms and kind not in (*_ONE, *_AMOUNTS, *_LISTS):
            expected = ", ".join((*_ONE, *_LISTS, *_AMOUNTS, "term-call"))
            if self.forms is None:
                return f"expected {expected}; forms and counted nouns need a table of forms"
            return f"expected {expected}, count with a noun, number, or a case ({', '.join(self.forms.cases)})"
        if terms and terms["family"] and terms["family"] not in self.families:
            return f"there are no names “{terms['family']}.…”; expected such as term-call, term-set"
        many = any(way in _LISTS or "terms" in way for way in english)
        if english and is_list != many and (is_list or kind):
            return f"it is {'a list' if many else 'one thing'}; expected {' or '.join(sorted(english)) or 'no way'}"
        if kind in _AMOUNTS and not english.intersection(_AMOUNTS):
            return f"it is not an amount; expected {' or '.join(sorted(english)) or 'no way'}"
        return ""

    def _of_form(self, asked: list[str]) -> str:
        assert self.forms is not None
        if asked and asked[0] == "agree":
            ways, genders = len(asked) - 1, self.forms.genders
            if not 0 < ways <= len(genders):
                return f"{ways} words agree; expected one for each of {', '.join(genders)}"
        elif len(asked) > 1 and (len(asked) > 2 or asked[1] not in self.forms.prepositions):
            wrong = ".".join(asked[1:])
            return f"there is no preposition “{wrong}”; expected {_listed(self.forms.prepositions)}"
        return ""

    def _of_count(self, asked: list[str]) -> str:
        assert self.forms is not None
        cases, prepositions, key = self.forms.cases, self.forms.prepositions, list(asked)
        if len(key) > 1 and key[-1] in prepositions and key[-2] in cases:
            key.pop()
        if key and key[-1] in cases:
            key.pop()
        *family, row = key or [""]
        if row.startswith("@"):
            unknown = family and ".".join(family) not in self.families
            return f"there are no names “{'.'.join(family)}.…”" if unknown else ""
        if ".".join(key) in self.forms.words:
            return ""
        if len(key) > 1 and {key[0], ".".join(key[:-1])} & self.forms.words:
            return f"there is no case or preposition “{row}”; expected {', '.join((*cases, *sorted(prepositions)))}"
        return f"the table of forms has no word “{'.'.join(key)}”; expected one of its words"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "none, for the table of forms has no prepositions"


def _strict_fields(words: Iterable[str]) -> dict[str, set[str]]:
    """The parameters of a message, each with all the ways it is said. Raises ValueError for braces that are none."""
    parameters: dict[str, set[str]] = {}
    for text in words:
        for _, name, spec, conversion in string.Formatter().parse(text):
            if conversion or (name is not None and "{" in (spec or "")):
                raise ValueError(text)
            if name is not None:
                parameters.setdefault(name, set()).add(spec or "")
    return parameters
