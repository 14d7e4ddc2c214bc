"""The site in several languages: each edition has its pages in a folder of its own, `cs/`, and shares with all
others what is not words: scripts, styles, pictures, Python. The first language has the site's root.

A page has the same address below the folder of each edition, so a link within one leads to a page of the same
one; what all share, and pages that an edition does not have, lie one folder further up.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path, PurePosixPath
from typing import Any

from taroky.messages import ENGLISH, Untranslated, languages, say
from taroky.rules.tree import read_file

from taroky_build.errors import BuildError

#: What names all languages in the site's settings, so that a new one needs no change to them.
EVERY = "all"
#: Files below the site's root that all editions share.
_SHARED = re.compile(r"((?:\.\./)*)(assets/(?:cards\.svg|images/))")
_LINK = re.compile(r"(?P<before>\]\()(?P<to>[^()\s:#]+)(?P<after>(?:#[^()\s]*)?\))")
_HREF = re.compile(r'(?P<before><a\b[^>]*\bhref=")(?P<to>[^":#?]+)')


@dataclass(frozen=True)
class Edition:
    """A language, and where its pages are: "" for the site's root, else "cs/"."""

    language: str
    folder: str

    @property
    def name(self) -> str:
        """Return what the language calls itself."""
        return say("site.language").text(self.language)

    @property
    def to_root(self) -> str:
        """The way from its folder to the site's root."""
        return "../" * self.folder.count("/")

    def path(self, path: str) -> str:
        """Return where a page's file or address is below the root."""
        return f"{self.folder}{path}"


def editions(languages_named: str | Iterable[str]) -> list[Edition]:
    """The editions of a site. languages_named: its languages, in one text with spaces or commas between them, too;
    `all` for English and each language that says what it calls itself. Raises BuildError."""
    made = []
    if languages_named == EVERY:
        languages_named = [ENGLISH, *filter(_says_its_name, languages())]
    names = (
        languages_named.replace(",", " ").split()
        if isinstance(languages_named, str)
        else map(str, languages_named)
    )
    for number, language in enumerate(names):
        if language not in languages():
            known_languages = ", ".join(languages())
            raise BuildError(f"languages: there is no {language}; there are {known_languages}.")
        made.append(Edition(language, f"{language}/" if number else ""))
    return made


def _says_its_name(language: str) -> bool:
    """Whether this is another language than English with a name of its own in its catalogue."""
    try:
        return language != ENGLISH and bool(say("site.language").said(language))
    except Untranslated:
        return False


def navigation(nav: Any, edition: Edition, pages: Collection[str], docs: Path) -> Any:
    """The site's navigation as an edition has it. pages: those of the edition, by their paths from its folder;
    what leads to no other is left out. docs: where `nav.cs.yaml` says what it is called in Czech."""
    file = docs / f"nav.{edition.language}.yaml"
    named = read_file(file).plain() if file.exists() else {}
    return _translated(nav, edition, pages, named) or []


def _translated(nav: Any, edition: Edition, pages: Collection[str], named: dict[str, str]) -> Any:
    if isinstance(nav, list):
        entries = [_translated(entry, edition, pages, named) for entry in nav]
        return [entry for entry in entries if entry]
    if isinstance(nav, dict):
        below = {
            named.get(str(title), title): _translated(entry, edition, pages, named)
            for title, entry in nav.items()
        }
        return {title: entry for title, entry in below.items() if entry}
    return edition.path(nav) if nav in pages else None


def relinked(markdown: str, page: str, pages: Collection[str]) -> str:
    """A page's Markdown with links to what its edition does not have leading out of the edition's folder. page,
    pages: paths from that folder."""

    def link(match: re.Match[str]) -> str:
        folder = posixpath.dirname(page)
        there = posixpath.normpath(posixpath.join(folder, match["to"]))
        if there in pages or there.startswith(("/", "..")):
            return match[0]
        return f"{match['before']}{'../' * len(PurePosixPath(page).parts)}{there}{match['after']}"

    return _LINK.sub(link, markdown)


def shared(html: str, url: str, own: Collection[str], first: Collection[str]) -> str:
    """A page's HTML in an edition's folder: what all editions share, and pages that only the first one has, are one
    folder further up. url: the page's address; own, first: those of all pages of this edition and of the first one,
    as seen from their folders."""

    def link(match: re.Match[str]) -> str:
        there = posixpath.normpath(posixpath.join("/", url, match["to"])).lstrip("/") + "/"
        if there in own or there not in first:
            return match[0]
        return f"{match['before']}{'../' * (url.count('/') + 1)}{there}"

    return _SHARED.sub(r"\1../\2", _HREF.sub(link, html))


def named_links(html: str, language: str) -> str:
    """The page with the links to its sections named in this language; Markdown names them in English."""
    english, own = (
        escape(say("site.section").text(one), quote=True) for one in (ENGLISH, language)
    )
    return html.replace(f'title="{english}"', f'title="{own}"')


def untranslated(html: str, language: str, first: str = ENGLISH) -> str:
    """A page in the site's first language in the edition of another one, under a line that says so."""
    line = "site.untranslated" if first == ENGLISH else "site.untranslated_yet"
    sentence = escape(say(line).text(language), quote=False)
    return f'<p class="tk-untranslated">{sentence}</p>\n<div lang="{first}">\n{html}\n</div>'


def only_begun(language: str) -> str:
    """A line below a page in a language in which lessons are still missing."""
    return f'\n<p class="tk-untranslated">{escape(say("site.only_begun").text(language), quote=False)}</p>'
