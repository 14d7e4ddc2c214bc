"""The page about privacy names all that the site's scripts keep in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from taroky_build.paths import CHECKOUT

#: The page in each language that has it.
PAGES = sorted((CHECKOUT / "docs" / "about").glob("privacy*.md"))
_NAME = re.compile(r"[\"'`](taroky(?::[a-z-]+)+)[\"'`]")
#: What looks the same: events, and marks for measurements.
_EVENT = re.compile(r"(?:CustomEvent|EventListener)\(\"(taroky:[a-z]+)\"")
_MARK = re.compile(r"mark\(\"taroky:[a-z]+\"\)")


def _kept() -> set[str]:
    scripts = (CHECKOUT / "docs" / "assets" / "js").glob("*.js")
    text = "\n".join(file.read_text("utf-8") for file in scripts)
    return set(_NAME.findall(_MARK.sub("", text))) - set(_EVENT.findall(text))


def _is_told(name: str, page: str) -> bool:
    """Whether a page has the name: whole, with more behind it, or, as one of several, its last word."""
    last = name.removeprefix("taroky:table")
    return f"`{name}`" in page or f"`{name}:…`" in page or (last != name and f"`{last}`" in page)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_all_that_is_kept_stands_on_the_page(page: Path) -> None:
    text = page.read_text("utf-8")
    kept = _kept()
    assert {"taroky:progress", "taroky:sheet", "taroky:table:day", "taroky:python"} <= kept
    assert {name for name in kept if not _is_told(name, text)} == set()
    assert not _is_told("taroky:else", text)
