"""How hard lessons and pages are to read: the school year in which people read them with ease, by the
formula of Flesch and Kincaid.

    python -m taroky_devtools.reading_grade SITE

prints the grade of every page of a built site, the hardest first. Why no library does this:
docs/contributing/decisions.md.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

from taroky_tutorials.lessons.lesson import Lesson
from taroky_tutorials.reading import course_pages, terms

#: The hardest that a lesson may be, and any other page.
LESSON, PAGE = 6.0, 9.0
#: Pages for people who work on the site, and courses, whose lessons have limits of their own.
_NOT_PAGES = ("contributing/", "learn/")
#: A page in another language than English says so in its first letters.
_OTHER_LANGUAGE, _HEAD = re.compile(r"<html[^>]*\slang=[\"']?(?!en\b)[a-z]"), 500
#: Fewer words than these say nothing about how a page reads.
_FEWEST_WORDS = 60

#: Words that are not English, and names that a game gives to things.
_NAMES = sorted(
    {
        form
        for term in terms.load()
        for form in term.forms
        if term.lang != "en" or form != form.lower()
    },
    key=len,
    reverse=True,
)
_NOT_ENGLISH = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _NAMES))})(?!\w)", re.IGNORECASE)
#: How a word is said: "(say BAR-vitch-ky)".
_SAID = re.compile(r"\([^()]*[A-Z]{2,}[^()]*\)")
_SENTENCE_END = re.compile(r"[.!?]+[”)]*(?=\s|$)|\n\n")


def syllables(word: str) -> int:
    """About how many: groups of vowels, without the silent e at the end."""
    bare = word.lower()
    if len(bare) > 3:
        bare = re.sub(r"(?:[^laeiouy]es|[^dt]ed|[^laeiouy]e)$", "", bare)
    return max(1, len(re.findall(r"[aeiouy]+", bare)))


def _sentences(text: str) -> list[list[str]]:
    """The English words of each sentence."""
    english = _NOT_ENGLISH.sub(" ", _SAID.sub(" ", text))
    sentences = [
        [
            word
            for word in re.findall(r"[A-Za-z]+(?:’[a-z]+)?", sentence)
            if not re.fullmatch(r"[IVX]+|[A-Z]{2,}", word)
        ]
        for sentence in _SENTENCE_END.split(english)
    ]
    return [sentence for sentence in sentences if sentence]


def grade(text: str) -> float:
    """The school year in which people read such a text with ease; an empty line ends a sentence."""
    sentences = _sentences(text)
    words = [word for sentence in sentences for word in sentence]
    return (
        0.39 * len(words) / len(sentences) + 11.8 * sum(map(syllables, words)) / len(words) - 15.59
    )


# -- lessons ------------------------------------------------------------------------------------


def plain(markdown: str) -> str:
    """Return what a reader sees of a lesson's text, with an empty line after each block."""
    html = re.sub(r"</(?:p|li|td|th)>", "\n\n", str(course_pages.prose(markdown)))
    return re.sub(r"<[^>]*>", "", html)


def lesson_text(lesson: Lesson) -> str:
    """The running text of a lesson."""
    texts = [lesson.intro, *(text for s in lesson.steps for text in (s.prose, s.why))]
    return "\n\n".join(plain(text) for text in texts if text)


# -- pages --------------------------------------------------------------------------------------


class _Prose(HTMLParser):
    """The sentences of a page's article: paragraphs and items of lists, without what one fills in or
    looks up."""

    _BLOCKS = frozenset({"p", "li", "dd", "blockquote"})
    _APART = frozenset(
        {"table", "form", "nav", "pre", "script", "style", "svg", "button", "noscript"}
    )
    _APART_CLASSES = frozenset({"tk-widget", "tk-tool", "tk-sheet"})
    _VOID = frozenset({"br", "img", "input", "hr", "meta", "link", "wbr", "source"})

    def __init__(self) -> None:
        super().__init__()
        #: For each open element whether it is a block (True), stands apart (False), or neither.
        self._open: list[tuple[str, bool | None]] = []
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "br":
            self.parts.append(" ")
        if tag in self._VOID:
            return
        classes = set((dict(attrs).get("class") or "").split())
        apart = tag in self._APART or bool(classes & self._APART_CLASSES)
        self._open.append((tag, False if apart else True if tag in self._BLOCKS else None))
        if tag in self._BLOCKS:
            self.parts.append("\n\n")

    def handle_endtag(self, tag: str) -> None:
        while self._open:
            name, block = self._open.pop()
            if block:
                self.parts.append("\n\n")
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        kinds = [kind for _, kind in self._open]
        if True in kinds and False not in kinds:
            self.parts.append(re.sub(r"\s+", " ", data))


def prose(html: str) -> str:
    """The sentences of a built page."""
    article = re.search(r"<article\b.*?</article>", html, re.DOTALL)
    parser = _Prose()
    parser.feed(article[0] if article else "")
    blocks = re.split(r"\n\n+", "".join(parser.parts))
    # What ends without a full stop is a link or a label in a list.
    return "\n\n".join(block.strip() for block in blocks if re.search(r"[.!?:][”)]*\s*$", block))


def page_grades(site: Path) -> Iterator[tuple[str, float]]:
    """The English pages of a built site that have enough to read, and their grades: the formula is for English."""
    for file in sorted(site.rglob("index.html")):
        page = file.parent.relative_to(site).as_posix().removeprefix(".")
        html = file.read_text("utf-8")
        if _OTHER_LANGUAGE.search(html[:_HEAD]):
            continue
        text = prose(html)
        if f"{page}/".startswith(_NOT_PAGES) or sum(map(len, _sentences(text))) < _FEWEST_WORDS:
            continue
        yield f"{page}/".removeprefix("/"), grade(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the grades of a built site."""
    parser = argparse.ArgumentParser(
        prog="reading_grade", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("site", type=Path, help="a built site")
    for page, grade in sorted(
        page_grades(parser.parse_args(arguments).site), key=lambda row: row[1], reverse=True
    ):
        print(f"{grade:5.1f} {page or 'home'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
