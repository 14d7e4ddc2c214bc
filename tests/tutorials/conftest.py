"""What several tests of the tutorials share; and lets them import what they share, and what the
engine's tests share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from taroky import rules
from taroky_tutorials.reference import templates

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "engine")]


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The templates of the reference, as the browser has them."""
    folder = tmp_path_factory.mktemp("pages")
    for path in (HERE.parents[1] / "docs" / "reference").glob("*.md"):
        if path.stem in rules.ids():
            made = templates.make(path.read_text("utf-8"))
            (folder / f"{path.stem}.html").write_text(made, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "FOLDER", folder)
        yield
