"""Czech words on English pages are marked as Czech, so that a screen reader says “povinnost” as a Czech does. Which
words these are is told by the glossary."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from taroky.messages import ENGLISH, say, speaking
from taroky_tutorials.reading import terms

#: The language of the game's own words.
_CZECH = "cs"
_PART = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<rest>[^>]*)>", re.IGNORECASE)
#: Within these nothing is marked: no markup may be there, or nobody reads it aloud.
_NEVER = {"script", "style", "svg", "noscript", "option", "textarea", "title", "pre", "code"}
#: What running text is in. Where parts of a line are laid out one by one, as in a button or a label, an element
#: within the words would tear them apart.
_TEXT = {
    "p",
    "li",
    "td",
    "th",
    "dd",
    "dt",
    "a",
    "b",
    "em",
    "strong",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "figcaption",
}
#: Of these, one with a class may be laid out in some other way; a rule is not.
_RUNNING = re.compile(r"""\sclass=(?!["']?tk-point\b)""")
_VOID = {
    "area",
    "base",
    "br",
    "col",
    "embed",
    "hr",
    "img",
    "input",
    "link",
    "meta",
    "source",
    "track",
    "wbr",
}
_ASIDE = re.compile(r"\s*\([^)]*\)")
#: What has fewer letters is the sign of a currency.
_SHORTEST = 3
_SAYS_LANGUAGE = re.compile(r"\slang=")


def marked(html: str) -> str:
    """A page's HTML with the Czech words of its running text in elements that say so."""
    words = _words()
    #: The elements that are open, and whether text in them is marked.
    opened: list[tuple[str, bool, bool]] = []
    made = []
    for part in _PART.split(html):
        if not part.startswith("<"):
            made.append(words.sub(_marked, part) if opened and opened[-1][1] else part)
            continue
        made.append(part)
        tag = _read(part)
        if tag is None:
            continue
        if not tag.is_end:
            never = tag.is_never_marked or bool(opened and opened[-1][2])
            # the page itself says a language, too
            never = never and tag.name != "html"
            opened.append((tag.name, tag.is_running and not never, never))
        elif any(one[0] == tag.name for one in opened):
            while opened.pop()[0] != tag.name:
                pass
    return "".join(made)


@dataclass(frozen=True)
class _Tag:
    """A tag that opens or ends an element. is_never_marked: no text within it is; is_running: its own text is running
    text."""

    name: str
    is_end: bool
    is_never_marked: bool
    is_running: bool


@lru_cache(maxsize=4096)
def _read(part: str) -> _Tag | None:
    """A tag of a page; None where there is none, or one of an element without content. Pages have few different
    ones."""
    tag = _TAG.fullmatch(part)
    if tag is None or tag["rest"].endswith("/") or tag["name"].lower() in _VOID:
        return None
    name = tag["name"].lower()
    return _Tag(
        name,
        bool(tag["end"]),
        name in _NEVER or bool(_SAYS_LANGUAGE.search(tag["rest"])),
        name in _TEXT and not _RUNNING.search(tag["rest"]),
    )


def _marked(match: re.Match[str]) -> str:
    return f'<span lang="{_CZECH}">{match[0]}</span>'


@cache
def _words() -> re.Pattern[str]:
    """The Czech words of the glossary, as they may be in English text: a small first letter may be a capital."""
    # forms of the same word in Polish have other letters
    letters = "".join(filter(str.isalpha, say("list.alphabet").text(_CZECH)))
    written_in_czech = re.compile(f"[{letters}{letters.upper()} -]+")
    with speaking(ENGLISH):
        known = [term for term in terms.load() if term.lang == _CZECH]
    written: set[str] = set()
    for term in known:
        # a plain English word is a term only where it is emphasised
        for word in (*term.forms, *re.split(r",\s*", _ASIDE.sub("", term.term))):
            if len(word) < _SHORTEST or not written_in_czech.fullmatch(word):
                continue
            if term.mark == "anywhere" or not word.isascii():
                written.add(word)
    every = {word[:1].upper() + word[1:] for word in written} | written
    listed = "|".join(re.escape(word) for word in sorted(every, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])")
