"""What is changed of the theme's scripts, and the list of pages that they read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from taroky_build.errors import BuildError
from taroky_build.postprocess import theme


def test_pages_are_listed_as_seen_from_the_root(tmp_path: Path) -> None:
    theme.list_pages(tmp_path, ["learn/", "./", "a&b/"])
    listed = json.loads((tmp_path / theme.PAGES).read_text("utf-8"))
    assert listed == ["./", "a&b/", "learn/"]


def test_another_script_of_the_theme_is_told(tmp_path: Path) -> None:
    scripts = tmp_path / "assets" / "javascripts"
    scripts.mkdir(parents=True)
    (scripts / "bundle.0.min.js").write_text('(location.protocol!=="file:"),', "utf-8")
    with pytest.raises(BuildError, match="where the site map is"):
        theme.mend(tmp_path)
