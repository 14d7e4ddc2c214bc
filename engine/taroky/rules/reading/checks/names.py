"""Local names are those of something."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from taroky.cards import SUITS
from taroky.messages import known, say
from taroky.messages.expected import near
from taroky.rules.reading.checks.places import Places
from taroky.rules.reading.nodes import NOTED
from taroky.rules.table import Table, rows_of
from taroky.rules.tree import Node

#: The kinds of words in the catalogues that are neither cards nor rows, and may have a name of their own.
_KINDS = ("side", "suit", "rank", "unit")
#: Columns whose keys are no rows.
_NO_ROWS = NOTED | {"names", "options", "points"}


def check_names(table: Table, place: Places) -> None:
    """Check that each local name is that of a card, a rank, a set or a row, here or by some house option. Names that a house
    has from its parent are left alone: the house may have removed what they name."""
    own = {key: key.partition(".")[2] or key for key in table.names if place.is_own("names", key)}
    own = {
        key: row for key, row in own.items() if not any(known(f"{kind}.{row}") for kind in _KINDS)
    }
    if not own:  # as in most houses; all rows of a table are many
        return
    there = {*_of_pack(table), *_rows(table), *_of_options(place("options"))}
    for key, row in own.items():
        if row in there:
            continue
        likely = near(row, sorted(there))
        expected = (
            say("expected.near", word=likely)
            if likely
            else say("expected.name", card=table.cards.cards[0])
        )
        raise place("names").error(say("table.no_name", key=key, near=expected), key)


def _of_pack(table: Table) -> Iterator[str]:
    yield from (*table.cards.cards, *table.cards.set_names, *SUITS)
    yield from (*table.pack.black, *table.pack.red)


def _rows(table: Table) -> Iterator[str]:
    """The names of all rows."""
    for row in rows_of(table):
        for column in fields(row):
            value = getattr(row, column.name)
            if column.name not in _NO_ROWS and isinstance(value, Mapping):
                yield from value


def _of_options(node: Node) -> Iterator[str]:
    """The keys in the values of options, which may be rows."""
    if isinstance(node.value, dict):
        for key, below in node.value.items():
            yield key
            yield from _of_options(below)
