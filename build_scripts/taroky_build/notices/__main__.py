"""Writes THIRD_PARTY.md: python -m taroky_build.notices."""

from __future__ import annotations

from taroky_build.notices import writing
from taroky_build.notices.listing import parts
from taroky_build.paths import CHECKOUT

if __name__ == "__main__":
    made = writing.third_party(parts(CHECKOUT))
    (CHECKOUT / writing.THIRD_PARTY).write_text(made, "utf-8")
