"""The browser engines of the browser tests, and which test runs in which of them."""

from __future__ import annotations

import pytest
from taroky_build import browser

#: The engines that can be driven, by name.
ENGINES = {name: browser.ENGINES[name] for name in ("chromium",)}


def reason_not_to_run(name: str, marks: list[pytest.Mark]) -> str | None:
    """Why a test with these marks does not run in an engine; None if it does."""
    engine = ENGINES[name]
    for mark in marks:
        if mark.name == "chromium_only" and name != "chromium":
            return f"not in {engine.title}: {mark.args[0]}"
        if mark.name == "not_in" and name in mark.args[:-1]:
            return f"not in {engine.title}: {mark.args[-1]}"
    return None if engine.find() else f"not run. {engine.missing}"
