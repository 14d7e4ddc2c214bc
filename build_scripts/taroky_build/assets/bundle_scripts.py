"""Puts our modules together for the site: one file for what every page needs, with what several parts
need in another, and one for each part that is fetched only where it is wanted.

A browser finds out what a module imports when it has it, which costs a way to the server and back for
every step from one to the next. The sources are shown by the maps beside the files.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import taroky_tutorials  # noqa: F401 brings its messages
from taroky.messages import ENGLISH, say
from taroky.messages.catalogues import entries

from taroky_build.errors import BuildError

SOURCES = "docs/assets/js"
#: What pages and scripts name; keeper.js and play.js come of themselves.
ENTRIES = ("main.js", "worker.js")
#: How the ids of the messages begin that are said by scripts, and what these fill in.
_WORDS = "script."
BLANKS = {name: f"{{{name}}}" for name in ("size", "cause", "reason", "seconds", "language")}


def lay(root: Path, target: Path) -> None:
    """Bundle the scripts of the checkout `root` into the folder `target`. Raises BuildError."""
    cache = root / ".cache"
    cache.mkdir(exist_ok=True)
    # Always as deep below the root: maps name the sources as seen from here.
    with tempfile.TemporaryDirectory(prefix="scripts-", dir=cache) as made:
        esbuild(
            root,
            [root / SOURCES / name for name in ENTRIES],
            "--format=esm",
            "--splitting",
            "--chunk-names=[name].[hash]",
            "--sourcemap",
            f"--outdir={made}",
            f"--define:SCRIPT_WORDS={json.dumps(words(ENGLISH))}",
        )
        shutil.copytree(made, target, dirs_exist_ok=True)


def words(language: str) -> dict[str, str]:
    """Return what the scripts say in a language, by the ends of its ids."""
    names = (name.removeprefix(_WORDS) for name in entries(ENGLISH) if name.startswith(_WORDS))
    return {name: say(_WORDS + name, **BLANKS).text(language) for name in names}


def esbuild(root: Path, scripts: Sequence[Path], *options: str) -> str:
    """Bundle scripts with all that they import; returns what esbuild prints. root: the project, with
    esbuild. Raises BuildError."""
    program = root / "node_modules" / ".bin" / "esbuild"
    if not program.exists():
        raise BuildError(
            f"esbuild is missing in {program.parent}: run npm ci (or make site) first."
        )
    done = subprocess.run(
        [
            program,
            *scripts,
            "--bundle",
            "--target=es2022",
            "--minify",
            "--legal-comments=none",
            "--log-level=warning",
            *options,
        ],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        names = ", ".join(script.name for script in scripts)
        raise BuildError(f"{names} could not be bundled: {done.stderr.strip()}")
    return done.stdout
