"""Count the English words that a language still lacks, room by room, in the order in which they pay: what a learner
meets first comes first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from taroky.rules.tree import read_file
from taroky_build.catalogues.po_files import Entry, entries, read
from taroky_build.pages.translated_pages import beside
from taroky_build.paths import CHECKOUT
from taroky_tutorials.lessons import lesson_files, translated
from taroky_tutorials.lessons.lesson import COURSES

from taroky_devtools.translations import catalogues, lessons, pages, reading

HOME, COURSE, TABLE = "home and navigation", "the first course and its exercises", "the table"
OTHER_COURSES = "lessons of the other courses only"
RULES, WORDS = "the rules of one game, and how rules are said", "glossary and known games"
OTHER_RULES = "the rules of the other games"
PAGES, SHEETS, PYTHON = "other pages", "calculators, sheets and clubs", "errors, files and commands"
ROOMS = (HOME, COURSE, TABLE, RULES, WORDS, PAGES, SHEETS, OTHER_COURSES, OTHER_RULES, PYTHON)

#: The room of a message by the first part of its id, for each catalogue; the others are in the last room named.
_MESSAGES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "taroky_tutorials": (
        (TABLE, "arena claim coach feel guide open price same sides table"),
        (
            SHEETS,
            "build calc club evening facts house pay pile sheet take tool tournament update",
        ),
        (RULES, "compare point summary switch try"),
        (WORDS, "known term word words"),
        (HOME, "about contact home missing site"),
        (COURSE, ""),
    ),
    "taroky": (
        (RULES, "cell layout option options topic old_name"),
        (
            PYTHON,
            "cli diff expected fact file help input line meaning notation notebook progress public question quoted"
            " record request rl session terminal yaml",
        ),
        (TABLE, ""),
    ),
}
_REFERENCE, _FRONT_PAGE = "reference/", "index.md"
_FIRST_GAME = f"{_REFERENCE}{COURSES[0]}"
_PARAMETER = re.compile(r"\{[^}]*\}")


def table(language: str) -> Iterator[str]:
    """Yield a line for each room: words left and words in all; then the same of all rooms."""
    total, left = dict.fromkeys(ROOMS, 0), dict.fromkeys(ROOMS, 0)
    for room, words, done in counted(language):
        total[room] += words
        left[room] += 0 if done else words
    yield f"{language}: English words left to translate, in the order in which they pay: what learners meet first"
    for number, room in enumerate(ROOMS, start=1):
        yield f"{number:4}. {left[room]:7,} of {total[room]:7,}  {room}"
    yield f"      {sum(left.values()):7,} of {sum(total.values()):7,}  in all"


def counted(language: str) -> Iterator[tuple[str, int, bool]]:
    """Yield the room, the number of English words, and whether the language has them, of each message, part of a
    lesson, entry and page."""
    for folder in catalogues.FOLDERS:
        yield from _messages(folder, language)
    for path in sorted(lesson_files.FOLDER.glob("*.yaml")):
        for part in lessons.parts(path, path.parent.parent / language / path.name):
            room = COURSE if path.stem in _first_course() else OTHER_COURSES
            yield room, _length(part.source), bool(part.own) and not part.lacking
    yield from _entries(language)
    yield from _pages(language)


@cache
def _first_course() -> frozenset[str]:
    """The lessons of the first course in the list."""
    return frozenset(lesson.id for lesson in lesson_files.load_all(COURSES[0]))


def _messages(folder: Path, language: str) -> Iterator[tuple[str, int, bool]]:
    path = folder / f"{language}.po"
    own = entries(read(path)) if path.exists() else {}
    for name, english in entries(read(folder / "en.po")).items():
        done = own.get(name, Entry(name, ())).used(english)
        yield room_of(folder.parent.name, name), _length(english.source), done


def room_of(package: str, name: str) -> str:
    """The room of a message by its id."""
    first = name.partition(".")[0]
    rooms = _MESSAGES[package]
    return next((room for room, prefixes in rooms if first in prefixes.split()), rooms[-1][0])


def _entries(language: str) -> Iterator[tuple[str, int, bool]]:
    for path, keys, needed in reading.FILES:
        file = path.parent.parent / language / path.name
        own = read_file(file).plain() if file.exists() else {}
        for row in read_file(path).plain():
            words = own.get(str(row["id"]))
            done = words is not None and translated.current(row, words, keys, needed)
            yield WORDS, _length(translated.source(row, keys)), done


def _pages(language: str) -> Iterator[tuple[str, int, bool]]:
    docs = CHECKOUT / "docs"
    for name in pages.english_pages(docs):
        room = HOME if name == _FRONT_PAGE else PAGES
        if name.startswith(_REFERENCE):
            room = RULES if name.startswith(_FIRST_GAME) else OTHER_RULES
        words = _length((docs / name).read_text("utf-8"))
        yield room, words, (docs / beside(name, language)).exists()
    for title, done in pages.titles(language, CHECKOUT):
        yield HOME, _length(title), done


def _length(text: str) -> int:
    return len(_PARAMETER.sub(" ", text).split())
