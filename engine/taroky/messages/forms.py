"""The forms of words in a language that declines them, as its catalogue brings them.

`forms.cs.yaml` says what there is and is compiled into the catalogue, each word an entry of its own:
gender, whether its name is a plural, how it begins when it is said, and its forms, one of it and many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from taroky.messages.catalogues import Untranslated, entry

#: Marks the entries of a compiled catalogue that are forms and not messages.
PREFIX = "forms:"
_NUMBER = re.compile(r"( *[-−+]?)([0-9]+)(?:\.([0-9]+))?")
_LAST_NUMBER = re.compile(r"([0-9]+)(?:[.,]([0-9]+))?[^0-9]*$")


@dataclass(frozen=True)
class Noun:
    """A word in all its forms. plural: its plain name is that of many."""

    gender: str
    plural: bool
    spoken: str
    one: tuple[str, ...]
    many: tuple[str, ...]


class Name(str):
    """A name in a sentence, with its forms. ours: the language should have them; a name that a house
    has made stays as it is written."""

    noun: Noun | None = None
    ours: bool = True

    def in_case(self, forms: Forms, case: str) -> str:
        """The name as a sentence needs it. Raises Untranslated."""
        if self.noun is None:
            if self.ours:
                raise Untranslated(str(self))
            return str(self)
        return forms.declined(self.noun, str(self), case, many=self.noun.plural)

    @property
    def first(self) -> Name:
        """The name that is said first."""
        return self


class Names(Name):
    """Names one after another, the last joined to the others by a wording such as "{first} and {last}"."""

    parts: tuple[str, ...] = ()
    joint: str = ""

    def in_case(self, forms: Forms, case: str) -> str:
        """All of them in this case."""
        names = [
            part.in_case(forms, case) if isinstance(part, Name) else part for part in self.parts
        ]
        return self.joint.format(first=", ".join(names[:-1]), last=names[-1])

    @property
    def first(self) -> Name:
        """The name that is said first."""
        part = self.parts[0]
        return part.first if isinstance(part, Name) else self


def named(text: str, noun: Noun | None, ours: bool = True) -> Name:
    """A name with its forms."""
    name = Name(text)
    name.noun, name.ours = noun, ours
    return name


def joined(parts: Sequence[str], joint: str) -> str:
    """Two or more names as one text that can still be declined."""
    names = Names(joint.format(first=", ".join(parts[:-1]), last=parts[-1]))
    names.parts, names.joint = tuple(parts), joint
    return names


class Forms:
    """The table of forms of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.cases = self._entry("cases").split()
        self.genders = self._entry("genders").split()
        self.prepositions = dict(
            line.split("=", 1) for line in self._entry("prepositions").split("\n") if line
        )
        self.decimal, self.group = self._entry("number").split("|")
        joined = "|".join(map(re.escape, self._entry("joined").split())) or "(?!)"
        self._units = ("%", *self._entry("units").split())
        self._joined = re.compile(
            rf"(?<!\w)(?i:{joined})\s|(?<![\w.,])(?P<number>\d+(?:[.,]\d+)?\.?)\s|(?<=\w)\s(?=[IVX]+(?!\w))"
        )

    def _entry(self, key: str, n: int | None = None) -> str:
        return entry(self.language, PREFIX + key, n) or ""

    def noun(self, key: str) -> Noun | None:
        """The forms of a word: `call.trojka`, `rank.K`."""
        text = self._entry(key)
        if not text:
            return None
        gender, plural, spoken, singular, many = text.split("|")
        return Noun(gender, bool(plural), spoken, _forms(singular), _forms(many))

    def card_of_suit(self, rank: Noun | None, suit: str) -> Noun | None:
        """The forms of "pikový král", the suit as the rank's gender asks."""
        agreeing = _forms(self._entry(f"agreeing.{suit}.{rank.gender}")) if rank else ()
        if rank is None or not agreeing or not rank.one:
            return None
        pattern = self._entry("card of suit")
        singular = tuple(
            pattern.format(suit=adjective, rank=form)
            for adjective, form in zip(agreeing, rank.one, strict=True)
        )
        return Noun(rank.gender, False, "", singular, ())

    def declined(self, noun: Noun, text: str, case: str, many: bool = False) -> str:
        """One form of a word; text: its plain name, which is all of them where it has no others."""
        forms = noun.many if many else noun.one
        if not noun.one and not noun.many:
            return text
        if not forms:
            raise Untranslated(f"{text} ({case})")
        return forms[self.cases.index(case)]

    def asked(self, asked: Sequence[str]) -> tuple[list[str], str, str]:
        """Return what a sentence asks for, without the case and the preposition at its end, and these
        two."""
        words, preposition = list(asked), ""
        if len(words) > 1 and words[-1] in self.prepositions and words[-2] in self.cases:
            preposition = words.pop()
        case = words.pop() if words and words[-1] in self.cases else self.cases[0]
        return words, case, preposition

    def after(self, preposition: str, words: str, spoken: str = "") -> str:
        """Words behind their preposition, which may change before them: "ve Varšavě"."""
        if not preposition:
            return words
        changed_form, _, before = self.prepositions[preposition].partition("~")
        changed = before and re.match(before, (spoken or words).casefold())
        return f"{changed_form if changed else preposition}\u00a0{words}"

    def agreeing(self, noun: Noun | None, ways: Sequence[str]) -> str:
        """The word of several that agrees with a noun's gender."""
        index = self.genders.index(noun.gender) if noun and noun.gender in self.genders else 0
        return ways[min(index, len(ways) - 1)]

    def counted(self, number: str, noun: Noun, text: str, case: str) -> str:
        """The form of a noun behind a number: "karty", "karet"."""
        last = _LAST_NUMBER.search(number)
        if last is None:
            rule = self._entry("count", 0)
        elif last[2] and last[2].strip("0"):
            rule = self._entry("fraction")
        else:
            rule = self._entry("count", int(last[1]))
        how, *changes = rule.split()
        case = dict(change.split(">") for change in changes).get(case, case)
        return self.declined(noun, text, case, many=how == "many")

    def unbroken(self, text: str) -> Iterator[int]:
        """Yield where spaces of a text must not break: after the words that never end a line, between a number and
        what it counts, and before the numeral of a tarok."""
        for joined in self._joined.finditer(text):
            if joined["number"] is None or self._counts(text, joined.end()):
                yield joined.end() - 1

    def _counts(self, text: str, start: int) -> bool:
        """Whether what follows a number is counted by it and does not begin a sentence. start: where it begins."""
        return text[start : start + 1].islower() or text.startswith(self._units, start)

    def number(self, text: str) -> str:
        """A number as this language writes it; other text as it is."""
        match = _NUMBER.fullmatch(text)
        if match is None:
            return text
        sign, whole, part = match[1], match[2], match[3]
        whole = re.sub(r"(?<=[0-9])(?=(?:[0-9]{3})+$)", self.group, whole)
        return f"{sign}{whole}{self.decimal + part if part else ''}"


def _forms(text: str) -> tuple[str, ...]:
    return tuple(text.split(";")) if text else ()


@cache
def of(language: str) -> Forms | None:
    """The forms of a language; None for one that needs none."""
    return Forms(language) if entry(language, PREFIX + "cases") else None
