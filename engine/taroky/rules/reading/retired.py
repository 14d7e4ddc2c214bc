"""Cells that tables once had and that said only what is so anyway. House tables in links, files and
records may still have them: they are left out without a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from taroky.rules.tree import Node

#: Each with its one value.
RETIRED = {
    "unit.odd_to": "payers_in_order",
    "seats.fifth.sits_out": "dealer",
    "auction.starts": "first",
    "auction.first_hand.otherwise": "first",
}


def without_retired(table: Node) -> Node:
    """Return what a house wrote without such cells, in the values of its options, too."""
    for path, value in RETIRED.items():
        table = _without(table, path.split("."), value)
        table = _without(table, ["options", "*", "values", "*", *path.split(".")], value)
    return table


def _without(node: Node, path: Sequence[str], value: str) -> Node:
    """The tree without the cell at the end of a path, if it has this value; a star is any row."""
    if not isinstance(node.value, dict):
        return node
    key, *rest = path
    cells: dict[str, Node] = node.value
    if rest:
        below = cells if key == "*" else cells.keys() & {key}
        changed = {name: _without(cells[name], rest, value) for name in below}
        if all(changed[name] is cells[name] for name in changed):
            return node
        return _with_cells(node, {**cells, **changed})
    if key not in cells or cells[key].value != value:
        return node
    return _with_cells(node, {name: cell for name, cell in cells.items() if name != key})


def _with_cells(node: Node, cells: Mapping[str, Node]) -> Node:
    return Node(dict(cells), node.file, node.line, node.column, node.keys)
