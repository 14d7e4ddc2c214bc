"""The reference of a rule table's columns, made from the classes in `taroky.rules.columns`: their names,
types, what holds where a cell is left out, and the text below each field; and of the facts that conditions
may ask and that people tell, made from their registries."""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import MISSING, fields
from decimal import Decimal
from itertools import starmap
from typing import Any, Literal, Union, get_args, get_origin

from taroky.api.field_texts import field_texts
from taroky.rules.conditions import Amount, Condition
from taroky.rules.facts import ASKED, MOMENTS, REGISTRY
from taroky.rules.reading import columns
from taroky.rules.table import Row, Table
from taroky.settling.reported.fact_names import TOLD

from taroky_build.errors import BuildError

PLACE = re.compile(r"<!-- columns: (?P<section>[a-z]+) -->")
FACTS = "<!-- facts -->"
MOMENTS_OF_FACTS = "<!-- moments -->"
TOLD_FACTS = "<!-- told facts -->"
#: The columns of the table that are no section of their own.
HEAD = "head"
_WORDS = {
    bool: "yes/no",
    int: "number",
    Decimal: "number",
    str: "text",
    Condition: "condition",
    Amount: "amount",
}
_PLURALS = {
    "text": "texts",
    "number": "numbers",
    "yes/no": "yes/no values",
    "anything": "any values",
}


def fill(markdown: str) -> str:
    """A page with the columns of the sections it asks for, and the facts. Raises BuildError for an
    unknown section, and for a column without a text."""
    markdown = markdown.replace(FACTS, facts()).replace(MOMENTS_OF_FACTS, moments())
    markdown = markdown.replace(TOLD_FACTS, told_facts())
    return PLACE.sub(lambda match: reference(match["section"]), markdown)


def facts() -> str:
    """The facts that conditions may ask as a Markdown table."""
    rows = (
        f"| `{name}` | {fact.type} | {', '.join(fact.known)} | {fact.says} |"
        for name, fact in REGISTRY.items()
    )
    return _names(("Fact", "Type", "Known at", "Meaning"), rows)


def told_facts() -> str:
    """The facts that one tells of a finished hand as a Markdown table."""
    rows = (f"| `{name}` | `{fact.example}` | {fact.says} |" for name, fact in TOLD.items())
    return _names(("Fact", "For example", "Meaning"), rows)


def moments() -> str:
    """The moments at which conditions are asked, with the columns asked then, as a Markdown table."""
    return _names(("Moment", "When it is", "Columns"), starmap(_moment, MOMENTS.items()))


def _moment(moment: str, words: str) -> str:
    paths = ", ".join(f"`{path}`" for path, column in _paths(Table) if ASKED.get(column) == moment)
    return f"| {moment} | {words} | {paths} |"


def _paths(kind: type[Row], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Each column with its path from the top of a table and as its class has it."""
    for name, hint in columns(kind).items():
        yield f"{prefix}{name}", f"{kind.__name__}.{name}"
        inside = _row_in(hint)
        if inside is not None:
            yield from _paths(inside, f"{prefix}{name}.*." if _is_map(hint) else f"{prefix}{name}.")


def reference(section: str) -> str:
    """The columns of one section as a Markdown table; a row further in is named with a dot, or with a
    star where its name is free."""
    return _names(("Column", "Type", "Default", "Meaning"), _of_section(section))


def _names(head: Sequence[str], rows: Iterable[str]) -> str:
    """Return a Markdown table of names; on a phone each row of it is a block of its own."""
    lines = (f"| {' | '.join(head)} |", "|---" * len(head) + "|", *rows)
    return "\n".join(('<div class="tk-names" markdown>', "", *lines, "", "</div>"))


def _of_section(section: str) -> Iterator[str]:
    hints = columns(Table)
    if section == HEAD:
        for name, hint in hints.items():
            inside = _row_in(hint)
            if inside is None or name == "unit":
                yield _line(Table, name, name)
                yield from _inside(inside, f"{name}.") if inside else ()
        return
    if section not in hints or _row_in(hints[section]) is None:
        raise BuildError(f"“{section}” is no section of a rule table.")
    yield from _inside(_row_in(hints[section]), "")


def _inside(kind: type[Row] | None, prefix: str) -> Iterator[str]:
    assert kind is not None
    for name, hint in columns(kind).items():
        if name == "points":
            continue
        path = f"{prefix}{name}"
        yield _line(kind, name, path)
        inside = _row_in(hint)
        if inside is not None:
            yield from _inside(inside, f"{path}.*." if _is_map(hint) else f"{path}.")


def _line(kind: type[Row], name: str, path: str) -> str:
    about = field_texts(kind).get(name)
    if not about:
        raise BuildError(f"The column {kind.__name__}.{name} has no text below it.")
    cells = (
        f"`{path}`",
        type_of(columns(kind)[name]),
        left_out(kind, name),
        about.replace("'", "’"),
    )
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def _bare(hint: Any) -> Any:
    """A type without "or nothing"."""
    if get_origin(hint) in (Union, types.UnionType):
        return next(arg for arg in get_args(hint) if arg is not type(None))
    return hint


def _is_map(hint: Any) -> bool:
    hint = _bare(hint)
    return get_origin(hint) not in (None, Literal, tuple)


def _row_in(hint: Any) -> type[Row] | None:
    """The kind of row that a column is, or has many of."""
    hint = _bare(hint)
    if _is_map(hint):
        hint = get_args(hint)[1]
    return hint if isinstance(hint, type) and issubclass(hint, Row) else None


def type_of(hint: Any) -> str:
    """A type in words, as a rule author reads it."""
    hint = _bare(hint)
    if get_origin(hint) is Literal:
        return ", ".join(f"`{word}`" for word in get_args(hint))
    if get_origin(hint) is tuple:
        inside = type_of(get_args(hint)[0])
        return f"list of {'words' if inside == 'text' else _many(inside)}"
    if _is_map(hint):
        if _row_in(hint) is not None:
            return "rows"
        return f"map of {_many(type_of(get_args(hint)[1]))}"
    if _row_in(hint) is not None:
        return "columns"
    return _WORDS.get(hint, "anything")


def _many(words: str) -> str:
    """Return a type in words, for several of it."""
    return f"lists{words[4:]}" if words.startswith("list of ") else _PLURALS.get(words, words)


def left_out(kind: type[Row], name: str) -> str:
    """Return the value of a column that a table leaves out; "required" if it may not."""
    column = next(column for column in fields(kind) if column.name == name)
    if column.default is MISSING and column.default_factory is MISSING:
        return "required"
    if column.default is MISSING:
        assert column.default_factory is not MISSING
        value = column.default_factory()
        if isinstance(value, Amount) and value.number is not None:
            return f"`{value.number}`"
        return "as below" if isinstance(value, Row) else "none"
    if column.default is None or column.default in ("", ()):
        return "none"
    if isinstance(column.default, bool):
        return "yes" if column.default else "no"
    if isinstance(column.default, tuple):
        return ", ".join(f"`{word}`" for word in column.default)
    return f"`{column.default}`"
