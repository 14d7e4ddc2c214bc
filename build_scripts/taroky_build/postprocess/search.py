"""What the theme's search lacks: words without diacritics, rule points by their ids, and terms."""

from __future__ import annotations

import json
import re
from pathlib import Path

from taroky_build.errors import BuildError

_BEFORE = Path(__file__).with_name("search.js")
#: What the worker must have for our lines to do anything: it makes its words so.
_WORDS = (
    "self.lunr=",
    "new lunr.Token(",
    "TokenSet.prototype.toString",
    'addEventListener("message"',
)
_POINT = re.compile(r'<p [^>]*?id="(?P<id>[A-Z]+-[A-Z]+-\d+)"')
_TERM = re.compile(
    r'<dt id="(?P<id>[^"]+)">(?P<term>.*?)</dt>\s*<dd>(?P<means>.*?)</dd>', re.DOTALL
)
_GLOSSARY = re.compile(r'<dl class="tk-glossary">.*?</dl>', re.DOTALL)
#: So many times a term of the glossary counts against what only uses it.
_OF_TERMS = 10
_TAG = re.compile(r"<[^>]+>")


def complete(site: Path) -> None:
    """Complete the search of the built site. Raises BuildError if the theme's is not as it was."""
    index = site / "search" / "search_index.json"
    if index.exists():
        _fold(site)
        _add_entries(site, index)


def _fold(site: Path) -> None:
    before = _BEFORE.read_text("utf-8")
    for worker in (site / "assets" / "javascripts" / "workers").glob("search.*.min.js"):
        text = worker.read_text("utf-8")
        missing = [word for word in _WORDS if word not in text]
        if missing:
            raise BuildError(
                f"{worker.name} does not hold {missing[0]!r}: look up in the theme's new version how "
                "it makes words, and mend taroky_build/postprocess/search.js."
            )
        if not text.startswith(before):
            worker.write_text(before + text, "utf-8")


def _add_entries(site: Path, index: Path) -> None:
    """A result of its own for each rule point and each term of a glossary, found by its name."""
    data = json.loads(index.read_text("utf-8"))
    pages = {entry["location"] for entry in data["docs"] if "#" not in entry["location"]}
    for page in sorted(pages):
        html = (site / page / "index.html").read_text("utf-8")
        for match in _POINT.finditer(html):
            data["docs"].append(_entry(page, match["id"], match["id"], ""))
        glossaries = "".join(_GLOSSARY.findall(html))
        for match in _TERM.finditer(glossaries):
            words = map(_text, match.group("term", "means"))
            data["docs"].append({**_entry(page, match["id"], *words), "boost": _OF_TERMS})
    index.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _entry(page: str, anchor: str, title: str, text: str) -> dict[str, str]:
    return {"location": f"{page}#{anchor}", "title": title, "text": text}


def _text(html: str) -> str:
    """Without tags; what is escaped stays so, since the theme takes it for HTML."""
    return _TAG.sub("", html).strip()
