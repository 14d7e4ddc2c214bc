"""What goes to a terminal: whatever its encoding, nothing ends in a traceback; whatever comes in, nothing of
it makes a terminal act; and no refusal is longer than a sentence."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from taroky import rules
from taroky import session as sessions
from taroky.api import handler
from taroky.characters import escaped
from taroky.cli import main
from taroky.errors import TarokyError
from taroky.game import record
from taroky.messages import languages, speaking
from taroky.messages.brief import MOST
from taroky.rules import packing

SCORE = [
    "score",
    "--contract",
    "trojka",
    "--declarer",
    "A",
    "--level",
    "3",
    "--points",
    "declarers=45",
]
#: What a terminal would act on, or show otherwise than it is.
SIGNS = (
    "\x1b[31mred",
    "\x1b]0;title\x07",
    "\x9b31m",
    "\u202egnirts",
    "\u2066a\u2069",
    "a\rb",
    "a\x08b",
    "\u200bzero",
    "a\u2028b",
    "\U000e0041",
    "\x7f",
)


class Stream(io.TextIOWrapper):
    """Standard output of a terminal with this encoding."""

    def __init__(self, encoding: str) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)

    @property
    def text(self) -> str:
        buffer = self.buffer
        assert isinstance(buffer, io.BytesIO)
        return buffer.getvalue().decode(self.encoding)


def shown(monkeypatch: pytest.MonkeyPatch, encoding: str, *words: str) -> tuple[int, str, str]:
    out, err = Stream(encoding), Stream(encoding)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    status = main(list(words))
    return status, out.text, err.text


@pytest.mark.parametrize("encoding", ["cp1252", "cp1250", "cp852", "ascii", "latin-1", "cp437"])
@pytest.mark.parametrize("language", sorted(languages()))
def test_every_encoding_takes_every_answer(
    encoding: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for words in (SCORE, ["rules", "show", "machtarok"], ["rules", "diff", "hlucin", "polish"]):
        status, text, _ = shown(monkeypatch, encoding, "--language", language, *words)
        assert status == 0 and text and "\\u" not in text.replace("\\u2660", "")
    status, _, said = shown(monkeypatch, encoding, "score", "--contract", "☃ škýz")
    assert status == 2 and "\\u2603 " in said


def test_letters_lose_their_accents_where_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _, text, _ = shown(monkeypatch, "ascii", "--language", "cs", *SCORE)
    assert "trojka: vitezi strana vydrazitele, 45 bodu" in text


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_stays_json_with_all_its_letters(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, plain, _ = shown(monkeypatch, "utf-8", "--language", "cs", *SCORE, "--json")
    _, text, _ = shown(monkeypatch, encoding, "--language", "cs", *SCORE, "--json")
    assert json.loads(text) == json.loads(plain) and "vítězí" in json.dumps(
        json.loads(text), ensure_ascii=False
    )


@pytest.mark.parametrize("encoding", ["cp1252", "ascii:strict"])
def test_the_command_itself_under_another_encoding(encoding: str) -> None:
    command = [sys.executable, "-m", "taroky", "--language", "pl", "score", "--contract", "škýz"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert done.returncode == 2 and b"Traceback" not in done.stderr and done.stderr


@pytest.mark.parametrize(
    "sign",
    [
        "".join(s for s in SIGNS if s.isprintable() or ("\r" not in s and "\u2028" not in s)),
        "a\rb\u2028c",
    ],
)
def test_no_sign_reaches_a_terminal(
    sign: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, text, _ = shown(monkeypatch, "utf-8", "play", "--seed", "1", "--bot", "random")
    hand = tmp_path / "hand.txt"
    hand.write_text(text.replace("talon:", f"note: {sign}\ntalon:", 1), "utf-8", newline="")
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"contract": sign, "declarer": sign, "points": {sign: 3}}), "utf-8")
    session = tmp_path / "s.json"
    now = sessions.to_json(sessions.start(rules.load("hlucin"), ["Ada", "Ben", "Cy", "Di"]))
    session.write_text(json.dumps({**now, "title": sign, "hands": [{sign: 1}]}), "utf-8")
    said = [
        shown(monkeypatch, "utf-8", *words)
        for words in (
            ["replay", str(hand)],
            ["replay", str(hand), "--json"],
            ["score", str(facts)],
            ["score", str(facts), "--json"],
            ["session", "show", str(session)],
            ["session", "show", f"{tmp_path}/{sign.replace(chr(0), '')}.json"],
            ["legal", "--hand", sign],
            ["rules", "show", sign],
        )
    ]
    said.append(
        shown(
            monkeypatch,
            "utf-8",
            "session",
            "new",
            str(tmp_path / "n.json"),
            "--players",
            f"{sign}x",
            "B",
            "C",
            "D",
        )
    )
    for _, out, err in said:
        assert escaped(out) == out and escaped(err) == err
        assert err.count("\n") <= 1


def test_what_is_escaped_is_the_same_json() -> None:
    for sign in SIGNS:
        assert json.loads(escaped(json.dumps(sign, ensure_ascii=False))) == sign


LONG: tuple[Any, ...] = (
    "x" * 50_000,
    "wide " * 9_000,
    "\n".join("ab" * 200),
    ["y" * 900] * 60,
    {"z" * 5_000: "z" * 5_000},
    list(range(5_000)),
    "\x1b" * 4_000,
    "ř" * 7_000,
    {str(n): n for n in range(900)},
)


@pytest.mark.parametrize("language", sorted(languages()))
@pytest.mark.parametrize("value", LONG, ids=[str(n) for n in range(len(LONG))])
def test_no_refusal_is_longer_than_a_sentence(value: Any, language: str) -> None:
    keys = (
        "hand",
        "contract",
        "declarer",
        "points",
        "tricks",
        "announced",
        "doubles",
        "cards",
        "last_trick",
        "declarations",
        "pots",
        "seat",
        "said",
        "pile",
        "trick",
    )
    refused = 0
    for verb in (
        "score",
        "legal",
        "calls",
        "count",
        "winner",
        "session",
        "replay",
        "nothing",
        value,
    ):
        for key in keys:
            facts = {"contract": "trojka", "declarer": "A", "points": {"declarers": 40}, key: value}
            request = {"verb": verb, "rules": "hlucin", "language": language, "facts": facts}
            reply = handler.handle({**request, key: value, "record": value})
            if not reply["ok"]:
                refused += 1
                assert len(reply["error"]["text"]) <= MOST, reply["error"]["text"]
    assert refused > 20
    doors = (
        lambda: record.read(str(value)),
        lambda: rules.load(str(value)),
        lambda: rules.load("hlucin", {str(value): str(value)}),
        lambda: rules.parse(f"extends: hlucin\ntable: x\ntitle: y\n{json.dumps(str(value))}: 1\n"),
        lambda: packing.unpack(f"h.{value}"),
        lambda: sessions.from_json(value),
        lambda: sessions.from_json(
            {"format": "taroky-session", "version": value, "rules": "hlucin"}
        ),
        lambda: sessions.from_json(
            {"format": "taroky-session", "version": 1, "rules": "hlucin", "players": value}
        ),
        lambda: sessions.start(rules.load("hlucin"), [str(value)] * 4),
    )
    with speaking(language):
        for door in doors:
            with pytest.raises(TarokyError) as refused_here:
                door()
            assert len(str(refused_here.value)) <= MOST and "\n" not in str(refused_here.value)


@pytest.mark.parametrize(
    "words", [["x" * 9_000], ["legal", "--hand", "y" * 9_000], ["score", "z" * 200]]
)
def test_the_command_line_refuses_in_one_sentence(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        assert main(words) == 2
    except SystemExit as ended:
        assert ended.code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and len(said) < MOST + 60
