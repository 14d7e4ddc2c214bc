"""Find words of the game that a reader meets without being told what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taroky import rules
from taroky.messages import language, languages, say, speaking
from taroky_tutorials.page_parts.people import NAMES
from taroky_tutorials.reading.terms import by_form

#: How much of the words around a finding is shown.
_SHOWN = 90


class Reader:
    """Somebody who reads in the language that is spoken, knows no word of the game, and remembers each one once it
    was explained: by a note on touch, in the sentence itself, or by standing out as a new word."""

    def __init__(self, course: str) -> None:
        terms = by_form((course,))
        self._terms = {form.casefold(): term for form, term in terms.items()}
        self._glossary = {word for form in self._terms for word in form.split()}
        marked = (form for form, term in terms.items() if term.mark == "anywhere")
        forms = "|".join(map(_written, sorted(marked, key=len, reverse=True)))
        self._form = re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])")
        letters = {letter for code in languages() for letter in _alphabet(code)}
        letters -= _alphabet(language())
        either = "".join(sorted(letters)) + "".join(sorted(letters)).upper()
        self._foreign = re.compile(rf"[^\W\d_]*[{either}][^\W\d_]*")
        # Somebody who opens a course has read what its game is called, and where it is played; and knows names of people.
        self._known = {*re.findall(r"\w+", rules.load(course).title), *NAMES}

    def read(self, texts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Read what is seen (view.js: `look`); yields each word that is met for the first time and is
        explained nowhere among these texts."""
        self._known |= {row["term"].removeprefix("tk-note-") for row in texts if row["term"]}
        for row in texts:
            if row["title"]:
                continue  # a title names what is explained below it
            around = f"in “{row['block'][:_SHOWN]}”"
            for form in self._form.finditer(row["text"]):
                term = self._terms[form[0].casefold()]
                if (
                    self._is_new(term.id)
                    and not row["stressed"]
                    and not _explained(row["text"], form)
                ):
                    yield f"{form[0]} ({term.id}) {around}"
            for foreign in self._foreign.finditer(row["text"]):
                word = foreign[0]
                if word.casefold() in self._glossary or not self._is_new(word):
                    continue
                if not row["term"] and not row["stressed"]:
                    yield f"{word} {around}"

    def _is_new(self, word: str) -> bool:
        new = word not in self._known
        self._known.add(word)
        return new


def _alphabet(code: str) -> set[str]:
    """The letters of a language that English does not have."""
    with speaking(code):
        letters = set(say("list.alphabet").text())
    return {letter for letter in letters if letter.isalpha() and not letter.isascii()}


def _written(form: str) -> str:
    """A word as it may be in a text: a small first letter may be a capital, a capital stays one."""
    first, rest = re.escape(form[0]), re.escape(form[1:])
    return f"(?:{first}|{first.upper()}){rest}"


def _explained(text: str, word: re.Match[str]) -> bool:
    """Whether a sentence says itself what a word in it means: “the I, called pagát”, “the pagát (the I)”."""
    before, after = text[: word.start()], text[word.end() :]
    called = (f"{words} " for words in say("term.called").text().split("|"))
    return after.startswith(" (") or before.endswith(("(", "(the ", *called))
