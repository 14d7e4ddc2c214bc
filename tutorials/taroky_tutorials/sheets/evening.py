"""The score sheet of an evening: a session of the engine (`taroky.session`) that people write on.

The sheet is the engine's session file as JSON data, so what is exported here is what `taroky session`
reads. Hands are told by the facts of their end or by what was paid. Who dealt a hand is kept when an
earlier hand is put right: what was written stays what it was, for the people it was written for.
"""

from __future__ import annotations

import datetime
import json
import random
import secrets
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import session as sessions
from taroky.errors import RecordError, TarokyError
from taroky.messages import local_names, say
from taroky.numbers import is_whole
from taroky.rules.table import Table
from taroky.session import Session

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.sheets import csv_files, evening_entry, evening_view  # fmt: skip
from taroky_tutorials.sheets.amounts import amount_of, flipped, plain, signed
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.sheet import Done, File, Undo, parse

#: So long may a name be, and a title; so many hands may one sheet hold.
MOST_NAME, MOST_TITLE, MOST_HANDS = 24, 60, 500
#: So many people may one sheet have a column for.
MOST_PEOPLE = 10
#: Sessions worked out already, by the text of the sheet up to some hand.
_known: OrderedDict[tuple[str, ...], Session] = OrderedDict()
_MOST_KNOWN = 300
#: The columns of a table before those of people; how a line begins that says who sat there.
_HEAD = ("hand", "dealer", "contract", "declarer", "ended")
_SEATED = "seated after"


class Evening:
    """The kind of sheet."""

    def check(self, sheet: Json) -> Session | None:
        return session_of(sheet) if sheet else None

    def update(self, sheet: Json, fields: Fields) -> Done | None:
        if fields.pressed("begin"):
            return _begin(fields)
        if not sheet:
            return None
        session = session_of(sheet)
        if fields.pressed("enter"):
            return _enter(sheet, session, fields)
        if fields.pressed("correct"):
            at = _which(session, fields.pressed("correct"))
            return Done(sheet, fields=evening_entry.fields_of(session, sheet["hands"], at))
        if fields.pressed("cancel"):
            return Done(sheet, fields={})
        if fields.pressed("strike"):
            return _strike(sheet, session, _which(session, fields.pressed("strike")))
        if fields.pressed("flip"):
            return _flip(sheet, session, fields)
        if fields.pressed("stop"):
            return Done(sheet | {"stopped": True}, label=say("evening.step.stop"), fields={})
        if fields.pressed("resume"):
            open_ = {key: value for key, value in sheet.items() if key != "stopped"}
            return Done(open_, label=say("evening.step.resume"), fields={})
        if fields.pressed("rename"):
            return _rename(session, fields)
        if fields.pressed("seat"):
            return _seat(sheet, session, fields)
        if fields.pressed("csv"):
            return Done(sheet, file=File(_file_name(session), to_csv(session)))
        return None

    def view(self, sheet: Json, fields: Fields, undo: Undo, base: str) -> Markup:
        if not sheet:
            return evening_view.beginning(fields)
        session = session_of(sheet)
        fields.put("rules", sheet["rules"])
        with local_names(session.rules.names):
            return evening_view.sheet(session, fields, undo, base)

    def read(self, text: str, name: str) -> Json:
        if text.lstrip().startswith(("{", "[")):
            return sessions.to_json(sessions.from_json(parse(text)))
        return from_csv(text)

    def summary(self, sheet: Json) -> tuple[str, str]:
        if not sheet:
            return say("evening.new").text(), ""
        session = session_of(sheet)
        return session.title or say("evening.untitled").text(), say(
            "evening.line", rules=session.rules.title, n=len(session.played)
        ).text()


# -- the session of a sheet -------------------------------------------------------------------------


