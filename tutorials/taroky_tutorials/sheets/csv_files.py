"""Tables as CSV: what spreadsheets and people write, read with care, and written so that no
spreadsheet takes a name for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from taroky.errors import RecordError
from taroky.messages import say

#: What a spreadsheet takes for the beginning of a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?\d{1,9}([.,]\d{1,4})?")
_MOST_ROWS, _MOST_CELLS = 5_000, 400


def write(rows: Iterable[Sequence[str]]) -> str:
    """Rows as CSV text; lines end as spreadsheets want it."""
    out = io.StringIO()
    csv.writer(out).writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue()


def _safe(cell: str) -> str:
    """A cell that is no formula; numbers stay numbers."""
    quoted = cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'"))
    formula = cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if formula or quoted else cell


def _plain(cell: str) -> str:
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*_FORMULA, "'")) else cell


def read(text: str) -> list[list[str]]:
    """The rows of CSV text with commas, semicolons or tabs between; empty rows are []. Raises
    RecordError."""
    if "\0" in text:
        raise RecordError(say("sheet.csv", line=1 + text[: text.index("\0")].count("\n")))
    separator = max(",;\t", key=text.count)
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text), delimiter=separator)
    try:
        for row in reader:
            cells = [_plain(cell) for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if len(rows) >= _MOST_ROWS or len(cells) > _MOST_CELLS:
                raise RecordError(say("sheet.csv_long", rows=_MOST_ROWS, cells=_MOST_CELLS))
            rows.append(cells)
    except csv.Error:
        raise RecordError(say("sheet.csv", line=reader.line_num)) from None
    return rows
