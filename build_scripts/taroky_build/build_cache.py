"""Keep for the next build what took long to make and depends on nothing but its sources.

A job is a function of this package and its arguments; its result is some files. They are kept under a
hash of the arguments, of all code and data that could have a say in them, and of the sources that the
job names; so nothing has to be deleted by hand. Results that are missing are made side by side, one
process a core.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from taroky.errors import TarokyError
from taroky.messages import language, speaking

from taroky_build.errors import BuildError

#: A result that no build has used for so many seconds is deleted.
_KEPT = 14 * 24 * 3600
#: Fewer jobs than this are not worth the start of other processes.
_FEW = 3

#: Files by their path, as text.
Files = dict[str, str]


@dataclass(frozen=True)
class Job:
    """Something to make: a function that can be named from outside, its arguments, the content of files
    that only this job reads, and the language it is made in, the one that was spoken when it was ordered."""

    function: Callable[..., Files]
    arguments: tuple[str, ...]
    sources: tuple[bytes, ...] = ()
    language: str = field(default_factory=language)


def digest(sources: Iterable[Path], leave_out: Callable[[Path], bool] = lambda _: False) -> bytes:
    """A hash of these files and of all files below these folders."""
    hashed = hashlib.sha256()
    for source in sources:
        folder = source if source.is_dir() else source.parent
        for file in sorted(folder.rglob("*")) if source.is_dir() else [source]:
            if file.is_file() and "__pycache__" not in file.parts and not leave_out(file):
                hashed.update(file.relative_to(folder).as_posix().encode() + b"\0")
                hashed.update(hashlib.sha256(file.read_bytes()).digest())
    return hashed.digest()


def run_cached(jobs: Sequence[Job], folder: Path, code: bytes) -> list[Files]:
    """The results of all jobs, from `folder` or made now and kept there. code: a hash of all code that
    the jobs run. Raises BuildError."""
    files = [folder / _key(job, code) for job in jobs]
    missing = [i for i, file in enumerate(files) if not file.exists()]
    fresh = dict(zip(missing, _run([jobs[i] for i in missing]), strict=True))
    folder.mkdir(parents=True, exist_ok=True)
    results: list[Files] = []
    for i, file in enumerate(files):
        if i in fresh:
            # whole or not at all, should two builds run at once
            half = file.with_suffix(f".{os.getpid()}")
            half.write_text(json.dumps(fresh[i], ensure_ascii=False), "utf-8")
            half.replace(file)
            results.append(fresh[i])
        else:
            os.utime(file)
            results.append(json.loads(file.read_text("utf-8")))
    delete_unused(folder)
    return results


def _key(job: Job, code: bytes) -> str:
    named = f"{job.function.__module__}.{job.function.__qualname__}"
    key = hashlib.sha256(code + json.dumps([named, job.language, *job.arguments]).encode())
    for source in job.sources:
        key.update(hashlib.sha256(source).digest())
    return f"{key.hexdigest()[:32]}.json"


def _run(jobs: Sequence[Job]) -> list[Files]:
    workers = min(os.cpu_count() or 1, len(jobs))
    if len(jobs) < _FEW or workers < 2:
        results = list(map(_result, jobs))
    else:
        with ProcessPoolExecutor(workers) as pool:
            results = list(pool.map(_result, jobs))
    for result in results:
        if isinstance(result, str):
            raise BuildError(result)
    return [result for result in results if not isinstance(result, str)]


def _result(job: Job) -> Files | str:
    """Return what the job has made, or the sentence that says what is wrong."""
    try:
        with speaking(job.language):
            return job.function(*job.arguments)
    except (BuildError, TarokyError) as problem:
        return str(problem)


def delete_unused(folder: Path) -> None:
    """Delete what is in this folder and no build has used for long."""
    old = time.time() - _KEPT
    for entry in folder.iterdir():
        with contextlib.suppress(FileNotFoundError):  # another build may be at it, too
            if entry.stat().st_mtime < old:
                if entry.is_dir():
                    shutil.rmtree(entry, ignore_errors=True)
                else:
                    entry.unlink(missing_ok=True)
