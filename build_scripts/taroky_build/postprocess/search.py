"""Add what the theme's search lacks: words without diacritics, rule points by their ids, terms,
questions as people ask them, the game of a lesson, and an order that puts the reader's game first."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from taroky import rules
from taroky.messages import ENGLISH
from taroky.rules.tree import read_file
from taroky_tutorials.lessons.lesson import COURSES

from taroky_build.errors import BuildError

_HERE = Path(__file__).parent
#: Questions and the places that answer them; those of another language are in a folder of it.
QUESTIONS = "questions.yaml"
#: What search.js knows of the words of a language; of English the theme knows enough.
WORDS = "words.yaml"
_GAME = "{game}"
_BEFORE = Path(__file__).with_name("search.js")
#: What the worker must have for our lines to do anything: it makes its words so.
_WORDS = (
    "self.lunr=",
    "new lunr.Token(",
    "TokenSet.prototype.toString",
    'addEventListener("message"',
)
_HAS_POINTS, _HAS_GLOSSARY = "tk-point", '<dl class="tk-glossary">'
_POINT = re.compile(r'<p [^>]*?id="(?P<id>[A-Z]+-[A-Z]+-\d+)"')
_TERM = re.compile(
    r'<dt id="(?P<id>[^"]+)">(?P<term>.*?)</dt>\s*<dd>(?P<means>.*?)</dd>', re.DOTALL
)
_GLOSSARY = re.compile(r'<dl class="tk-glossary">.*?</dl>', re.DOTALL)
#: How many times as much a term of the glossary, and a question, counts as what only uses it.
_OF_TERMS, _OF_QUESTIONS = 10, 20
_LESSON = re.compile(rf"learn/(?P<course>{'|'.join(COURSES)})/[^/#]+/")
_RULES = re.compile(r"reference/[^/]+/")
_ID = re.compile(r'\bid="([^"]+)"')
_TAG = re.compile(r"<[^>]+>")


_INDEX = "search/search_index.json"
#: What the search needs for other languages than English.
_STEMMERS = "assets/javascripts/lunr"


def complete(site: Path, languages: Mapping[str, str] | None = None) -> None:
    """Complete the search of the built site, that of each edition in a folder of its own. languages: that of each
    edition by its folder, "" being the site's root. Raises BuildError if the theme's is not as it was."""
    _drop_stemmers(site)
    if not (site / _INDEX).exists():
        return
    _fold(site)
    languages = languages or {"": ENGLISH}
    _take_apart(site, languages)
    for folder, language in languages.items():
        _add_entries(site / folder, language)


def _drop_stemmers(site: Path) -> None:
    """Delete the theme's files for languages that the search is not set to; with Thai alone they are a megabyte."""
    index = site / _INDEX
    data = json.loads(index.read_text("utf-8")) if index.exists() else {}
    if set(data.get("config", {}).get("lang", ())) <= {ENGLISH}:
        shutil.rmtree(site / _STEMMERS, ignore_errors=True)


def _take_apart(site: Path, languages: Mapping[str, str]) -> None:
    """Move what the index says of pages in folders of their own into an index of each."""
    data = json.loads((site / _INDEX).read_text("utf-8"))
    rest = data["docs"]
    for folder in filter(None, languages):
        own = [one for one in rest if one["location"].startswith(folder)]
        rest = [one for one in rest if not one["location"].startswith(folder)]
        docs = [{**one, "location": one["location"].removeprefix(folder)} for one in own]
        (site / folder / _INDEX).parent.mkdir(parents=True, exist_ok=True)
        _write(site / folder / _INDEX, {**data, "docs": docs})
    _write(site / _INDEX, {**data, "docs": rest})


def _of_language(language: str, name: str) -> Any:
    """Return what a file of ours says in a language; None where it does not say it."""
    file = _HERE / name if language == ENGLISH else _HERE / language / name
    return read_file(file).plain() if file.exists() else None


def _write(file: Path, data: Mapping[str, Any]) -> None:
    file.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), "utf-8")


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


def _add_entries(site: Path, language: str) -> None:
    """Add what the search knows of a language's words, and a result of its own for each rule point,
    each term of a glossary and each question."""
    index = site / _INDEX
    data = json.loads(index.read_text("utf-8"))
    if language != ENGLISH:  # the theme's search knows only English endings and small words
        known = _of_language(language, WORDS)
        data["config"] = {**data.get("config", {}), "pipeline": [], "words": known}
    pages = {entry["location"] for entry in data["docs"] if "#" not in entry["location"]}
    for page in sorted(pages):
        html = (site / page / "index.html").read_text("utf-8")
        for match in _POINT.finditer(html) if _HAS_POINTS in html else ():
            data["docs"].append(_entry(page, match["id"], match["id"], ""))
        glossaries = "".join(_GLOSSARY.findall(html)) if _HAS_GLOSSARY in html else ""
        for match in _TERM.finditer(glossaries):
            words = map(_text, match.group("term", "means"))
            data["docs"].append({**_entry(page, match["id"], *words), "boost": _OF_TERMS})
    data["docs"] += _questions(site, pages, language)
    data["config"] = {**data.get("config", {}), "games": _games(pages)}
    for entry in data["docs"]:
        if lesson := _LESSON.fullmatch(entry["location"]):
            entry["game"] = rules.load(lesson["course"]).title
    fields = data.get("config", {}).get("fields", {})
    if "tags" in fields:  # other words for a question count as the question
        fields["tags"]["boost"] = fields["title"]["boost"]
    _write(index, data)


def _games(pages: set[str]) -> list[str]:
    """The folders of the games: those that have a page of rules and calculators of their own."""
    folders = (page.split("/")[1] for page in pages if _RULES.fullmatch(page))
    return sorted(one for one in folders if f"calculators/{one}/" in pages)


def _entry(page: str, anchor: str, title: str, text: str) -> dict[str, Any]:
    """Return what is shown apart from its page (search.js)."""
    return {"location": f"{page}#{anchor}", "title": title, "text": text, "alone": True}


def _questions(site: Path, pages: set[str], language: str) -> Iterator[dict[str, Any]]:
    """A result for each question and each of its places that this site has. The theme knows only one
    result for a place: each gets a name of its own, and `at` says where it leads."""
    anchors: dict[str, set[str]] = {}

    def there(address: str) -> bool:
        page, _, anchor = address.partition("#")
        if page in pages and page not in anchors:
            anchors[page] = {"", *_ID.findall((site / page / "index.html").read_text("utf-8"))}
        return anchor in anchors.get(page, ())

    for number, one in enumerate(questions(language)):
        for alternatives in places(one["at"]):
            address = next(filter(there, alternatives), None)
            if address is not None:
                entry = _entry(address.partition("#")[0], f"question-{number}", one["ask"], "")
                yield {**entry, "tags": one.get("also", []), "at": address, "boost": _OF_QUESTIONS}


def questions(language: str = ENGLISH) -> list[dict[str, Any]]:
    """All questions: what is asked, in other words, too, and where the answer is. None where nobody has written
    down what is asked in a language."""
    return _of_language(language, QUESTIONS) or []


def places(addresses: str | list[str]) -> list[list[str]]:
    """Return where a question is answered: in every game that has a course, where it asks for that, at
    the first of these places that there is."""
    wanted = [addresses] if isinstance(addresses, str) else addresses
    if _GAME not in wanted[0]:
        return [wanted]
    return [[one.replace(_GAME, game) for one in wanted] for game in COURSES]


def _text(html: str) -> str:
    """Without tags; what is escaped stays so, since the theme takes it for HTML."""
    return _TAG.sub("", html).strip()
