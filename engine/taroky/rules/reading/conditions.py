"""Cells that hold a condition: tests of named facts, alternatives, and what must not be."""

from __future__ import annotations

from taroky.messages import say
from taroky.messages.expected import suggestion
from taroky.rules.conditions import Condition, Range, Test
from taroky.rules.facts import FACTS, REGISTRY, ZONES
from taroky.rules.reading.nodes import mapping_of, text_of
from taroky.rules.tree import Node


def condition(node: Node, path: str) -> Condition:
    alternatives = node.value if isinstance(node.value, tuple) else (node,)
    return Condition(tuple(_tests(item, path) for item in alternatives))


def _tests(node: Node, path: str) -> tuple[tuple[Test, ...], tuple[Condition, ...]]:
    tests: list[Test] = []
    never: list[Condition] = []
    for name, value in mapping_of(node).items():
        if name == "not":
            never.append(condition(value, path))
        elif name in ZONES:
            tests.append(Test(name, ranges=_ranges(value, path)))
        elif name in FACTS:
            if isinstance(value.value, dict):
                tests.append(_keyed(name, value))
            elif isinstance(value.value, tuple):
                tests.append(Test(name, words=tuple(text_of(item) for item in value.value)))
            else:
                tests.append(Test(name, words=(text_of(value),)))
        else:
            near = suggestion(name, [*REGISTRY, "not"])
            raise node.error(say("table.unknown_fact", key=name, path=path, near=near), name)
    return tuple(tests), tuple(never)


def _keyed(name: str, node: Node) -> Test:
    """A fact that has a value for each key: a number in a range, or a word."""
    ranges, pairs = [], []
    for key, value in mapping_of(node).items():
        text = text_of(value)
        try:
            ranges.append((key, Range.parse(text)))
        except ValueError:
            pairs.append((key, text))
    return Test(name, ranges=tuple(ranges), pairs=tuple(pairs))


def _ranges(node: Node, path: str) -> tuple[tuple[str, Range], ...]:
    ranges = []
    for key, value in mapping_of(node).items():
        try:
            ranges.append((key, Range.parse(text_of(value))))
        except ValueError:
            raise value.error(say("table.not_range", path=path, value=text_of(value))) from None
    return tuple(ranges)
