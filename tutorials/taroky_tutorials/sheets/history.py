"""The changes from one document to the next, as JSON data that can be taken back and done again.

A change is {"at": ["rounds", 2, "results"], …} with either {"key": "7", "out": [old], "in": [new]}
(a list of nothing where there was or is no such key) or {"from": 3, "out": [old, …], "in": [new, …]}
(a part of a list).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from taroky.errors import RecordError
from taroky.messages import say

Json = Any
Change = dict[str, Json]


def changes(old: Json, new: Json) -> list[Change]:
    """How to get from one mapping to the other, as little as can easily be found."""
    return _changes(old, new, ())


def _changes(old: Json, new: Json, path: tuple[str | int, ...]) -> list[Change]:
    if isinstance(old, dict) and isinstance(new, dict):
        changes = []
        for key in [*old, *(key for key in new if key not in old)]:
            before, after = ([data[key]] if key in data else [] for data in (old, new))
            if before == after:
                continue
            if before and after and _deep(before[0], after[0]):
                changes += _changes(before[0], after[0], (*path, key))
            else:
                changes.append({"at": list(path), "key": key, "out": before, "in": after})
        return changes
    start, end = _same_ends(old, new)
    out, into = old[start : len(old) - end], new[start : len(new) - end]
    if len(out) == len(into) == 1 and _deep(out[0], into[0]):
        return _changes(out[0], into[0], (*path, start))
    return [{"at": list(path), "from": start, "out": out, "in": into}]


def _deep(old: Json, new: Json) -> bool:
    """Whether only a part of a value may have changed."""
    return type(old) is type(new) and isinstance(old, dict | list)


def _same_ends(old: Sequence[Json], new: Sequence[Json]) -> tuple[int, int]:
    """How many items at the start and at the end are the same in both lists."""
    most = min(len(old), len(new))
    start = 0
    while start < most and old[start] == new[start]:
        start += 1
    end = 0
    while end < most - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, end


def is_change(data: Json) -> bool:
    """Whether JSON data has the form of a change."""
    if not isinstance(data, dict) or not all(
        isinstance(data.get(name), list) for name in ("at", "out", "in")
    ):
        return False
    return isinstance(data.get("key"), str) or isinstance(data.get("from"), int)


def back(step: Sequence[Change]) -> list[Change]:
    """The same step the other way round."""
    return [{**change, "out": change["in"], "in": change["out"]} for change in reversed(step)]


def apply(document: Json, step: Sequence[Change]) -> Json:
    """The document after these changes; it must hold what they take out. Raises RecordError."""
    for change in step:
        try:
            document = _apply(document, change["at"], change)
        except (KeyError, IndexError, TypeError, AttributeError, ValueError):
            raise RecordError(say("sheet.no_step")) from None
    return document


def _apply(data: Json, path: Sequence[str | int], change: Change) -> Json:
    if path:
        inner = _apply(data[path[0]], path[1:], change)
        if isinstance(data, dict):
            return {**data, path[0]: inner}
        return [inner if i == path[0] else item for i, item in enumerate(data)]
    out, into = change["out"], change["in"]
    if "key" in change:
        key = change["key"]
        if ([data[key]] if key in data else []) != out:
            raise ValueError(key)
        rest = {name: value for name, value in data.items() if name != key}
        return rest | {key: into[0]} if into else rest
    start = change["from"]
    if data[start : start + len(out)] != out:
        raise ValueError(start)
    return [*data[:start], *into, *data[start + len(out) :]]
