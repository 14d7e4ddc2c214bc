"""Tables as CSV: what spreadsheets and people write, read with care, and written as the spreadsheets of the
reader's country expect them, so that none takes a name for a formula.

Excel reads a file as UTF-8 only if it begins with a byte order mark, and takes the system's list separator
and decimal mark: in Czech and Polish a semicolon and a comma.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterable, Sequence
from decimal import Decimal
from itertools import islice

from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import number, say

from taroky_tutorials.sheets.amounts import plain

MARK = "\ufeff"
#: What parts cells, the usual one first.
SEPARATORS = ",;\t"
#: What a spreadsheet takes for the beginning of a formula, also behind what another country's spreadsheet
#: takes for the end of a cell; apostrophes before it are those that were put there.
_FORMULA = re.compile(
    r"(^\s{0,3}?|[,;\t\r\n]\s{0,3}?)(?=['’]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|'')"
)
_DEFUSED = re.compile(
    r"(^\s{0,3}?|[,;\t\r\n]\s{0,3}?)'(?=['’]*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]|')"
)
#: In which lines the headings stand.
_FIRST_LINES = 200
_MOST_ROWS, _MOST_CELLS = 5_000, 400


def write(rows: Iterable[Sequence[str | Decimal]]) -> str:
    """Rows as CSV text in the way of the language that is spoken, a mark first; lines end as spreadsheets
    want it. Texts are kept from being formulas, numbers are written with the language's decimal mark."""
    point = number("0.5")[1]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";" if point == "," else ",")
    writer.writerows([_cell(cell, point) for cell in row] for row in rows)
    return MARK + out.getvalue()


def _cell(cell: str | Decimal, point: str) -> str:
    if isinstance(cell, Decimal):
        return plain(cell).replace(".", point)
    return _FORMULA.sub(r"\1'", cell)


def read(text: str, heads: Collection[str] = ()) -> list[list[str]]:
    """The rows of CSV text with commas, semicolons or tabs between; empty rows are []. heads: cells that
    tell a line with what parts its cells. Raises RecordError."""
    text = text.removeprefix(MARK)
    if "\0" in text:
        raise RecordError(say("sheet.csv", line=1 + text[: text.index("\0")].count("\n")))
    named = re.match(r'"?sep=([,;\t])"?\r?\n', text)  # as spreadsheets may be told
    separator = named[1] if named else _separator(text, heads)
    rows: list[list[str]] = []
    reader = csv.reader(io.StringIO(text[named.end() :] if named else text), delimiter=separator)
    try:
        for row in reader:
            cells = [_DEFUSED.sub(r"\1", cell).strip() for cell in row]
            while cells and not cells[-1]:
                cells.pop()
            if len(rows) >= _MOST_ROWS or len(cells) > _MOST_CELLS:
                raise RecordError(say("sheet.csv_long", rows=_MOST_ROWS, cells=_MOST_CELLS))
            rows.append(cells)
    except csv.Error:
        raise RecordError(say("sheet.csv", line=reader.line_num)) from None
    return rows


def _separator(text: str, heads: Collection[str]) -> str:
    """Return what parts the cells of the first line with several heads, else what there is most of."""
    for line in islice(io.StringIO(text), _FIRST_LINES):
        for separator in SEPARATORS:
            cells = [same_name(c.strip(' "\r\n')).casefold() for c in line.split(separator)]
            if sum(cell in heads for cell in cells) > 1:
                return separator
    return max(SEPARATORS, key=text.count)
