"""What took long to make and depends on nothing but its sources is kept for the next build.

A piece is made by a function of this package from a few words. It is kept under a hash of these
words, of all code and data that could have a say in it, and of what it names itself; so nothing has
to be thrown away by hand. Pieces that are missing are made side by side, one process a core.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from taroky.errors import TarokyError

from taroky_build.errors import BuildError

#: A piece that no build has used for so many seconds is thrown away.
_KEPT = 14 * 24 * 3600
#: Fewer pieces than this are not worth the start of other processes.
_FEW = 3

#: Files by their path, as text.
Files = dict[str, str]


@dataclass(frozen=True)
class Piece:
    """Something to make: a function that can be named from outside, its words, and the content of
    files that only this piece is made from."""

    make: Callable[..., Files]
    words: tuple[str, ...]
    sources: tuple[bytes, ...] = ()


def digest(sources: Iterable[Path], leave_out: Callable[[Path], bool] = lambda _: False) -> bytes:
    """A hash of these files and of all files below these folders."""
    found = hashlib.sha256()
    for source in sources:
        folder = source if source.is_dir() else source.parent
        for file in sorted(folder.rglob("*")) if source.is_dir() else [source]:
            if file.is_file() and "__pycache__" not in file.parts and not leave_out(file):
                found.update(file.relative_to(folder).as_posix().encode() + b"\0")
                found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.digest()


def recall(pieces: Sequence[Piece], folder: Path, code: bytes) -> list[Files]:
    """All pieces, from `folder` or made now and kept there. code: a hash of what every piece is made
    by. Raises BuildError."""
    files = [folder / _key(piece, code) for piece in pieces]
    missing = [i for i, file in enumerate(files) if not file.exists()]
    fresh = dict(zip(missing, _make([pieces[i] for i in missing]), strict=True))
    folder.mkdir(parents=True, exist_ok=True)
    found: list[Files] = []
    for i, file in enumerate(files):
        if i in fresh:
            # whole or not at all, should two builds run at once
            half = file.with_suffix(f".{os.getpid()}")
            half.write_text(json.dumps(fresh[i], ensure_ascii=False), "utf-8")
            half.replace(file)
            found.append(fresh[i])
        else:
            os.utime(file)
            found.append(json.loads(file.read_text("utf-8")))
    forget(folder)
    return found


def _key(piece: Piece, code: bytes) -> str:
    named = f"{piece.make.__module__}.{piece.make.__qualname__}"
    found = hashlib.sha256(code + json.dumps([named, *piece.words]).encode())
    for source in piece.sources:
        found.update(hashlib.sha256(source).digest())
    return f"{found.hexdigest()[:32]}.json"


def _make(pieces: Sequence[Piece]) -> list[Files]:
    workers = min(os.cpu_count() or 1, len(pieces))
    if len(pieces) < _FEW or workers < 2:
        results = list(map(_made, pieces))
    else:
        with ProcessPoolExecutor(workers) as pool:
            results = list(pool.map(_made, pieces))
    for result in results:
        if isinstance(result, str):
            raise BuildError(result)
    return [result for result in results if not isinstance(result, str)]


def _made(piece: Piece) -> Files | str:
    """The piece, or the sentence that says what is wrong."""
    try:
        return piece.make(*piece.words)
    except (BuildError, TarokyError) as problem:
        return str(problem)


def forget(folder: Path) -> None:
    """Throw away what lies in this folder and no build has used for long."""
    old = time.time() - _KEPT
    for entry in folder.iterdir():
        if entry.stat().st_mtime < old:
            if entry.is_dir():
                shutil.rmtree(entry, ignore_errors=True)
            else:
                entry.unlink(missing_ok=True)