def session_of(sheet: Json) -> Session:
    """The session that a sheet holds, every hand of it settled again. Raises TarokyError."""
    if not isinstance(sheet.get("hands", []), list) or len(sheet.get("hands", [])) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    changes = sheet.get("changes", [])
    if isinstance(changes, list) and len(changes) > MOST_HANDS:
        raise RecordError(say("evening.too_many", most=MOST_HANDS))
    head = {key: value for key, value in sheet.items() if key not in ("hands", "stopped")}
    hands = sheet.get("hands", [])
    texts = [json.dumps(part, sort_keys=True) for part in (head, *hands)]
    done = len(hands)
    while done >= 0 and tuple(texts[: done + 1]) not in _known:
        done -= 1
    if done < 0:
        session, done = sessions.from_json({**head, "hands": []}), 0
        _remember(texts[:1], session)
    else:
        session = _known[tuple(texts[: done + 1])]
    for number, item in enumerate(hands[done:], start=done + 1):
        try:
            session = sessions.with_json(session, item)
        except TarokyError as problem:
            raise RecordError(
                say("session.hand", number=number, problem=problem.message), points=problem.points
            ) from None
        _remember(texts[: number + 1], session)
    return session.stop() if sheet.get("stopped") is True else session


def _remember(texts: Sequence[str], session: Session) -> None:
    _known[tuple(texts)] = session
    while len(_known) > _MOST_KNOWN:
        _known.popitem(last=False)


def _which(session: Session, text: str) -> int:
    """The hand that a button names, counted from 0. Raises RecordError."""
    if not is_whole(text) or int(text) >= len(session.played):
        raise RecordError(say("evening.no_hand", n=len(session.played)))
    return int(text)


# -- beginning --------------------------------------------------------------------------------------


def _begin(fields: Fields) -> Done:
    rules = fields.table
    names = [_name(fields.text(f"player.{i}")) for i in range(max(rules.seats.players))]
    people = [name for name in names if name]
    chips = _start_chips(fields, rules)
    agreed = fields.number("agreed", 1, MOST_HANDS) if fields.text("agreed") else None
    if fields.problems:
        return Done({})
    drawn: tuple[Mapping[int, Any], ...] = ()
    sessions.start(rules, people, 0, chips=chips, hands=agreed)  # the right number of players
    chosen = fields.text("dealer")
    if chosen == "draw":
        rng = random.Random(secrets.token_hex(8))
        dealer, drawn = sessions.choose_dealer(rules, len(people), rng)
    else:
        at = int(chosen) if is_whole(chosen) and int(chosen) < len(names) else 0
        if not names[at]:
            raise RecordError(say("evening.no_dealer"))
        dealer = people.index(names[at])
    session = sessions.start(rules, people, dealer, chips=chips, hands=agreed, drawn=drawn)
    title = _title(fields.text("title")) or say("evening.of", day=_today()).text()
    session = replace(session, title=title)
    said = say("evening.drawn", dealer=people[dealer]) if drawn else None
    return Done(sessions.to_json(session), said=said, label=say("evening.step.begin"), fields={})


def _today() -> str:
    day = datetime.date.today()
    return f"{day.day} {day:%B %Y}"


def _name(text: str) -> str:
    return " ".join(text.split())[:MOST_NAME].strip()


def _title(text: str) -> str:
    return " ".join(text.split())[:MOST_TITLE].strip()


def _start_chips(fields: Fields, rules: Table) -> Decimal | None:
    """What everybody starts with; None where it is as the table says."""
    text = fields.text("chips")
    found = amount_of(text) if text else None
    if text and found is None:
        raise RecordError(say("evening.amount", text=text[:20]))
    return None if not found or found == rules.session.start_chips else found


def _rename(session: Session, fields: Fields) -> Done:
    """Another title, other names for the same people."""
    names = [_name(fields.text(f"player.{i}")) for i in range(len(session.players))]
    people = tuple(sessions.told_apart(names))
    renamed = replace(session, players=people, title=_title(fields.text("title")))
    return Done(sessions.to_json(renamed), label=say("evening.step.rename"), fields={})


