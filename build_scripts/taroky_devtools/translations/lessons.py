"""Report what a language has of the lessons, where their English has changed since, and what `--update`
writes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from taroky.rules.tree import read_file
from taroky_tutorials.lessons import lesson_files, translated


@dataclass(frozen=True)
class Part:
    """A lesson's head or one of its steps: its English, and its words in the language if it has any."""

    step: str
    english: Mapping[str, Any]
    own: Mapping[str, Any]
    keys: tuple[str, ...]

    @property
    def source(self) -> str:
        return translated.source(self.english, self.keys)

    @property
    def lacking(self) -> list[str]:
        return translated.lacking(self.english, self.own, self.keys)


def parts(path: Path, own: Path) -> list[Part]:
    """The head and the steps of a lesson. own: the file with its words in the language, which may be missing."""
    english = read_file(path).plain()
    words = read_file(own).plain() if own.exists() else {}
    steps = words.get("steps", {})
    return [
        Part("", english, words.get("lesson", {}), translated.HEAD),
        *(
            Part(row["id"], row, steps.get(row["id"], {}), translated.STEP)
            for row in english["steps"]
        ),
    ]


def report(language: str, folder: Path = lesson_files.FOLDER) -> Iterator[str]:
    """How many parts (steps, and the introduction of each lesson) there are in the language, and those whose
    English is another one than they were made from."""
    files = sorted(folder.glob("*.yaml"))
    many = done = lessons = 0
    changed: list[str] = []
    for path in files:
        own = folder.parent / language / path.name
        lessons += own.exists()
        for part in parts(path, own):
            many += 1
            name = f"{path.stem}, {part.step}" if part.step else path.stem
            done += bool(part.own) and not part.lacking
            if part.own and part.lacking:
                changed.append(f"  not whole: {name} lacks {', '.join(part.lacking)}")
            if part.own and part.own.get("of") != part.source:
                changed += [
                    f"  English has changed: {name}",
                    f"    - {part.own.get('of', '')}",
                    f"    + {part.source}",
                ]
    yield f"{language}, lessons: {done} of {many} parts in {lessons} of {len(files)} lessons"
    yield from changed


def update(language: str, begin: list[str], folder: Path = lesson_files.FOLDER) -> None:
    """Bring the lessons of a language up to date, and begin those that are named: a part that has no `of`
    gets the English words as they are now, one that is missing is written with empty words. Other parts
    stay as they are."""
    for path in sorted(folder.glob("*.yaml")):
        own = folder.parent / language / path.name
        if own.exists() or path.stem in begin:
            own.parent.mkdir(exist_ok=True)
            text = own.read_text("utf-8") if own.exists() else ""
            for part in parts(path, own):
                text = _with(text, part)
            own.write_text(text, "utf-8")


def _with(text: str, part: Part) -> str:
    """The file's text with a part brought up to date."""
    of = json.dumps(part.source, ensure_ascii=False)
    if part.own:
        head = f"  {part.step}:\n" if part.step else "lesson:\n"
        indent = "    " if part.step else "  "
        return text if "of" in part.own else text.replace(head, f"{head}{indent}of: {of}\n", 1)
    keys = (key for key in part.keys if translated.lacking(part.english, {}, (key,)))
    words = {key: _empty(translated.words_in(part.english, key)) for key in keys}
    lines = yaml.safe_dump(words, allow_unicode=True, sort_keys=False, width=10**6)
    if not part.step:
        return f"lesson:\n  of: {of}\n{_indented(lines, 2)}{text}"
    steps = "" if re.search(r"^steps:$", text, re.MULTILINE) else "steps:\n"
    return f"{text}{steps}  {part.step}:\n    of: {of}\n{_indented(lines, 4)}"


def _empty(value: Any) -> Any:
    """The same conditions and lists, without words."""
    if isinstance(value, list):
        return [_empty(one) for one in value]
    if isinstance(value, Mapping):
        return {key: one if key in ("when", "typed") else _empty(one) for key, one in value.items()}
    return ""


def _indented(text: str, by: int) -> str:
    return "".join(f"{' ' * by}{line}" for line in text.splitlines(keepends=True))
