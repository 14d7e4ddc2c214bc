"""JSON Schemas: of a rule table (made from its columns), a hand record, the facts of a hand, and the
questions with their answers. `taroky schema NAME` prints one."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import MISSING, fields
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from taroky.api.answers import Answer, key_of, may_be_absent, written
from taroky.api.questions import QUESTIONS
from taroky.api.settling import SettlementAnswer
from taroky.hand import Reason
from taroky.messages import ENGLISH, Message, known, languages, say
from taroky.rules.conditions import VERBS, Amount, Condition
from taroky.rules.facts import REGISTRY
from taroky.rules.reading import columns
from taroky.rules.table import Row, Table
from taroky.settling.reported import reading

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_WORDS = {"type": ["string", "number", "boolean"]}
_TEXT = {"type": "string"}


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
    hands = {"type": "object", "additionalProperties": cards}
    dealt = _closed(["hands", "talon"], {"hands": hands, "talon": cards})
    pack = _closed(["pack"], {"pack": cards})
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
    text = {"type": "string"}
    seated = _closed(
        ["after", "players"],
        {
            "after": {"type": "integer", "minimum": 0},
            "players": {"type": "array", "items": text},
        },
    )
    return {
        "$schema": _DRAFT,
        "title": "A session of Taroky",
        **_closed(
            ["format", "version", "rules", "players"],
            {
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
                "changes": {"type": "array", "items": seated},
                "drawn": {
                    "type": "array",
                    "items": {"type": "object", "additionalProperties": text},
                },
                "hands": {"type": "array", "items": _hand_of_session()},
            },
        ),
    }


def _hand_of_session() -> dict[str, Any]:
    """A hand in a session file: a record, facts, or only what was paid."""
    text, amounts = {"type": "string"}, {"type": "object", "additionalProperties": _WORDS}
    paid = {
        "payments": amounts,
        "pots": amounts,
        "contract": text,
        "declarer": text,
        "opener": text,
        "ended": text,
        "replay": {"type": "boolean"},
        "dealer": text,
    }
    about = {key: paid[key] for key in ("opener", "dealer")}
    return {
        "anyOf": [
            _closed(["record"], {"record": record(), "dealer": text}),
            _closed(["facts"], {"facts": reading.schema(), **about}),
            _closed(["payments"], paid),
        ]
    }


def _closed(required: list[str], properties: dict[str, Any]) -> dict[str, Any]:
    """An object with these properties and no others."""
    return {
        "type": "object",
        "required": required,
        "additionalProperties": False,
        "properties": properties,
    }


def answers() -> dict[str, Any]:
    """The answers to the questions of taroky.api.questions, by verb, from their classes."""
    return {
        "$schema": _DRAFT,
        "title": "Answers to questions about a position, by verb",
        "$defs": {
            verb: settlement() if verb == "score" else of_answer(_returned(question.ask))
            for verb, question in QUESTIONS.items()
        },
    }


def _returned(ask: Callable[..., Answer]) -> Any:
    """The class that a question answers with, or the classes."""
    return get_type_hints(ask)["return"]


def of_answer(kind: Any) -> dict[str, Any]:
    """The schema of what a field of an answer holds, or of an answer itself."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        parts = [of_answer(part) for part in args]
        if all(part.keys() == {"type"} for part in parts):
            return {"type": [part["type"] for part in parts]}
        return {"anyOf": parts}
    if origin is Literal:
        return {"const": args[0]} if len(args) == 1 else {"enum": list(args)}
    if origin is tuple:
        return {"type": "array", "items": of_answer(args[0])}
    if origin is not None:
        return {"type": "object", "additionalProperties": of_answer(args[1])}
    if issubclass(kind, Answer):
        return _of_class(kind)
    if issubclass(kind, Reason | Message):
        return _of_sentence(kind)
    return {"type": _JSON_TYPES[kind]}


_JSON_TYPES = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    types.NoneType: "null",
}


def _of_class(kind: type[Answer]) -> dict[str, Any]:
    """The schema of an answer: its fields, and what its docstring says."""
    hints = get_type_hints(kind)
    properties, required = {}, []
    for column in written(kind):
        hint = hints[column.name]
        if may_be_absent(column):
            (hint,) = (part for part in get_args(hint) if part is not types.NoneType)
        else:
            required.append(key_of(column))
        schema = of_answer(hint)
        if column.metadata.get("pages"):
            schema["items"] = _of_sentence(Reason, page={"type": "string"})
        properties[key_of(column)] = schema
    return _object(properties, required, kind)


def _of_sentence(kind: type[Reason | Message], **more: dict[str, Any]) -> dict[str, Any]:
    """The schema of a message or of a reason, which has rule points besides."""
    properties: dict[str, Any] = {"id": _TEXT, "params": {"type": "object"}, "text": _TEXT}
    if issubclass(kind, Reason):
        properties["points"] = {"type": "array", "items": _TEXT}
        more |= {name: of_answer(hint) for name, hint in get_type_hints(kind).items()}
    return _object({**properties, **more}, [*properties, *more], kind)


def _object(properties: dict[str, Any], required: list[str], kind: type) -> dict[str, Any]:
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split("\n\n")[0].split()),
        "additionalProperties": False,
        "required": required,
        "properties": properties,
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
                "description": say(question.tells).text(ENGLISH),
                "required": ["verb", *question.needs],
                "properties": {
                    "verb": {"const": verb},
                    **of_all,
                    **{
                        key: {**kind.schema, **_meaning(key)}
                        for key, kind in question.takes.items()
                    },
                },
            }
            for verb, question in QUESTIONS.items()
        },
    }


def _meaning(key: str) -> dict[str, str]:
    """The meaning of a fact as a description, if it has one."""
    name = f"meaning.{key}"
    return {"description": say(name).text(ENGLISH)} if known(name) else {}


def settlement() -> dict[str, Any]:
    """The answer to `score`: items with working, payments per seat."""
    return {"$schema": _DRAFT, "title": "A settlement", **of_answer(SettlementAnswer)}


SCHEMAS = {
    "questions": asked,
    "answers": answers,
    "table": table,
    "record": record,
    "facts": reading.schema,
    "session": session,
    "settlement": settlement,
}
