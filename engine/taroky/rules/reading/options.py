"""House options: the cells of the values chosen go over those of the table, in the menu's order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.reading.merging import merge
from taroky.rules.reading.nodes import mapping_of, parts, text_of
from taroky.rules.table import Table
from taroky.rules.tree import Node

#: Options chosen, as key and value with the place where that is said.
Choices = Mapping[str, tuple[str, Node]]


def choose(table: Node, choices: Choices) -> Node:
    """The tree with house options applied, in the menu's order. Raises TableError."""
    options = mapping_of(mapping_of(table)["options"]) if "options" in mapping_of(table) else {}
    before = mapping_of(mapping_of(table).get("chosen", Node({})))

    def stands(key: str) -> str:
        """The value an option has with these choices."""
        if key in choices:
            return choices[key][0]
        return text_of(before[key] if key in before else mapping_of(options[key])["default"])

    for key, (_, where) in choices.items():
        if key not in options:
            raise where.error(say("table.no_option", key=key, near=suggestion(key, options)))
    for key, option in options.items():
        if key not in choices:
            continue
        value, where = choices[key]
        values = {**mapping_of(mapping_of(option)["values"])}
        number_in = mapping_of(option).get("number_in")
        value = same_number(value, values)
        if value not in values and number_in is not None and _is_amount(value):
            values[value] = _cells(parts(number_in), value, where)
        if value not in values:
            raise where.error(
                say("table.no_option_value", key=key, value=value, expected=list(values))
            )
        needs = mapping_of(mapping_of(option).get("needs", Node({})))
        if all(stands(other) == text_of(needed) for other, needed in needs.items()):
            table = merge(table, values[value], Table)
        chosen = dict(mapping_of(mapping_of(table).get("chosen", Node({}))))
        chosen[key] = Node(value)
        table = Node({**mapping_of(table), "chosen": Node(chosen)}, table.file)
    return table


def same_number(value: str, values: Iterable[str]) -> str:
    """The value of an option as its menu writes it: 0.4 means 0.40."""
    if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value):
        return value
    numbers = (v for v in values if re.fullmatch(r"[0-9]+(\.[0-9]+)?", v))
    return next((v for v in numbers if Decimal(v) == Decimal(value)), value)


def _is_amount(text: str) -> bool:
    """Whether the text is a positive number, written plainly."""
    return bool(re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", text)) and Decimal(text) > 0


def _cells(paths: Sequence[Node], value: str, where: Node) -> Node:
    """A small table that says these cells, those with a minus below zero. where: what the value was chosen
    by. Raises TableError."""
    table: dict[str, Any] = {}
    for node in paths:
        path = text_of(node)
        *rows, cell = path.removeprefix("-").split(".")
        row = table
        for key in rows:
            row = row.setdefault(key, {})
            if not isinstance(row, dict):
                raise node.error(say("table.duplicate", key=key))
        if cell in row:
            raise node.error(say("table.duplicate", key=cell))
        row[cell] = f"-{value}" if path.startswith("-") else value
    return _node(table, where)


def _node(cells: Any, where: Node) -> Node:
    """A tree of plain cells, which stands where another does."""
    value = {k: _node(v, where) for k, v in cells.items()} if isinstance(cells, dict) else cells
    return Node(value, where.file, where.line, where.column)
