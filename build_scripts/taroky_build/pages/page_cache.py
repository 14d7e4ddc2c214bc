"""Pages are made by jobs whose results are kept from build to build (`build_cache`): anew only if code,
tables or what the job itself reads has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import taroky
import taroky_tutorials
from taroky_tutorials.lessons import lesson_files

import taroky_build
from taroky_build import build_cache
from taroky_build.build_cache import Files, Job


def run_cached(root: Path, jobs: Sequence[Job]) -> list[Files]:
    """The results of these jobs for the project in `root`. Raises BuildError."""
    return build_cache.run_cached(jobs, root / ".cache" / "site", _code())


@cache
def _code() -> bytes:
    """A hash of all code and data of this project but for the lessons, which are sources of single
    jobs."""
    packages = (taroky, taroky_tutorials, taroky_build)
    return build_cache.digest(
        (Path(package.__path__[0]) for package in packages),
        lambda file: file.parent == lesson_files.FOLDER and file.suffix == ".yaml",
    )


@cache
def lesson_contents() -> tuple[bytes, ...]:
    """The files of all lessons."""
    return tuple(file.read_bytes() for file in sorted(lesson_files.FOLDER.glob("*.yaml")))
