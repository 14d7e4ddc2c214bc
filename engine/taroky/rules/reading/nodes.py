"""Cells of a tree as mappings, texts and numbers, and what the sentences about them name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from taroky.messages import Message, quoted, say
from taroky.rules.tree import Node

#: What a table says of how it is made, and no column.
DIRECTIVES = ("extends", "choose")
#: Sections that only the reader writes.
NOTED = frozenset({"chosen", "pages", "packed"})
#: Numbers as people write them: nothing in a game of cards goes further.
_WHOLE = re.compile(r"-?[0-9]{1,6}")
_DECIMAL = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,4})?")
#: What begins like a number in any script, or is how computers write infinity and no number.
_MEANT = re.compile(r"\W*\d.*|[½¼¾⅓⅔].*|[-+.]*(inf|infinity|nan)", re.IGNORECASE | re.DOTALL)


def meant_as_number(text: str) -> bool:
    """Whether somebody meant a number, well written or not."""
    return bool(_MEANT.fullmatch(text))


def mapping_of(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise node.error(say("table.expected_mapping", value=shown(node)))
    return node.value


def text_of(node: Node) -> str:
    if not isinstance(node.value, str):
        raise node.error(say("table.expected_text", value=shown(node)))
    return node.value


def shown(node: Node) -> str:
    """The content of a cell, as a sentence quotes it."""
    return quoted(node.plain())


def parts(node: Node) -> Sequence[Node]:
    """The entries of a list; what is no list stands alone."""
    return node.value if isinstance(node.value, tuple) else (node,)


def number_of(node: Node, kind: type[int] | type[Decimal], path: str) -> int | Decimal:
    """The number in a cell. Raises TableError."""
    text = text_of(node)
    if not (_WHOLE if kind is int else _DECIMAL).fullmatch(text):
        raise node.error(number_expected(path, text, whole=kind is int))
    return kind(text)


def number_expected(path: str, text: str, whole: bool = False) -> Message:
    """Return the refusal of a cell that has something else than a number; where a number was meant, with
    how these are written."""
    shown_text = "".join(sign if sign.isprintable() else "?" for sign in text[:40])
    if not meant_as_number(text):
        return say("table.not_number", path=path, value=shown_text)
    return say("table.not_whole" if whole else "table.not_amount", path=path, value=shown_text)


def decimal_of(node: Node, path: str) -> Decimal:
    """The amount in a cell. Raises TableError."""
    return Decimal(number_of(node, Decimal, path))
