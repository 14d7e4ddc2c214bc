"""What differs between two rule tables, cell by cell, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any

from taroky.messages import Message, say
from taroky.rules import option_words, reading
from taroky.rules.conditions import Amount, Condition
from taroky.rules.idle_options import idle_choices
from taroky.rules.table import OptionRow, Row, Table

#: Cells that say which table it is, not how the game goes.
_OWN = frozenset({"table", "title", "prefix", "chosen", "pages", "packed", "points", "old_names"})

#: The question of an option, and the answer that holds; None where the table has no such option.
Asked = tuple[Message, Message] | None


@dataclass(frozen=True)
class Difference:
    """A cell or a row that is not the same: its path, how each table has it (None: not at all),
    and the rule points each names there. asked: what a house option asks and what holds, in
    each table."""

    path: str
    first: str | None
    second: str | None
    first_points: tuple[str, ...] = ()
    second_points: tuple[str, ...] = ()
    asked: tuple[Asked, Asked] | None = None

    def message(self, first: str, second: str) -> Message:
        """The difference in words, for tables of these names."""
        if self.asked is not None:
            return self._of_option(first, second)
        path = self.path.replace(".", " › ")
        if self.first is None:
            return say("diff.only", path=path, table=second, value=self.second)
        if self.second is None:
            return say("diff.only", path=path, table=first, value=self.first)
        return say(
            "diff.both", path=path, first=first, value=self.first, second=second, other=self.second
        )

    def _of_option(self, first: str, second: str) -> Message:
        assert self.asked is not None
        one, other = self.asked
        if one and other and one[0] == other[0]:
            same = "diff.option.offers" if one[1] == other[1] else "diff.option.both"
            return say(
                same, question=one[0], first=first, answer=one[1], second=second, other=other[1]
            )
        alone = [
            say("diff.option.only", table=name, question=asked[0], answer=asked[1])
            for name, asked in ((first, one), (second, other))
            if asked
        ]
        return alone[0] if len(alone) == 1 else say("diff.two", first=alone[0], second=alone[1])


def differences(
    first: Mapping[str, Any], second: Mapping[str, Any], tables: tuple[Table, Table]
) -> tuple[Difference, ...]:
    """All differences of two flattened tables (as `taroky.rules.flat` gives them), in the order of
    the sections."""
    first_table, second_table = tables
    first, second = _with_effect(first, first_table), _with_effect(second, second_table)
    return tuple(
        Difference(
            path,
            a,
            b,
            _points(first_table, path),
            _points(second_table, path),
            _asked(tables, path),
        )
        for path, a, b in _rows(Table, first, second, "")
    )


def _with_effect(flat: Mapping[str, Any], table: Table) -> Mapping[str, Any]:
    """A flattened table without choices that change nothing there: what they say does not hold."""
    idle = idle_choices(table)
    if not idle:
        return flat
    chosen = {key: value for key, value in flat["chosen"].items() if key not in idle}
    return {**flat, "chosen": chosen}


def _asked(tables: tuple[Table, Table], path: str) -> tuple[Asked, Asked] | None:
    section, _, key = path.partition(".")
    if section != "options":
        return None
    one, other = (
        (
            option_words.question(table, key),
            option_words.answer(table, key, option_words.standing(table, key)),
        )
        if key in table.options
        else None
        for table in tables
    )
    return one, other


def _points(table: Table, path: str) -> tuple[str, ...]:
    return table.points_of(f"{path}.self") or table.points_of(path)


Found = Iterator[tuple[str, str | None, str | None]]


def _rows(kind: type[Row], first: Any, second: Any, path: str) -> Found:
    hints = reading.columns(kind)
    for column in fields(kind):
        if column.name in _OWN:
            continue
        below = f"{path}.{column.name}" if path else column.name
        a, b = first.get(column.name), second.get(column.name)
        inner = reading.row_type(hints[column.name])
        if isinstance(_default(column), Row):
            a, b = a or {}, b or {}
        if inner is OptionRow or below == "options":
            chosen = first.get("chosen") or {}, second.get("chosen") or {}
            yield from _menu(a or {}, b or {}, chosen, below)
        elif inner is True and issubclass(reading.rows_in(hints[column.name]), Row):
            yield from _named(reading.rows_in(hints[column.name]), a or {}, b or {}, below)
        elif isinstance(inner, type) and isinstance(a, dict) and isinstance(b, dict):
            yield from _rows(inner, a, b, below)
        else:
            shown = _shown(a, column), _shown(b, column)
            if shown[0] != shown[1]:
                yield below, *shown


def _named(kind: type[Row], first: Any, second: Any, path: str) -> Found:
    for name in dict.fromkeys((*first, *second)):
        below = f"{path}.{name}"
        if name not in second:
            yield below, _flow(_cells(first[name])), None
        elif name not in first:
            yield below, None, _flow(_cells(second[name]))
        else:
            yield from _rows(kind, first[name], second[name], below)


def _menu(first: Any, second: Any, chosen: tuple[Any, Any], path: str) -> Found:
    """Options: which there are, and which value holds."""
    for name in dict.fromkeys((*first, *second)):
        texts = [
            _flow(
                {"holds": of.get(name, menu[name]["default"]), "values": list(menu[name]["values"])}
            )
            if name in menu
            else None
            for menu, of in zip((first, second), chosen, strict=True)
        ]
        if texts[0] != texts[1]:
            yield f"{path}.{name}", texts[0], texts[1]


def _cells(row: Any) -> Any:
    if isinstance(row, dict):
        return {key: _cells(value) for key, value in row.items() if key != "points"}
    return row


def _shown(value: Any, column: Field[Any]) -> str:
    if value is not None:
        return _flow(_cells(value))
    default = _default(column)
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, Amount):
        return str(default.number)
    if isinstance(default, Condition):
        return "{}"
    return "none" if default is None else _flow(default)


def _default(column: Field[Any]) -> Any:
    """Return what holds where a table does not write the column."""
    if column.default is not MISSING:
        return column.default
    return None if column.default_factory is MISSING else column.default_factory()


def _flow(value: Any) -> str:
    """A value as one line, the way a table writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return str(value)
