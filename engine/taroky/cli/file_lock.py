"""One process at a time changes a file: another one that wants to waits until the first is done."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        while True:
            try:
                msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
                return
            except OSError:
                time.sleep(0.05)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Within this block no other process is in one for this file. The system ends the lock if the process
    is killed. Raises OSError where nothing can be written beside the file."""
    lock = path.with_name(f".{path.name}.lock")
    handle = _mine(lock)
    try:
        yield
    finally:
        # Windows removes no file that is open, other systems remove the one that is still locked.
        if sys.platform == "win32":
            os.close(handle)
            with suppress(OSError):
                lock.unlink()
        else:
            lock.unlink(missing_ok=True)
            os.close(handle)


def _mine(lock: Path) -> int:
    """The file beside it, locked; one that its last owner has removed meanwhile is no lock any more."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
        _lock(handle)
        try:
            if os.path.samestat(os.fstat(handle), lock.stat()):
                return handle
        except FileNotFoundError:
            pass
        os.close(handle)
