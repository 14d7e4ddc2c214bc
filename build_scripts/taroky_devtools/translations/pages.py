"""Report which pages a language has, and where their English has changed since.

A page in another language says in its front matter which text it was made from: `of`, the name that Git gives
the content of the English file. So Git can still show that text, and what is different now.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from taroky.rules.tree import read_file
from taroky_build.pages.translated_pages import ENGLISH_ONLY, beside, language_of
from taroky_build.paths import CHECKOUT

_FRONT = re.compile(r"\A---\n(?P<rows>.*?\n)---\n", re.DOTALL)
_OF = re.compile(r"^of: (?P<of>[0-9a-f]+)\n", re.MULTILINE)
_TITLE = re.compile(r"^\s*- (?P<title>[^:\n]+?):(?: |$)", re.MULTILINE)
#: How many letters of a name are unique enough.
_LENGTH = 12


def report(language: str, root: Path = CHECKOUT) -> Iterator[str]:
    """How many pages there are in the language, what is missing, and what has changed in English."""
    docs = root / "docs"
    names = english_pages(docs)
    missing = [name for name in names if not (docs / beside(name, language)).exists()]
    changed = []
    for name in names:
        own, english = docs / beside(name, language), docs / name
        if not own.exists():
            continue
        match = _OF.search(_front(own.read_text("utf-8")))
        if match is None:
            changed.append(f"  not known what it was made from: docs/{beside(name, language)}")
        elif match["of"] != content_name(english.read_bytes()):
            changed += [
                f"  English has changed: docs/{name}",
                *_difference(match["of"], english, root),
            ]
    yield f"{language}, pages: {len(names) - len(missing)} of {len(names)}"
    if missing:
        yield f"  missing: {', '.join(missing)}"
    yield from changed
    yield from _navigation(language, root)


def update(language: str, root: Path = CHECKOUT) -> None:
    """Write into each page that does not say so from which text it was made: the English one of today."""
    docs = root / "docs"
    for name in english_pages(docs):
        own = docs / beside(name, language)
        if own.exists():
            text, of = own.read_text("utf-8"), content_name((docs / name).read_bytes())
            front = _FRONT.match(text)
            if front is None:
                own.write_text(f"---\nof: {of}\n---\n{text}", "utf-8")
            elif not _OF.search(front["rows"]):
                own.write_text(
                    f"---\n{front['rows']}of: {of}\n{text[front.end('rows') :]}", "utf-8"
                )


def content_name(content: bytes) -> str:
    """The name that Git gives a file of this content."""
    whole = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False)
    return whole.hexdigest()[:_LENGTH]


def english_pages(docs: Path) -> list[str]:
    """The pages that are for readers of all languages."""
    names = sorted(path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))
    return [
        name for name in names if language_of(name) == "en" and not name.startswith(ENGLISH_ONLY)
    ]


def _front(text: str) -> str:
    match = _FRONT.match(text)
    return match["rows"] if match else ""


def _difference(of: str, now: Path, root: Path) -> Iterator[str]:
    """The lines that are different now, where Git still has the text of then."""
    asked = ["git", "cat-file", "blob", of]
    then = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=False)
    if then.returncode == 0:
        lines = then.stdout.splitlines(), now.read_text("utf-8").splitlines()
        for line in difflib.unified_diff(*lines, lineterm="", n=0):
            if line[:1] in "+-" and not line.startswith(("+++", "---")):
                yield f"    {line[0]} {line[1:]}"


def titles(language: str, root: Path) -> list[tuple[str, bool]]:
    """The titles of the navigation, and whether the language has them."""
    file = root / "docs" / f"nav.{language}.yaml"
    named = read_file(file).plain() if file.exists() else {}
    _, _, nav = (root / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")
    names = dict.fromkeys(match["title"] for match in _TITLE.finditer(nav))
    return [(name, name in named) for name in names]


def _navigation(language: str, root: Path) -> Iterator[str]:
    """How much of the navigation there is in the language."""
    every = titles(language, root)
    missing = [name for name, done in every if not done]
    yield f"{language}, navigation: {len(every) - len(missing)} of {len(every)} titles"
    if missing:
        yield f"  missing: {', '.join(missing)}"
