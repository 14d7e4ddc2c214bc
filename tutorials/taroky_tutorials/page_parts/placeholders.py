"""Numbers and names in pages and lessons come from the rule table: {{ contracts.solo.rate | money }}
is looked up in the flattened table of the page's rule set, {{ duty | call }} among its features, and
{{ XXI | card }} is what that card is called there. A language that declines names asks for a form behind the
filter: {{ XXI | card.genitive }}, {{ alone[0] | call.locative.v }}.

A path goes through the table by dots, with ["key"] for a key that is no plain word and [2] for a
level. `total` is what the whole pack counts. Where one page tells several games, another one's table
is named first: {{ french-5: deal.hand }}.
"""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import Any

from taroky import rules
from taroky.errors import RecordError
from taroky.messages import (
    card_label,
    card_name,
    declined,
    in_units,
    language,
    local_names,
    money,
    number,
    say,
    term,
)
from taroky.rules import packing
from taroky.rules.idle_options import idle_choices
from taroky.rules.table import Table

from taroky_tutorials.page_parts.features import Features

_PLACEHOLDER = re.compile(r"\{\{\s*(?P<path>[^|}]+?)\s*(?:\|\s*(?P<filter>[\w.]+)\s*)?\}\}")
_KEY = re.compile(r'\.?([A-Za-z_][\w-]*)|\["([^"]+)"\]|\[(\w+)\]')
#: The greatest number that is written as a word.
_IN_WORDS = 12


def fill(
    text: str,
    rule_set: str,
    houses: Mapping[str, str] | None = None,
    shown: Callable[[str], str] = str,
) -> str:
    """The text with every placeholder filled in. houses: packed house tables by the rule set in whose
    place they are read; what such a table does not have is told as that rule set has it. shown: how a
    value goes into the text (escaped, where the text is HTML). Raises RecordError for a placeholder
    that leads nowhere."""
    if "{{" not in text:
        return text
    houses = houses or {}

    def value(match: re.Match[str]) -> str:
        other, _, path = match["path"].rpartition(": ")
        of = other or rule_set
        if of in houses:
            try:
                return shown(_value(match, houses[of], path))
            except RecordError:
                pass
        return shown(_value(match, of, path))

    with local_names(rules.load(houses.get(rule_set, rule_set)).names):
        return _PLACEHOLDER.sub(value, text)


def _value(match: re.Match[str], of: str, path: str) -> str:
    """Return what one placeholder says by this rule set. Raises RecordError."""
    name, _, form = (match["filter"] or "").partition(".")
    data = _data(of, rules.flat, language()) if packing.is_packed(of) or of in rules.ids() else {}
    value = path if data and path in rules.load(of).cards.cards else _look_up(data, path)
    if value is None or (name and name not in _FILTERS):
        raise RecordError(
            say("placeholder.nowhere", what=match[0].strip("{} "), rules=of, filters=list(_FILTERS))
        )
    try:
        text = _FILTERS[name](value, data) if name else _plain(value)
        return declined(text, form) if form else text
    except (ValueError, TypeError, IndexError, ArithmeticError):
        raise RecordError(
            say("placeholder.filter", what=match[0].strip("{} "), filter=match["filter"] or "")
        ) from None


@lru_cache(64)
def _data(
    rule_set: str, flat: Callable[[str], dict[str, Any]], _language: str
) -> Mapping[str, Any]:
    """All that a placeholder may name, made once for each rule set, way of reading it and language."""
    table, cells = rules.load(rule_set), flat(rule_set)
    # What an option is "now": where the table has chosen, that is its choice.
    menu = {
        key: {**row, "default": _now(table, key, row["default"])}
        for key, row in cells.get("options", {}).items()
    }
    own = {"options": menu, "total": str(table.total)}
    # A ChainMap writes to its first map only.
    return ChainMap(own, cells, Features(rule_set))  # type: ignore[arg-type]


def _now(table: Table, key: str, usual: str) -> str:
    """Return the answer that an option has, or that it has no effect."""
    if key in table.chosen and key in idle_choices(table):
        return say("options.no_effect").text()
    return table.chosen.get(key, usual)


def _look_up(data: Any, path: str) -> Any:
    start = 0
    while start < len(path):
        match = _KEY.match(path, start)
        if match is None:
            return None
        key = next(group for group in match.groups() if group is not None)
        if isinstance(data, list) and key.isdecimal() and int(key) < len(data):
            data = data[int(key)]
        elif isinstance(data, Mapping) and key in data:
            data = data[key]
        else:
            return None
        start = match.end()
    return data


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        raise TypeError(value)
    return str(value)


def _money(value: Any, data: Mapping[str, Any]) -> str:
    return say("coins.money", amount=f"{float(value):.2f}", unit=data["unit"]["name"]).text()


def _price(value: Any, data: Mapping[str, Any]) -> str:
    """Return what is paid, as money; the table writes it below zero."""
    return _money(abs(float(value)), data)


def _word(value: Any, data: Mapping[str, Any]) -> str:
    number = int(value)
    return say(f"word.{number}").text() if 0 <= number <= _IN_WORDS else str(number)


def coins(amount: Decimal, table: Table) -> str:
    """An amount in the table's own coins: "0.40 Kč", "12 chips", "1 point"."""
    if table.unit.step < 1:
        number = money(in_units(amount, table.unit.step))
        return say("coins.money", amount=number, unit=table.unit.name).text()
    number = format(amount.normalize(), "f")
    return say("coins.whole", amount=number, unit=coin_name(table, abs(amount) == 1)).text()


def coin_name(table: Table, one: bool = False) -> str:
    """Return what the coins are called: "Kč", "chips"; one of them: "chip"."""
    name = table.unit.name.removesuffix("s")
    return name if one or name == "Kč" else f"{name}s"


def _coins(value: Any, data: Mapping[str, Any]) -> str:
    return coins(abs(Decimal(str(value))), rules.load(str(data.get("packed") or data["table"])))


def _points(value: Any, data: Mapping[str, Any]) -> str:
    whole = str(value)
    n = int(whole) if whole.isdecimal() else 0
    return say("coins.points", amount=whole, n=n).text()


def _cards(value: Any, data: Mapping[str, Any]) -> str:
    return ", ".join(card_label(card) for card in ([value] if isinstance(value, str) else value))


def _terms(kind: str, value: Any) -> str:
    """Names of rows as people say them, several joined by commas."""
    if isinstance(value, list):
        return ", ".join(term(kind, str(one)) for one in value)
    return term(kind, str(value))


_FILTERS: dict[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "number": lambda value, data: number(str(value)),
    "money": _money,
    "price": _price,
    "coins": _coins,
    "word": _word,
    "points": _points,
    "cards": _cards,
    "card": lambda value, data: card_name(str(value)),
    "call": lambda value, data: _terms("call", value),
    "say": lambda value, data: _terms("say", value),
    "seats": lambda value, data: _terms("seats", value),
}