def _seat(sheet: Json, session: Session, fields: Fields) -> Done:
    """Somebody comes or goes: who is at the table from the next hand on."""
    if session.over:  # the page was open elsewhere meanwhile
        return Done(sheet, said=say("session.over", hands=session.hands), fields={})
    chairs = range(max(session.rules.seats.players))
    people = [name for i in chairs if (name := _name(fields.text(f"chair.{i}")))]
    after = _with_changes(sheet, session.changes(people))
    now = session_of(after)
    if len(now.players) > MOST_PEOPLE:
        raise RecordError(say("evening.too_many_people", most=MOST_PEOPLE))
    before = [session.players[place] for place in session.table]
    come = [name for name in people if name not in before]
    gone = [name for name in before if name not in people]
    told = {"come": come, "gone": gone, "dealer": now.players[now.dealer]}
    key = "both" if come and gone else "come" if come else "gone" if gone else "order"
    if people == before:
        key = "same"
    return Done(after, said=say(f"evening.seat.{key}", **told), label=say("evening.step.seat"),
                fields={"how": fields.text("how")})  # fmt: skip


def _with_changes(sheet: Json, changes: Sequence[Json]) -> dict[str, Any]:
    """The sheet with what is written down of people who came and went."""
    rest = {key: value for key, value in sheet.items() if key != "changes"}
    return {**rest, "changes": list(changes)} if changes else rest


# -- hands ------------------------------------------------------------------------------------------


def _enter(sheet: Json, session: Session, fields: Fields) -> Done:
    """A hand is added, or put in the place of an earlier one."""
    text = fields.text("at")
    at = _which(session, text) if text else len(session.played)
    before = evening_entry.before(session, at)
    item = evening_entry.item_of(before, fields)
    if item is None:
        return Done(sheet)  # what is wrong or missing is told in the form
    hands = [*sheet["hands"][:at], item, *sheet["hands"][at + 1 :]]
    key = "evening.step.correct" if text else "evening.step.hand"
    after = _kept_dealers({**sheet, "hands": hands}, session, at)
    now = session_of(after)
    paid = now.paid[at]
    won = [
        say("evening.won", name=now.players[place], amount=signed(amount, now.rules)).text()
        for place, amount in sorted(paid.items(), key=lambda row: -row[1])
        if amount
    ]
    told = say("evening.entered" if won else "evening.entered_nothing", number=at + 1, won=won)
    shown = {"how": fields.text("how")}  # the next hand is told in the same way
    return Done(after, said=told, label=say(key, number=at + 1), fields=shown)


def _strike(sheet: Json, session: Session, at: int) -> Done:
    hands = [*sheet["hands"][:at], *sheet["hands"][at + 1 :]]
    # Everybody stays where he was for each of the other hands.
    moved = [
        {**one, "after": one["after"] - (one["after"] > at)} for one in sheet.get("changes", ())
    ]
    last = {one["after"]: one for one in moved}
    left = _with_changes({**sheet, "hands": hands}, list(last.values()))
    after = _kept_dealers(left, session, at, gone=1)
    label = say("evening.step.strike", number=at + 1)
    return Done(after, said=say("evening.struck", number=at + 1), label=label, fields={})


def _kept_dealers(sheet: Json, session: Session, at: int, gone: int = 0) -> Json:
    """The sheet with the hands after this one dealt by those who dealt them before."""
    hands = list(sheet["hands"])
    for number in range(at + 1 - gone, len(hands)):
        dealt = session.dealers[number + gone]
        so_far = session_of({**sheet, "hands": hands[:number]} | {"stopped": False})
        item = {key: value for key, value in hands[number].items() if key != "dealer"}
        if so_far.dealer != dealt:
            item["dealer"] = session.players[dealt]
        hands[number] = item
    return {**sheet, "hands": hands}


def _flip(sheet: Json, session: Session, fields: Fields) -> Done:
    """The sign of one amount turned round: phones have number pads without a minus."""
    name = fields.pressed("flip")
    fields.put(name, flipped(fields.text(name)))
    return Done(sheet)


# -- files ------------------------------------------------------------------------------------------


def _file_name(session: Session) -> str:
    return session.title or "evening"


