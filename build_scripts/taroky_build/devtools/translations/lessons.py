"""What a language has of the lessons, and where their English has changed since."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from taroky.rules.tree import read_file
from taroky_tutorials.lessons import lesson_files, translated


def report(language: str, folder: Path = lesson_files.FOLDER) -> Iterator[str]:
    """How many parts (steps, and the introduction of each lesson) there are in the language, and those whose
    English is another one than they were made from."""
    files = sorted(folder.glob("*.yaml"))
    parts = done = lessons = 0
    changed: list[str] = []
    for path in files:
        english = read_file(path).plain()
        own = folder / language / path.name
        words = read_file(own).plain() if own.exists() else {}
        lessons += bool(words)
        rows: list[tuple[str, Any, Any, tuple[str, ...]]] = [
            ("", english, words.get("lesson"), translated.HEAD)
        ]
        for row in english["steps"]:
            of_step = words.get("steps", {}).get(row["id"])
            rows.append((f", {row['id']}", row, of_step, translated.STEP))
        parts += len(rows)
        for name, row, made, keys in rows:
            done += bool(made)
            source = translated.source(row, keys)
            if made and made.get("of", source) != source:
                changed += [f"  English has changed: {path.stem}{name}", f"    - {made['of']}",
                            f"    + {source}"]  # fmt: skip
    yield f"{language}, lessons: {done} of {parts} parts in {lessons} of {len(files)} lessons"
    yield from changed
