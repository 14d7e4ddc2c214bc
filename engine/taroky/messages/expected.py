"""Name what should have been given in place of something that is refused: a part of the sentence that
says so.

A kind of value is a message itself, `say("expected.whole")`; these two take words of a file or a table.
"""

from __future__ import annotations

from collections.abc import Iterable

from taroky.messages import Message, say


def one_of(known: Iterable[object]) -> Message:
    """One of these words: "game or pagat"."""
    return say("expected.one_of", words=list(map(str, known)))


def like(example: str) -> Message:
    """Something written as in an example: "{A: 0.40}"."""
    return say("expected.like", example=example)
