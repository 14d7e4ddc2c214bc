"""Conditions ask only what is known at their moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from taroky.messages import say
from taroky.rules.conditions import Condition
from taroky.rules.facts import ASKED, known_at
from taroky.rules.reading.checks.places import Places
from taroky.rules.table import Table


def check_facts(table: Table, place: Places) -> None:
    """Conditions ask only what is known at their moment."""
    for column, moment in ASKED.items():
        known = known_at(moment)
        for path, condition in _conditions(table, column.split(".")):
            for test in condition.tests():
                if test.name not in known:
                    row = path[:-1]
                    raise place(*row).error(
                        say(
                            "table.unknown_fact",
                            key=test.name,
                            path=".".join(row),
                            near=", ".join(sorted(known)),
                        )
                    )


def _conditions(
    cell: Any, column: Sequence[str], path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Condition]]:
    """The conditions that a column has, each with its path; a star in the column stands for any row."""
    if not column:
        if cell is not None:
            yield path, cell
        return
    key, *rest = column
    rows: Mapping[str, Any] = cell if key == "*" else {key: getattr(cell, key)}
    for name, row in rows.items():
        yield from _conditions(row, rest, (*path, name))
