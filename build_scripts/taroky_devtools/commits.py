"""Checks the subjects of commits since the release: `make lint`.

Only what can still be changed is checked: what origin/main has already is left alone.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

from taroky import version
from taroky_build.paths import CHECKOUT

LONGEST = 72


def too_long(root: Path) -> list[str]:
    """Return a sentence for each commit whose subject is too long; none without git."""
    path = str(Path(version.__file__).relative_to(CHECKOUT))
    release = _git(root, "log", "-1", "--format=%H", "-G^VERSION = ", "--", path)
    sent = ["^origin/main"] if _git(root, "rev-parse", "--verify", "origin/main") else []
    sentences = []
    for commit in (
        _git(root, "log", "--format=%h %s", f"{release[0]}..HEAD", *sent) if release else ()
    ):
        name, _, subject = commit.partition(" ")
        if len(subject) > LONGEST:
            sentences.append(
                f"{name}: the subject has {len(subject)} letters, and may have {LONGEST}: {subject}"
            )
    return sentences


def _git(root: Path, *arguments: str) -> list[str]:
    try:
        done = subprocess.run(
            ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False
        )
    except OSError:
        return []
    return done.stdout.splitlines() if done.returncode == 0 else []


def main() -> int:
    """Print what is wrong; return 1 if there is anything."""
    sentences = too_long(CHECKOUT)
    for sentence in sentences:
        print(sentence)
    return 1 if sentences else 0


if __name__ == "__main__":
    raise SystemExit(main())
