"""The page of pictures before and after shows those that are there, and they are light."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/contributing/pictures.md"
#: Of one picture, of a strip of a whole hand, and of all together, in bytes.
LARGEST, STRIP, ALL = 40_000, 120_000, 1_500_000


def test_every_picture_is_shown_and_light() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\(([^)]+)\)", PAGE.read_text("utf-8")))
    sizes = {
        file.relative_to(PAGE.parent).as_posix(): file.stat().st_size
        for file in PAGE.with_suffix("").rglob("*.webp")
    }
    assert set(sizes) == shown
    for name, size in sizes.items():
        assert size < (STRIP if "/hand/" in name else LARGEST), name
    assert sum(sizes.values()) < ALL
