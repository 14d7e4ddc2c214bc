"""The score sheet of an evening: a session of the engine (`taroky.session`) that people write on.

The sheet is the engine's session file as JSON data, so what is exported here is what `taroky session`
reads. Hands are told by the facts of their end or by what was paid. Who dealt a hand is kept when an
earlier hand is put right: what was written stays what it was, for the people it was written for.
"""

from __future__ import annotations

import datetime
import random
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import json_input
from taroky import session as sessions
from taroky.errors import RecordError
from taroky.messages import local_names, say
from taroky.numbers import is_whole
from taroky.rules.table import Table
from taroky.session import Session

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.sheets.amounts import amount_of, flipped, signed
from taroky_tutorials.sheets.evening import entry, view
from taroky_tutorials.sheets.evening.csv_table import from_csv, to_csv
from taroky_tutorials.sheets.evening.session_file import (
    MOST_HANDS,
    MOST_PEOPLE,
    name_of,
    session_of,
    title_of,
    with_current_names,
)
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.sheet import Done, File, Undo


class Evening:
    """The kind of sheet."""

    def check(self, sheet: Json) -> Session | None:
        return session_of(sheet) if sheet else None

    def with_current_names(self, document: Json) -> Json:
        return with_current_names(document)

    def update(self, sheet: Json, fields: Fields) -> Done | None:
        if fields.pressed("begin"):
            return _begin(fields)
        if not sheet:
            return None
        session = session_of(sheet)
        if fields.pressed("enter"):
            return _enter(sheet, session, fields)
        if fields.pressed("correct"):
            index = _which(session, fields.pressed("correct"))
            return Done(sheet, fields=entry.fields_of(session, sheet["hands"], index))
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
            return view.beginning(fields)
        session = session_of(sheet)
        fields.put("rules", sheet["rules"])
        with local_names(session.table.names):
            return view.sheet(session, fields, undo, base)

    def read(self, text: str, name: str) -> Json:
        if text.lstrip().startswith(("{", "[")):
            return sessions.to_json(sessions.from_json(json_input.read(text)))
        return from_csv(text)

    def summary(self, sheet: Json) -> tuple[str, str]:
        if not sheet:
            return say("evening.new").text(), ""
        session = session_of(sheet)
        return session.title or say("evening.untitled").text(), say(
            "evening.line", rules=session.table.title, n=len(session.played)
        ).text()


def _which(session: Session, text: str) -> int:
    """The hand that a button names, counted from 0. Raises RecordError."""
    if not is_whole(text) or int(text) >= len(session.played):
        raise RecordError(say("evening.no_hand", n=len(session.played)))
    return int(text)


def _begin(fields: Fields) -> Done:
    table = fields.table
    names = [name_of(fields.text(f"player.{i}")) for i in range(max(table.seats.players))]
    people = [name for name in names if name]
    chips = _start_chips(fields, table)
    agreed = fields.number("agreed", 1, MOST_HANDS) if fields.text("agreed") else None
    if fields.problems:
        return Done({})
    drawn: tuple[Mapping[int, Any], ...] = ()
    sessions.start(table, people, 0, chips=chips, hands=agreed)  # the right number of players
    chosen = fields.text("dealer")
    if chosen == "draw":
        rng = random.Random(secrets.token_hex(8))
        dealer, drawn = sessions.choose_dealer(table, len(people), rng)
    else:
        place = int(chosen) if is_whole(chosen) and int(chosen) < len(names) else 0
        if not names[place]:
            raise RecordError(say("evening.no_dealer"))
        dealer = people.index(names[place])
    session = sessions.start(table, people, dealer, chips=chips, hands=agreed, drawn=drawn)
    title = title_of(fields.text("title")) or say("evening.of", day=_today()).text()
    session = replace(session, title=title)
    said = say("evening.drawn", dealer=people[dealer]) if drawn else None
    return Done(sessions.to_json(session), said=said, label=say("evening.step.begin"), fields={})


def _today() -> str:
    day = datetime.date.today()
    return f"{day.day} {day:%B %Y}"


