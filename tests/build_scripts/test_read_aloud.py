"""What people read most, drawn from hands and tables of all games, is as somebody has last read it aloud."""

from collections import Counter
from difflib import unified_diff

import pytest
from spoken_languages import EVERY, WHOLE
from taroky.messages import ENGLISH
from taroky_devtools.read_aloud import lists
from taroky_devtools.read_aloud.sources import KINDS_READ

READ = [ENGLISH, *WHOLE]


def rows(language: str) -> list[tuple[str, str]]:
    lines = lists.path(language).read_text("utf-8").splitlines()
    return [(line, line.partition(" | ")[0]) for line in lines if " | " in line]


@pytest.mark.parametrize("language", READ)
def test_sentences_are_as_somebody_has_read_them(language: str) -> None:
    written = lists.path(language).read_text("utf-8").splitlines()
    now = lists.text(language).splitlines()
    changed = "\n".join(unified_diff(written, now, "read", "said now", lineterm="", n=0))
    assert written == now, (
        f"Read these aloud; if they are right: .venv/bin/python -m taroky_devtools.read_aloud {language}\n{changed}"
    )


@pytest.mark.parametrize("language", READ)
def test_a_list_has_400_sentences_of_every_kind(language: str) -> None:
    own, english = rows(language), rows(ENGLISH)
    assert len(own) == 400 and len({line for line, _ in own}) > 380
    assert [name for _, name in own] == [name for _, name in english]
    assert len({name for _, name in own}) > 300
    blocks = lists.path(language).read_text("utf-8").split("\n\n")
    assert [block.splitlines()[0] for block in blocks] == [f"# {kind}" for kind in KINDS_READ]
    for block in blocks:
        names = Counter(line.partition(" | ")[0] for line in block.splitlines()[1:])
        assert max(names.values()) <= 3


def test_every_whole_language_has_a_list() -> None:
    assert {path.stem for path in lists.path(ENGLISH).parent.iterdir()} == set(READ)
    assert set(READ) <= set(EVERY)
