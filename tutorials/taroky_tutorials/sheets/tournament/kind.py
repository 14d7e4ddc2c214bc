"""The tournament as a kind of sheet: what each button does."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from taroky import json_input
from taroky.characters import same_name
from taroky.errors import RecordError
from taroky.messages import local_names, say
from taroky.messages.sorting import in_order

from taroky_tutorials.forms.fields import Fields
from taroky_tutorials.page_parts.elements import Markup
from taroky_tutorials.sheets.amounts import amount_of
from taroky_tutorials.sheets.game_choice import first_game
from taroky_tutorials.sheets.history import Json
from taroky_tutorials.sheets.sheet import Done, File, Undo
from taroky_tutorials.sheets.tournament import csv_table, json_file
from taroky_tutorials.sheets.tournament.entrant_list import names_of, plain_name
from taroky_tutorials.sheets.tournament.model import (
    CHOICES,
    MOST_ROUNDS,
    Entrant,
    Result,
    Tournament,
)
from taroky_tutorials.sheets.tournament.views import agreements, results_tab, tabs

_SEED = re.compile(r"[A-Za-z0-9_-]{1,24}")
_SHOWN = ("tab", "round", "cards", "kind")


class Kind:
    """The kind of sheet."""

    def check(self, sheet: Json) -> Tournament | None:
        return json_file.from_json(sheet) if sheet else None

    def with_current_names(self, document: Json) -> Json:
        return document

    def update(self, sheet: Json, fields: Fields) -> Done | None:
        if fields.pressed("begin"):
            return _begin(fields)
        if not sheet:
            return None
        now = json_file.from_json(sheet)
        work = next((work for name, work in _BUTTONS.items() if fields.pressed(name)), None)
        if work is None:
            return None
        done = work(now, fields)
        same = done.sheet == json_file.to_json(now)
        return replace(done, sheet=sheet) if same else done

    def view(self, sheet: Json, fields: Fields, undo: Undo, base: str) -> Markup:
        if not sheet:
            return agreements.beginning(fields)
        now = json_file.from_json(sheet)
        fields.put("rules", sheet["rules"])
        with local_names(now.table.names):
            return tabs.sheet(now, fields, undo, base)

    def read(self, text: str, name: str) -> Json:
        if text.lstrip().startswith(("{", "[")):
            return json_file.to_json(json_file.from_json(json_input.read(text)))
        people = names_of(text, ())
        if not people:
            raise RecordError(say("tournament.no_names"))
        title, game = csv_table.about(text)
        title = same_name(title or name.rpartition(".")[0])[:60]
        now = replace(_new(game or first_game()), title=title, entrants=tuple(people))
        return json_file.to_json(now)

    def summary(self, sheet: Json) -> tuple[str, str]:
        if not sheet:
            return say("tournament.new").text(), ""
        now = json_file.from_json(sheet)
        line = say("tournament.line", rules=now.table.title, n=len(now.entrants))
        return now.title or say("tournament.untitled").text(), line.text()


def _new(game: str) -> Tournament:
    agreed = {key: words[0] for key, words in CHOICES.items()}
    data = {
        "format": json_file.FORMAT,
        "version": json_file.VERSION,
        "rules": game,
        "rounds": 4,
        **agreed,
        "seed": secrets.token_hex(3),
    }
    return json_file.from_json(data)


def _begin(fields: Fields) -> Done:
    now = _agreed(_new(fields.game), fields)
    now = replace(now, entrants=tuple(names_of(fields.text("names"), ())))
    if fields.problems:
        return Done({})
    now.sizes(len(now.entrants))  # enough of them for a table
    return Done(
        json_file.to_json(now),
        said=_twice(now),
        label=say("tournament.step.begin"),
        fields={"tab": "seating"},
    )


def _agreed(now: Tournament, fields: Fields) -> Tournament:
    """Return the sheet with the title and what is agreed as the form has it."""
    agreed = {key: fields.choice(key, words, words[0]) for key, words in CHOICES.items()}
    if not now.may_be_larger:
        agreed["leftovers"] = "rest"
    stake = amount_of(fields.text("stake")) if fields.text("stake") else Decimal(0)
    if stake is None or stake < 0:
        fields.problem("evening.amount", text=fields.text("stake")[:20])
        stake = Decimal(0)
    rounds = fields.number("rounds", 1, MOST_ROUNDS, now.rounds) or now.rounds
    title = same_name(fields.text("title"))[:60]
    return replace(now, title=title, agreed=agreed, stake=stake, rounds=rounds)


def _settle_agreed(now: Tournament, fields: Fields) -> Done:
    after = _agreed(now, fields)
    drawn = after.drawn
    if after.rounds < max(now.begun, 1):
        fields.problem("tournament.begun", number=now.begun)
    if fields.problems:
        return Done(json_file.to_json(now))
    if after.rounds < now.rounds:
        drawn = tuple(one for i, one in enumerate(drawn) if one.extra or i < after.rounds)
    after = replace(after, drawn=drawn)
    return Done(json_file.to_json(after), label=say("tournament.step.agreed"), fields=_stay(fields))


def _stay(fields: Fields) -> dict[str, str | Sequence[str]]:
    """Return what is looked at stays in view; what was filled in is done with."""
    return {name: fields.text(name) for name in _SHOWN if fields.text(name)}


def _twice(now: Tournament) -> Any:
    """A word to the wise where two go by the same name."""
    names = [one.name.casefold() for one in now.entrants]
    same = in_order({one.name for one in now.entrants if names.count(one.name.casefold()) > 1})
    return say("tournament.same_name", names=same[:3]) if same else None


def _join(now: Tournament, fields: Fields) -> Done:
    since = fields.number("since", 1, now.rounds, now.begun + 1) or 1
    if since <= now.begun:
        raise RecordError(say("tournament.begun", number=since))
    people = names_of(fields.text("names"), [one.number for one in now.entrants], since)
    if not people:
        raise RecordError(say("tournament.no_names"))
    after = replace(now, entrants=(*now.entrants, *people))
    said = _twice(after) or say("tournament.joined", n=len(people), number=people[0].number)
    return Done(
        json_file.to_json(after),
        said=said,
        label=say("tournament.step.join", n=len(people)),
        fields=_stay(fields),
    )


def _entrant(now: Tournament, text: str) -> Entrant:
    if not text.isdecimal() or int(text[:6]) not in now.by_number:
        raise RecordError(say("tournament.stranger", number=text[:20], where=now.title or "–"))
    return now.by_number[int(text)]


def _with(now: Tournament, entrant: Entrant) -> Tournament:
    people = tuple(entrant if one.number == entrant.number else one for one in now.entrants)
    return replace(now, entrants=people)


def _leave(now: Tournament, fields: Fields) -> Done:
    """Somebody goes: out of the list before the draw, else after the last round with results."""
    one = _entrant(now, fields.pressed("leave"))
    seated = any(one.number in drawn.seats.people for drawn in now.drawn[: now.begun])
    if seated:
        after = _with(now, replace(one, until=now.begun))
    elif any(one.number in drawn.seats.people for drawn in now.drawn):
        after = _with(now, replace(one, until=0))
    else:
        after = replace(now, entrants=tuple(e for e in now.entrants if e.number != one.number))
    said = say("tournament.left", name=one.name, n=now.begun)
    return Done(
        json_file.to_json(after),
        said=said,
        label=say("tournament.step.leave", name=one.name),
        fields=_stay(fields),
    )


def _return(now: Tournament, fields: Fields) -> Done:
    one = _entrant(now, fields.pressed("return"))
    after = _with(now, replace(one, until=None))
    return Done(
        json_file.to_json(after),
        label=say("tournament.step.return", name=one.name),
        fields=_stay(fields),
    )


def _rename(now: Tournament, fields: Fields) -> Done:
    one = _entrant(now, fields.text("who"))
    name = plain_name(fields.text("name"))
    if not any(letter.isalnum() for letter in name):
        raise RecordError(say("tournament.no_new_name", name=one.name, number=one.number))
    after = _with(now, replace(one, name=name))
    return Done(
        json_file.to_json(after),
        label=say("tournament.step.rename", name=name),
        fields=_stay(fields),
    )


def _draw(now: Tournament, fields: Fields) -> Done:
    first = fields.number("first", 1, now.rounds, now.begun + 1) or 1
    seed = fields.text("seed") or now.seed
    if not _SEED.fullmatch(seed):
        raise RecordError(say("tournament.seed", seed=seed[:30]))
    if seed == now.seed and not now.stale:
        seed = secrets.token_hex(3)  # drawn again: another lot
    after = now.draw(first, seed)
    said = say("tournament.drawn", first=first, last=now.rounds)
    return Done(
        json_file.to_json(after),
        said=said,
        label=say("tournament.step.draw"),
        fields={"tab": "seating", "round": str(first)},
    )


def _extra(now: Tournament, fields: Fields) -> Done:
    after = now.draw_extra(now.seed)
    return Done(
        json_file.to_json(after),
        label=say("tournament.step.extra"),
        fields={"tab": "seating", "round": str(len(after.drawn))},
    )


def _save(now: Tournament, fields: Fields) -> Done:
    number, table = results_tab.filled_in(now, fields)
    seats = now.drawn[number - 1].seats.tables[table]
    left = now.agreed["entered"] == "left"
    texts = [fields.text(f"won.{seat}") for seat in range(len(seats))]
    amounts = [amount_of(text) if text else None for text in texts]
    pot = amount_of(fields.text("pot")) if fields.text("pot") else Decimal(0)
    wrong = next(
        (
            text
            for text, amount in zip((*texts, fields.text("pot")), (*amounts, pot), strict=True)
            if text and amount is None
        ),
        "",
    )
    if wrong or pot is None:
        raise RecordError(say("evening.amount", text=wrong[:20]))
    empty = [seat for seat, amount in enumerate(amounts) if amount is None]
    filled_in = [amount - now.stake if left else amount for amount in amounts if amount is not None]
    if empty and (len(empty) > 1 or not now.balanced):
        raise RecordError(say("tournament.open", n=len(empty)))
    if empty:
        amounts[empty[0]] = -sum(filled_in, pot) + (now.stake if left else 0)
    won = tuple((amount or Decimal(0)) - (now.stake if left else 0) for amount in amounts)
    after = now.with_result(number, table, Result(won, pot, fields.flag("stands")))
    said = say("tournament.saved", table=table + 1, round=number)
    return Done(
        json_file.to_json(after),
        said=said,
        label=say("tournament.step.result", table=table + 1, round=number),
        fields={"tab": "results", "round": str(number), "goto": "yes"},
    )


def _clear(now: Tournament, fields: Fields) -> Done:
    number, table = results_tab.filled_in(now, fields)
    after = now.with_result(number, table, None)
    return Done(
        json_file.to_json(after),
        label=say("tournament.step.clear", table=table + 1, round=number),
        fields={"tab": "results", "round": str(number), "table": str(table + 1)},
    )


def _look(now: Tournament, fields: Fields) -> Done:
    """A result to be put right."""
    return Done(
        json_file.to_json(now),
        fields={
            "tab": "results",
            "round": fields.text("round"),
            "table": fields.pressed("table"),
            "goto": "yes",
        },
    )


def _tab(now: Tournament, fields: Fields) -> Done:
    """Another part of the sheet; what is half filled in waits for the player who comes back to it."""
    begun, tab = tabs.half_filled(now, fields), fields.pressed("tab")
    shown = _stay(fields) | {"tab": tab}
    if tab == "results" and "about" in begun:
        shown["round"], shown["table"] = begun["about"].split(".")
    return Done(json_file.to_json(now), fields=shown | begun)


def _csv(now: Tournament, fields: Fields) -> Done:
    name = now.title or "tournament"
    return Done(json_file.to_json(now), file=File(name, csv_table.to_csv(now)))


_BUTTONS = {
    "tab": _tab,
    "agree": _settle_agreed,
    "join": _join,
    "leave": _leave,
    "return": _return,
    "rename": _rename,
    "draw": _draw,
    "extra": _extra,
    "save": _save,
    "clear": _clear,
    "table": _look,
    "csv": _csv,
}

KIND = Kind()
