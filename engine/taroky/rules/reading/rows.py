"""Rows of a tree as rows of a table: each cell has the type of its column."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, fields
from decimal import Decimal
from typing import Any, Literal

from taroky.immutable import FrozenDict
from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.conditions import Amount, Condition
from taroky.rules.facts import ASKED, Moment, known_at
from taroky.rules.reading.amounts import amount
from taroky.rules.reading.conditions import condition
from taroky.rules.reading.hints import columns, shape
from taroky.rules.reading.nodes import (
    DIRECTIVES,
    NOTED,
    mapping_of,
    meant_as_number,
    number_of,
    shown,
    text_of,
)
from taroky.rules.reading.sizes import check_size
from taroky.rules.table import Row
from taroky.rules.tree import Node

#: Rows and cells already read, by kind and the node they are in (kept, so that its id stays its own).
Seen = dict[tuple[str, int], tuple[Node, Any]]


def row_of(node: Node, kind: type[Row], path: str, seen: Seen | None = None) -> Any:
    cells = mapping_of(node)
    known = columns(kind)
    for key in cells:
        if key not in known:
            raise node.error(
                say("table.comma", key=key, path=path or "table")
                if meant_as_number(key)
                else say(
                    "table.unknown_key",
                    key=key,
                    path=path or "table",
                    near=suggestion(key, _to_write(known, path)),
                ),
                key,
            )
    values: dict[str, Any] = {}
    for column in fields(kind):
        name = column.name
        if name in cells:
            below = f"{path}.{name}" if path else name
            cell = cells[name]
            place = f"{kind.__name__}.{name}", id(cell)
            if seen is not None and place in seen:
                values[name] = seen[place][1]
                continue
            value = values[name] = value_of(cell, known[name], below, seen)
            if place[0] in ASKED:
                _check_facts(value, ASKED[place[0]], node, path)
            if column.metadata:
                check_size(value, column.metadata, cell, below)
            if seen is not None:
                seen[place] = cell, value
        elif column.default is MISSING and column.default_factory is MISSING:
            raise node.error(say("table.missing_key", key=name, path=path or "table"))
    return kind(**values)


def _to_write(known: Iterable[str], path: str) -> list[str]:
    """The columns that somebody may write at this place, those of every row last."""
    head = [] if path else DIRECTIVES
    own = [key for key in known if key != "points" and (path or key not in NOTED)]
    return [*head, *own, "points"]


def _check_facts(condition: Condition, moment: Moment, row: Node, path: str) -> None:
    """Check that a condition asks only what is known at its moment."""
    known = known_at(moment)
    for test in condition.tests():
        if test.name not in known:
            near = suggestion(test.name, sorted(known))
            raise row.error(say("table.fact_unasked", key=test.name, path=path, near=near))


def value_of(node: Node, hint: Any, path: str, seen: Seen | None = None) -> Any:
    hint, origin, args, is_row = shape(hint)
    if hint is Any:
        return node
    if is_row:
        if seen is None:
            return row_of(node, hint, path)
        place = hint.__name__, id(node)
        if place not in seen:
            seen[place] = node, row_of(node, hint, path, seen)
        return seen[place][1]
    if hint is Condition:
        return condition(node, path)
    if hint is Amount:
        return amount(node, path)
    if origin is Literal:
        text = text_of(node)
        if text not in args:
            raise node.error(
                say("table.not_one_of", path=path, value=text, expected=[str(a) for a in args])
            )
        return text
    if origin is tuple:
        items = node.value if isinstance(node.value, tuple) else None
        if items is None:
            raise node.error(say("table.expected_list", path=path, value=shown(node)))
        return tuple(value_of(item, args[0], path) for item in items)
    if origin is not None and len(args) == 2:
        return FrozenDict(
            (key, value_of(item, args[1], f"{path}.{key}", seen))
            for key, item in mapping_of(node).items()
        )
    text = text_of(node)
    if hint is bool:
        if text not in ("yes", "no"):
            raise node.error(say("table.not_one_of", path=path, value=text, expected=["yes", "no"]))
        return text == "yes"
    if hint in (int, Decimal):
        return number_of(node, hint, path)
    return text
