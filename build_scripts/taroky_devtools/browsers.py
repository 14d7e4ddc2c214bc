"""Finds the browsers that the tests and the benchmark drive, or installs them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

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


@dataclass(frozen=True)
class Engine:
    """A browser engine: how its browser is called, found and installed."""

    title: str
    #: The path of what is started to drive it, or None.
    find: Callable[[], str | None]
    #: Packages of Debian and its kin.
    packages: tuple[str, ...]
    #: What else helps, for the sentence that says what is missing.
    otherwise: str
    #: Packages that help where there are any.
    besides: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """A sentence that says what to do where it is not to be found."""
        return (
            f"No {self.title} was found: install it (Debian: apt-get install "
            f"{' '.join(self.packages)}){self.otherwise}."
        )


def _chromium() -> str | None:
    return (
        os.environ.get("TAROKY_BROWSER")
        or _first("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
        or _app(
            "Google Chrome.app/Contents/MacOS/Google Chrome", "Chromium.app/Contents/MacOS/Chromium"
        )
        or _playwrights_own()
    )


def _firefox() -> str | None:
    return (
        os.environ.get("TAROKY_FIREFOX")
        or _first("firefox-esr", "firefox")
        or _app("Firefox.app/Contents/MacOS/firefox")
    )


@cache
def _webkit() -> str | None:
    """The system's Python, if it has the bindings of WebKitGTK, and if there is a screen for it."""
    python = "/usr/bin/python3"
    asks = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    return (
        python
        if _first("Xvfb") and Path(python).exists() and _works([python, "-c", asks])
        else None
    )


ENGINES = {
    "chromium": Engine(
        "Chromium or Chrome",
        _chromium,
        ("chromium",),
        " or name one in the variable TAROKY_BROWSER",
        ("chromium-headless-shell",),
    ),
    "firefox": Engine(
        "Firefox", _firefox, ("firefox-esr",), " or name one in the variable TAROKY_FIREFOX"
    ),
    "webkit": Engine(
        "WebKit", _webkit, ("python3-gi", "gir1.2-webkit2-4.1", "xvfb"), "; it runs on Linux only"
    ),
}
MISSING = ENGINES["chromium"].missing


def find() -> str | None:
    """The path of an installed Chromium or Chrome, or None."""
    return ENGINES["chromium"].find()


def find_for_tests() -> str | None:
    """The path of Chromium without its windows, if that is installed and no other was named: the same
    engine, which opens a page in four fifths of the time; else what `find` finds."""
    named = os.environ.get("TAROKY_BROWSER")
    return named or _first("chromium-headless-shell", "chrome-headless-shell") or find()


def install(names: list[str]) -> None:
    """Install these engines as far as this machine lets us: Chromium with Playwright, else with
    apt-get; the others with apt-get, where we are root."""
    if "chromium" in names:
        _run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=300)
        names = [name for name in names if name != "chromium" or not find()]
    root = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if root:
        names = [name for name in names if name == "chromium"]
    if not names or not shutil.which("apt-get"):
        return
    _run([*root, "apt-get", "-q", "update"], seconds=300)
    get = [*root, "apt-get", "-q", "-y", "--no-install-recommends", "install"]
    for name in names:  # one that is not available keeps no other away
        _run([*get, *ENGINES[name].packages], seconds=900)
        for package in ENGINES[name].besides:
            _run([*get, package], seconds=300)


def _first(*programs: str) -> str | None:
    return next(filter(None, map(shutil.which, programs)), None)


def _app(*names: str) -> str | None:
    """A program of macOS."""
    paths = [Path("/Applications") / name for name in names]
    return next((str(path) for path in paths if path.exists()), None)


def _playwrights_own() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def _works(command: list[str]) -> bool:
    return subprocess.run(command, check=False, capture_output=True, timeout=60).returncode == 0


def _run(command: list[str], seconds: float) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(
            command, check=False, timeout=seconds, stdin=subprocess.DEVNULL, env=environment
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{' '.join(command)} did not work: {error}", file=sys.stderr)


def main(arguments: list[str]) -> int:
    """Say which engines are here, after installing the others if asked; fails only without any."""
    lacking = [name for name, engine in ENGINES.items() if not engine.find()]
    if lacking and "--install" in arguments:
        install(lacking)
    _webkit.cache_clear()
    paths = {name: engine.find() for name, engine in ENGINES.items()}
    for name, path in paths.items():
        print(f"{name}: {path}" if path else ENGINES[name].missing)
    return 0 if any(paths.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
