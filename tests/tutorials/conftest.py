"""What several tests of the tutorials share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from taroky import rules
from taroky_tutorials.reference import templates


@pytest.fixture(scope="session")
def pages(shared: Callable[[str, Callable[[Path], None]], Path]) -> Iterator[None]:
    """The templates of the reference, as the browser has them, made once for all processes of a run."""

    def fill(folder: Path) -> None:
        for path in (Path(__file__).resolve().parents[2] / "docs" / "reference").glob("*.md"):
            if path.stem in rules.ids():
                made = templates.make(path.read_text("utf-8"))
                (folder / f"{path.stem}.html").write_text(made, "utf-8")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(templates, "FOLDER", shared("pages", fill))
        yield
