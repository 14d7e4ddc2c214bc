"""The site's scripts: bundled, with what is seldom wanted apart."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from taroky_build.assets import bundle_scripts
from taroky_build.errors import BuildError

ROOT = Path(__file__).resolve().parents[2]


def test_pages_load_few_files_that_hold_all_modules(tmp_path: Path) -> None:
    bundle_scripts.lay(ROOT, tmp_path)
    main = (tmp_path / "main.js").read_text("utf-8")
    imported = re.findall(r'from"\./([^"]+)"', main)
    # One for what all three parts need, and one for each two of them that share something.
    assert len(imported) <= 3, "what several parts need is in few files"
    for name in ("keeper", "play"):
        (part,) = tmp_path.glob(f"{name}.*.js")
        assert f'import("./{part.name}")' in main, "sheets and the table come when there is one"
    named = set()
    for file in tmp_path.glob("*.js.map"):
        about = json.loads(file.read_text("utf-8"))
        assert all(about["sourcesContent"])
        named |= {Path(source).name for source in about["sources"]}
    written = {file.name for file in (ROOT / bundle_scripts.SOURCES).glob("*.js")}
    assert written <= named, "each source is in a file, and its map shows it"
    assert (tmp_path / "worker.js").is_file()


def test_the_same_sources_give_the_same_files(tmp_path: Path) -> None:
    for name in ("a", "b"):
        bundle_scripts.lay(ROOT, tmp_path / name)
    first, second = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in "ab"
    )
    assert first == second


def test_what_cannot_be_bundled_is_told(tmp_path: Path) -> None:
    script = tmp_path / "wrong.js"
    script.write_text('import "./nowhere.js";', "utf-8")
    with pytest.raises(BuildError, match=r"wrong\.js could not be bundled: .*nowhere"):
        bundle_scripts.esbuild(ROOT, [script], "--format=esm")
    with pytest.raises(BuildError, match="esbuild is missing"):
        bundle_scripts.esbuild(tmp_path, [script])
