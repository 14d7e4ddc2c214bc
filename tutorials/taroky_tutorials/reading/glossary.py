"""The glossary page, and the words of the game marked where they are in lessons.

A marked word is a link to the glossary. What it means stands once at the end of the page, hidden,
and is shown beside the word while that is hovered, focused or touched. Where no scripts run, a style
sheet alone does so: the rules for that, one for each term, are generated as well. Nothing of the data
becomes markup: everything goes through `element`, which escapes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html.parser import HTMLParser

from taroky.messages import language, say
from taroky.messages.sorting import initial, sort_key

from taroky_tutorials.page_parts.elements import Markup, element
from taroky_tutorials.reading import terms
from taroky_tutorials.reading.terms import Term
from taroky_tutorials.reading.word_search import in_languages

#: Where the generated style sheet is below the site's root.
STYLES = "assets/css/terms.css"
#: Inside these a word is never marked.
_NEVER = {
    "a",
    "button",
    "code",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "label",
    "pre",
    "script",
    "style",
    "summary",
    "svg",
    "title",
}
#: What stands between the words of a term.
_BETWEEN = re.compile(r",\s*(?![^(]*\))")
#: Elements without an end.
_EMPTY = {"br", "col", "hr", "img", "input", "wbr"}


def note_id(term: Term) -> str:
    """The id of what a term means, on every page where it is marked."""
    return f"tk-note-{term.id}"


def section(group: str, known: Iterable[Term] | None = None) -> Markup:
    """The terms of one section of the glossary page, each with its anchor."""
    rows: list[Markup] = []
    for term in terms.load() if known is None else known:
        if term.group == group:
            said = f" ({term.said})" if term.said else ""
            rows.append(element("dt", _worded(term, term.term), said, id=term.id))
            rows.append(element("dd", element("p", *_explained(term)), in_languages(term)))
    return element("dl", *rows, class_="tk-glossary")


def index() -> Markup:
    """All words of the glossary from A to Z: those that it lists, and other names in the page's language."""
    letters: dict[str, list[Markup]] = {}
    for word, lang, id in sorted(_words(), key=lambda row: (sort_key(row[0]), row)):
        link = element("a", word, href=f"#{id}", lang=_lang(lang))
        letters.setdefault(initial(word), []).append(element("li", link))
    rows = [
        part
        for letter, links in letters.items()
        for part in (element("dt", letter), element("dd", element("ul", *links)))
    ]
    return element("dl", *rows, class_="tk-index", data_search_exclude=True)


def _words() -> set[tuple[str, str, str]]:
    """Each word with its language and the id of its term. Another name leads nowhere else than the term of that
    name, if there is one."""
    known = terms.load()
    words = {(word, term.lang, term.id) for term in known for word in _BETWEEN.split(term.term)}
    listed = {word for word, _, _ in words}
    return words | {
        (name.word, language(), term.id)
        for term in known
        for name in dict(term.names).get(language(), ())
        if name.word not in listed
    }


def _explained(term: Term) -> Iterable[Markup | str]:
    yield _explanation(term, f"{term.means} {term.more}".strip())
    if term.see:
        page, _, anchor = term.see.partition("#")
        yield " "
        yield element("a", say("term.see").text(), href=f"../{page}/#{anchor}")
        yield "."


def _worded(term: Term, text: str) -> Markup:
    """The word, with the language it is to be read in."""
    return element("span", text, lang=_lang(term.lang))


def _lang(code: str) -> str | None:
    """The language of a word or sentence, unless it is that of the page."""
    return None if code == language() else code


def _explanation(term: Term, text: str) -> Markup | str:
    """Return what it means, with the language if that is not the page's."""
    lang = _lang(term.told_in)
    return element("span", text, lang=lang) if lang else text


def styles() -> str:
    """Shows each note while its word is hovered, focused or touched, for where no scripts run."""
    lines = ["/* Generated from terms.yaml; how notes look is in pages.css. */"]
    for term in terms.load():
        note = note_id(term)
        word = f'[aria-describedby="{note}"]'
        lines.append(
            f"body:has(.tk-termed:is(:hover, :focus-within) > {word}) .tk-note:has(> #{note}) "
            "{ visibility: visible; }"
        )
    return "\n".join(lines) + "\n"


