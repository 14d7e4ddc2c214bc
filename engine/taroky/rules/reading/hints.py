"""The columns of a kind of row with their types, and which types hold rows."""

from __future__ import annotations

import types
import typing
from dataclasses import MISSING, fields
from functools import cache
from typing import Any, NamedTuple, Union, get_args, get_origin

from taroky.rules.table import Row

_columns: dict[str, dict[str, Any]] = {}


def columns(row: type[Row]) -> dict[str, Any]:
    """The columns of a kind of row with their type hints."""
    if row.__name__ not in _columns:
        hints = typing.get_type_hints(row)
        _columns[row.__name__] = {column.name: hints[column.name] for column in fields(row)}
    return _columns[row.__name__]


def needed(row: type[Row]) -> frozenset[str]:
    """The columns that a kind of row cannot do without."""
    return frozenset(
        column.name
        for column in fields(row)
        if column.default is MISSING and column.default_factory is MISSING
    )


def row_type(hint: Any) -> Any:
    """Row class if the hint is a row, True if a map of rows or of yes/no, else None."""
    plain = without_none(hint)
    if isinstance(plain, type) and issubclass(plain, Row):
        return plain
    if get_origin(plain) is not None and len(get_args(plain)) == 2:
        inner = get_args(plain)[1]
        if isinstance(inner, type) and issubclass(inner, Row | bool):
            return True
    return None


def rows_in(hint: Any) -> type[Row]:
    """The kind of row that a map of rows holds."""
    kind: type[Row] = get_args(without_none(hint))[1]
    return kind


def without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        return next(arg for arg in get_args(hint) if arg is not type(None))
    return hint


class Shape(NamedTuple):
    """A type hint taken apart: itself without None, what it is of (a Literal, a tuple, a map, or None),
    with which arguments, and whether it is a kind of row."""

    hint: Any
    origin: Any
    args: tuple[Any, ...]
    is_row: bool


@cache
def shape(hint: Any) -> Shape:
    """A type hint taken apart. Kept, since a table has thousands of cells and few types."""
    plain = without_none(hint)
    is_row = isinstance(plain, type) and issubclass(plain, Row)
    return Shape(plain, get_origin(plain), get_args(plain), is_row)
