"""How far a build is, on the terminal: how long it works, and then page by page. What MkDocs logs goes
around it."""

from __future__ import annotations

import logging
from contextlib import ExitStack

from taroky.cli import progress


class BuildProgress(logging.Filter):
    """The line of one build after another; nothing where errors do not go to a terminal."""

    def __init__(self) -> None:
        super().__init__()
        self._end = ExitStack()
        self._line: progress.Line | None = None
        self._done = self._pages = 0
        for handler in logging.getLogger("mkdocs").handlers:
            handler.addFilter(self)

    def begin(self) -> None:
        """Show it for a build that begins."""
        self.end()
        self._line = self._end.enter_context(progress.shown())
        self._done = 0

    def count(self, pages: int) -> None:
        """Note how many pages there will be."""
        self._pages = pages

    def page(self) -> None:
        """Note that a page is done."""
        self._done += 1
        if self._line is not None:
            self._line.at(self._done, self._pages)

    def end(self) -> None:
        """Take the line away."""
        self._end.close()
        self._line = None

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, and take the line away before it is written."""
        if self._line is not None:
            self._line.clear()
        return True
