"""An old word of the players that reads as a slur is said where it is explained, and nowhere else."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: All that pages, answers, messages and files are made from.
SOURCES = ("docs", "engine/taroky", "tutorials/taroky_tutorials", "build_scripts")
KINDS = frozenset({".md", ".yaml", ".po", ".py", ".js", ".html", ".css", ".txt", ".toml"})
WORD = re.compile(r"(?<![^\W_])(?:[zžż]id(?!l)|żyd)\w*", re.IGNORECASE)

#: How often it stands where: in the rule point that names it, in the glossary, and as the name under
#: which rule tables go on reading what people have kept.
PLACES = {
    "docs/reference/hlucin.md": 2,  # HLU-POOL-15: as in Hlučín and as in Zabrzeg
    "docs/reference/hlucin.cs.md": 2,
    "docs/reference/hlucin.pl.md": 3,
    "tutorials/taroky_tutorials/reading/en/terms.yaml": 5,  # its id, itself, its forms, its Polish name
    "tutorials/taroky_tutorials/reading/cs/terms.yaml": 6,
    "tutorials/taroky_tutorials/reading/pl/terms.yaml": 6,
    "engine/taroky/rules/hlucin.yaml": 1,  # old_names
    "engine/taroky/rules/polish.yaml": 1,
}
#: Files that each language has.
TRANSLATED = re.compile(
    r"docs/reference/hlucin\.[a-z]+\.md|tutorials/taroky_tutorials/reading/[a-z]+/terms\.yaml"
)


def test_the_old_word_is_said_where_it_is_explained_and_nowhere_else() -> None:
    counts: Counter[str] = Counter()
    for folder in SOURCES:
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in KINDS and file.is_file():
                count = len(WORD.findall(file.read_text("utf-8")))
                if count:
                    counts[file.relative_to(ROOT).as_posix()] = count
    # a language that is begun may have it where the others have
    counted = {
        path: count
        for path, count in counts.items()
        if path in PLACES or not TRANSLATED.fullmatch(path)
    }
    assert counted == PLACES


def test_on_the_page_it_stands_in_the_rule_point_that_names_it() -> None:
    for page in (ROOT / "docs/reference").glob("hlucin*.md"):
        text = page.read_text("utf-8")
        paragraphs = [part for part in text.split("\n\n") if WORD.search(part)]
        assert [part.rpartition("\n")[2] for part in paragraphs] == ["{: #HLU-POOL-15 .tk-point }"]


def test_in_rule_tables_it_is_only_an_old_name() -> None:
    for game in ("hlucin", "polish"):
        text = (ROOT / f"engine/taroky/rules/{game}.yaml").read_text("utf-8")
        assert [line for line in text.splitlines() if WORD.search(line)] == [
            line for line in text.splitlines() if "old_names: [zid]" in line
        ]
