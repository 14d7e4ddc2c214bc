"""What is kept from build to build."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from taroky_build import build_cache
from taroky_build.build_cache import Job
from taroky_build.errors import BuildError


def note(folder: str, name: str) -> build_cache.Files:
    """Leaves a trace each time it is really made."""
    with Path(folder, "made.txt").open("a") as file:
        file.write(f"{name}\n")
    if name == "bad":
        raise BuildError("There is no such lesson.")
    return {f"{name}.md": f"# {name}"}


def made(folder: Path) -> list[str]:
    file = folder / "made.txt"
    return sorted(file.read_text().split()) if file.exists() else []


def jobs(folder: Path, *names: str, source: bytes = b"") -> list[Job]:
    return [Job(note, (str(folder), name), (source,)) for name in names]


def test_a_result_is_made_once_and_given_back_in_order(tmp_path: Path) -> None:
    asked = jobs(tmp_path, "a", "b", "c", "d")
    first = build_cache.run_cached(asked, tmp_path / "kept", b"code")
    again = build_cache.run_cached(list(reversed(asked)), tmp_path / "kept", b"code")
    assert first == [{f"{name}.md": f"# {name}"} for name in "abcd"]
    assert again == first[::-1]
    assert made(tmp_path) == ["a", "b", "c", "d"]


def test_other_code_other_words_or_another_source_make_it_anew(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    build_cache.run_cached(jobs(tmp_path, "a"), kept, b"code")
    build_cache.run_cached(jobs(tmp_path, "a"), kept, b"other code")
    build_cache.run_cached(jobs(tmp_path, "a", source=b"x"), kept, b"code")
    build_cache.run_cached(jobs(tmp_path, "b"), kept, b"code")
    assert made(tmp_path) == ["a", "a", "a", "b"]


def test_what_is_wrong_is_said_and_not_kept(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(BuildError, match="no such lesson"):
            build_cache.run_cached(jobs(tmp_path, "a", "bad", "c"), tmp_path / "kept", b"code")
    assert made(tmp_path).count("bad") == 2


def test_what_nobody_used_for_long_is_thrown_away(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    build_cache.run_cached(jobs(tmp_path, "a"), kept, b"code")
    (old,) = kept.glob("*.json")
    os.utime(old, (0, 0))
    build_cache.run_cached(jobs(tmp_path, "b"), kept, b"code")
    assert not old.exists()
    assert len(list(kept.glob("*.json"))) == 1


def test_the_digest_tells_of_content_and_names(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("1")
    before = build_cache.digest([tmp_path])
    (tmp_path / "one.py").write_text("2")
    changed = build_cache.digest([tmp_path])
    (tmp_path / "one.py").rename(tmp_path / "two.py")
    renamed = build_cache.digest([tmp_path])
    assert len({before, changed, renamed}) == 3
    assert build_cache.digest([tmp_path], lambda file: file.name == "two.py") == build_cache.digest(
        []
    )