class Marker:
    """Marks the words of one page and remembers which, for the notes at its end.

    rule_sets: the rule sets that the page is about, the most important one first; base: from the
    page to the root of the site."""

    def __init__(self, rule_sets: Sequence[str], base: str) -> None:
        self.base = base
        self.marked_terms: dict[str, Term] = {}
        self._forms = _forms(tuple(rule_sets), language())

    def mark(self, prose: Markup) -> Markup:
        """The prose with the first use of each term marked."""
        return self.marked([prose])[0]

    def marked(self, texts: Iterable[Markup]) -> list[Markup]:
        """Several texts that are read together: a term is marked in the first of them only."""
        seen: set[str] = set()
        return [self._pass(text, seen) for text in texts]

    def _pass(self, text: Markup, seen: set[str]) -> Markup:
        reader = _Reader(self, seen)
        reader.feed(str(text))
        reader.close()
        return Markup("".join(reader.out))

    def notes(self) -> Markup:
        """Return what the marked words mean, for the end of the page; nothing if there are none."""
        if not self.marked_terms:
            return Markup("")
        notes = [
            element(
                "div",
                element("span", *_note(term), id=note_id(term), role="tooltip"),
                " ",
                element("a", say("term.glossary").text(), href=self._glossary(term)),
                class_="tk-note",
                data_search_exclude=True,
            )
            for term in self.marked_terms.values()
        ]
        return element("div", *notes, class_="tk-notes")

    def _glossary(self, term: Term) -> str:
        return f"{self.base}reference/glossary/#{term.id}"

    def link(self, term: Term, word: Markup) -> Markup:
        """A word as a link with its note. The span around it takes the focus of a touch, so that
        a finger sees the note first and follows the link in it."""
        self.marked_terms.setdefault(term.id, term)
        anchor = element(
            "a",
            word,
            class_="tk-term",
            href=self._glossary(term),
            aria_describedby=note_id(term),
            lang=_lang(term.lang),
        )
        return element("span", anchor, class_="tk-termed", tabindex="-1")


def _note(term: Term) -> Iterable[Markup | str]:
    yield element("strong", _worded(term, term.term))
    yield f" ({term.said}) " if term.said else " "
    yield _explanation(term, term.means)


@lru_cache(64)
def _forms(
    rule_sets: tuple[str, ...], _told_in: str
) -> tuple[Mapping[str, Term], re.Pattern[str] | None]:
    """Every form as it may be in text with its term, and what finds those that are marked
    anywhere. A small first letter may be a capital."""
    known = terms.by_form(rule_sets)
    written = {form[:1].upper() + form[1:]: term for form, term in known.items()}
    written.update(known)
    free = sorted(
        (form for form, term in written.items() if term.mark == "anywhere"), key=len, reverse=True
    )
    if not free:
        return written, None
    return written, re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, free))})(?![\w-])")


class _Reader(HTMLParser):
    """Goes through prose and copies it as it stands, but for the words it marks."""

    def __init__(self, marker: Marker, seen: set[str]) -> None:
        super().__init__(convert_charrefs=False)
        self.marker = marker
        self.seen = seen
        self.out: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.out.append(self.get_starttag_text() or "")
        if tag not in _EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.out.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        self.out.append(f"</{tag}>")
        if tag in self.open:
            while self.open.pop() != tag:
                pass

    def handle_entityref(self, name: str) -> None:
        self.out.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.out.append(f"&#{name};")

    def handle_comment(self, data: str) -> None:
        self.out.append(f"<!--{data}-->")

    def handle_data(self, data: str) -> None:
        written, free = self.marker._forms
        if not _NEVER.isdisjoint(self.open):
            self.out.append(data)
            return
        word = data.strip()
        if self.open[-1:] == ["em"] and word in written:
            self.out.append(data.replace(word, self._link(word)))
            return
        self.out.append(free.sub(lambda match: self._link(match[0]), data) if free else data)

    def _link(self, word: str) -> str:
        term = self.marker._forms[0][word]
        if term.id in self.seen:
            return word
        self.seen.add(term.id)
        return self.marker.link(term, Markup(word))
