"""Finds words that our pages, sentences and code do without, turns that sound translated, and straight
quotation marks, and says what to write instead: python -m taroky_devtools.words

The words, and the places where one of them is the subject, are in words.yaml.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from taroky_build.paths import CHECKOUT

from taroky_devtools.code_words import Kind, parts, spaced

WORDS = Path(__file__).with_suffix(".yaml")
#: The page that is about these words.
PAGE = Path("docs/contributing/words.md")
LESSONS = "tutorials/taroky_tutorials/lessons/en/*.yaml"
TERMS = "tutorials/taroky_tutorials/reading/en/terms.yaml"
KNOWN_GAMES = "tutorials/taroky_tutorials/reading/en/known-games.yaml"
#: What a club begins with.
STARTER = ("build_scripts/taroky_build/clubs/starter/index.md",)
_TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
#: Pages that speak of any player, as messages and lessons do.
_OF_PLAYERS = (Path("docs/reference"), Path("docs/strategy"))
MESSAGES = ("engine/taroky/messages/en.po", "tutorials/taroky_tutorials/messages/en.po")
#: What is read as code: names, docstrings and comments.
CODE = (
    *(
        f"{room}/**/*{suffix}"
        for room in ("engine", "tutorials", "build_scripts", "tests")
        for suffix in (".py", ".js", ".mjs", ".yaml")
    ),
    "docs/assets/js/*.js",
    "docs/assets/css/*.css",
    ".github/**/*.yml",
    "Makefile",
)
#: Folders that hold no source.
_MADE = {"prebuilt", "build", "node_modules", "__pycache__"}

#: What nobody reads as words, by the kind of file: code, comments, placeholders, addresses, ids.
_UNREAD = {
    ".md": re.compile(
        r"^ *```.*?^ *```|<!--.*?-->|\{\{.*?\}\}|\{:? ?#.*?\}|`[^`\n]*`|\]\([^)\n]*\)",
        re.DOTALL | re.M,
    ),
    ".po": re.compile(r"^(?!msgstr).*|\{[^{}\n]*\}", re.M),
    ".yaml": re.compile(r"^\s*#.*|^\s*(?:- )?id:.*|\{\{.*?\}\}|\]\([^)\n]*\)", re.M),
}
#: Quotation marks and apostrophes of a typewriter, in what is read.
_STRAIGHT = {
    ".md": re.compile("[\"']"),
    ".po": re.compile("[\"']"),
    ".yaml": re.compile(r"(?<=\w)'(?=\w)"),
}
#: Where they belong to the file, not to its words: tags, the fields above a page, titles of boxes.
_SYNTAX = {
    ".md": re.compile(r"<\w[^<>]*>|^ *(?:[a-z_]+:|!!!|\?{3}\+?|===)(?: \w+)* \"|\"$", re.M),
    ".po": re.compile(r'^msgstr\S* "|"$', re.M),
    ".yaml": re.compile(r"(?!)"),
}


@dataclass(frozen=True)
class Finding:
    """A word in a place, and what to write instead."""

    file: Path
    line: int
    phrase: str
    write: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: “{self.phrase}”; write {self.write}."


@dataclass(frozen=True)
class Word:
    """An expression to find, and what to write instead."""

    pattern: re.Pattern[str]
    write: str
    #: Of a turn: how many docstrings and comments may have it.
    in_code: int = 0

    @classmethod
    def read(cls, row: dict[str, Any]) -> Word:
        """Read a row of the list; a space of its expression also matches a line break."""
        spaced = row["find"].replace(" ", r"\s+")
        pattern = re.compile(rf"(?<![\w-])(?:{spaced})(?![\w-])", re.IGNORECASE)
        return cls(pattern, row["write"], row.get("code", 0))


@dataclass(frozen=True)
class CodeRule:
    """An expression to find in one kind of part, whole or in it, and what to write instead."""

    kinds: frozenset[Kind]
    pattern: re.Pattern[str]
    write: str
    whole: bool = True

    def find(self, kind: Kind, text: str) -> tuple[int, str] | None:
        """Return what is found in a part of this kind, if anything is, and how far below its first line."""
        if kind not in self.kinds:
            return None
        if self.whole:
            return (0, text) if self.pattern.fullmatch(text) else None
        hit = self.pattern.search(spaced(text) if kind == "name" else text)
        if hit is None:
            return None
        if kind == "name":
            return 0, text
        return text.count("\n", 0, hit.start()), " ".join(hit[0].split())


_PROSE: frozenset[Kind] = frozenset({"docstring", "function", "comment"})
_BEGINNINGS: dict[str, frozenset[Kind]] = {"function": frozenset({"function"}), "any": _PROSE}


class Words:
    """The list, and where a word of it may stay."""

    def __init__(self, path: Path = WORDS) -> None:
        data = yaml.safe_load(path.read_text("utf-8"))
        self.everywhere = [Word.read(row) for row in data["everywhere"]]
        self.turns = [Word.read(row) for row in data["turns"]]
        self.players = [Word.read(row) for row in data["players"]]
        self.code = [*self._in_code(data), *self._whole_names(data), *self._beginnings(data)]
        self.lines = {row["files"]: row["most"] for row in data["lines"]}
        self.stays: dict[Path, list[str]] = {}
        for row in data["except"]:
            self.stays.setdefault(Path(row["file"]), []).append(row["text"])

    def _in_code(self, data: dict[str, list[dict[str, str]]]) -> Iterator[CodeRule]:
        kinds: frozenset[Kind] = frozenset({*_PROSE, "name"})
        for word in [*self.everywhere, *map(Word.read, data["code"])]:
            yield CodeRule(kinds, word.pattern, word.write, whole=False)
        for word in [*self.everywhere, *self.turns]:
            yield CodeRule(frozenset({"text"}), word.pattern, word.write, whole=False)

    def _whole_names(self, data: dict[str, list[dict[str, str]]]) -> Iterator[CodeRule]:
        kinds: dict[str, Kind] = {
            "names": "name",
            "annotations": "annotation",
            "variables": "variable",
            "modules": "module",
        }
        for section, kind in kinds.items():
            for row in data[section]:
                yield CodeRule(frozenset({kind}), re.compile(row["is"]), row["write"])

    def _beginnings(self, data: dict[str, list[dict[str, str]]]) -> Iterator[CodeRule]:
        for row in data["beginnings"]:
            pattern = re.compile(rf"\A\s*{row['find']}\b", re.IGNORECASE)
            yield CodeRule(_BEGINNINGS[row["of"]], pattern, row["write"], whole=False)

    def find(self, file: Path, text: str) -> Iterator[Finding]:
        """Find the words of the list in what readers read, and exceptions that nothing needs."""
        yield from self._unneeded(file, text)
        for stays in self.stays.get(file, []):
            text = text.replace(stays, _blank(stays))
        read = _UNREAD[file.suffix].sub(_blanked, text)
        of_players = file.suffix in (".po", ".yaml") or file.parent in _OF_PLAYERS
        for word in [*self.everywhere, *self.turns, *(self.players if of_players else [])]:
            for hit in word.pattern.finditer(read):
                line = read.count("\n", 0, hit.start()) + 1
                yield Finding(file, line, " ".join(hit[0].split()), word.write)
        for mark in _STRAIGHT[file.suffix].finditer(_SYNTAX[file.suffix].sub(_blanked, read)):
            line = read.count("\n", 0, mark.start()) + 1
            yield Finding(file, line, mark[0], "“, ” or ’")

    def count_turns(self, file: Path, text: str) -> Counter[Word]:
        """Count the turns in the docstrings and comments of a file of code."""
        prose = [part.text for part in parts(file, text) if part.kind in _PROSE]
        return Counter(
            {word: sum(len(word.pattern.findall(one)) for one in prose) for word in self.turns}
        )

    def too_many(self, counts: Counter[Word]) -> Iterator[Finding]:
        """Report turns that docstrings and comments have more often than the list allows."""
        for word in self.turns:
            if counts[word] > word.in_code:
                say = f"{word.write} ({counts[word]} in docstrings and comments, at most {word.in_code})"
                yield Finding(WORDS.relative_to(CHECKOUT), 1, word.pattern.pattern, say)

    def find_in_code(self, file: Path, text: str) -> Iterator[Finding]:
        """Find them in names, docstrings, comments and sentences, and lines that are too long."""
        stays = self.stays.get(file, [])
        lines = text.splitlines()
        yield from self._unneeded(file, text)
        for part in parts(file, text):
            if part.kind == "text" and file.parts[0] == "tests":
                continue  # what is expected of somebody else's sentence
            for offset, hit, write in self._hits(part.kind, part.text):
                line = part.line + offset
                if not any(stay in lines[line - 1] for stay in stays):
                    yield Finding(file, line, hit, write)
        for pattern, most in self.lines.items():
            if file.match(pattern):
                yield from _long_lines(file, lines, most)

    @cache  # noqa: B019 (one list in a run; most names are in many places)
    def _hits(self, kind: Kind, text: str) -> list[tuple[int, str, str]]:
        hits = {hit: rule.write for rule in self.code if (hit := rule.find(kind, text))}
        return [(*hit, write) for hit, write in hits.items()]

    def _unneeded(self, file: Path, text: str) -> Iterator[Finding]:
        for stays in self.stays.get(file, []):
            if stays not in text:
                yield Finding(WORDS.relative_to(CHECKOUT), 1, stays, f"nothing: {file} lacks it")


def _long_lines(file: Path, lines: Sequence[str], most: int) -> Iterator[Finding]:
    for number, line in enumerate(lines, 1):
        if len(line) > most:
            yield Finding(
                file, number, f"{line.strip()[:20]}…", f"at most {most} letters in a line"
            )


def _blank(text: str) -> str:
    """Return as many characters that are no words, in as many lines."""
    return re.sub(r"[^\n]", "\N{NO-BREAK SPACE}", text)


def _blanked(unread: re.Match[str]) -> str:
    return _blank(unread[0])


def files(root: Path = CHECKOUT) -> list[Path]:
    """Return the files that readers meet, as paths in the checkout."""
    english = (path for path in root.glob("docs/**/*.md") if "." not in path.stem)
    pages = [path.relative_to(root) for path in english]
    lessons = [path.relative_to(root) for path in root.glob(LESSONS)]
    rest = [Path(name) for name in (*_TOP, TERMS, KNOWN_GAMES, *MESSAGES, *STARTER)]
    return sorted({*pages, *lessons, *rest} - {PAGE})


def code_files(root: Path = CHECKOUT) -> list[Path]:
    """Return the files whose names, docstrings and comments are read, as paths in the checkout."""
    paths = {path.relative_to(root) for pattern in CODE for path in root.glob(pattern)}
    return sorted(path for path in paths if not _MADE & set(path.parts))


def turns_in_code(words: Words) -> Counter[Word]:
    """Count the turns in all docstrings and comments, those of tests left out."""
    counts: Counter[Word] = Counter()
    for file in code_files():
        if file.parts[0] != "tests":
            counts += words.count_turns(file, _read(file))
    return counts


def main() -> int:
    words = Words()
    findings = [
        *(one for file in files() for one in words.find(file, _read(file))),
        *(one for file in code_files() for one in words.find_in_code(file, _read(file))),
        *words.too_many(turns_in_code(words)),
    ]
    for finding in findings:
        print(finding)
    return 1 if findings else 0


def _read(file: Path) -> str:
    return (CHECKOUT / file).read_text("utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
