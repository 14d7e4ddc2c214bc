"""A flattened tree as a table that agrees with itself, and every option of it tried."""

from __future__ import annotations

from collections.abc import Callable, Collection
from decimal import Decimal

from taroky.errors import TableError
from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.reading.checks import check, completeness
from taroky.rules.reading.checks.places import Places
from taroky.rules.reading.nodes import mapping_of
from taroky.rules.reading.options import Choices, choose
from taroky.rules.reading.rows import Seen, row_of
from taroky.rules.table import OptionRow, Table
from taroky.rules.tree import Node

#: Each value of each option is tried when a table is read.
_MOST_VALUES = 400


def build(tree: Node, seen: Seen | None = None) -> Table:
    """The table that a flattened tree says. seen: what trees share with one another is read
    once. Raises TableError."""
    table: Table = row_of(tree, Table, "", {} if seen is None else seen)
    check(table, tree)
    return table


def check_complete(tree: Node, table: Table) -> None:
    """Whether hands by the table of this tree come to an end and are paid. Raises TableError."""
    completeness.check_complete(table, Places(tree))


def check_options(
    tree: Node,
    seen: Seen | None = None,
    chosen: Callable[[Choices], Node] | None = None,
    inherited: Collection[str] = (),
    untried: Collection[str] = (),
) -> dict[str, list[str]]:
    """Every value of every option gives a table that holds. chosen: the table with other choices, if
    not simply by `choose`; inherited: options whose values need not hold, for the house that inherits
    them has changed what they change; these values are returned. untried: options whose values are
    known to hold. Raises TableError."""
    options = mapping_of(tree).get("options")
    seen = {} if seen is None else seen
    menu = mapping_of(options) if options else {}
    many = sum(len(mapping_of(mapping_of(o).get("values", Node({})))) for o in menu.values())
    if options is not None and many > _MOST_VALUES:
        raise options.error(say("table.many_values", found=many, most=_MOST_VALUES))
    failing: dict[str, list[str]] = {}
    for key, option in menu.items():
        row = row_of(option, OptionRow, key)
        for value in (row.default, *([row.played_out] if row.played_out else [])):
            if value not in row.values:
                raise option.error(
                    say("table.no_option_value", key=key, value=value, expected=list(row.values))
                )
        gone = [other for other in row.needs if other not in menu]
        if gone and key in inherited:
            failing[key] = list(row.values)
            continue
        if gone:
            raise option.error(say("table.no_option", key=gone[0], near=suggestion(gone[0], menu)))
        if key in untried:
            continue
        needs = {other: (needed, option) for other, needed in row.needs.items()}
        another = [str(Decimal(7))] if row.number_in else []
        for value in (*row.values, *another):
            choices = {**needs, key: (value, option)}
            try:
                build(chosen(choices) if chosen else choose(tree, choices), seen)
            except TableError:
                if key not in inherited:
                    raise
                failing.setdefault(key, []).append(value)
    return failing
