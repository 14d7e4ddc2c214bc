"""Report what a language has of the glossary and of the known games, where their English has changed
since, and what `--update` writes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from taroky.rules.tree import read_file
from taroky_tutorials.lessons import translated
from taroky_tutorials.reading import known_games, terms

#: Each file with the English words that an entry is made from, and those that it needs.
FILES = (
    (terms.FILE, terms.SOURCE, ("means", "more")),
    (known_games.FILE, known_games.SOURCE, known_games.SOURCE),
)


def report(language: str) -> Iterator[str]:
    """How much of each file there is in the language, and what is missing, changed, or no more in English."""
    for path, keys, needed in FILES:
        own = _own(path, language)
        english = {str(row["id"]): row for row in read_file(path).plain()}
        missing = [name for name in english if name not in own]
        problems: list[str] = []
        done = 0
        for name, row in english.items():
            words = own.get(name)
            if words is None:
                continue
            done += translated.current(row, words, keys, needed)
            lacking = translated.lacking(row, words, needed)
            if lacking:
                problems.append(f"  not whole: {path.stem}, {name} lacks {', '.join(lacking)}")
            source = translated.source(row, keys)
            if words.get("of") != source:
                problems += [
                    f"  English has changed: {path.stem}, {name}",
                    f"    - {words.get('of', '')}",
                    f"    + {source}",
                ]
        problems += [
            f"  not in English: {path.stem}, {name}" for name in own if name not in english
        ]
        yield f"{language}, {path.stem}: {done} of {len(english)} entries"
        if own and missing:
            yield f"  untranslated, {len(missing)}: {', '.join(missing)}"
        yield from problems


def update(language: str) -> None:
    """Give each entry that has no `of` the English words as they are now."""
    for path, keys, _ in FILES:
        own = _own(path, language)
        file = path.parent.parent / language / path.name
        text = file.read_text("utf-8") if own else ""
        for row in read_file(path).plain():
            name = str(row["id"])
            if name in own and "of" not in own[name]:
                of = json.dumps(translated.source(row, keys), ensure_ascii=False)
                text = f"\n{text}".replace(f"\n{name}:\n", f"\n{name}:\n  of: {of}\n", 1)[1:]
        if own:
            file.write_text(text, "utf-8")


def _own(path: Path, language: str) -> Mapping[str, Any]:
    file = path.parent.parent / language / path.name
    words: Mapping[str, Any] = read_file(file).plain() if file.exists() else {}
    return words
