"""Numbers that make no sense in their column, as the column says: a price below zero, a hand of no cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from taroky.messages import say
from taroky.rules.columns.row import LEAST, MOST
from taroky.rules.conditions import Amount, Facts
from taroky.rules.tree import Node


def check_size(value: Any, says: Mapping[str, Any], cell: Node, path: str) -> None:
    """Raise TableError for a number that the column does not take. says: what the column says of itself."""
    for number in _numbers(value):
        if "above" in says and number <= says["above"]:
            raise cell.error(say("table.above_nought", path=path))
        if LEAST in says and number < says[LEAST]:
            raise cell.error(
                say("table.too_small", path=path, value=str(number), least=says[LEAST])
            )
        if MOST in says and number > says[MOST]:
            raise cell.error(say("table.too_large", path=path, value=str(number), most=says[MOST]))


def _numbers(value: Any) -> Iterator[int | Decimal]:
    """The numbers in a cell: its own, those of its list, of its map, or of its scale."""
    if isinstance(value, int | Decimal):
        yield value
    elif isinstance(value, Mapping):
        yield from value.values()
    elif isinstance(value, tuple):
        yield from value
    elif isinstance(value, Amount):
        yield from amounts(value)


def amounts(amount: Amount) -> Iterator[Decimal]:
    """The values that an amount may have, as far as that is known before any hand."""
    if amount.scale is not None:
        yield from (number for _, number in amount.scale[1])
    elif all(isinstance(step.operand, Decimal) for step in amount.steps):
        yield amount.value(Facts(lambda *_: 0, lambda _: None))
