"""The MkDocs plugin on a small site of its own, and what it lays there for the browser."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from taroky import version
from taroky.messages import ENGLISH, languages
from taroky_build.browser_python.assemble import LIBRARY, LOCK
from taroky_build.browser_python.wheels import build_wheels

ROOT = Path(__file__).resolve().parents[2]
#: Of the project's pages only those of one rule set: what is looked at here is the same for all.
CONFIG = """\
site_name: Small
docs_dir: docs
theme: {{name: material, font: false}}
plugins: [search, {{taroky: {{root: {root}, rules: [heun], lessons: false}}}}]
"""


def build(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    (folder / "docs").mkdir()
    (folder / "docs" / "index.md").write_text("---\ntitle: Small\n---\n# Small\n\nA page.\n")
    (folder / "mkdocs.yml").write_text(CONFIG.format(root=ROOT))
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", **variables},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    done = build(folder)
    assert done.returncode == 0, done.stderr[-3000:]
    return folder / "site"


def test_every_page_carries_the_policy(site: Path) -> None:
    pages = [page for page in site.rglob("*.html") if site / "rule" not in page.parents]
    assert pages
    policies = {
        re.findall(r'Content-Security-Policy" content="([^"]*)"', page.read_text("utf-8"))[0]
        for page in pages
    }
    assert len(policies) == 1


def test_front_matter_is_left_to_mkdocs(site: Path) -> None:
    html = (site / "index.html").read_text("utf-8")
    assert "title: Small" not in html
    assert "A page." in html


def test_the_version_stands_at_the_foot_of_the_first_page_and_nowhere_else(site: Path) -> None:
    """On every page it would make browsers fetch the whole site again after each commit."""
    text = f"Taroky {version.current()}<"
    pages = [page for page in site.rglob("*.html") if text in page.read_text("utf-8")]
    assert pages == [site / "index.html"]


def test_the_lock_names_the_wheels_by_their_content(site: Path) -> None:
    folder = site / "assets" / "py"
    packages = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["packages"]
    ours = {"taroky", "taroky-tutorials", "taroky-more", "taroky-lessons", "taroky-reference"}
    wordy = {
        "taroky",
        "taroky-lessons",
        "taroky-reference",
    }  # words, which each language has its own of
    ours |= {f"{name}-{one}" for name in wordy for one in languages() if one != ENGLISH}
    assert set(packages) == ours | {"markdown", "pyyaml"}
    for package in packages.values():
        digest = hashlib.sha256((folder / package["file_name"]).read_bytes()).hexdigest()
        assert package["sha256"] == digest
        assert digest[:12] in package["file_name"]
    library = json.loads((folder / LOCK).read_text("utf-8"))[LIBRARY]
    assert hashlib.sha256((folder / library).read_bytes()).hexdigest()[:12] in library


def test_wheels_travel_compiled_and_without_yaml(site: Path) -> None:
    for wheel in (site / "assets" / "py").glob("*.whl"):
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            assert archive.testzip() is None
        assert not [name for name in names if name.endswith((".py", ".yaml", ".po"))]
    (engine,) = (site / "assets" / "py").glob("taroky-*.whl")
    with zipfile.ZipFile(engine) as archive:
        assert "taroky/rules/hlucin.json" in archive.namelist()


def test_wheels_are_the_same_bytes_every_time_and_made_anew_when_their_sources_change(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project"
    for folder in ("engine", "tutorials"):
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "docs/reference").mkdir(parents=True)
    for page in (ROOT / "docs/reference").glob("french*.md"):  # one of many, in every language
        shutil.copy(page, root / "docs/reference")

    def wheels(cache: str = "kept") -> dict[str, bytes]:
        made = build_wheels(root, tmp_path / cache)
        return {wheel.name.split("-")[0]: wheel.read_bytes() for wheel in made}

    before = wheels()
    assert wheels("kept elsewhere") == before
    lesson = root / "tutorials/taroky_tutorials/lessons/en/following-suit.yaml"
    lesson.write_text(lesson.read_text("utf-8").replace("summary: ", "summary: First, "), "utf-8")
    with (root / "tutorials/taroky_tutorials/page_parts/elements.py").open("a") as file:
        file.write("\nMORE = 1\n")
    table = root / "engine/taroky/rules/heun.yaml"
    table.write_text(table.read_text("utf-8") + "\n# a remark\n", "utf-8")
    # The remark does not travel; nor is a lesson in the wheel with the code, or code in the lessons'.
    after = wheels()
    assert {name for name in before if before[name] != after[name]} == {
        "taroky_lessons",
        "taroky_tutorials",
    }


def test_the_standard_library_is_cut_down_compiled_and_stored(site: Path) -> None:
    stock = zipfile.ZipFile(ROOT / "node_modules" / "pyodide" / "python_stdlib.zip")
    (library,) = (site / "assets" / "py").glob("python_stdlib-*.zip")
    with stock, zipfile.ZipFile(library) as ours:
        names = {name.replace(".pyc", ".py") for name in ours.namelist()}
        assert names <= set(stock.namelist())
        assert len(names) < len(stock.namelist()) / 2
        assert {"re/__init__.py", "asyncio/__init__.py", "decimal.py", "gettext.py"} <= names
        assert (
            not {
                "asyncio/events.py",
                "zipfile/__init__.py",
                "doctest.py",
                "ssl.py",
                "test/__init__.py",
                "unittest/case.py",
            }
            & names
        )
        assert {one.compress_type for one in ours.infolist()} == {zipfile.ZIP_STORED}


def test_a_mistake_is_one_sentence_without_a_traceback(tmp_path: Path) -> None:
    fake = tmp_path / "sitecustomize.py"
    fake.write_text(
        "import taroky_build.clubs.club_pages as clubs\n"
        "from taroky_build.errors import BuildError\n"
        "def broken(*_):\n"
        "    raise BuildError('The lesson says 3 where the engine says 4.')\n"
        "clubs.generated = broken\n"
    )
    done = build(tmp_path, PYTHONPATH=str(tmp_path))
    assert done.returncode != 0
    assert "The lesson says 3 where the engine says 4." in done.stderr
    assert "Traceback" not in done.stderr + done.stdout
