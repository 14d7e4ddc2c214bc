"""Numbers in pages come from the rule table: {{ contracts.solo.rate | money }} in a reference page is
looked up in the flattened table of that page's rule set.

A path goes through the table by dots, with ["key"] for a key that is no plain word and [2] for a
level. `total` is what the whole pack counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from taroky import rules
from taroky.messages import card_label

from taroky_build.errors import BuildError

_PLACEHOLDER = re.compile(r"\{\{\s*(?P<path>[^|}]+?)\s*(?:\|\s*(?P<filter>\w+)\s*)?\}\}")
_KEY = re.compile(r'\.?([A-Za-z_][\w-]*)|\["([^"]+)"\]|\[(\w+)\]')
_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def fill(markdown: str, rule_set: str, page: str) -> str:
    """The page with every placeholder filled in. Raises BuildError for one that leads nowhere."""
    table = rules.load(rule_set)
    data = {**rules.flat(rule_set), "total": str(table.total)}

    def value(match: re.Match[str]) -> str:
        path, name = match["path"], match["filter"]
        found = _look_up(data, path)
        if found is None or (name is not None and name not in _FILTERS):
            raise BuildError(
                f"{page}: {match[0]} is not in the table of {rule_set}; expected a path such as "
                f"deal.hand, with one of the filters {', '.join(_FILTERS)} or none."
            )
        try:
            return _FILTERS[name](found, data) if name else _plain(found)
        except (ValueError, TypeError, IndexError):
            raise BuildError(f"{page}: {match[0]} cannot be shown as {name}.") from None

    return _PLACEHOLDER.sub(value, markdown)


def _look_up(data: Any, path: str) -> Any:
    at = 0
    while at < len(path):
        match = _KEY.match(path, at)
        if match is None:
            return None
        key = next(group for group in match.groups() if group is not None)
        if isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, dict) and key in data:
            data = data[key]
        else:
            return None
        at = match.end()
    return data


def _plain(found: Any) -> str:
    if isinstance(found, list):
        return ", ".join(map(str, found))
    if isinstance(found, dict):
        raise TypeError(found)
    return str(found)


def _money(found: Any, data: dict[str, Any]) -> str:
    return f"{float(found):.2f}\u00a0{data['unit']['name']}"


def _price(found: Any, data: dict[str, Any]) -> str:
    """What is paid, as money; the table writes it below zero."""
    return _money(abs(float(found)), data)


def _word(found: Any, data: dict[str, Any]) -> str:
    number = int(found)
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def _points(found: Any, data: dict[str, Any]) -> str:
    return f"{found} point" + ("" if str(found) == "1" else "s")


def _cards(found: Any, data: dict[str, Any]) -> str:
    return ", ".join(card_label(card) for card in ([found] if isinstance(found, str) else found))


_FILTERS: dict[str, Callable[[Any, dict[str, Any]], str]] = {
    "money": _money,
    "price": _price,
    "word": _word,
    "points": _points,
    "cards": _cards,
}
