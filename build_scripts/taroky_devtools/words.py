"""Finds words that our pages and sentences do without, and straight quotation marks, and says what to
write instead: python -m taroky_devtools.words

The words, and the places where one of them is the subject, are in words.yaml.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import yaml
from taroky_build.paths import CHECKOUT

WORDS = Path(__file__).with_suffix(".yaml")
#: The page that is about these words.
PAGE = Path("docs/contributing/words.md")
LESSONS = "tutorials/taroky_tutorials/lessons/en/*.yaml"
TERMS = "tutorials/taroky_tutorials/reading/en/terms.yaml"
#: Pages that speak of any player, as messages and lessons do.
_OF_PLAYERS = (Path("docs/reference"), Path("docs/strategy"))
MESSAGES = ("engine/taroky/messages/en.po", "tutorials/taroky_tutorials/messages/en.po")

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
    found: str
    write: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.line}: “{self.found}”; write {self.write}."


@dataclass(frozen=True)
class Word:
    """An expression to find, and what to write instead."""

    pattern: re.Pattern[str]
    write: str

    @classmethod
    def read(cls, row: dict[str, str]) -> Word:
        spaced = row["find"].replace(" ", r"\s+")
        return cls(re.compile(rf"(?<![\w-])(?:{spaced})(?![\w-])", re.IGNORECASE), row["write"])


class Words:
    """The list, and where a word of it may stay."""

    def __init__(self, path: Path = WORDS) -> None:
        data = yaml.safe_load(path.read_text("utf-8"))
        self.everywhere = [Word.read(row) for row in data["everywhere"]]
        self.players = [Word.read(row) for row in data["players"]]
        self.stays: dict[Path, list[str]] = {}
        for row in data["except"]:
            self.stays.setdefault(Path(row["file"]), []).append(row["text"])

    def find(self, file: Path, text: str) -> Iterator[Finding]:
        """The words of the list in a file, and exceptions that nothing needs any more."""
        for stays in self.stays.get(file, []):
            if stays not in text:
                yield Finding(WORDS.relative_to(CHECKOUT), 1, stays, f"nothing: {file} lacks it")
            text = text.replace(stays, _blank(stays))
        read = _UNREAD[file.suffix].sub(_blanked, text)
        of_players = file.suffix in (".po", ".yaml") or file.parent in _OF_PLAYERS
        for word in [*self.everywhere, *(self.players if of_players else [])]:
            for hit in word.pattern.finditer(read):
                line = read.count("\n", 0, hit.start()) + 1
                yield Finding(file, line, " ".join(hit[0].split()), word.write)
        for mark in _STRAIGHT[file.suffix].finditer(_SYNTAX[file.suffix].sub(_blanked, read)):
            line = read.count("\n", 0, mark.start()) + 1
            yield Finding(file, line, mark[0], "“, ” or ’")


def _blank(text: str) -> str:
    """As many characters that are no words, in as many lines."""
    return re.sub(r"[^\n]", "\N{NO-BREAK SPACE}", text)


def _blanked(unread: re.Match[str]) -> str:
    return _blank(unread[0])


def files(root: Path = CHECKOUT) -> list[Path]:
    """Return what readers meet, as paths in the checkout."""
    english = (path for path in root.glob("docs/**/*.md") if "." not in path.stem)
    pages = [path.relative_to(root) for path in english]
    lessons = [path.relative_to(root) for path in root.glob(LESSONS)]
    rest = [Path("README.md"), Path(TERMS), *(Path(name) for name in MESSAGES)]
    return sorted({*pages, *lessons, *rest} - {PAGE})


def main() -> int:
    words = Words()
    found = [
        finding
        for file in files()
        for finding in words.find(file, (CHECKOUT / file).read_text("utf-8"))
    ]
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
