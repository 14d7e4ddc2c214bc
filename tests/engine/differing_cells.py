"""The cells in which two rule tables differ, for a test that compares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

from taroky.rules.table import Row


def differing_cells(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Return a line for each cell: its path, what the first table has and what the second has."""
    if one == other:
        return
    before = f"{path}." if path else ""
    if isinstance(one, Row) and type(one) is type(other):
        for name in (field.name for field in fields(one)):
            yield from differing_cells(getattr(one, name), getattr(other, name), before + name)
    elif isinstance(one, Mapping) and isinstance(other, Mapping):
        for name in dict.fromkeys((*one, *other)):
            yield from differing_cells(one.get(name), other.get(name), f"{before}{name}")
    else:
        yield f"{path}: {one!r} and {other!r}"
