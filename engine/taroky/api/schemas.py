"""JSON Schemas: of a rule table (made from its columns), a hand record, the facts of a hand, and the
questions with their answers. `taroky schema NAME` prints one."""

from __future__ import annotations

import types
from dataclasses import MISSING, fields
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin

from taroky.api.questions import QUESTIONS, TOLD
from taroky.messages import languages
from taroky.rules.conditions import VERBS, Amount, Condition
from taroky.rules.facts import REGISTRY
from taroky.rules.reading import columns
from taroky.rules.table import Row, Table
from taroky.settling.reported import reading

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_WORDS = {"type": ["string", "number", "boolean"]}


def table() -> dict[str, Any]:
    """For editors: columns and values of a rule table. A delta may leave out anything."""
    defs: dict[str, Any] = {}
    root = _row(Table, defs)
    root["properties"] |= {"extends": {"type": "string"}, "choose": {"type": "object"}}
    root.pop("required")
    return {"$schema": _DRAFT, "title": "A Taroky rule table", **root, "$defs": defs}


def _row(kind: type[Row], defs: dict[str, Any]) -> dict[str, Any]:
    properties = {name: _hint(hint, defs) for name, hint in columns(kind).items()}
    properties["points"] = {"type": "object", "additionalProperties": {"type": "array"}}
    required = [
        column.name
        for column in fields(kind)
        if column.default is MISSING and column.default_factory is MISSING
    ]
    return {
        "type": "object",
        "description": (kind.__doc__ or "").split("\n")[0],
        "additionalProperties": False,
        "properties": properties,
        "required": required,
    }


def _hint(hint: Any, defs: dict[str, Any]) -> dict[str, Any]:
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    origin, args = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Row):
        if hint.__name__ not in defs:
            defs[hint.__name__] = {}
            row = _row(hint, defs)
            row.pop("required")  # a delta names only what differs
            defs[hint.__name__] = row
        return {"anyOf": [{"$ref": f"#/$defs/{hint.__name__}"}, {"const": "off"}]}
    if origin is Literal:
        return {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": _hint(args[0], defs)}
    if origin is not None and len(args) == 2:
        return {"type": "object", "additionalProperties": _hint(args[1], defs)}
    if hint is Condition:
        entry = {"type": "object", "propertyNames": {"enum": sorted({*REGISTRY, "not"})}}
        return {"anyOf": [entry, {"type": "array", "items": entry}]}
    if hint is Amount:
        step = {"type": "object", "propertyNames": {"enum": sorted(VERBS)}}
        return {
            "anyOf": [
                _WORDS,
                {"type": "object", "required": ["by"]},
                step,
                {"type": "array", "items": step},
            ]
        }
    if hint is bool:
        return {"enum": ["yes", "no", True, False]}
    if hint in (int, Decimal):
        return {"type": ["number", "string"]}
    return {} if hint is Any else _WORDS


def record() -> dict[str, Any]:
    """A hand record as JSON."""
    cards = {"type": "array", "items": {"type": "string"}}
    dealt = {
        "type": "object",
        "required": ["hands", "talon"],
        "additionalProperties": False,
        "properties": {"hands": {"type": "object", "additionalProperties": cards}, "talon": cards},
    }
    pack = {
        "type": "object",
        "required": ["pack"],
        "additionalProperties": False,
        "properties": {"pack": cards},
    }
    return {
        "$schema": _DRAFT,
        "title": "A hand of Taroky",
        "type": "object",
        "required": ["format", "version", "rules", "deal", "actions"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": "taroky"},
            "version": {"const": 1},
            "rules": {"type": "string"},
            "options": {"type": "object", "additionalProperties": {"type": "string"}},
            "players": {"type": "integer"},
            "first_hand": {"const": True},
            "notes": {"type": "array", "items": {"type": "string"}},
            "deal": {"anyOf": [dealt, pack]},
            "actions": {
                "type": "array",
                "items": {"type": "array", "minItems": 2, "items": {"type": "string"}},
            },
        },
    }


def session() -> dict[str, Any]:
    """A file of a session: its beginning and its hands."""
    text, amounts = {"type": "string"}, {"type": "object", "additionalProperties": _WORDS}
    told = {
        "payments": amounts,
        "pots": amounts,
        "contract": text,
        "declarer": text,
        "opener": text,
        "ended": text,
        "replay": {"type": "boolean"},
        "dealer": text,
    }
    about = {key: told[key] for key in ("opener", "dealer")}
    hand = {
        "anyOf": [
            {
                "type": "object",
                "required": ["record"],
                "additionalProperties": False,
                "properties": {"record": record(), "dealer": text},
            },
            {
                "type": "object",
                "required": ["facts"],
                "additionalProperties": False,
                "properties": {"facts": reading.schema(), **about},
            },
            {
                "type": "object",
                "required": ["payments"],
                "additionalProperties": False,
                "properties": told,
            },
        ]
    }
    return {
        "$schema": _DRAFT,
        "title": "A session of Taroky",
        "type": "object",
        "required": ["format", "version", "rules", "players"],
        "additionalProperties": False,
        "properties": {
            "format": {"const": "taroky-session"},
            "version": {"const": 1},
            "title": text,
            "rules": text,
            "options": {"type": "object", "additionalProperties": text},
            "players": {"type": "array", "items": text},
            "first_dealer": text,
            "chips": {"type": ["string", "number"]},
            "agreed_hands": {"type": "integer", "minimum": 1},
            "stopped": {"const": True},
            "changes": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["after", "players"],
                    "additionalProperties": False,
                    "properties": {
                        "after": {"type": "integer", "minimum": 0},
                        "players": {"type": "array", "items": text},
                    },
                },
            },
            "drawn": {"type": "array", "items": {"type": "object", "additionalProperties": text}},
            "hands": {"type": "array", "items": hand},
        },
    }


