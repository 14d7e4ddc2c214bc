"""The subjects of commits since the release."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from taroky import version
from taroky_devtools import commits


def git(root: Path, *arguments: str) -> None:
    who = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    subprocess.run(["git", *who, *arguments], cwd=root, check=True, capture_output=True)


def commit(root: Path, subject: str) -> None:
    git(
        root, "commit", "--quiet", "--allow-empty", "--all", "--message", f"{subject}\n\n{'w' * 99}"
    )


def test_subjects_since_the_release_have_72_letters_at_most(tmp_path: Path) -> None:
    assert commits.too_long(tmp_path) == []  # there is no git
    file = tmp_path / "engine" / "taroky" / "version.py"
    file.parent.mkdir(parents=True)
    file.write_text('VERSION = "1.0.0"\n', "utf-8")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    commit(tmp_path, "a" * 99)
    shutil.copy(version.__file__, file)
    commit(tmp_path, "b" * 99)
    commit(tmp_path, "š" * 72)
    assert commits.too_long(tmp_path) == []
    commit(tmp_path, "š" * 73)
    (sentence,) = commits.too_long(tmp_path)
    assert sentence.endswith(f"the subject has 73 letters, and may have 72: {'š' * 73}")
    git(tmp_path, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert commits.too_long(tmp_path) == []
