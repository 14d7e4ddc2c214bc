"""Rows that have another name now (their column `old_names`). House tables in links, files and records may
still use the old one: they are read as if they had the new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from taroky.messages import say
from taroky.rules.reading.nodes import parts
from taroky.rules.tree import Node

#: What a house table says of itself, not of its game.
_HEAD = frozenset({"table", "title", "extends", "choose"})
#: The columns that name who pays or is paid, by their section.
_PARTIES = {"payments": ("payer", "receiver"), "penalties": ("to",)}
#: What the amount in a pot is called.
_CONTENT = "pot."
_Change = Callable[[Node], Node]


def with_current_names(own: Node, parent: Node) -> Node:
    """Return what a house wrote, in the values of its options, too, with the names that rows have now.
    parent: the flattened tree that it extends. Raises TableError for a row that it names both ways."""
    names = dict(_old_names(parent))
    return _table(own, names) if names else own


def _old_names(table: Node) -> Iterator[tuple[str, str]]:
    """Yield the old name and the name of each pot of a table, and of those that its options bring."""
    for name, row in _cells(_cells(table).get("pots")).items():
        for old in parts(_cells(row)["old_names"]) if "old_names" in _cells(row) else ():
            yield str(old.value), name
    for option in _cells(_cells(table).get("options")).values():
        for delta in _cells(_cells(option).get("values")).values():
            yield from _old_names(delta)


def _cells(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, dict) else {}


def _table(table: Node, names: Mapping[str, str]) -> Node:
    """The tree of a table, or of what an option changes in one, with the new names."""

    def cell_of(section: str, cell: Node) -> Node:
        if section in _HEAD:
            return cell
        if section == "pots":
            return _keys(cell, names)
        if section == "names":  # {kitty: …}, or {pot.kitty: …} where other rows have the name too
            return _keys(
                cell, {**names, **{_CONTENT + old: _CONTENT + names[old] for old in names}}
            )
        if section == "options":
            return _each(cell, lambda option: _option(option, names))
        cell = _amounts(cell, names)
        parties = _PARTIES.get(section, ())
        return _each(cell, lambda row: _some(row, parties, lambda who: _word(who, names)))

    return _with(table, {key: cell_of(key, cell) for key, cell in _cells(table).items()})


def _option(option: Node, names: Mapping[str, str]) -> Node:
    option = _some(option, ("values",), lambda of: _each(of, lambda delta: _table(delta, names)))
    return _some(option, ("number_in",), lambda paths: _paths(paths, names))


def _paths(node: Node, names: Mapping[str, str]) -> Node:
    """Paths of cells ("pots.kitty.starts"), with the new names."""
    if isinstance(node.value, tuple):
        return _list(node, lambda path: _paths(path, names))
    section, dot, rest = node.value.partition(".") if isinstance(node.value, str) else ("", "", "")
    row, *cells = rest.split(".")
    if section.removeprefix("-") != "pots" or row not in names:
        return node
    return _text(node, f"{section}{dot}{'.'.join((names[row], *cells))}")


def _amounts(node: Node, names: Mapping[str, str]) -> Node:
    """Cells with what is in a pot under its new name."""
    if isinstance(node.value, tuple):
        return _list(node, lambda item: _amounts(item, names))
    if isinstance(node.value, dict):
        return _each(node, lambda cell: _amounts(cell, names))
    name = node.value.removeprefix(_CONTENT)
    return _text(node, _CONTENT + names[name]) if name != node.value and name in names else node


def _word(node: Node, names: Mapping[str, str]) -> Node:
    known = isinstance(node.value, str) and node.value in names
    return _text(node, names[str(node.value)]) if known else node


def _keys(rows: Node, names: Mapping[str, str]) -> Node:
    """Rows under their new names. Raises TableError for one that is there under both."""
    cells = _cells(rows)
    if not cells.keys() & names.keys():
        return rows
    for old in cells:
        if names.get(old) in cells:
            raise rows.error(say("old_name.both", old=old, name=names[old]), old)
    keys = tuple((names.get(key, key), line, column) for key, line, column in rows.keys)
    renamed = {names.get(key, key): cell for key, cell in cells.items()}
    return Node(renamed, rows.file, rows.line, rows.column, keys)


# -- changed trees; what is not changed stays the same object, so that it is read once ----------------


def _each(node: Node, change: _Change) -> Node:
    return _with(node, {key: change(cell) for key, cell in _cells(node).items()})


def _some(node: Node, keys: tuple[str, ...], change: _Change) -> Node:
    cells = _cells(node)
    return _with(node, {**cells, **{key: change(cells[key]) for key in keys if key in cells}})


def _with(node: Node, cells: Mapping[str, Node]) -> Node:
    before = _cells(node)
    if all(cells[key] is before[key] for key in before):
        return node
    return Node(dict(cells), node.file, node.line, node.column, node.keys)


def _list(node: Node, change: _Change) -> Node:
    items = tuple(map(change, parts(node)))
    same = all(new is old for new, old in zip(items, parts(node), strict=True))
    return node if same else Node(items, node.file, node.line, node.column)


def _text(node: Node, text: str) -> Node:
    return Node(text, node.file, node.line, node.column)
