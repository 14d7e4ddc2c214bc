"""The place in its file where a check finds fault, and the faults that several checks find."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from taroky.cards import Pack
from taroky.errors import TableError
from taroky.messages import say
from taroky.messages.expected import near, suggestion
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
        return self(*path).error(
            say("table.no_row", section=section, row=row, near=suggestion(row, known))
        )

    def unknown_set(self, path: Iterable[str], value: str, pack: Pack) -> TableError:
        """The error that a cell names cards which the pack does not know."""
        sets = pack.set_names
        likely = near(value, [*sets, *pack.cards])
        expected = (
            say("expected.near", word=likely) if likely else say("expected.cards_or", words=sets)
        )
        return self(*path).error(say("table.unknown_set", value=value, near=expected))

    def is_own(self, *path: str) -> bool:
        """Whether a cell is written in this very table, and not in one that it extends."""
        return self(*path).file == self.tree.file

    def rows(self, section: str, rows: Iterable[str]) -> Sequence[str]:
        """The rows of a section, with those that some house option adds or removes."""
        names = dict.fromkeys(rows)
        options = self("options")
        for option in _cells(options).values():
            for delta in _cells(_cells(option).get("values")).values():
                names |= dict.fromkeys(_cells(_cells(delta).get(section)))
        return list(names)


def _cells(node: Node | None) -> Mapping[str, Node]:
    return node.value if node is not None and isinstance(node.value, dict) else {}


#: Looks at one thing of a table and raises TableError at its place.
Check = Callable[[Table, Places], None]
