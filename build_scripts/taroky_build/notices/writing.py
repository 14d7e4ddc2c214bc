"""The list of what is not ours in three forms: the page "Licences", a plain file that travels with every copy of
the site, and THIRD_PARTY.md in the repository."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

from taroky.messages import ENGLISH
from taroky_tutorials.page_parts.elements import Content, Markup, element

from taroky_build.notices.listing import Part, parts, text

#: Where the list stands on a page, and the plain file below the site's root.
MARKER, FILE = "<!-- notices -->", "LICENSES.txt"
#: The address of that page in its edition.
URL = "about/licences/"
#: From the page to the root of its edition.
_TO_ROOT = "../" * URL.count("/")
#: The file in the repository.
THIRD_PARTY = "THIRD_PARTY.md"

_WIDE = 90
_OURS = """\
Taroky: the pages, the rules engine, the lessons, the scripts and the drawings of the cards are ours.
Anyone may use, change, share and sell them under the MIT licence:

Copyright (c) 2026 The Taroky authors
"""
_THEIRS = (
    "The following is not ours, and keeps its own licence. The text of each licence is at the end."
)
#: What THIRD_PARTY.md leaves to the lock files: it would be another file after every update.
_VERSIONS = (
    "The versions are in `package-lock.json` and `requirements/site.txt`, and on every built site, which has this list "
    "with the texts of all licences as a page (*About*, *Licences*) and as `LICENSES.txt`."
)


def page_list(listed: Sequence[Part], to_root: str = _TO_ROOT) -> Markup:
    """The list with all texts as HTML for a page, in English whatever the page's language is. to_root: the way from
    the page to the site's root."""
    file = element("p", element("a", FILE, href=f"{to_root}{FILE}"))
    entries = element("ul", *map(_entry, listed))
    details = [
        element("details", element("summary", name), element("pre", text(name)), id=_anchor(name))
        for name in _texts(listed)
    ]
    return element(
        "section",
        file,
        entries,
        *details,
        class_="tk-notices",
        lang=ENGLISH,
        data_search_exclude=True,
    )


def _entry(part: Part) -> Markup:
    links = [element("a", name, href=f"#{_anchor(name)}") for name in part.texts]
    return element(
        "li",
        element("strong", element("a", part.name, href=part.address)),
        f" ({part.version}): {part.licence}. {part.use} {part.changed}".rstrip(),
        element("br"),
        "; ".join(part.copyright),
        *([". "] if part.copyright and not part.copyright[-1].endswith(".") else [" "]),
        *_joined("Text: ", links),
    )


def _joined(before: str, links: Sequence[Markup]) -> Iterator[Content]:
    for number, link in enumerate(links):
        yield ", " if number else before
        yield link


def _anchor(name: str) -> str:
    return f"licence-{re.sub('[^a-z0-9]+', '-', name.lower())}"


def plain(listed: Sequence[Part]) -> str:
    """The list with all texts as plain text."""
    blocks = [_OURS + "\n" + text("MIT"), _THEIRS]
    for part in listed:
        lines = [part.licence, part.address, *part.copyright, part.use, part.changed]
        below = (f"  {line}" for long in lines for line in textwrap.wrap(long, _WIDE))
        blocks.append("\n".join([f"{part.name} ({part.version})", *below]) + "\n")
    for name in _texts(listed):
        blocks.append(f"{'=' * _WIDE}\n{name}\n{'=' * _WIDE}\n\n{text(name)}")
    return "\n".join(blocks)


def third_party(listed: Sequence[Part]) -> str:
    """The list for the repository, without versions, as Markdown."""
    rows = [
        f"| [{part.name}]({part.address}) | {part.licence} | {part.use} {part.changed}".rstrip()
        + " |"
        for part in listed
    ]
    head = "# What is not ours\n\nThe site serves these, each under its own licence. " + _VERSIONS
    made = "`make notices` writes this file from `build_scripts/taroky_build/notices/notices.yaml`."
    table = "\n".join(
        ["| What | Licence | What for, and what we changed |", "|---|---|---|", *rows]
    )
    return f"{head}\n\n{made}\n\n{table}\n"


def _texts(listed: Sequence[Part]) -> list[str]:
    """The names of all texts, each once, in the order in which they are named first."""
    return list(dict.fromkeys(name for part in listed for name in part.texts))


def fill(markdown: str, root: Path | None, folder: str = "") -> str:
    """A page with the list in the place of its marker. root: a checkout of ours; folder: that of the page's edition.
    Raises BuildError."""
    if MARKER not in markdown:
        return markdown
    to_root = _TO_ROOT + "../" * folder.count("/")
    return markdown.replace(MARKER, str(page_list(parts(root), to_root)))