def to_csv(session: Session) -> str:
    """The sheet as a table: what it is about, then a line for each hand."""
    rules = session.rules
    pots = list(session.pots)
    rows = [
        ["taroky", session.title], ["rules", sessions.to_json(session)["rules"], rules.title],
        *(["option", key, value] for key, value in rules.chosen.items()),
        ["first dealer", session.players[session.first]], ["start", plain(session.chips)],
    ]  # fmt: skip
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
        table = session.seated(number - 1)
        declarer = ""
        if played.declarer:
            declarer = session.players[sessions.place_at(table, dealer, played.declarer)]
        rows.append([
            str(number), session.players[dealer], played.contract, declarer,
            "replay" if played.replay and not played.ended else played.ended,
            *(plain(paid.get(place, Decimal(0))) if place in table else ""
              for place in range(len(session.players))),
            *(plain(played.pots.get(pot, Decimal(0))) for pot in pots),
        ])  # fmt: skip
    totals = [plain(session.chips + total) for total in session.totals]
    rows.append(["now", "", "", "", "", *totals, *(plain(session.pots[pot]) for pot in pots)])
    return csv_files.write(rows)


def from_csv(text: str) -> Json:
    """The sheet that a table of this kind holds. Raises TarokyError with the line."""
    rows = csv_files.read(text)
    head = next((i for i, row in enumerate(rows) if row[:2] == list(_HEAD[:2])), None)
    if head is None:
        raise RecordError(say("evening.csv_head", expected=", ".join(_HEAD[:2])))
    about = {row[0]: row[1] for row in rows[:head]
             if len(row) > 1 and row[0] not in ("option", _SEATED)}  # fmt: skip
    seated = [[cell for cell in row[1:] if cell] for row in rows[:head] if row[:1] == [_SEATED]]
    options = {row[1]: row[2] for row in rows[:head] if len(row) > 2 and row[0] == "option"}
    columns = rows[head]
    if tuple(columns[: len(_HEAD)]) != _HEAD:
        raise RecordError(say("evening.csv_head", expected=", ".join(_HEAD)))
    people = [name for name in columns[len(_HEAD) :] if name and not name.startswith("pot: ")]
    people = seated[0][1:] if seated else people
    sheet: dict[str, Any] = {
        "format": sessions.FORMAT, "version": sessions.VERSION,
        "rules": about.get("rules", ""), "options": options, "players": people,
        "first_dealer": about.get("first dealer", people[0] if people else ""), "hands": [],
    }  # fmt: skip
    if seated:
        sheet["changes"] = [
            {"after": int(row[0]) if is_whole(row[0]) else row[0], "players": row[1:]}
            for row in seated[1:] if row
        ]  # fmt: skip
    if about.get("taroky"):
        sheet["title"] = _title(about["taroky"])
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
    people = [session.players[place] for place in session.table]
    dealer = cells["dealer"] or session.players[session.dealer]
    if dealer not in people:
        raise RecordError(say("evening.stranger", name=dealer[:30]))
    place = session.players.index(dealer)
    seats = {session.players[p]: sessions.seat_at(session.table, place, p) for p in session.table}
    amounts = {name: amount_of(cells[name] or "0") for name in columns[len(_HEAD) :] if name}
    away = next(
        (name for name in session.players if name not in people and amounts.get(name)), None
    )
    if away is not None:
        raise RecordError(say("evening.away", name=away))
    wrong = next((name for name, amount in amounts.items() if amount is None), None)
    if wrong is not None:
        raise RecordError(say("evening.amount", text=cells[wrong][:20]))
    rests = dealer if len(people) > session.rules.seats.active else ""
    item: dict[str, Any] = {
        "payments": {
            seats[name]: plain(amounts[name] or Decimal(0))
            for name in people
            if name != rests or amounts[name]
        }
    }
    pots = {name.removeprefix("pot: "): amount for name, amount in amounts.items()
            if name.startswith("pot: ") and amount}  # fmt: skip
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


KIND = Evening()
