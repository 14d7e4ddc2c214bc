"""An evening as a table for spreadsheets, and back."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from taroky import session as sessions
from taroky.characters import same_name
from taroky.errors import RecordError, TarokyError
from taroky.messages import say
from taroky.numbers import is_whole
from taroky.session import Session
from taroky.settling.reported.reading import with_current_names

from taroky_tutorials.sheets import csv_files
from taroky_tutorials.sheets.amounts import amount_of, plain
from taroky_tutorials.sheets.evening.session_file import (
    MOST_HANDS,
    session_of,
    title_of,
)
from taroky_tutorials.sheets.headings import heading, is_heading, known_headings
from taroky_tutorials.sheets.history import Json

#: The columns of a table before those of people.
_HEAD = ("hand", "dealer", "contract", "declarer", "ended")
#: What the column of a pot begins with, whatever the language.
_POT = "pot: "
#: The lines above the columns that say one thing.
_ABOUT = ("sheet", "rules", "first_dealer", "start", "agreed", "stopped")


def to_csv(session: Session) -> str:
    """The sheet as a table: what it is about, then a line for each hand."""
    table = session.table
    pots = list(session.pots)
    rows: list[list[str | Decimal]] = [
        [heading("sheet"), session.title],
        [heading("rules"), sessions.to_json(session)["rules"], table.title],
    ]
    rows += [[heading("option"), key, value] for key, value in table.chosen.items()]
    rows += [
        [heading("first_dealer"), session.players[session.first]],
        [heading("start"), session.chips],
    ]
    if session.agreed is not None:
        rows.append([heading("agreed"), str(session.agreed)])
    if session.stopped is not None:
        rows.append([heading("stopped"), heading("yes")])
    for number, places in session.seatings:
        people = (session.players[place] for place in places)
        rows.append([heading("seated"), str(number), *people])
    columns = [*map(heading, _HEAD), *session.players, *(f"{heading('pot')}: {p}" for p in pots)]
    rows += [[], [*columns]]
    for number, (played, dealer, paid) in enumerate(
        zip(session.played, session.dealers, session.paid, strict=False), start=1
    ):
        seated = session.seated(number - 1)
        declarer = ""
        if played.declarer:
            declarer = session.players[sessions.place_at(seated, dealer, played.declarer)]
        rows.append(
            [
                str(number),
                session.players[dealer],
                played.contract,
                declarer,
                "replay" if played.replay and not played.ended else played.ended,
                *(
                    paid.get(place, Decimal(0)) if place in seated else ""
                    for place in range(len(session.players))
                ),
                *(played.pots.get(pot, Decimal(0)) for pot in pots),
            ]
        )
    totals = [session.chips + total for total in session.totals]
    rows.append([heading("now"), "", "", "", "", *totals, *(session.pots[pot] for pot in pots)])
    return csv_files.write(rows)


def from_csv(text: str) -> Json:
    """The sheet that a table of this kind holds, in any language. Raises TarokyError with the line."""
    rows = csv_files.read(text, known_headings())
    head = next((i for i, row in enumerate(rows) if _is_head(row, 2)), None)
    if head is None:
        raise RecordError(say("evening.csv_head", expected=", ".join(map(heading, _HEAD[:2]))))
    about = {
        key: row[1]
        for row in rows[:head]
        for key in _ABOUT
        if len(row) > 1 and is_heading(row[0], key)
    }
    seated = [
        [cell for cell in row[1:] if cell]
        for row in rows[:head]
        if row and is_heading(row[0], "seated")
    ]
    options = {
        row[1]: row[2] for row in rows[:head] if len(row) > 2 and is_heading(row[0], "option")
    }
    if not _is_head(rows[head], len(_HEAD)):
        raise RecordError(say("evening.csv_head", expected=", ".join(map(heading, _HEAD))))
    columns = [*_HEAD, *map(_column, rows[head][len(_HEAD) :])]
    people = [name for name in columns[len(_HEAD) :] if name and not name.startswith(_POT)]
    people = seated[0][1:] if seated else people
    sheet: dict[str, Any] = {
        "format": sessions.FORMAT,
        "version": sessions.VERSION,
        "rules": about.get("rules", ""),
        "options": options,
        "players": people,
        "first_dealer": about.get("first_dealer", people[0] if people else ""),
        "hands": [],
    }
    if seated:
        sheet["changes"] = [
            {"after": int(row[0]) if is_whole(row[0]) else row[0], "players": row[1:]}
            for row in seated[1:]
            if row
        ]
    if about.get("sheet"):
        sheet["title"] = title_of(about["sheet"])
    if about.get("start"):
        sheet["chips"] = _start(about["start"])
    if about.get("agreed"):
        sheet["agreed_hands"] = int(amount_of(about["agreed"]) or 0)
    session = session_of(sheet)
    for line, row in enumerate(rows[head + 1 :], start=head + 2):
        if not row or not is_whole(row[0]):
            continue  # an empty line, or the sums at the end
        try:
            if len(sheet["hands"]) == MOST_HANDS:
                raise RecordError(say("evening.too_many", most=MOST_HANDS))
            item = _item_of_row(session, columns, row)
            session = _with_item(session, item)
        except TarokyError as problem:
            raise RecordError(
                say("record.line", line=line, problem=problem.message), points=problem.points
            ) from None
        sheet["hands"].append(item)
    if about.get("stopped"):
        sheet["stopped"] = True
    return sheet


def _with_item(session: Session, item: Json) -> Session:
    try:
        return sessions.with_json(session, item)
    except TarokyError as problem:
        number = len(session.played) + 1
        raise RecordError(
            say("session.hand", number=number, problem=problem.message), points=problem.points
        ) from None


def _is_head(row: Sequence[str], n: int) -> bool:
    """Whether a row begins with that many of the columns, in any language."""
    return len(row) >= n and all(map(is_heading, row[:n], _HEAD[:n]))


def _column(cell: str) -> str:
    """A column by what it holds: a pot as `_POT` and its name, or a person."""
    word, _, pot = cell.partition(": ")
    return f"{_POT}{pot}" if pot and is_heading(word, "pot") else same_name(cell)


def _start(text: str) -> str:
    """Return what everybody starts with, for the sheet: what is no amount is for it to refuse."""
    amount = amount_of(text)
    return text if amount is None else plain(amount)


def _item_of_row(session: Session, columns: Sequence[str], row: Sequence[str]) -> dict[str, Any]:
    cells = dict(zip(columns, [*row, *[""] * len(columns)], strict=False))
    people = [session.players[place] for place in session.seated_now]
    dealer = same_name(cells["dealer"]) or session.players[session.dealer]
    if dealer not in people:
        raise RecordError(say("evening.stranger", name=dealer[:30]))
    place = session.players.index(dealer)
    seats = {
        session.players[p]: sessions.seat_at(session.seated_now, place, p)
        for p in session.seated_now
    }
    amounts = {name: amount_of(cells[name] or "0") for name in columns[len(_HEAD) :] if name}
    away = next(
        (name for name in session.players if name not in people and amounts.get(name)), None
    )
    if away is not None:
        raise RecordError(say("evening.away", name=away))
    wrong = next((name for name, amount in amounts.items() if amount is None), None)
    if wrong is not None:
        raise RecordError(say("evening.amount", text=cells[wrong][:20]))
    rests = dealer if len(people) > session.table.seats.active else ""
    item: dict[str, Any] = {
        "payments": {
            seats[name]: plain(amounts[name] or Decimal(0))
            for name in people
            if name != rests or amounts[name]
        }
    }
    pots = {
        name.removeprefix(_POT): amount
        for name, amount in amounts.items()
        if name.startswith(_POT) and amount
    }
    if pots:
        item["pots"] = {name: plain(amount) for name, amount in pots.items() if amount}
    if cells["contract"]:
        item["contract"] = cells["contract"]
    declarer = same_name(cells["declarer"])
    if declarer:
        if declarer not in seats:
            raise RecordError(say("evening.stranger", name=declarer[:30]))
        item["declarer"] = seats[declarer]
    if cells["ended"] == "replay":
        item["replay"] = True
    elif cells["ended"]:
        item["ended"] = cells["ended"]
    if dealer != session.players[session.dealer]:
        item["dealer"] = dealer
    return dict(with_current_names(session.table, item))
