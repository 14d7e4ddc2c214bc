"""The pages about rooms: what they show is what the code and the linter's contracts say."""

from __future__ import annotations

import configparser
import re
from pathlib import Path

import pytest
from taroky_build.pages import rooms

ROOT = Path(__file__).parents[2]


def contract_layers(package: str) -> list[set[str]]:
    """The layers of a package in the contract file, the upper first."""
    parser = configparser.ConfigParser()
    parser.read(ROOT / ".importlinter")
    for name in parser.sections():
        section = parser[name]
        if section.get("type") == "layers" and section.get("containers", "").strip() == package:
            rows = section["layers"].strip().splitlines()
            return [{word.strip() for word in row.replace(":", "|").split("|")} for row in rows]
    raise AssertionError(f"no layers of {package} in .importlinter")


@pytest.mark.parametrize("package", ["taroky", "taroky_tutorials"])
def test_the_picture_shows_every_room_and_only_arrows_that_the_linter_allows(package: str) -> None:
    by_name = rooms.rooms(ROOT, package)
    level = {
        name: number for number, names in enumerate(contract_layers(package)) for name in names
    }
    folders = {file.parent.name for file in (ROOT / rooms.PACKAGES[package]).glob("*/__init__.py")}
    assert set(by_name) == folders
    drawn = str(rooms.picture(by_name))
    assert all(f">{name}</text>" in drawn for name in folders)
    for name, room in by_name.items():
        for other in room.imports:
            assert level[name] < level[other], f"{name} imports {other}"


@pytest.mark.parametrize("package", sorted(rooms.PACKAGES))
def test_every_room_says_what_lives_in_it(package: str) -> None:
    by_name = rooms.rooms(ROOT, package)
    assert len(by_name) >= 8
    table = rooms.rooms_table(by_name)
    for room in by_name.values():
        assert len(room.about) > 30, room.name
        assert f"| `{room.name}` | {room.about} |" in table


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    by_name = {
        "top": rooms.Room("top", "", frozenset({"middle", "low"})),
        "middle": rooms.Room("middle", "", frozenset({"low"})),
        "low": rooms.Room("low", "", frozenset()),
    }
    assert rooms.arrows(by_name) == [("top", "middle"), ("middle", "low")]
    assert rooms.layers(by_name) == [["top"], ["middle"], ["low"]]


def test_a_circle_is_named() -> None:
    by_name = {
        "one": rooms.Room("one", "", frozenset({"two"})),
        "two": rooms.Room("two", "", frozenset({"one"})),
    }
    with pytest.raises(ValueError, match="one → two → one"):
        rooms.layers(by_name)


def test_what_the_pages_for_contributors_name_is_there() -> None:
    """Files and folders that these pages name by their path from the root of the project."""
    pages = sorted((ROOT / "docs/contributing").rglob("*.md"))
    named = {
        (page.name, path)
        for page in pages
        for path in re.findall(
            r"`((?:engine|tutorials|build_scripts|tests|docs)/[\w./-]+)`", page.read_text("utf-8")
        )
    }
    assert len(named) > 30
    gone = {one for one in named if "lhota" not in one[1] and not (ROOT / one[1]).exists()}
    assert gone == set()
