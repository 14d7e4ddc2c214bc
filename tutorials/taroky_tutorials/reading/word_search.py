"""Finding a word of the game by any of its names, in any of the languages, with or without accents."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from taroky.messages import language, say

from taroky_tutorials.forms import controls
from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.reading import terms
from taroky_tutorials.reading.terms import Term

#: What does not come apart into a letter and an accent.
_PLAIN = str.maketrans({"ł": "l", "ø": "o", "œ": "oe", "ß": "ss", "’": "'"})
_MOST = 40


def plain(text: str) -> str:
    """The text in small letters without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(c for c in parts if not unicodedata.combining(c))


def in_languages(term: Term) -> Markup:
    """Return what it is called in each language, a dash where there is no word."""
    named = (_language(term, code) for code in terms.languages())
    return element("ul", *named, class_="tk-languages")


def _language(term: Term, code: str) -> Markup:
    parts: list[Markup | str] = []
    for name in term.words(code):
        parts.append(", " if parts else "")
        parts.append(element("span", name.word, lang=None if code == language() else code))
        parts.append(f" ({name.said})" if name.said else "")
    if not parts:
        parts = [element("span", "–", role="img", aria_label=say("words.none").text())]
    label = element("span", terms.language_name(code), class_="tk-language")
    return element("li", label, " ", *parts)


def matching(known: Iterable[Term], wanted: str) -> list[Term]:
    """The terms that go by this word, those that begin with it first, then those that only mention
    it where they are explained."""
    near: list[tuple[int, Term]] = []
    for term in known:
        names = {plain(name.word) for code in terms.languages() for name in term.words(code)}
        names |= {plain(form) for form in term.forms} | {plain(term.term)}
        if any(name.startswith(wanted) for name in names):
            near.append((0, term))
        elif any(wanted in name for name in names):
            near.append((1, term))
        elif wanted in plain(f"{term.means} {term.more}"):
            near.append((2, term))
    return [term for _, term in sorted(near, key=lambda pair: pair[0])]


class Words:
    """The form: a word, and in which language if it matters."""

    def view(self, fields: Fields, base: str) -> Markup:
        written = fields.text("find", most=60)
        code = fields.choice("language", terms.languages())
        options = [("", say("words.any").text())]
        options += [(one, terms.language_name(one)) for one in terms.languages()]
        control = element(
            "div",
            controls.text(fields, "find", say("words.find").text(), written),
            controls.select(fields, "language", say("words.language").text(), options, code),
            class_="tk-fields",
        )
        known = [term for term in terms.load() if not code or term.words(code)]
        return element(
            "div",
            control,
            controls.answer(controls.problems(fields), *_results(known, written, base)),
        )


def _results(known: list[Term], written: str, base: str) -> Iterable[Markup]:
    wanted = plain(written)
    if not wanted:
        yield element("p", say("words.all", n=len(known)).text())
        return
    near = matching(known, wanted)
    if not near:
        yield element("p", say("words.nothing", word=written).text())
        return
    yield element("p", say("words.found", n=len(near), word=written).text())
    rows = [_entry(term, base) for term in near[:_MOST]]
    yield element("dl", *(part for row in rows for part in row), class_="tk-glossary")


def _entry(term: Term, base: str) -> tuple[Markup, Markup]:
    said = f" ({term.said})" if term.said else ""
    word = element(
        "a",
        term.term,
        href=f"{base}reference/glossary/#{term.id}",
        lang=None if term.lang == language() else term.lang,
    )
    return (
        element("dt", word, said),
        element("dd", element("p", term.means), in_languages(term)),
    )


TOOL = Words()
