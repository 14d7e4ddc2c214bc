"""House options that change nothing at a table: one that they need is answered otherwise, another answer writes the
same cells after them, or the table writes these cells itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from taroky.errors import TableError
from taroky.messages import Message, say
from taroky.rules import house_tables, loading, option_words
from taroky.rules.table import Table

#: What of a flattened table is no rule.
_NO_RULES = frozenset({"chosen", "options", "packed", "points"})


@dataclass(frozen=True)
class Idle:
    """An option whose answers all make the same rules. because: the option that makes it so, "" where the
    table itself does."""

    key: str
    because: str

    def message(self, table: Table) -> Message:
        """That it has no effect, with the keys and values of a table."""
        own = {"key": self.key, "value": option_words.standing(table, self.key)}
        if not self.because:
            return say("options.idle_by_table", **own)
        stands = option_words.standing(table, self.because)
        return say("options.idle_by", **own, other=self.because, stands=stands)

    def reason(self, table: Table) -> Message:
        """That it has no effect, in the words of the rules and without what it would say."""
        question = option_words.question(table, self.key)
        if not self.because:
            return say("options.idle_words_by_table", question=question)
        return say(
            "options.idle_words",
            question=question,
            other=option_words.question(table, self.because),
            answer=option_words.answer(
                table, self.because, option_words.standing(table, self.because)
            ),
        )


def idle_options(table: Table) -> Mapping[str, Idle]:
    """The options of a table that change nothing there, by their keys; none where a table has no name under which
    it could be read again with other answers."""
    known: Mapping[str, Idle] | None = table.memo.get("idle options")
    if known is None:
        known = table.memo["idle options"] = _idle_options(table) if _has_name(table) else {}
    return known


def _has_name(table: Table) -> bool:
    """Whether a table can be read again by its name; one made of a club's older notes cannot."""
    try:
        loading.flat(table.name, table.chosen)
    except TableError:
        return False
    return True


def idle_choices(table: Table) -> Mapping[str, Idle]:
    """Those of them that the table itself chooses, otherwise than is usual."""
    return {
        key: idle
        for key, idle in idle_options(table).items()
        if option_words.standing(table, key) != table.options[key].default
    }


def _idle_options(table: Table) -> dict[str, Idle]:
    idle: dict[str, Idle] = {}
    for key in table.options:
        because = _unmet(table, key)
        if because is None and _may_be_overwritten(table, key):
            because = _overwritten_by(table, key)
        if because is not None:
            idle[key] = Idle(key, because)
    return idle


def _unmet(table: Table, key: str) -> str | None:
    """The first option that this one needs and that is answered otherwise, or is itself without
    effect. An option that a house's own cells have put out of the menu is answered by these."""
    for other, needed in table.options[key].needs.items():
        if other not in table.options:
            continue
        if option_words.standing(table, other) != needed or _unmet(table, other) is not None:
            return other
    return None


def _may_be_overwritten(table: Table, key: str) -> bool:
    """Whether a cell that the option changes is also written by another answer or by the table itself."""
    own = {cell for delta in table.options[key].values.values() for cell in _cells(delta)}
    elsewhere = {
        cell
        for other, value in table.chosen.items()
        if other != key and other in table.options
        for cell in _cells(table.options[other].values.get(value))
    }
    if table.packed:
        elsewhere |= set(_cells(house_tables.unpack(table.packed)))
    return any(
        one == other[: len(one)] or other == one[: len(other)] for one in own for other in elsewhere
    )


def _cells(delta: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The cells that a small table writes; rows that it removes stand as a whole."""
    value = getattr(delta, "value", delta)
    if not isinstance(value, dict):
        if path:
            yield path
        return
    for name, inner in value.items():
        if name != "points":
            yield from _cells(inner, (*path, name))


def _overwritten_by(table: Table, key: str) -> str | None:
    """The option but for which this one had an effect, "" if there is none; None if it has one."""
    if _has_effect(table, key, {}):
        return None
    for other in reversed([*table.chosen]):
        usual = {other: table.options[other].default} if other in table.options else {}
        if other != key and _has_effect(table, key, usual):
            return other
    return ""


def _has_effect(table: Table, key: str, chosen: Mapping[str, str]) -> bool:
    """Whether some answer makes other rules than the one that stands; chosen: other options, answered
    otherwise than the table has them."""
    stands = option_words.standing(table, key)
    rules = _rules(table, {**chosen, key: stands})
    other_values = (value for value in table.options[key].values if value != stands)
    return table.options[key].typed or any(
        _rules(table, {**chosen, key: value}) != rules for value in other_values
    )


def _rules(table: Table, chosen: Mapping[str, str]) -> Any:
    return _without_notes(loading.flat(table.name, {**table.chosen, **chosen}))


def _without_notes(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_notes(cell) for key, cell in data.items() if key not in _NO_RULES}
    return data
