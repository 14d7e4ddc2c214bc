"""Pages written by hand in another language: files beside the English ones, `hlucin.cs.md` for `hlucin.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from taroky.messages import ENGLISH, language, languages

#: In English only: for those who work on the project, and what the rulings rest on.
ENGLISH_ONLY = ("contributing/", "python/", "reference/rulings")
_NAME = re.compile(r"\.(?P<language>[a-z]{2})\.md$")


def language_of(path: str, first: str = ENGLISH) -> str:
    """The language that a file says it is in by its name: "cs" of `hlucin.cs.md`; the first one of its site if it
    says none."""
    name = _NAME.search(path)
    return name["language"] if name and name["language"] in languages() else first


def beside(path: str, in_language: str) -> str:
    """The path of a page's translation."""
    return str(PurePosixPath(path).with_suffix(f".{in_language}.md"))


def is_wanted(page: str, patterns: str) -> bool:
    """Whether an edition in the language that is spoken has a page. patterns: of the pages that are wanted."""
    if language() != ENGLISH and page.startswith(ENGLISH_ONLY):
        return False
    return matches(page, patterns)


def matches(page: str, patterns: str) -> bool:
    """Whether one of these patterns names a page."""
    return any(fnmatch(page, pattern) for pattern in patterns.split())


def wanted(pages: Iterable[str], patterns: str) -> list[str]:
    """Those of the English pages that an edition in the language that is spoken has."""
    return [page for page in pages if is_wanted(page, patterns)]


def written(
    docs: Path, pages: Iterable[str], first: str = ENGLISH
) -> tuple[dict[str, str], set[str]]:
    """The text of each page, in the language that is spoken if there is one, and those of which there is none.
    pages: paths below `docs` of those in the language that comes first."""
    texts, other = {}, set()
    for path in pages:
        file, spoken = found(docs, path, first)
        if spoken != language():
            other.add(path)
        texts[path] = file.read_text("utf-8-sig")
    return texts, other


def found(docs: Path, page: str, first: str = ENGLISH) -> tuple[Path, str]:
    """The file of a page in the language that is spoken, or else in the one that comes first; and which it is."""
    own = docs / beside(page, language())
    return (own, language()) if language() != first and own.exists() else (docs / page, first)
