"""An evening as a table for spreadsheets, and back."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from taroky import session as sessions
from taroky.errors import RecordError, TarokyError
from taroky.messages import say
from taroky.numbers import is_whole
from taroky.session import Session

from taroky_tutorials.sheets import csv_files
from taroky_tutorials.sheets.amounts import amount_of, plain
from taroky_tutorials.sheets.evening.session_file import (
    session_of,
    title_of,
)
from taroky_tutorials.sheets.history import Json

#: The columns of a table before those of people; how a line begins that says who sat there.
_HEAD = ("hand", "dealer", "contract", "declarer", "ended")
_SEATED = "seated after"


def to_csv(session: Session) -> str:
    """The sheet as a table: what it is about, then a line for each hand."""
    table = session.table
    pots = list(session.pots)
    rows = [
        ["taroky", session.title],
        ["rules", sessions.to_json(session)["rules"], table.title],
        *(["option", key, value] for key, value in table.chosen.items()),
        ["first dealer", session.players[session.first]],
        ["start", plain(session.chips)],
    ]
    if session.agreed is not None:
        rows.append(["agreed hands", str(session.agreed)])
    if session.stopped is not None:
        rows.append(["ended", "yes"])
    for number, places in session.seatings:
        rows.append([_SEATED, str(number), *(session.players[place] for place in places)])
    rows += [[], [*_HEAD, *session.players, *(f"pot: {pot}" for pot in pots)]]
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
                    plain(paid.get(place, Decimal(0))) if place in seated else ""
                    for place in range(len(session.players))
                ),
                *(plain(played.pots.get(pot, Decimal(0))) for pot in pots),
            ]
        )
    totals = [plain(session.chips + total) for total in session.totals]
    rows.append(["now", "", "", "", "", *totals, *(plain(session.pots[pot]) for pot in pots)])
    return csv_files.write(rows)


def from_csv(text: str) -> Json:
    """The sheet that a table of this kind holds. Raises TarokyError with the line."""
    rows = csv_files.read(text)
    head = next((i for i, row in enumerate(rows) if row[:2] == list(_HEAD[:2])), None)
    if head is None:
        raise RecordError(say("evening.csv_head", expected=", ".join(_HEAD[:2])))
    about = {
        row[0]: row[1] for row in rows[:head] if len(row) > 1 and row[0] not in ("option", _SEATED)
    }
    seated = [[cell for cell in row[1:] if cell] for row in rows[:head] if row[:1] == [_SEATED]]
    options = {row[1]: row[2] for row in rows[:head] if len(row) > 2 and row[0] == "option"}
    columns = rows[head]
    if tuple(columns[: len(_HEAD)]) != _HEAD:
        raise RecordError(say("evening.csv_head", expected=", ".join(_HEAD)))
    people = [name for name in columns[len(_HEAD) :] if name and not name.startswith("pot: ")]
    people = seated[0][1:] if seated else people
    sheet: dict[str, Any] = {
        "format": sessions.FORMAT,
        "version": sessions.VERSION,
        "rules": about.get("rules", ""),
        "options": options,
        "players": people,
        "first_dealer": about.get("first dealer", people[0] if people else ""),
        "hands": [],
    }
    if seated:
        sheet["changes"] = [
            {"after": int(row[0]) if is_whole(row[0]) else row[0], "players": row[1:]}
            for row in seated[1:]
            if row
        ]
    if about.get("taroky"):
        sheet["title"] = title_of(about["taroky"])
    if about.get("start"):
        sheet["chips"] = about["start"]
    if about.get("agreed hands"):
        sheet["agreed_hands"] = int(amount_of(about["agreed hands"]) or 0)
    session_of(sheet)
    for line, row in enumerate(rows[head + 1 :], start=head + 2):
        if not row or not is_whole(row[0]):
            continue  # an empty line, or the sums at the end
        try:
            sheet["hands"].append(_item_of_row(session_of(sheet), columns, row))
            session_of(sheet)
        except TarokyError as problem:
            raise RecordError(
                say("record.line", line=line, problem=problem.message), points=problem.points
            ) from None
    if about.get("ended"):
        sheet["stopped"] = True
    return sheet


def _item_of_row(session: Session, columns: Sequence[str], row: Sequence[str]) -> dict[str, Any]:
    cells = dict(zip(columns, [*row, *[""] * len(columns)], strict=False))
    people = [session.players[place] for place in session.seated_now]
    dealer = cells["dealer"] or session.players[session.dealer]
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
        name.removeprefix("pot: "): amount
        for name, amount in amounts.items()
        if name.startswith("pot: ") and amount
    }
    if pots:
        item["pots"] = {name: plain(amount) for name, amount in pots.items() if amount}
    if cells["contract"]:
        item["contract"] = cells["contract"]
    if cells["declarer"]:
        if cells["declarer"] not in seats:
            raise RecordError(say("evening.stranger", name=cells["declarer"][:30]))
        item["declarer"] = seats[cells["declarer"]]
    if cells["ended"] == "replay":
        item["replay"] = True
    elif cells["ended"]:
        item["ended"] = cells["ended"]
    if dealer != session.players[session.dealer]:
        item["dealer"] = dealer
    return item
