"""Pages are made by jobs whose results are kept from build to build (`build_cache`): again only if code,
tables or what the job itself reads has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import taroky
import taroky_tutorials
from taroky_tutorials.lessons import lesson_files, translated

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
        lambda file: file.suffix == ".yaml" and lesson_files.FOLDER.parent in file.parents,
    )


def lesson_sources(file: Path) -> tuple[bytes, ...]:
    """Return what a lesson is read from: its file, and its words in the language that is spoken."""
    own = translated.file_of(file)
    return (file.read_bytes(), *([own.read_bytes()] if own else []))


@cache
def lesson_contents() -> tuple[bytes, ...]:
    """The files of all lessons."""
    files = sorted(lesson_files.FOLDER.glob("*.yaml"))
    return tuple(content for file in files for content in lesson_sources(file))
