"""The standings of a tournament as a table for spreadsheets."""

from __future__ import annotations

from decimal import Decimal

from taroky_tutorials.sheets import csv_files
from taroky_tutorials.sheets.headings import heading, is_heading, known_headings
from taroky_tutorials.sheets.tournament.model import Tournament
from taroky_tutorials.sheets.tournament.standings import standings


def about(text: str) -> tuple[str, str]:
    """Return the title and the rules of the tournament that a table of standings tells of, "" for a list of
    anything else. Raises RecordError."""
    first = [[*row, "", ""][:2] for row in csv_files.read(text, known_headings())[:2]]
    if not first or not is_heading(first[0][0], "tournament"):
        return "", ""
    return first[0][1], first[-1][1] if is_heading(first[-1][0], "rules") else ""


def to_csv(now: Tournament) -> str:
    """The standings, a line for each entrant: the table in every round, and what it brought."""
    columns = ("rank", "number", "name", "total", "places", "played")
    head: list[str | Decimal] = [*map(heading, columns)]
    for number, one in enumerate(now.drawn, start=1):
        label = f"{heading('extra' if one.extra else 'round')} {number}"
        head += [f"{label} {heading('table')}", f"{label} {heading('won')}"]
    rows: list[list[str | Decimal]] = [
        [heading("tournament"), now.title],
        [heading("rules"), now.table.name, now.table.title],
        [],
        head,
    ]
    for row in standings(now):
        cells: list[str | Decimal] = [
            str(row.rank),
            str(row.entrant.number),
            row.entrant.name,
            row.won,
            Decimal(f"{float(row.places):g}"),
            str(row.played),
        ]
        for one, won in zip(now.drawn, row.by_round, strict=True):
            table_number = next(
                (
                    i
                    for i, table in enumerate(one.seats.tables, start=1)
                    if row.entrant.number in table
                ),
                None,
            )
            rest = heading("rests") if row.entrant.number in one.seats.resting else ""
            cells += [
                str(table_number) if table_number else rest,
                "" if won is None else won,
            ]
        rows.append(cells)
    return csv_files.write(rows)
