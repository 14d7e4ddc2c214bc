"""Which browsers are found, and that a missing one is told and not passed over."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from taroky_devtools import browsers

ROOT = Path(__file__).resolve().parents[2]


def test_a_named_browser_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAROKY_BROWSER", "/somewhere/chrome")
    monkeypatch.setenv("TAROKY_FIREFOX", "/somewhere/firefox")
    assert browsers.find() == "/somewhere/chrome"
    assert browsers.ENGINES["firefox"].find() == "/somewhere/firefox"


@pytest.mark.parametrize("name", browsers.ENGINES)
def test_what_is_missing_is_said_with_what_to_install(name: str) -> None:
    engine = browsers.ENGINES[name]
    assert engine.missing.startswith(f"No {engine.title} was found: install it (Debian: apt-get ")
    assert " ".join(engine.packages) in engine.missing


def test_tests_of_a_missing_engine_are_skipped_by_name() -> None:
    environment = {**os.environ, "PATH": "/nowhere"}
    environment.pop("TAROKY_FIREFOX", None)
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "0",
            "tests/browser/test_forms.py",
            "-k",
            "shared",
            "--engine",
            "firefox",
        ],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Firefox: NOT RUN (1 skipped). No Firefox was found: install it" in done.stdout
    assert "not run. No Firefox was found" in done.stdout
    assert " passed" not in done.stdout
