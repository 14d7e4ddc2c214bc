"""How far something is that takes over a second: a line on the terminal, gone when it is done. Where errors
do not go to a terminal nothing is written."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TextIO

from taroky.messages import say

#: After so many seconds it is shown, and from then on so often renewed.
_PATIENCE, _PERIOD = 1.0, 0.25
_BLANK = "\r\x1b[K"


class Line:
    """The line. busy: something else stands on the terminal's last line, or is asked there."""

    def __init__(self, to: TextIO | None) -> None:
        self.to = to
        self.busy = False
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._drawn = False
        self._begun = time.monotonic()
        self._counted: tuple[int, int] | None = None

    def at(self, n: int, of: int) -> None:
        """Note how many of all are done."""
        self._counted = (n, of)

    def write(self, to: TextIO, text: str) -> None:
        """Write something else to the terminal in its place."""
        with self._lock:
            self._clear()
            self.busy = not text.endswith("\n")
            to.write(text)

    def watch(self) -> None:
        """Draw it until it is done."""
        wait = _PATIENCE
        while not self._done.wait(wait):
            wait = _PERIOD
            with self._lock:
                if not self.busy and self.to is not None:
                    self.to.write(f"{_BLANK}{self._text()}")
                    self.to.flush()
                    self._drawn = True

    def clear(self) -> None:
        """Take it away until it is drawn again."""
        with self._lock:
            self._clear()

    def end(self) -> None:
        """Take it away for good."""
        self._done.set()
        self.clear()

    def _clear(self) -> None:
        if self._drawn and self.to is not None:
            self.to.write(_BLANK)
            self.to.flush()
            self._drawn = False

    def _text(self) -> str:
        passed = time.monotonic() - self._begun
        n, of = self._counted or (0, 0)
        if n in (0, of):  # nothing to go by, or something that is not counted
            return say("progress.passed", seconds=f"{passed:.0f}").text()
        left = passed / n * (of - n)
        return say("progress.counted", done=n, of=of, seconds=f"{left:.0f}").text()


_line: ContextVar[Line | None] = ContextVar("line", default=None)


def is_able(stream: TextIO) -> bool:
    """Whether a stream goes to a terminal that knows colours and can go back in a line."""
    if not stream.isatty() or os.environ.get("TERM") == "dumb":
        return False
    return os.name != "nt" or not {"WT_SESSION", "ANSICON", "TERM"}.isdisjoint(os.environ)


def _terminal() -> TextIO | None:
    """The terminal that errors go to; None if they go elsewhere, or to one that cannot go back."""
    return sys.stderr if sys.stderr is not None and is_able(sys.stderr) else None


@contextmanager
def shown() -> Iterator[Line]:
    """Within this block the terminal tells how long it takes, and how far it is where that is counted."""
    line = Line(_terminal())
    token = _line.set(line)
    if line.to is not None:
        # A thread of its own knows the language that is spoken.
        threading.Thread(target=copy_context().run, args=(line.watch,), daemon=True).start()
    try:
        yield line
    finally:
        line.end()
        _line.reset(token)


def counted[T](items: Iterable[T], of: int) -> Iterator[T]:
    """The items one by one, counted on the line; of: how many there will be."""
    line = _line.get()
    if line is None:
        with shown():
            yield from counted(items, of)
        return
    line.at(0, of)
    for n, item in enumerate(items, start=1):
        line.clear()
        yield item
        line.at(n, of)


def hidden() -> None:
    """Leave the terminal alone from now on: somebody is asked something there."""
    line = _line.get()
    if line is not None:
        line.busy = True
        line.end()
