"""Merge a table with its parent: rows merge cell by cell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_origin

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


def _below(hint: Any, known: Mapping[str, Any], key: str) -> Any:
    plain = without_none(hint)
    if get_origin(plain) is not None:
        return get_args(plain)[1]
    return known.get(key)
