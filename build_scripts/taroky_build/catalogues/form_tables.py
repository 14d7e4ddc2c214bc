"""Reads the table of forms of a language, `forms.cs.yaml`, and says what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from taroky.decoding import decoded
from taroky.errors import RecordError, TableError
from taroky.rules.tree import Node, from_yaml

Words = str | tuple[str, ...]

_NEEDED = ("cases", "genders", "number", "count", "fraction", "card of suit", "agreeing", "words")
_OPTIONAL = ("joined", "units", "prepositions")
_CELLS = ("gender", "plural", "spoken", "one", "many")
#: What a compiled table has between its parts.
_SEPARATORS = re.compile(r"[;|]")


@dataclass
class FormTable:
    """A table of forms. entries: what it is compiled into; mistakes: sentences, each with file and line, about what
    is left out of it."""

    cases: tuple[str, ...] = ()
    genders: tuple[str, ...] = ()
    prepositions: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    entries: dict[str, Words] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)


def shown(path: Path) -> str:
    """Return what a sentence calls a file of a language: two folders have a catalogue of the same name."""
    return "/".join(path.parts[-3:])


class _Mistake(Exception):
    """A part of the table cannot be used."""


def read(path: Path) -> FormTable:
    """The table in this file; one without cases, which declines nothing, where its head cannot be used."""
    table = FormTable()
    try:
        root = from_yaml(decoded(path.read_bytes()), shown(path))
        _read_head(root, table)
    except TableError as error:
        return FormTable(mistakes=[str(error)])
    except RecordError as error:
        return FormTable(mistakes=[f"{shown(path)}: {error}"])
    except _Mistake as mistake:
        return FormTable(mistakes=[str(mistake)])
    _read_prepositions(_cells(root), table)
    _read_agreeing(_cells(root), table)
    _read_words(_cells(root), table)
    return table


def _read_head(root: Node, table: FormTable) -> None:
    """Read what the rest of the table counts on. Raises _Mistake."""
    cells = _cells(root)
    for key in _NEEDED:
        if key not in cells:
            raise _wrong(root, f"“{key}” is missing; expected {_listed(_NEEDED)}")
    for key in cells:
        if key not in _NEEDED + _OPTIONAL:
            table.mistakes.append(
                str(
                    _wrong(
                        cells[key],
                        f"“{key}” is no part of a table of forms; expected {_listed(_NEEDED + _OPTIONAL)}",
                    )
                )
            )
    table.cases, table.genders = _texts(cells["cases"]), _texts(cells["genders"])
    if not table.cases or not table.genders:
        raise _wrong(cells["cases"], "there are no cases or no genders; expected a list of each")
    entries = table.entries
    entries["cases"], entries["genders"] = " ".join(table.cases), " ".join(table.genders)
    signs = _cells(cells["number"])
    if set(signs) != {"decimal", "group"}:
        raise _wrong(cells["number"], "expected number: {decimal: …, group: …}")
    entries["number"] = f"{_text(signs['decimal'])}|{_text(signs['group'])}"
    for key in ("joined", "units"):
        entries[key] = " ".join(_texts(cells[key])) if key in cells else ""
    rules = cells["count"].value
    if not isinstance(rules, tuple) or not rules:
        raise _wrong(cells["count"], "expected count: a list with a rule for each plural form")
    entries["count"] = tuple(_rule(rule, table.cases) for rule in rules)
    entries["fraction"] = _rule(cells["fraction"], table.cases)
    pattern = _text(cells["card of suit"])
    if sorted(re.findall(r"\{(?:rank|suit)\}|[{}]", pattern)) != ["{rank}", "{suit}"]:
        raise _wrong(cells["card of suit"], f"“{pattern}”; expected {{rank}} and {{suit}}")
    entries["card of suit"] = pattern


def _read_prepositions(cells: Mapping[str, Node], table: FormTable) -> None:
    lines = {}
    for plain, node in _each(cells.get("prepositions"), table):
        with _Noted(table):
            (changed, before), *more = _cells(node).items() or [("", node)]
            try:
                re.compile(_text(before))
            except re.error as error:
                raise _wrong(before, f"the pattern of “{plain}” cannot be read: {error}") from None
            if more or not changed:
                raise _wrong(node, f"{plain}: expected one changed form with its pattern")
            lines[plain] = f"{plain}={changed}~{_text(before)}"
    table.entries["prepositions"] = "\n".join(lines.values())
    table.prepositions = frozenset(lines)


def _read_agreeing(cells: Mapping[str, Node], table: FormTable) -> None:
    for suit, node in _each(cells["agreeing"], table):
        with _Noted(table):
            ways = _cells(node)
            for gender in ways:
                if gender not in (*table.genders, "any"):
                    raise _no_gender(node, suit, gender, table)
            for gender in table.genders:
                way = ways.get(gender, ways.get("any"))
                if way is not None:
                    forms = _forms(way, table.cases, f"{suit}, {gender}")
                    table.entries[f"agreeing.{suit}.{gender}"] = forms


def _read_words(cells: Mapping[str, Node], table: FormTable) -> None:
    read = set()
    for key, node in _each(cells["words"], table):
        with _Noted(table):
            word = _cells(node)
            for name in word:
                if name not in _CELLS:
                    raise _wrong(node, f"{key}: “{name}” is unknown; expected {_listed(_CELLS)}")
            gender = _text(word["gender"]) if "gender" in word else ""
            if gender not in table.genders:
                raise _no_gender(node, key, gender, table)
            one, many = (
                _forms(word[n], table.cases, key) if n in word else "" for n in ("one", "many")
            )
            plural = "plural" if "plural" in word and _text(word["plural"]) != "false" else ""
            spoken = _text(word["spoken"]) if "spoken" in word else ""
            if _SEPARATORS.search(gender + spoken):
                raise _wrong(node, f"{key}: neither ; nor | may be in a word")
            table.entries[key] = "|".join([gender, plural, spoken, one, many])
            read.add(key)
    table.words = frozenset(read)


class _Noted:
    """Notes a mistake in the table and goes on with the next part."""

    def __init__(self, table: FormTable) -> None:
        self._table = table

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, mistake: BaseException | None, trace: object) -> bool:
        if isinstance(mistake, _Mistake):
            self._table.mistakes.append(str(mistake))
            return True
        return False


def _each(node: Node | None, table: FormTable) -> Iterator[tuple[str, Node]]:
    if node is not None:
        with _Noted(table):
            yield from _cells(node).items()


def _rule(node: Node, cases: tuple[str, ...]) -> str:
    rule = {key: _text(cell) for key, cell in _cells(node).items()}
    how = rule.pop("number", "")
    if how not in ("one", "many"):
        raise _wrong(node, f"number is “{how}”; expected one or many")
    for case in (*rule, *rule.values()):
        if case not in cases:
            raise _wrong(node, f"there is no case “{case}”; expected {_listed(cases)}")
    return " ".join([how, *(f"{case}>{other}" for case, other in rule.items())])


def _forms(node: Node, cases: tuple[str, ...], what: str) -> str:
    text = _text(node)
    if _SEPARATORS.search(text):
        raise _wrong(node, f"{what}: neither ; nor | may be in a word")
    forms = [form.strip() for form in text.split(",")] if text else []
    forms *= len(cases) if len(forms) == 1 else 1
    if forms and len(forms) != len(cases):
        raise _wrong(
            node, f"{what} has {len(forms)} forms; there are {len(cases)} cases: {_listed(cases)}"
        )
    return ";".join(forms)


def _cells(node: Node) -> dict[str, Node]:
    if not isinstance(node.value, dict):
        raise _wrong(node, f"“{str(node.plain())[:40]}”; expected names, each with its value")
    return node.value


def _texts(node: Node) -> tuple[str, ...]:
    if not isinstance(node.value, tuple):
        raise _wrong(node, f"“{str(node.plain())[:40]}”; expected a list of words")
    return tuple(map(_text, node.value))


def _text(node: Node) -> str:
    if not isinstance(node.value, str):
        raise _wrong(node, f"“{str(node.plain())[:40]}”; expected one text")
    return node.value


def _no_gender(node: Node, what: str, gender: str, table: FormTable) -> _Mistake:
    return _wrong(
        node, f"{what} has the gender “{gender}”; expected one of {_listed(table.genders)}"
    )


def _wrong(node: Node, problem: str) -> _Mistake:
    return _Mistake(f"{node.file}, line {node.line}: {problem}.")


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
