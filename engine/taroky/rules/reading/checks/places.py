"""The place in its file where a check finds fault, and the faults that several checks find."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from taroky.errors import TableError
from taroky.messages import say
from taroky.rules.reading.nodes import nearest
from taroky.rules.table import Table
from taroky.rules.tree import Node


@dataclass(frozen=True)
class Places:
    """The cells of a table where they are in its file."""

    tree: Node

    def __call__(self, *path: str) -> Node:
        """The cell at the end of a path, or the last on the way to it that is there."""
        node = self.tree
        for key in path:
            if not isinstance(node.value, dict) or key not in node.value:
                break
            node = node.value[key]
        return node

    def no_row(
        self, path: Iterable[str], section: str, row: str, known: Iterable[str]
    ) -> TableError:
        """The error that a cell names a row which its section does not have."""
        known = list(known)
        return self(*path).error(
            say("table.no_row", section=section, row=row, near=nearest(row, known))
        )

    def unknown_set(self, path: Iterable[str], value: str) -> TableError:
        """The error that a cell names cards which the pack does not know."""
        return self(*path).error(say("table.unknown_set", value=value))


#: Looks at one thing of a table and raises TableError at its place.
Check = Callable[[Table, Places], None]
