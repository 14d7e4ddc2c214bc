"""Finds the Chromium that the browser tests and the benchmark drive, or installs one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)

#: Flags that keep a headless Chromium quiet and within a container's means.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

MISSING = (
    "No Chromium or Chrome was found and none could be installed: install one "
    "(Debian: apt-get install chromium) or name one in the variable TAROKY_BROWSER."
)


def find() -> str | None:
    """The path of an installed Chromium or Chrome, or None."""
    named = os.environ.get("TAROKY_BROWSER")
    if named:
        return named
    for name in NAMES:
        path = shutil.which(name)
        if path:
            return path
    for app in MAC_APPS:
        if Path(app).exists():
            return app
    return _playwrights_own()


def install() -> str | None:
    """Install a Chromium with Playwright, else with apt-get; its path, or None."""
    _run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=300)
    if not find() and shutil.which("apt-get"):
        root = [] if os.geteuid() == 0 else ["sudo", "-n"]
        _run([*root, "apt-get", "-q", "update"], seconds=300)
        _run([*root, "apt-get", "-q", "-y", "install", "chromium"], seconds=900)
    return find()


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _run(command: list[str], seconds: float) -> None:
    try:
        subprocess.run(command, check=False, timeout=seconds, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{' '.join(command)} did not work: {error}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    path = find() or (install() if "--install" in arguments else None)
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    print(f"Browser: {path}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
