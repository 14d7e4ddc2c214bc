"""The page of the command line: its examples print what it says, and nothing that can be typed is missing."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from taroky import rules
from taroky.api import schemas
from taroky.cli import completion
from taroky.cli.options import EVERYWHERE
from taroky.cli.verbs import verbs
from taroky.messages import languages
from taroky_build.pages import commands

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "python" / "commands.md").read_text("utf-8")
_EXAMPLE = re.compile(r"^```(sh|python)\n(.*?)^```\n+```text\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize(
    ("language", "typed", "printed"),
    [pytest.param(*match, id=match[1].splitlines()[0]) for match in _EXAMPLE.findall(PAGE)],
)
def test_an_example_prints_what_the_page_says(
    language: str, typed: str, printed: str, tmp_path: Path
) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    gone = ("LANG", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR")
    kept = {name: value for name, value in os.environ.items() if name not in gone}
    command = ["bash", "-c", typed] if language == "sh" else [sys.executable, "-c", typed]
    done = subprocess.run(
        command,
        cwd=tmp_path,
        env={**kept, "PATH": path, "PYTHONUTF8": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.stdout == printed


def test_the_page_has_examples_of_all_its_parts() -> None:
    assert len(_EXAMPLE.findall(PAGE)) == PAGE.count("```sh") + PAGE.count("```python") >= 5


def test_everything_that_can_be_typed_is_on_the_page() -> None:
    page = commands.fill(PAGE)
    assert "<!-- commands" not in page and commands.WORDS not in page
    for verb in verbs():
        (section,) = re.findall(rf"^### `{verb.name}` .*?(?=^##|\Z)", page, re.M | re.S)
        for option in verb.options:
            assert f"`{option.name}`" in section or f"`{option.name}`" in PAGE, option.name
            assert all(f"`{choice}`" in section for choice in option.choices), option.name
        assert verb.example in section
    for name in (*(option.name for option in EVERYWHERE), "--language", "--help", "--completion"):
        assert name in PAGE, name
    assert all(shell in PAGE for shell in completion.SHELLS)
    assert all(f"`{language}`" in PAGE for language in languages())
    assert all(f"`{name}`" in page for name in schemas.SCHEMAS)


@pytest.mark.parametrize("game", rules.ids())
def test_every_word_of_a_game_is_on_the_page(game: str) -> None:
    table = rules.load(game)
    (section,) = re.findall(rf"^### [^\n]*`{game}` .*?(?=^###|\Z)", commands.words(), re.M | re.S)
    for known in (table.contracts, table.bonuses, table.penalties, table.pots, table.options):
        assert all(f"`{word}`" in section for word in known)
    assert all(f"`{value}`" in section for row in table.options.values() for value in row.values)


def test_an_unknown_group_stops_the_build() -> None:
    with pytest.raises(Exception, match="no group of commands"):
        commands.fill("<!-- commands: games -->")
