"""Czech words on English pages are marked as Czech, so that a screen reader says “povinnost” as a Czech does. Which
words these are is told by the glossary."""

from __future__ import annotations

import re
from functools import cache

from taroky.messages import ENGLISH, speaking
from taroky_tutorials.reading import terms

#: The language of the game's own words.
_CZECH = "cs"
_PART = re.compile(r"(<!--.*?-->|<[^>]*>)", re.DOTALL)
_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<rest>[^>]*)>", re.IGNORECASE)
#: Within these nothing is marked: no markup may stand there, or nobody reads it aloud.
_NEVER = {"script", "style", "svg", "noscript", "option", "textarea", "title", "pre", "code"}
_ASIDE = re.compile(r"\s*\([^)]*\)")
#: A word that may be Czech; forms of the same word in Polish are not.
_LETTERS = re.compile("[A-Za-záčďéěíňóřšťúůýžÁČĎÉÍÓŘŠŤÚŽ -]+")
#: What has fewer letters is the sign of a currency.
_SHORTEST = 3
_SAYS_LANGUAGE = re.compile(r"\slang=")


def marked(html: str) -> str:
    """A page's HTML with the Czech words of its text in elements that say so."""
    words = _words()
    inside, depth, made = "", 0, []
    for part in _PART.split(html):
        if not part.startswith("<"):
            made.append(part if inside else words.sub(_marked, part))
            continue
        made.append(part)
        tag = _TAG.fullmatch(part)
        if tag is None or tag["rest"].endswith("/"):
            continue
        name = tag["name"].lower()
        if inside:
            depth += (-1 if tag["end"] else 1) if name == inside else 0
            inside = inside if depth else ""
        elif not tag["end"] and (name in _NEVER or _SAYS_LANGUAGE.search(tag["rest"])):
            inside, depth = name, 1
    return "".join(made)


def _marked(match: re.Match[str]) -> str:
    return f'<span lang="{_CZECH}">{match[0]}</span>'


@cache
def _words() -> re.Pattern[str]:
    """The Czech words of the glossary, as they may stand in English text: a small first letter may be a capital."""
    with speaking(ENGLISH):
        known = [term for term in terms.load() if term.lang == _CZECH]
    written: set[str] = set()
    for term in known:
        # a plain English word is a term only where it is emphasised
        for word in (*term.forms, *re.split(r",\s*", _ASIDE.sub("", term.term))):
            if len(word) < _SHORTEST or not _LETTERS.fullmatch(word):
                continue
            if term.mark == "anywhere" or not word.isascii():
                written.add(word)
    every = {word[:1].upper() + word[1:] for word in written} | written
    listed = "|".join(re.escape(word) for word in sorted(every, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{listed})(?![\w-])")
