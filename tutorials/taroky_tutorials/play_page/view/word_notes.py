"""Words of the game at the table, and what they mean: the same line as below a button, shown where the word is
pointed at, touched or has the focus. terms.js shows it, as in lessons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taroky_tutorials.page_parts.elements import Content, Markup, element
from taroky_tutorials.page_parts.sentences import with_minus

#: What the lines of each word are, by the id of its note.
Lines = Mapping[str, Sequence[str]]


def termed(words: Content, id: str, *, note: bool) -> Content:
    """The words as a term, if there is a note of this id."""
    if not note:
        return words
    inner = element("span", words, class_="tk-term", aria_describedby=id)
    return element("span", inner, class_="tk-termed", tabindex="0")


def notes(lines: Lines) -> Markup | None:
    """The notes of all terms of the table, for its end; None if there are none."""
    shown = [
        element(
            "div",
            element("span", *_paragraphs(texts), id=id, role="tooltip"),
            class_="tk-note",
            data_key=id,
        )
        for id, texts in lines.items()
        if texts
    ]
    return element("div", *shown, class_="tk-notes") if shown else None


def _paragraphs(texts: Sequence[str]) -> list[Markup]:
    return [element("span", with_minus(text), class_="tk-says") for text in texts]
