"""The standings of a tournament as a table for spreadsheets."""

from __future__ import annotations

from taroky_tutorials.sheets import csv_files
from taroky_tutorials.sheets.amounts import plain
from taroky_tutorials.sheets.tournament.model import Tournament
from taroky_tutorials.sheets.tournament.standings import standings


def to_csv(now: Tournament) -> str:
    """The standings, a line for each entrant: the table in every round, and what it brought."""
    head = ["rank", "number", "name", "total", "place points", "rounds played"]
    for number, one in enumerate(now.drawn, start=1):
        label = f"extra round {number}" if one.extra else f"round {number}"
        head += [f"{label} table", f"{label} won"]
    rows = [["taroky tournament", now.title], ["rules", now.table.name, now.table.title], [], head]
    for row in standings(now):
        cells = [
            str(row.rank),
            str(row.entrant.number),
            row.entrant.name,
            plain(row.won),
            f"{float(row.places):g}",
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
            rest = "rests" if row.entrant.number in one.seats.resting else ""
            cells += [
                str(table_number) if table_number else rest,
                "" if won is None else plain(won),
            ]
        rows.append(cells)
    return csv_files.write(rows)
