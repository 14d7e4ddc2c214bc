"""What somebody does who has installed the wheels and has no checkout: ask the engine, play, make a club's site.
Runs on any system: `python .ci/commands.py`, in an environment with the three packages."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path


def taroky(words: Sequence[str], folder: Path) -> str:
    """Run a command, which must work; returns what it prints."""
    print("taroky", *words, flush=True)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "taroky", *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    )
    return done.stdout


def main() -> None:
    """Run them in a folder of their own. Raises AssertionError or CalledProcessError."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        names = taroky(["rules", "list"], folder)
        assert "hlucin" in names, names
        hand = json.loads(taroky(["play", "--rules", "heun", "--seed", "1", "--json"], folder))
        assert hand, hand
        taroky(["--language", "cs", "rules", "diff", "hlucin", "victoria"], folder)
        taroky(["new", "myclub", "--title", "Our club", "--languages", "en", "cs"], folder)
        club = folder / "myclub"
        taroky(["rules", "check", "house.yaml"], club)
        taroky(["build"], club)
        site = club / "site"
        for path in ("index.html", "cs/index.html", "reference/myclub/index.html", "LICENSES.txt"):
            assert (site / path).is_file(), path
        assert list((site / "assets" / "py").glob("*.whl"))


if __name__ == "__main__":
    main()