_REASON: dict[str, Any] = {
    "type": "object",
    "description": "A sentence with its message id, parameters and rule points.",
    "required": ["id", "params", "text", "points"],
    "properties": {
        "id": {"type": "string"},
        "params": {"type": "object"},
        "text": {"type": "string"},
        "points": {"type": "array", "items": {"type": "string"}},
    },
}
_CARDS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_NOTHING_OR_REASON: dict[str, Any] = {"anyOf": [_REASON, {"type": "null"}]}


def _object(**properties: Any) -> dict[str, Any]:
    """An object whose properties are required, those whose name ends in "_" excepted."""
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [name for name in properties if not name.endswith("_")],
        "properties": {name.rstrip("_"): value for name, value in properties.items()},
    }


def _choices(**more: Any) -> dict[str, Any]:
    row = _object(what={"type": "string"}, legal={"type": "boolean"}, why=_REASON, **more)
    return {"type": "array", "items": row}


def _asked(**more: Any) -> dict[str, Any]:
    """Return whose turn it is, what that seat may do and why not the rest, and what else is told."""
    span = {"type": "array", "items": {"type": ["integer", "null"]}}
    return _object(
        finished={"type": "boolean"},
        seat={"type": ["string", "null"]},
        choices=_choices(kind={"type": "string"}),
        legal=_CARDS,
        picks_={"type": "object", "additionalProperties": span},
        **more,
    )


def _session_shown() -> dict[str, Any]:
    text, number, yes_no = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
    texts: dict[str, Any] = {"type": "object", "additionalProperties": text}
    maybe = {"type": ["string", "null"]}
    hand = _object(
        number=number,
        dealer=text,
        contract=text,
        ended=text,
        counts=yes_no,
        payments=texts,
        pots=texts,
    )
    standing = _object(rank=number, name=text, total=text)
    return _object(
        rules=text,
        options=texts,
        players=_CARDS,
        unit=text,
        drawn={"type": "array", "items": texts},
        hands={"type": "array", "items": hand},
        counted=number,
        limit={"type": ["integer", "null"]},
        over=yes_no,
        dealer=maybe,
        seats=texts,
        sits_out=maybe,
        first_hand=yes_no,
        pots=texts,
        share=text,
        standings={"type": "array", "items": standing},
        winners=_CARDS,
    )


