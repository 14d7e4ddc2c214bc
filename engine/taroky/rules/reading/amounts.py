"""Cells that hold an amount: a number, steps on numbers, or a scale of numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.conditions import (
    NUMBER_KINDS,
    NUMBERS,
    ROUNDING,
    UNIT_STEP,
    VERBS,
    WORDS,
    Amount,
    Range,
    Step,
)
from taroky.rules.reading.nodes import decimal_of, mapping_of, text_of
from taroky.rules.tree import Node

#: Numbers that differ from player to player, while a contract has one price for all.
_OF_ONE_PLAYER = ("points.own", "points.payer")


def amount(node: Node, path: str) -> Amount:
    """Return what a cell says of an amount. Raises TableError."""
    if isinstance(node.value, dict) and "by" not in node.value:
        return Amount(steps=_some(_steps(node.value, node, path), node, path))
    if isinstance(node.value, dict):
        return _scale(node, path)
    if isinstance(node.value, tuple):
        steps = [step for item in node.value for step in _steps(mapping_of(item), item, path)]
        return Amount(steps=_some(steps, node, path))
    return Amount(number=decimal_of(node, path))


def _some(parts: Sequence[Any], node: Node, path: str) -> tuple[Any, ...]:
    if not parts:
        raise node.error(say("table.no_amount", path=path))
    return tuple(parts)


def _steps(cells: Mapping[str, Node], where: Node, path: str) -> list[Step]:
    steps = []
    for verb, operand in cells.items():
        if verb not in VERBS:
            raise where.error(
                say("table.unknown_key", key=verb, path=path, near=suggestion(verb, sorted(VERBS))),
                verb,
            )
        if verb == "round":
            steps.append(_rounding(operand, path))
        elif verb == "positive":
            steps.append(Step(verb, Decimal(0)))
        else:
            steps.append(Step(verb, _counted(operand, path)))
        if verb == "over" and _may_be_zero(steps[-1].operand):
            raise operand.error(say("table.over_nought", path=path))
    return steps


def _counted(item: Node, path: str) -> Decimal | str | Amount:
    """An operand one can count with."""
    what = _named(item, path)
    if isinstance(what, str) and what in WORDS:
        near = suggestion(what, sorted(NUMBERS - WORDS))
        raise item.error(say("table.unknown_number", path=path, value=what, near=near))
    return what


def _named(item: Node, path: str) -> Decimal | str | Amount:
    """A number, the name of one, or an amount of its own."""
    if isinstance(item.value, dict):
        return amount(item, path)
    text = text_of(item)
    if text in _made_of(path):
        raise item.error(say("table.made_of_itself", path=path, value=text))
    if text in _OF_ONE_PLAYER and path.startswith("contracts."):
        raise item.error(say("table.of_one_player", path=path, value=text))
    if text in NUMBERS or text.startswith(NUMBER_KINDS):
        return text
    if text[:1].isalpha():
        raise item.error(
            say(
                "table.unknown_number",
                path=path,
                value=text,
                near=suggestion(text, sorted(NUMBERS)),
            )
        )
    return decimal_of(item, path)


def _scale(node: Node, path: str) -> Amount:
    """{by: a number or a word, 1-3: 5, 4+: 10}: an amount for each range, or for each word."""
    cells = dict(mapping_of(node))
    by = cells.pop("by")
    if not isinstance(_named(by, path), str):
        raise node.error(say("table.expected_by", path=path))
    rows = []
    worded = False
    for key, item in cells.items():
        try:
            Range.parse(key)
        except ValueError:
            worded = True
        rows.append((key, decimal_of(item, path)))
        if worded and text_of(by) not in WORDS:
            raise item.error(say("table.not_range", path=path, value=key), key)
    if not worded:
        _no_gaps(rows, node, path)
    return Amount(scale=(text_of(by), _some(rows, node, path)))


def _made_of(path: str) -> tuple[str, ...]:
    """The numbers that the amount at this place decides, so that it cannot be made of them."""
    section, _, cell = path.partition(".")
    cell = cell.rpartition(".")[2]
    if section == "contracts" and cell in ("rate", "loss"):
        return ("contract.rate", "contract.loss") if cell == "rate" else ("contract.loss",)
    return ("target",) if section == "result" and cell == "target" else ()


def _may_be_zero(operand: Decimal | str | Amount) -> bool:
    """Whether it may be zero, as far as the table tells: a pot is, before anybody has paid into it."""
    if isinstance(operand, str):
        return operand.startswith("pot.")
    if isinstance(operand, Amount):
        rows = operand.scale[1] if operand.scale else ()
        return operand.number == 0 or any(value == 0 for _, value in rows)
    return operand == 0


def _rounding(node: Node, path: str) -> Step:
    """{to: 1, way: nearest, half: up}; half is up when it is left out."""
    cells = {key: text_of(value) for key, value in mapping_of(node).items()}
    way, half = cells.get("way", "nearest"), cells.get("half", "up")
    how = f"nearest.{half}" if way == "nearest" else way
    if how not in ROUNDING or set(cells) - {"to", "way", "half"}:
        raise node.error(
            say("table.not_one_of", path=f"{path}.round", value=how, expected=list(ROUNDING))
        )
    if cells.get("to") == UNIT_STEP:
        return Step("round", UNIT_STEP, how)
    to = decimal_of(mapping_of(node)["to"], path) if "to" in cells else Decimal(1)
    if to <= 0:
        raise node.error(say("table.not_number", path=f"{path}.round.to", value=str(to)))
    return Step("round", to, how)


def _no_gaps(rows: list[tuple[str, Decimal]], node: Node, path: str) -> None:
    spans = sorted((Range.parse(key) for key, _ in rows), key=lambda span: span.low)
    for lower, upper in pairwise(spans):
        if lower.top is None or upper.low != lower.top + 1:
            raise node.error(say("table.scale_gap", path=path, lower=str(lower), upper=str(upper)))
