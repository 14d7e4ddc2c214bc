"""What a question, a record or a session file says beside what is known there is refused, and not left aside in
silence."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import taroky
from taroky.api import handler
from taroky.api.questions import QUESTIONS
from taroky.cli import main
from taroky.errors import TarokyError


def misspelt(key: str) -> str:
    """The key without one of its letters, or with one too many."""
    return key[:-2] + key[-1] if len(key) > 4 else f"{key}s"


@pytest.mark.parametrize("verb", QUESTIONS)
def test_a_misspelt_key_of_a_question_is_refused_with_the_right_one(verb: str) -> None:
    question = QUESTIONS[verb]
    for key in (*question.takes, "rules", "options", "language"):
        wrong = misspelt(key)
        if wrong in question.takes:
            continue
        reply = handler.handle({"verb": verb, wrong: "x"})
        assert not reply["ok"]
        text = reply["error"]["text"]
        assert text.startswith(
            f"“{wrong}” is not something that the question {verb} takes; did you mean "
        )
        near = text.removesuffix("?").rpartition(" ")[2]
        assert near in (*question.takes, "rules", "options", "language"), (key, text)
    reply = handler.handle({"verb": verb, "zzz": None})
    assert (
        f"“zzz” is not something that the question {verb} takes; expected verb"
        in reply["error"]["text"]
    )


def test_the_hand_is_not_judged_without_its_trick() -> None:
    asked = {"verb": "legal", "hand": ["KS", "7S"], "trik": ["QS"]}
    reply = handler.handle(asked)
    assert reply["error"]["text"].endswith(
        "“trik” is not something that the question legal takes; did you mean trick?"
    )
    with pytest.raises(TarokyError, match="did you mean trick"):
        handler.ask(asked)


@pytest.mark.parametrize("request_", [None, 7, "legal", ["legal"], {1: 2}, {"verb": ["legal"]}])
def test_what_is_no_question_is_refused(request_: Any) -> None:
    reply = handler.handle(request_)
    assert not reply["ok"] and reply["error"]["text"]


HAND = taroky.play(taroky.deal("hlucin", 7))
FACTS = {
    "rules": "hlucin",
    "contract": "povinnost",
    "declarer": "A",
    "partner": "C",
    "points": {"declarers": 39},
    "tricks": {"declarers": 7},
    "last_trick": {"winner": "A", "cards": {"A": "I"}},
    "captured": {"XXI": {"holder": "C", "taker": "B", "card": "SKYZ"}},
}
EVENING = taroky.start_session("hlucin", ["Ada", "Bo", "Cy", "Di"]).add(HAND)
SESSION = {
    **taroky.to_json(EVENING),
    "changes": [{"after": 1, "players": ["Ada", "Bo", "Cy", "Eve"]}],
}
#: Objects whose keys are free: seats, names, options, rows.
FREE = {"options", "hands", "cards", "captured", "payments", "points", "tricks"}


def objects(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all objects whose keys have names."""
    if isinstance(data, dict):
        if not (path and path[-1] in FREE):
            yield path
        for key, value in data.items():
            yield from objects(value, (*path, key))
    elif isinstance(data, list) and data:
        yield from objects(data[0], (*path, 0))


def with_key(data: Any, path: tuple[Any, ...], key: str, value: Any) -> Any:
    changed = copy.deepcopy(data)
    here = changed
    for step in path:
        here = here[step]
    here[key] = value
    return changed


@pytest.mark.parametrize(
    ("read", "data"),
    [
        pytest.param(taroky.from_json, taroky.to_json(HAND), id="record"),
        pytest.param(taroky.from_json, taroky.to_json(taroky.deal("hlucin", 3)), id="deal"),
        pytest.param(taroky.from_json, SESSION, id="session"),
        pytest.param(taroky.settle, FACTS, id="facts"),
    ],
)
def test_an_unknown_key_is_refused_wherever_it_is(read: Any, data: dict[str, Any]) -> None:
    paths = list(objects(data))
    assert () in paths
    for path in paths:
        with pytest.raises(TarokyError) as problem:
            read(with_key(data, path, "zzz", 1))
        assert str(problem.value), path


@pytest.mark.parametrize(
    ("data", "path", "key", "sentence"),
    [
        (
            taroky.to_json(HAND),
            (),
            "note",
            "“note” is not a key of a hand record; did you mean notes?",
        ),
        (taroky.to_json(HAND), ("deal",), "tallon", "did you mean talon?"),
        (taroky.to_json(HAND), ("deal",), "colour", "expected hands, talon or pack."),
        (SESSION, (), "agreed_hand", "is not a key of a session file; did you mean agreed_hands?"),
        (
            SESSION,
            ("hands", 0),
            "dealr",
            "Hand 1: “dealr” is not a key of a session file; did you mean dealer?",
        ),
        (
            SESSION,
            ("hands", 0, "record"),
            "actoins",
            "Hand 1: “actoins” is not a key of a hand record; did you mean actions?",
        ),
    ],
)
def test_the_key_that_was_meant(data: Any, path: tuple[Any, ...], key: str, sentence: str) -> None:
    with pytest.raises(TarokyError) as problem:
        taroky.from_json(with_key(data, path, key, 1))
    assert sentence in str(problem.value)


def test_a_key_in_a_file_of_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANG", raising=False)
    file = tmp_path / "asked.yaml"
    file.write_text("hand: [KS, 7S]\ntrik: [QS]\n", "utf-8")
    assert main(["legal", str(file)]) == 2
    assert (
        f"{file}: “trik” is not something that the question legal takes; did you mean trick?"
        in capsys.readouterr().err
    )
    file = tmp_path / "hand.json"
    file.write_text(json.dumps({**taroky.to_json(HAND), "action": []}), "utf-8")
    assert main(["replay", str(file)]) == 2
    assert "did you mean actions?" in capsys.readouterr().err
