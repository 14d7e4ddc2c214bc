"""“First change in ten minutes”: each of its changes is made in a copy of the project, exactly as the page
says, and its commands answer what stands there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from taroky import rules
from taroky_devtools import words

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/contributing/first-change.md"
_BOX = re.compile(
    r"(?:^(?P<how>In|New file|At the end of) `(?P<file>[^`]+)`:\n\n)?"
    r"^```(?P<kind>\w+)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
#: The changes of the page, by the ids of their headings.
WALKS = ["sentence", "option", "lesson-step", "column", "rule-set"]
_WANTED = (
    *(file.name for file in ROOT.glob("*.md")),
    "Makefile",
    "pyproject.toml",
    "engine",
    "tutorials",
    "build_scripts",
    "tests",
    "docs",
    "mkdocs.yml",
    "requirements",
)


@dataclass(frozen=True)
class Box:
    """A box of the page: its kind (diff, sh, text, …), what it does to which file, and its text."""

    kind: str
    how: str
    file: str
    text: str


def walks() -> dict[str, list[Box]]:
    """The boxes of each change, by the name of its heading."""
    by_name = {}
    for section in re.split(r"^## ", PAGE.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        name = re.search(r"\{ #([\w-]+) \}", section)
        assert name, section[:40]
        by_name[name[1]] = [
            Box(m["kind"], m["how"] or "", m["file"] or "", m["text"])
            for m in _BOX.finditer(section)
        ]
    return by_name


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project that uses what is installed for this one."""
    here = tmp_path_factory.mktemp("first") / "taroky"
    ignored = shutil.ignore_patterns("__pycache__", "*.pyc", "prebuilt", ".cache")
    for name in _WANTED:
        target = here / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, target)
    (here / ".venv").symlink_to(ROOT / ".venv", target_is_directory=True)
    # Or `make` would install the copy where this project is installed, as soon as one of these is newer.
    for source in (*here.glob("requirements/*.txt"), *here.glob("*/pyproject.toml")):
        os.utime(source, (0, 0))
    return here


def change(project: Path, box: Box) -> None:
    """Do to the files what a box says."""
    path = project / box.file
    if box.how == "New file":
        assert not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(box.text, "utf-8")
        return
    text = path.read_text("utf-8")
    if box.how == "At the end of":
        path.write_text(f"{text.rstrip()}\n{box.text}", "utf-8")
        return
    lines = box.text.splitlines()
    before = "".join(f"{line[2:]}\n" for line in lines if line[:1] != "+")
    after = "".join(f"{line[2:]}\n" for line in lines if line[:1] != "-")
    assert text.count(before) == 1, before
    path.write_text(text.replace(before, after), "utf-8")


def run(project: Path, command: str) -> str:
    """Return what a command of the page prints. PYTHONPATH puts the copy before what is installed."""
    folders = ("engine", "tutorials", "build_scripts")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(str(project / name) for name in folders)}
    env.pop("PYTEST_ADDOPTS", None)
    done = subprocess.run(
        ["bash", "-c", command], cwd=project, env=env, text=True, capture_output=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    return done.stdout


def done(project: Path, boxes: list[Box]) -> Iterator[tuple[str, str]]:
    """Every command of a walk with what it printed, the changes made before it; an answer that stands
    on the page is what the last command printed."""
    printed = ""
    for box in boxes:
        if box.kind == "sh":
            for command in box.text.splitlines():
                printed = run(project, command)
                yield command, printed
        elif box.how:
            change(project, box)
        else:
            shown = box.text.splitlines()
            assert printed.splitlines()[: len(shown)] == shown


@pytest.mark.parametrize("walk", WALKS)
def test_a_first_change_goes_as_the_page_says(project: Path, walk: str) -> None:
    boxes = walks()[walk]
    assert {box.kind for box in boxes} >= {"sh"}
    commands = dict(done(project, boxes))
    tested = [out for command, out in commands.items() if "pytest" in command]
    assert all(re.search(r"\b[1-9]\d* passed", out) for out in tested)
    if walk == "rule-set":
        hands = (project / "hands.jsonl").read_text("utf-8").splitlines()
        (house,) = {json.loads(hand)["rules"] for hand in hands}
        assert rules.load(house).title == "Taroky (Lhota)"
        difference = commands[".venv/bin/taroky rules diff hlucin lhota.yaml"]
        assert "in “Taroky (Lhota)”, 0.50\u00a0Kč" in difference
    listed, texts = words.Words(), {file: project / file for file in words.files(project)}
    problems = [
        one for file, path in texts.items() for one in listed.find(file, path.read_text("utf-8"))
    ]
    assert not problems, "\n".join(map(str, problems))


def test_the_page_has_no_other_changes() -> None:
    assert list(walks()) == WALKS


def test_a_wrong_number_of_answers_fails_as_the_page_says(project: Path) -> None:
    lesson = project / "tutorials/taroky_tutorials/lessons/en/following-suit.yaml"
    text = lesson.read_text("utf-8")
    wrong = text.replace("    answers: 2\n", "    answers: 3\n", 1)
    assert wrong != text
    lesson.write_text(wrong, "utf-8")
    try:
        with pytest.raises(AssertionError, match="step follow"):
            run(
                project,
                ".venv/bin/python -m pytest -q tests/tutorials/test_lessons.py -k all_lessons_hold",
            )
    finally:
        lesson.write_text(text, "utf-8")
