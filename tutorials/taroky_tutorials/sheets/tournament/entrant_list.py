"""Entrants from a list of names, as people type, paste or export it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import say
from taroky.numbers import is_whole

from taroky_tutorials.sheets import csv_files
from taroky_tutorials.sheets.headings import is_heading, known_headings
from taroky_tutorials.sheets.tournament.model import MOST_ENTRANTS, MOST_NAME, Entrant

#: A number before a name, as lists have it: "12 Ada", "12. Ada", "12;Ada".
_NUMBERED = re.compile(r"(\d{1,4})\s*[.):;,\t ]\s*(\S.*)")
#: In which lines of a table the headings may stand.
_FIRST_LINES = 12


@dataclass(frozen=True)
class _Listed:
    """A name in a list with the number before it, "" for none."""

    line: int
    number: str
    name: str


def names_of(text: str, taken: Sequence[int], since: int = 1) -> list[Entrant]:
    """Entrants from a list, one in each line, with numbers in front or without, or from a table with a
    heading over its column of names, in any language. Raises RecordError with the line."""
    entrants: list[Entrant] = []
    used = set(taken)
    listed = list(_of_table(text) if _has_heading(text) else _of_lines(text))
    wanted = {int(one.number) for one in listed if one.number}
    after = max(used, default=0) + 1
    for one in listed:
        name = plain_name(one.name)
        if not any(letter.isalnum() for letter in name):
            raise RecordError(say("record.line", line=one.line, problem=say("tournament.no_name")))
        if one.number:
            number = int(one.number)
        else:
            while after in used or after in wanted:
                after += 1
            number = after
        if number in used or not number:
            raise RecordError(
                say("record.line", line=one.line, problem=say("tournament.twice", number=number))
            )
        used.add(number)
        entrants.append(Entrant(number, name, since))
    if len(entrants) + len(taken) > MOST_ENTRANTS:
        raise RecordError(say("tournament.many", most=MOST_ENTRANTS))
    return entrants


def _of_lines(text: str) -> Iterator[_Listed]:
    for line_number, line in enumerate(text.splitlines(), start=1):
        words = " ".join(line.replace("\t", "; ").strip(" ,;\"'\ufeff").split())
        if not words or (line_number == 1 and is_heading(words, "name")):
            continue
        match = _NUMBERED.fullmatch(words)
        yield _Listed(line_number, *match.groups()) if match else _Listed(line_number, "", words)


def _has_heading(text: str) -> bool:
    """Whether this is a table of several columns, one of them headed as names."""
    return any(
        len(cells) > 1 and any(is_heading(cell.strip(' "'), "name") for cell in cells)
        for line in text.splitlines()[:_FIRST_LINES]
        for cells in (line.split(separator) for separator in csv_files.SEPARATORS)
    )


def _of_table(text: str) -> Iterator[_Listed]:
    rows = csv_files.read(text, known_headings())
    head = next(i for i, row in enumerate(rows) if any(is_heading(c, "name") for c in row))
    names, numbers = (
        next((i for i, cell in enumerate(rows[head]) if is_heading(cell, key)), len(rows[head]))
        for key in ("name", "number")
    )
    for line, row in enumerate(rows[head + 1 :], start=head + 2):
        cells = [*row, *[""] * (len(rows[head]) + 1)]
        if cells[names]:
            yield _Listed(line, cells[numbers] if is_whole(cells[numbers]) else "", cells[names])


def plain_name(name: str) -> str:
    """Return a name as it is kept."""
    return same_name(name.replace('"', ""))[:MOST_NAME].strip(" ;,")
