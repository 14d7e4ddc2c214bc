"""Conditions ask for cards, rows and words that there are, and for no more than there can be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, get_args

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.conditions import Condition, Test
from taroky.rules.facts import REGISTRY, ZONES
from taroky.rules.reading.checks.places import Places
from taroky.rules.reading.hints import columns
from taroky.rules.table import Row, Table

#: Sets of cards that are known only when a hand is played.
OF_A_HAND = ("called", "suit_of_called")

type Path = tuple[str, ...]


def check_conditions(table: Table, place: Places) -> None:
    """Conditions ask for cards, rows and words that there are, and for no more than there can be. A house may
    have removed the rows that its parent asks for."""
    words = _words(table, place)
    for path, condition in conditions_of(table, ()):
        own = place.is_own(*path)
        for test in condition.tests():
            if test.name in ZONES:
                _check_cards(table, place, path, test)
            if not own:
                continue
            for word in (*test.words, *(word for _, word in test.pairs)):
                known = words.get(test.name)
                if known is not None and word not in known:
                    near = suggestion(word, known)
                    raise place(*path).error(
                        say(
                            "table.no_word",
                            path=".".join(path),
                            fact=test.name,
                            value=word,
                            near=near,
                        )
                    )


def conditions_of(row: Row, path: Path) -> Iterator[tuple[Path, Condition]]:
    """Each condition of a row, and of the rows in it, with its path."""
    for name in _columns(type(row)):  # type: ignore[arg-type]  # it takes the hash of rows for that of their kinds
        yield from _of_value(getattr(row, name), (*path, name))


@cache
def _columns(kind: Any) -> tuple[str, ...]:
    """The columns of a kind of row that may hold conditions. A table has thousands of cells and few of these, and is
    looked through for each value of each of its options."""
    return tuple(name for name, hint in columns(kind).items() if _may_hold(hint))


def _may_hold(hint: Any) -> bool:
    hint = getattr(hint, "__value__", hint)
    if isinstance(hint, type):
        return issubclass(hint, Condition | Row)
    return any(map(_may_hold, get_args(hint)))


def _of_value(value: Any, path: Path) -> Iterator[tuple[Path, Condition]]:
    if isinstance(value, Condition):
        yield path, value
    elif isinstance(value, Row):
        yield from conditions_of(value, path)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _of_value(item, (*path, key))


def _check_cards(table: Table, place: Places, path: Path, test: Test) -> None:
    """Cards that are counted are cards of the pack, and no more than it has."""
    pack = table.cards
    for of, span in test.ranges:
        if of in OF_A_HAND:
            continue
        if not pack.knows_set(of):
            raise place.unknown_set(path, of, pack)
        most = len(pack.members(of))
        if span.low > most:
            raise place(*path).error(
                say(
                    "table.never_so_many",
                    path=".".join((*path, test.name)),
                    value=of,
                    low=span.low,
                    most=most,
                )
            )


def _words(table: Table, place: Places) -> dict[str, Sequence[str]]:
    """The words that a fact may be, for those of which the table knows them all."""
    contracts = [*place.rows("contracts", table.contracts), "none"]
    yes_or_no = dict.fromkeys(
        (name for name, fact in REGISTRY.items() if fact.type == "yes/no"), ("yes", "no")
    )
    return {
        **yes_or_no,
        "contract": contracts,
        "standing": contracts,
        "result": place.rows("result", table.result),
        "drew": ("called", "none"),
    }