def _start_chips(fields: Fields, table: Table) -> Decimal | None:
    """Return what everybody starts with; None where it is as the table says."""
    text = fields.text("chips")
    chips = amount_of(text) if text else None
    if text and chips is None:
        raise RecordError(say("evening.amount", text=text[:20]))
    return None if not chips or chips == table.session.start_chips else chips


def _rename(session: Session, fields: Fields) -> Done:
    """Another title, other names for the same people."""
    names = [name_of(fields.text(f"player.{i}")) for i in range(len(session.players))]
    people = tuple(sessions.told_apart(names))
    renamed = replace(session, players=people, title=title_of(fields.text("title")))
    return Done(sessions.to_json(renamed), label=say("evening.step.rename"), fields={})


def _seat(sheet: Json, session: Session, fields: Fields) -> Done:
    """Somebody comes or goes: who is at the table from the next hand on."""
    if session.over:  # the page was open elsewhere meanwhile
        return Done(sheet, said=say("session.over", hands=session.hands), fields={})
    chairs = range(max(session.table.seats.players))
    people = [name for i in chairs if (name := name_of(fields.text(f"chair.{i}")))]
    after = _with_changes(sheet, session.changes(people))
    now = session_of(after)
    if len(now.players) > MOST_PEOPLE:
        raise RecordError(say("evening.too_many_people", most=MOST_PEOPLE))
    before = [session.players[place] for place in session.seated_now]
    come = [name for name in people if name not in before]
    gone = [name for name in before if name not in people]
    parameters = {"come": come, "gone": gone, "dealer": now.players[now.dealer]}
    key = "both" if come and gone else "come" if come else "gone" if gone else "order"
    if people == before:
        key = "same"
    return Done(
        after,
        said=say(f"evening.seat.{key}", **parameters),
        label=say("evening.step.seat"),
        fields={"how": fields.text("how")},
    )


def _with_changes(sheet: Json, changes: Sequence[Json]) -> dict[str, Any]:
    """The sheet with what is written down of people who came and went."""
    rest = {key: value for key, value in sheet.items() if key != "changes"}
    return {**rest, "changes": list(changes)} if changes else rest


def _enter(sheet: Json, session: Session, fields: Fields) -> Done:
    """A hand is added, or put in the place of an earlier one."""
    text = fields.text("at")
    index = _which(session, text) if text else len(session.played)
    before = entry.before(session, index)
    item = entry.item_of(before, fields)
    if item is None:
        return Done(sheet)  # what is wrong or missing is told in the form
    hands = [*sheet["hands"][:index], item, *sheet["hands"][index + 1 :]]
    key = "evening.step.correct" if text else "evening.step.hand"
    after = _kept_dealers({**sheet, "hands": hands}, session, index)
    now = session_of(after)
    paid = now.paid[index]
    won = [
        say("evening.won", name=now.players[place], amount=signed(amount, now.table)).text()
        for place, amount in sorted(paid.items(), key=lambda row: -row[1])
        if amount
    ]
    message = say(
        "evening.entered" if won else "evening.entered_nothing", number=index + 1, won=won
    )
    shown = {"how": fields.text("how")}  # the next hand is told in the same way
    return Done(after, said=message, label=say(key, number=index + 1), fields=shown)


def _strike(sheet: Json, session: Session, index: int) -> Done:
    hands = [*sheet["hands"][:index], *sheet["hands"][index + 1 :]]
    # Everybody stays where they were for each of the other hands.
    moved = [
        {**one, "after": one["after"] - (one["after"] > index)} for one in sheet.get("changes", ())
    ]
    last = {one["after"]: one for one in moved}
    left = _with_changes({**sheet, "hands": hands}, list(last.values()))
    after = _kept_dealers(left, session, index, gone=1)
    label = say("evening.step.strike", number=index + 1)
    return Done(after, said=say("evening.struck", number=index + 1), label=label, fields={})


def _kept_dealers(sheet: Json, session: Session, index: int, gone: int = 0) -> Json:
    """The sheet with the hands after this one dealt by those who dealt them before."""
    hands = list(sheet["hands"])
    for number in range(index + 1 - gone, len(hands)):
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


def _file_name(session: Session) -> str:
    return session.title or "evening"


KIND = Evening()
