"""Merge a table with its parent: rows merge cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_origin

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.reading.hints import columns, row_type, without_none
from taroky.rules.tree import Node

#: What a cell says to take a row of the parent away.
REMOVED = "off"


def merge(parent: Node, delta: Node, hint: Any) -> Node:
    """Rows merge cell by cell; a value replaces, also when it is a map."""
    inner = row_type(hint)
    if not (isinstance(parent.value, dict) and isinstance(delta.value, dict)):
        return delta
    if inner is None and hint != "points":
        return delta
    merged = dict(parent.value)
    known = columns(inner) if isinstance(inner, type) else {}
    for key, value in delta.value.items():
        if value.value == REMOVED:
            merged.pop(key, None)
        elif key in merged:
            below = "points" if key == "points" else _below(hint, known, key)
            merged[key] = merge(merged[key], value, below)
        else:
            merged[key] = value
    places = {name: (name, line, column) for name, line, column in (*parent.keys, *delta.keys)}
    return Node(merged, delta.file, delta.line, delta.column, tuple(places.values()))


def check_removed(parent: Node, delta: Node, hint: Any, path: str = "") -> None:
    """Check that whatever a delta takes away is there, in the parent or by one of its options. Raises
    TableError."""
    inner = row_type(hint)
    if inner is None or not (isinstance(parent.value, dict) and isinstance(delta.value, dict)):
        return
    known = columns(inner) if get_origin(without_none(hint)) is None else None
    for key, value in delta.value.items():
        if value.value == REMOVED and key not in (parent.value if known is None else known):
            near = suggestion(key, parent.value if known is None else known)
            raise delta.error(say("table.no_row", section=path, row=key, near=near), key)
        if key in parent.value and key != "points":
            below = f"{path}.{key}" if path else key
            check_removed(parent.value[key], value, _below(hint, known or {}, key), below)


def _below(hint: Any, known: Mapping[str, Any], key: str) -> Any:
    plain = without_none(hint)
    if get_origin(plain) is not None:
        return get_args(plain)[1]
    return known.get(key)
