"""Facts, records, tables and answers keep to their JSON Schemas."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from taroky import rules
from taroky.api import handler, questions, schemas
from taroky.api.questions import QUESTIONS
from taroky.game import record
from taroky.players.simulate import play_hand

TABLE = rules.load("hlucin")


def up_to(actions: int) -> str:
    """A record of the first actions of a hand."""
    entry = record.of_hand(play_hand(TABLE, "8", "thumb"))
    return record.to_text(replace(entry, actions=entry.actions[:actions], lines=()))


ASKED: list[dict[str, Any]] = [
    {"verb": "layout"},
    {"verb": "layout", "done": "cut 20"},
    {"verb": "layout", "done": [["knock"], ["batch", "3"]]},
    {"verb": "talon", "contract": "povinnost", "done": "draw / pass"},
    {"verb": "talon", "contract": "trojka", "declarer": "B", "done": "reject"},
    {"verb": "talon", "contract": "solo", "declarer": "B"},
    {"verb": "counted_for", "contract": "trojka", "declarer": "B", "done": "take first"},
    {"verb": "sides", "contract": "povinnost", "called": "XIX", "holder": "C"},
    {
        "verb": "sayings",
        "contract": "povinnost",
        "called": "XIX",
        "said": "trul / nothing / flek:game",
    },
    {"verb": "sayings", "rules": "machtarok", "contract": "prever", "declarer": "C"},
    {"verb": "leads", "contract": "povinnost"},
    {"verb": "legal", "hand": "KS 7S XXI", "trick": "QS"},
    {"verb": "legal", "hand": "I V KD", "trick": "7C", "announced": ["pagat"]},
    {"verb": "winner", "trick": "KH 4H I AH"},
    {"verb": "winner", "trick": "2H KS KD 3H", "leader": "C"},
    {"verb": "discards", "hand": "XX XIX KS KH KD QC 7C 8C 9C II III IV V"},
    {"verb": "discards", "hand": "XX XIX KS KH KD QC XII II III IV V VI X", "chosen": "QC"},
    {"verb": "discards", "hand": "XX XIX KS KH KD XIII XII II III IV V VI X", "chosen": "II"},
    {"verb": "calls", "said": ["povinnost"], "hand": "I KS"},
    {"verb": "calls", "said": ["povinnost", "pass", "pass", "solo"]},
    {"verb": "worth", "hand": "XIX XVIII KS I II III IV KH 7C 8C 9C 7S", "deals": 2},
    {"verb": "callable", "hand": "XIX XVIII KS"},
    {"verb": "declarations", "hand": "SKYZ XXI I KS"},
    {"verb": "count", "pile": "KS QH RC 7C 8C"},
    {
        "verb": "score",
        "facts": {"contract": "varsava", "points": {"A": 26, "B": 26, "C": 18, "D": 0}},
    },
    {"verb": "score", "facts": {"ended": "misdeal"}},
    {"verb": "offers", "rules": "polish", "hand": "XXI I KS QS RS JS KH QH RH JH KD QD"},
    {"verb": "first_dealer", "drawn": "KH V 7S XXI"},
    {"verb": "next_dealer", "rules": "heun", "contract": "four", "declarer": "B"},
    {
        "verb": "session",
        "session": {
            "format": "taroky-session",
            "version": 1,
            "rules": "hlucin",
            "players": ["Ada", "Ben", "Cyril", "Dana"],
            "hands": [{"payments": {"A": "1", "B": "-1"}}],
        },
    },
    {"verb": "review", "record": up_to(6), "seat": "A"},
    {"verb": "advice", "record": up_to(-6)},
    {"verb": "replay", "record": up_to(6)},
    {"verb": "replay", "record": up_to(999)},
]


@pytest.mark.parametrize("request_", ASKED, ids=lambda q: q["verb"])
def test_answers_keep_to_the_schema(request_: dict[str, Any]) -> None:
    schema = schemas.answers()
    jsonschema.validate(request_, {**schemas.asked(), "$ref": f"#/$defs/{request_['verb']}"})
    answer = json.loads(json.dumps(handler.ask(request_)))
    jsonschema.validate(answer, {**schema, "$ref": f"#/$defs/{request_['verb']}"})
    if "facts" in request_:
        jsonschema.validate(request_["facts"], schemas.SCHEMAS["facts"]())


def test_every_question_is_answered_with_a_schema() -> None:
    assert set(QUESTIONS) == set(schemas.answers()["$defs"])


@pytest.mark.parametrize("seed", range(8))
def test_records_and_settlements_keep_to_the_schema(seed: int) -> None:
    hand = play_hand(TABLE, str(seed))
    jsonschema.validate(record.to_json(record.of_hand(hand)), schemas.record())
    settled = questions.hand_json(hand)["settlement"]
    jsonschema.validate(settled, schemas.settlement())


def test_the_tables_keep_to_the_schema() -> None:
    for name in rules.ids():
        jsonschema.validate(rules.flat(name), schemas.table())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**rules.flat("hlucin"), "colour": "red"}, schemas.table())


def test_schemas_are_schemas() -> None:
    for make in schemas.SCHEMAS.values():
        jsonschema.Draft202012Validator.check_schema(make())


def test_a_spoilt_question_gets_one_sentence() -> None:
    rng = random.Random(1)
    words = [None, 7, [], {}, "", "KS", "I I", ["KS", 3], {"a": 1}, "<b>", True, "A" * 99]
    for _ in range(600):
        asked = dict(rng.choice(ASKED))
        asked[rng.choice([*asked, "rules", "options", "contract", "leader"])] = rng.choice(words)
        reply = handler.handle(asked)
        assert reply["ok"] in (True, False)
        if not reply["ok"]:
            assert reply["error"]["text"]


def properties(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every property in a schema, with the way to it."""
    if isinstance(schema, dict):
        for name, one in schema.get("properties", {}).items():
            yield f"{path}/{name}", one
        for key, below in schema.items():
            yield from properties(below, f"{path}/{key}")
    elif isinstance(schema, list):
        for number, below in enumerate(schema):
            yield from properties(below, f"{path}/{number}")


@pytest.mark.parametrize("name", schemas.SCHEMAS)
def test_every_property_is_described_and_every_schema_has_a_name(name: str) -> None:
    schema = schemas.SCHEMAS[name]()
    assert schema["$id"] == f"urn:taroky:schema:{name}"
    assert schema["$schema"] and schema["title"]
    described = dict(properties(schema))
    lacking = [path for path, one in described.items() if not one.get("description", "").strip()]
    assert described and not lacking
    # no other schema inside this one has a head of its own
    assert json.dumps(schema).count('"$id"') == 1


def test_the_schema_of_tables_knows_which_numbers_make_sense() -> None:
    validator = jsonschema.Draft202012Validator(schemas.table())
    assert validator.is_valid({"deal": {"hand": 12}, "settle": {"shares": {"partner": 2}}})
    for wrong in ({"deal": {"hand": 0}}, {"seats": {"active": 9}}, {"seats": {"players": [0]}}):
        assert not validator.is_valid(wrong), wrong


def test_a_question_with_an_unknown_key_is_none_by_its_schema() -> None:
    for verb in QUESTIONS:
        schema = {**schemas.asked(), "$ref": f"#/$defs/{verb}"}
        assert not jsonschema.Draft202012Validator(schema).is_valid({"verb": verb, "zzz": 1})
