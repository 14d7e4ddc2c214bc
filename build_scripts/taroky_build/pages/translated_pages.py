"""Pages written by hand in another language: files beside the English ones, `hlucin.cs.md` for `hlucin.md`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatch
from pathlib import Path, PurePosixPath

from taroky.messages import ENGLISH, language

#: Folders for those who work on the project, and in English only.
ENGLISH_ONLY = ("contributing/", "python/")
_NAME = re.compile(r"\.(?P<language>[a-z]{2})\.md$")


def language_of(path: str) -> str:
    """The language that a file says it is in by its name: "cs" of `hlucin.cs.md`."""
    found = _NAME.search(path)
    return found["language"] if found else ENGLISH


def beside(path: str, in_language: str) -> str:
    """The path of a page's translation."""
    return str(PurePosixPath(path).with_suffix(f".{in_language}.md"))


def is_wanted(page: str, patterns: str) -> bool:
    """Whether an edition in the language that is spoken has a page. patterns: of the pages that are wanted."""
    if language() != ENGLISH and page.startswith(ENGLISH_ONLY):
        return False
    return any(fnmatch(page, pattern) for pattern in patterns.split())


def wanted(pages: Iterable[str], patterns: str) -> list[str]:
    """Those of the English pages that an edition in the language that is spoken has."""
    return [page for page in pages if is_wanted(page, patterns)]


def written(docs: Path, pages: Iterable[str]) -> tuple[dict[str, str], set[str]]:
    """The text of each page, in the language that is spoken if there is one, and those of which there is none.
    pages: paths of the English ones below `docs`."""
    texts, english = {}, set()
    for path in pages:
        own = docs / beside(path, language())
        if language() == ENGLISH or own.exists():
            file = docs / path if language() == ENGLISH else own
        else:
            file = docs / path
            english.add(path)
        texts[path] = file.read_text("utf-8-sig")
    return texts, english
