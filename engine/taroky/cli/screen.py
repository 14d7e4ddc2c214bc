"""What a command prints: red suits in red where the terminal can, and around the line that tells how far
something is."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from typing import TextIO, cast

from taroky.characters import escaped
from taroky.cli.progress import Line, is_able

#: The code of a heart or a diamond, on its own.
_RED_CARD = re.compile(r"(?<![\w=./-])(?:10|[1-9]|[AKQRJ])[HD](?![\w=])")
_RED, _USUAL = "\x1b[31m", "\x1b[39m"


def has_colours(out: TextIO) -> bool:
    """Whether colours may go there. NO_COLOR forbids them, FORCE_COLOR wants them; neither counts when it
    is empty."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return is_able(out)


def screen(out: TextIO, line: Line | None = None, plain: bool = False) -> TextIO:
    """The stream with cards in colour where it can have them, and around a line that tells how far
    something is. plain: data for a program, whose cards are never coloured."""
    return cast(TextIO, _Screen(out, line, plain))


class _Screen:
    def __init__(self, out: TextIO, line: Line | None, plain: bool) -> None:
        self.out = out
        self.line = line if line is not None and out.isatty() else None
        self.colours = not plain and has_colours(out)

    @property
    def encoding(self) -> str:
        return getattr(self.out, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        # What comes from a record, a file or an argument makes no terminal do anything.
        shown = escaped(text)
        if self.colours:
            shown = _RED_CARD.sub(_red, shown)
        if self.line is not None:
            self.line.write(self.out, shown)
        else:
            self.out.write(shown)
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        self.out.flush()

    def isatty(self) -> bool:
        return self.out.isatty()


def _red(card: re.Match[str]) -> str:
    return f"{_RED}{card[0]}{_USUAL}"
