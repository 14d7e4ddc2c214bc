"""A table with its parents' cells filled in (`extends`) and its chosen options applied (`choose`)."""

from __future__ import annotations

from collections.abc import Callable

from taroky.errors import TableError
from taroky.rules.reading.merging import merge
from taroky.rules.reading.nodes import DIRECTIVES, mapping_of, text_of
from taroky.rules.reading.options import choose
from taroky.rules.table import Table
from taroky.rules.tree import Node


def flatten(node: Node, load_parent: Callable[[str], Node]) -> Node:
    """The tree with its parents' cells filled in and its chosen options applied."""
    mapping = mapping_of(node)
    parent_name = mapping.get("extends")
    choices = mapping.get("choose")
    if choices is not None and choices.value == "":
        choices = None  # a section with nothing in it yet
    own = Node(
        {k: v for k, v in mapping.items() if k not in DIRECTIVES},
        node.file,
        node.line,
        node.column,
        node.keys,
    )
    if parent_name is not None:
        try:
            parent = flatten(load_parent(text_of(parent_name)), load_parent)
        except TableError as problem:
            raise (
                problem if problem.fields["line"] else parent_name.error(problem.message)
            ) from None
        if choices is not None:
            parent = choose(parent, {k: (text_of(v), v) for k, v in mapping_of(choices).items()})
        return _with_page(merge(parent, own, Table))
    if choices is not None:
        own = choose(own, {k: (text_of(v), v) for k, v in mapping_of(choices).items()})
    return _with_page(own)


def _with_page(table: Node) -> Node:
    """Notes on whose page the rule points of a prefix stand: that of the first table that has it."""
    cells = mapping_of(table)
    if "prefix" not in cells or "table" not in cells:
        return table
    pages = dict(mapping_of(cells["pages"])) if "pages" in cells else {}
    pages.setdefault(text_of(cells["prefix"]), cells["table"])
    return Node({**cells, "pages": Node(pages)}, table.file, table.line, table.column, table.keys)
