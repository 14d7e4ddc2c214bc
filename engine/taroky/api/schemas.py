"""JSON Schemas: of a rule table (made from its columns), a hand record, the facts of a hand, and the
questions with their answers. `taroky schema NAME` prints one."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from decimal import Decimal
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from taroky.api.answers import Answer, key_of, may_be_absent, written
from taroky.api.field_texts import field_texts
from taroky.api.questions import QUESTIONS, Question
from taroky.api.settling import SettlementAnswer
from taroky.hand import Reason
from taroky.messages import ENGLISH, Message, languages, say
from taroky.rules.columns.row import LEAST, MOST
from taroky.rules.conditions import VERBS, Amount, Condition
from taroky.rules.facts import REGISTRY
from taroky.rules.reading import columns, needed
from taroky.rules.rule_sets import ids
from taroky.rules.table import Row, Table
from taroky.settling.reported import reading

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
#: Each schema has a name of its own, by which others can speak of it.
_ID = "urn:taroky:schema:"
_WORDS = {"type": ["string", "number", "boolean"]}
_TEXT = {"type": "string"}


def _headed(name: str, title: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema with its head."""
    return {"$schema": _DRAFT, "$id": f"{_ID}{name}", "title": title, **schema}


def _about(description: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema that says what it is of."""
    return {"description": description, **schema}


def table() -> dict[str, Any]:
    """For editors: columns and values of a rule table. A delta may leave out anything."""
    defs: dict[str, Any] = {}
    root = _row(Table, defs)
    root["properties"] |= {
        "extends": _about(
            "the rule set that it changes, by its id", {"type": "string", "examples": list(ids())}
        ),
        "choose": _about("house options of that rule set, by key", {"type": "object"}),
    }
    root.pop("required")
    return _headed("table", "A Taroky rule table", {**root, "$defs": defs})


def _row(kind: type[Row], defs: dict[str, Any]) -> dict[str, Any]:
    texts = field_texts(kind)
    properties = {
        name: _about(texts[name], _hint(hint, defs)) for name, hint in columns(kind).items()
    }
    for column in fields(kind):
        properties[column.name] |= _bounds(column.metadata, properties[column.name])
    properties["points"] |= {"type": "object", "additionalProperties": {"type": "array"}}
    return {
        "type": "object",
        "description": (kind.__doc__ or "").split("\n")[0],
        "additionalProperties": False,
        "properties": properties,
        "required": [name for name in columns(kind) if name in needed(kind)],
    }


def _bounds(says: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers that a column takes, where it is one number or a list of them."""
    words = {LEAST: "minimum", MOST: "maximum", "above": "exclusiveMinimum"}
    bounds = {word: says[key] for key, word in words.items() if key in says}
    if not bounds or "type" not in schema:
        return {}
    if schema["type"] == "array":
        return {"items": {**schema["items"], **bounds}}
    return {} if schema["type"] == "object" else bounds


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
    return _headed("record", "A hand of Taroky", _record())


def _record() -> dict[str, Any]:
    cards = {"type": "array", "items": {"type": "string"}}
    hands = {"type": "object", "additionalProperties": cards}
    dealt = _closed(
        ["hands", "talon"],
        {
            "hands": _about("the cards of each hand, by seat", hands),
            "talon": _about("the cards of the talon, the top card first", cards),
        },
    )
    pack = _closed(["pack"], {"pack": _about("all cards, the top card first", cards)})
    action = {"type": "array", "minItems": 2, "items": {"type": "string"}}
    properties: dict[str, Any] = {
        "format": _about("says that it is a hand", {"const": "taroky"}),
        "version": _about("of the format", {"const": 1}),
        "rules": _about("the id of a rule set, or a packed house table", _TEXT),
        "options": _about(
            "the house options that are chosen, by key",
            {"type": "object", "additionalProperties": {"type": "string"}},
        ),
        "players": _about("how many are at the table, if more than play", {"type": "integer"}),
        "first_hand": _about("says that it is the first hand of a session", {"const": True}),
        "notes": _about("free texts", {"type": "array", "items": {"type": "string"}}),
        "deal": _about(
            "the cards as dealt, or the pack of a hand that begins before the deal",
            {"anyOf": [dealt, pack]},
        ),
        "actions": _about(
            "what was done: seat, verb and what it is about", {"type": "array", "items": action}
        ),
    }
    return _closed(["format", "version", "rules", "deal", "actions"], properties)


def session() -> dict[str, Any]:
    """A file of a session: its beginning and its hands."""
    names = {"type": "array", "items": _TEXT}
    seated = _closed(
        ["after", "players"],
        {
            "after": _about("after how many hands", {"type": "integer", "minimum": 0}),
            "players": _about("who is at the table from then on, in order of play", names),
        },
    )
    drawn = {"type": "array", "items": {"type": "object", "additionalProperties": _TEXT}}
    properties: dict[str, Any] = {
        "format": _about("says that it is a session", {"const": "taroky-session"}),
        "version": _about("of the format", {"const": 1}),
        "title": _about("a name of the evening", _TEXT),
        "rules": _about("the id of a rule set, or a packed house table", _TEXT),
        "options": _about(
            "the house options that are chosen, by key",
            {"type": "object", "additionalProperties": _TEXT},
        ),
        "players": _about("the names at the beginning, in order of play", names),
        "first_dealer": _about("the name of the player who dealt first", _TEXT),
        "chips": _about("what everybody starts with", {"type": ["string", "number"]}),
        "agreed_hands": _about("after how many hands it ends", {"type": "integer", "minimum": 1}),
        "stopped": _about("says that the players have ended it", {"const": True}),
        "changes": _about("who came and went", {"type": "array", "items": seated}),
        "drawn": _about("the cards drawn for the first deal, by name, round after round", drawn),
        "hands": _about("the hands so far", {"type": "array", "items": _hand_of_session()}),
    }
    needed_keys = ["format", "version", "rules", "players"]
    return _headed("session", "A session of Taroky", _closed(needed_keys, properties))


def _hand_of_session() -> dict[str, Any]:
    """A hand in a session file: a record, facts, or only what was paid."""
    amounts = {"type": "object", "additionalProperties": _WORDS}
    paid = {
        "payments": _about("what each seat got, or paid below zero", amounts),
        "pots": _about("what went into each pot, or came out of it below zero", amounts),
        "contract": _about("the contract that was played", _TEXT),
        "declarer": _about("the seat that played it", _TEXT),
        "opener": _about("the seat that opened the auction", _TEXT),
        "ended": _about("what ended the hand before its last card", _TEXT),
        "replay": _about("whether it is dealt again", {"type": "boolean"}),
        "dealer": _about("the name of the player who dealt", _TEXT),
    }
    about = {key: paid[key] for key in ("opener", "dealer")}
    played = {"record": _about("the hand, action by action", _record()), "dealer": paid["dealer"]}
    reported = {"facts": _about("the facts of its end", reading.schema()), **about}
    return {
        "anyOf": [
            _closed(["record"], played),
            _closed(["facts"], reported),
            _closed(["payments"], paid),
        ]
    }


def facts() -> dict[str, Any]:
    """The facts of a finished hand."""
    return _headed("facts", "Facts of a finished hand", reading.schema())


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
    of_verbs = {verb: of_answer(_returned(one.ask)) for verb, one in QUESTIONS.items()}
    title = "Answers to questions about a position, by verb"
    return _headed("answers", title, {"$defs": of_verbs})


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
    hints, texts = get_type_hints(kind), field_texts(kind)
    properties, required = {}, []
    for column in written(kind):
        hint = hints[column.name]
        if may_be_absent(column):
            (hint,) = (part for part in get_args(hint) if part is not types.NoneType)
        else:
            required.append(key_of(column))
        schema = of_answer(hint)
        if column.metadata.get("pages"):
            page = _about('the page of strategy that tells more, "" for none', _TEXT)
            schema["items"] = _of_sentence(Reason, page=page)
        properties[key_of(column)] = {**schema, "description": texts[column.name]}
    return _object(properties, required, kind)


def _of_sentence(kind: type[Reason | Message], **more: dict[str, Any]) -> dict[str, Any]:
    """The schema of a message or of a reason, which has rule points besides."""
    properties: dict[str, Any] = {
        "id": _about("the id of the sentence", _TEXT),
        "params": _about("what is filled into it", {"type": "object"}),
        "text": _about("the sentence in the language that was asked for", _TEXT),
    }
    if issubclass(kind, Reason):
        rule_points = {"type": "array", "items": _TEXT}
        properties["points"] = _about("the ids of the rules it rests on", rule_points)
        texts = field_texts(kind)
        more |= {
            name: _about(texts[name], of_answer(hint))
            for name, hint in get_type_hints(kind).items()
        }
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
    of_verbs = {verb: _asked(verb, question) for verb, question in QUESTIONS.items()}
    return _headed("questions", "Questions about a position, by verb", {"$defs": of_verbs})


def _asked(verb: str, question: Question) -> dict[str, Any]:
    """The schema of a question."""
    properties = {
        "verb": _about("which question it is", {"const": verb}),
        "rules": _about("the id of a rule set, or a packed house table", _TEXT),
        "options": _about("house options, by key", {"type": "object"}),
        "language": _about("the language of the answer", {"enum": list(languages())}),
    }
    for key, kind in question.takes.items():
        properties[key] = _about(say(f"meaning.{key}").text(ENGLISH), kind.schema)
    return {
        "type": "object",
        "description": say(question.tells).text(ENGLISH),
        "required": ["verb", *question.needs],
        "additionalProperties": False,
        "properties": properties,
    }


def settlement() -> dict[str, Any]:
    """The answer to `score`: items with working, payments per seat."""
    return _headed("settlement", "A settlement", of_answer(SettlementAnswer))


SCHEMAS = {
    "questions": asked,
    "answers": answers,
    "table": table,
    "record": record,
    "facts": facts,
    "session": session,
    "settlement": settlement,
}
