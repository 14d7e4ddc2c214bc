"""Values that never change: a mapping that nobody can write to, and the hash of what holds mappings and lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any


class FrozenDict[K, V](dict[K, V]):
    """A mapping as it was made, for tables that many people are handed. Writing to it raises TypeError."""

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise TypeError("this mapping cannot be changed; dict(…) makes one that can")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash_of(self)

    def __reduce__(self) -> Any:
        return FrozenDict, (dict(self),)


def hash_of(value: Any) -> int:
    """Return a hash that is the same for equal values, whatever mappings and lists are in them."""
    if isinstance(value, Mapping):
        return hash(frozenset((key, hash_of(item)) for key, item in value.items()))
    if isinstance(value, list | tuple):
        return hash(tuple(map(hash_of, value)))
    return hash(value)


def hash_of_fields(thing: Any) -> int:
    """Return the hash of a dataclass by all that it is compared by."""
    return hash_of(tuple(getattr(thing, column.name) for column in fields(thing) if column.compare))