def answers() -> dict[str, Any]:
    """The answers to the questions of taroky.api.questions, by verb."""
    text, yes_no = {"type": "string"}, {"type": "boolean"}
    group = _object(cards=_CARDS, faces={"type": "integer"}, deduct=text, worth=text, why=_REASON)
    seats = {"type": "object", "additionalProperties": text}
    open_auction = _object(finished={"const": False}, seat=text, calls=_choices(), legal=_CARDS)
    named = {"type": ["string", "null"]}
    over = _object(finished={"const": True}, declarer=named, contract=named, why=_REASON)
    cards_of = {"type": "object", "additionalProperties": _CARDS}
    packet = _object(to=text, cards={"type": "integer"})
    dealt = _asked(
        way=text,
        hands=cards_of,
        talon=_CARDS,
        packets={"type": "array", "items": packet},
        why={"type": "array", "items": _REASON},
    )
    draw = _object(seat=text, cards={"type": "integer"}, may_pass_to=named)
    set_ = _object(take=text, cards=_CARDS, level={"type": "integer"})
    double = _object(by=text, word=text, target=text, of=named)
    amount = {"type": "number"}
    worth = _object(action=text, text=text, mean=amount, half=amount)
    told = {
        "type": "array",
        "items": _object(id=text, text=text, params={"type": "object"}, points=_CARDS, page=text),
    }
    counted = {"for": {"enum": ["declarers", "opponents", "nobody", "trick_takers"]}}
    return {
        "$schema": _DRAFT,
        "title": "Answers to questions about a position, by verb",
        "$defs": {
            "legal": _object(cards=_choices(), legal=_CARDS),
            "winner": _object(
                winner=text,
                card=text,
                seats=seats,
                why=_REASON,
                cards={"type": "object", "additionalProperties": _REASON},
            ),
            "discards": _object(
                n={"type": "integer"},
                cards=_choices(must=yes_no),
                legal_=yes_no,
                why_=_NOTHING_OR_REASON,
                shown_=_CARDS,
                show_=_REASON,
                told_={"type": "object", "additionalProperties": {"type": "integer"}},
                tell_=_REASON,
            ),
            "calls": {"anyOf": [open_auction, over]},
            "worth": _object(
                seat=text,
                unit=text,
                deals={"type": "integer"},
                sure=yes_no,
                reasons=told,
                choices={
                    "type": "array",
                    "items": _object(
                        action=text, text=text, mean=amount, half=amount, gains={"type": "integer"}
                    ),
                },
            ),
            "callable": _object(cards=_choices(alone=yes_no), legal=_CARDS),
            "declarations": _object(
                rows=_choices(pay=text, claim=yes_no),
                best=_CARDS,
                value=text,
                claims=_CARDS,
                claims_value=text,
            ),
            "count": _object(
                points=text, groups={"type": "array", "items": group}, left_over=_CARDS, why=_REASON
            ),
            "score": settlement(),
            "offers": _object(
                rows=_choices(at=text, until=named, then=text), legal=_CARDS, why_=_REASON
            ),
            "layout": {
                "anyOf": [dealt, _asked(way=named, batches_={"type": "array", "items": _CARDS})]
            },
            "talon": _asked(
                draws={"type": "array", "items": draw},
                sets={"type": "array", "items": set_},
                looked_at={"type": "array", "items": _CARDS},
                taken=cards_of,
                left=_CARDS,
                exposed=_CARDS,
                why=_REASON,
            ),
            "counted_for": _object(
                discards={"type": "array", "items": _object(seat=text, why=_REASON, **counted)},
                rest={
                    "type": "array",
                    "items": _object(
                        cards={"anyOf": [_CARDS, {"type": "null"}]},
                        n={"type": "integer"},
                        why=_REASON,
                        **counted,
                    ),
                },
            ),
            "sides": _object(
                sides=cards_of, partner=named, alone=yes_no, known_to=_CARDS, why=_REASON
            ),
            "sayings": _asked(
                asides={"type": "object", "additionalProperties": _choices(kind=text)},
                doubles={"type": "array", "items": double},
                why_=_REASON,
            ),
            "leads": _object(seat=text, why=_REASON),
            "first_dealer": _object(
                place={"type": ["integer", "null"]},
                again={"type": "array", "items": {"type": "integer"}},
            ),
            "next_dealer": _object(seat=text, dealt_again=yes_no, counts=yes_no),
            "session": _session_shown(),
            "review": _object(
                seat=text,
                unit=text,
                decisions={
                    "type": "array",
                    "items": _object(
                        number={"type": "integer"},
                        phase=text,
                        trick={"type": "integer"},
                        did=worth,
                        best=worth,
                        loss=amount,
                        half=amount,
                        mistake=yes_no,
                        reasons=told,
                    ),
                },
            ),
            "advice": _object(
                seat=text, unit=text, choices={"type": "array", "items": worth}, reasons=told
            ),
        },
    }


def asked() -> dict[str, Any]:
    """Return what the questions of taroky.api.questions take, by verb."""
    of_all = {
        "rules": {"type": "string"},
        "options": {"type": "object"},
        "language": {"enum": list(languages())},
    }
    return {
        "$schema": _DRAFT,
        "title": "Questions about a position, by verb",
        "$defs": {
            verb: {
                "type": "object",
                "description": question.tell,
                "required": ["verb", *question.needs],
                "properties": {
                    "verb": {"const": verb},
                    **of_all,
                    **{
                        key: {**kind.schema, "description": TOLD[key]}
                        if key in TOLD
                        else kind.schema
                        for key, kind in question.takes.items()
                    },
                },
            }
            for verb, question in QUESTIONS.items()
        },
    }


def settlement() -> dict[str, Any]:
    """The answer to `score`: items with working, payments per seat."""
    amounts = {"type": "object", "additionalProperties": {"type": "string"}}
    item = {
        "type": "object",
        "required": ["id", "label", "points", "amounts", "steps"],
        "properties": {
            "label": _REASON,
            "amounts": amounts,
            "steps": {"type": "array", "items": _REASON},
        },
    }
    return {
        "$schema": _DRAFT,
        "title": "A settlement",
        "type": "object",
        "required": ["items", "payments", "pots", "winners", "notes"],
        "properties": {
            "items": {"type": "array", "items": item},
            "payments": amounts,
            "pots": amounts,
            "winners": {"type": "array", "items": {"type": "string"}},
        },
    }


SCHEMAS = {
    "questions": asked,
    "answers": answers,
    "table": table,
    "record": record,
    "facts": reading.schema,
    "session": session,
    "settlement": settlement,
}
