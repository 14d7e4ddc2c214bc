"""Text that comes in as bytes: read in every encoding that can be told for sure, refused in every other."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from spoken_languages import EVERY
from taroky import rules
from taroky.characters import same_name
from taroky.cli import main
from taroky.decoding import decoded
from taroky.errors import RecordError, TarokyError
from taroky.messages import speaking

LIST = "Číslo;Jméno\r\n1;Jiří Dvořák\r\n2;Zofia Żółć-Wąs\r\n3;Šárka Müllerová\r\n"
PLAIN = LIST.replace("\r\n", "\n")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1250"]
)
def test_a_list_is_read_in_what_spreadsheets_and_editors_write(encoding: str) -> None:
    data = LIST.encode(encoding)
    assert decoded(data, is_list=True) == PLAIN
    if encoding == "cp1250":
        with pytest.raises(RecordError, match="UTF-8"):
            decoded(data)
    else:
        assert decoded(data) == PLAIN


@pytest.mark.parametrize("mark", ["utf-16-le", "utf-16-be"])
def test_a_mark_tells_utf_16_of_any_letters(mark: str) -> None:
    text = "žluťoučký ĀĀĀ \u0100"
    assert decoded("\ufeff".encode(mark) + text.encode(mark)) == text


@pytest.mark.parametrize("encoding", ["cp852", "iso8859-2", "mac_latin2"])
@pytest.mark.parametrize(
    "text", [PLAIN, "Tomáš\nLukáš\nŽofie\n", "Růžena\nBořek Malý\n", "Ząbek\nŚwist\n"]
)
def test_another_code_page_is_not_guessed(encoding: str, text: str) -> None:
    data = text.encode(encoding)
    with pytest.raises(RecordError, match="UTF-8"):
        decoded(data, is_list=True)


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 40,
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"\xff\xfea",
        b"\xfe\xff\xd8\x00",
        b"\xef\xbb\xbf\xff",
        b"\x81\x83 Petr",
        b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xff\xff",
    ],
)
def test_what_is_no_text_is_refused_in_every_language(data: bytes) -> None:
    for language in EVERY:
        with speaking(language), pytest.raises(RecordError) as refused:
            decoded(data, is_list=True)
        assert "UTF-8" in str(refused.value) and "\ufffd" not in str(refused.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_every_door_of_the_command_line_reads_them(
    encoding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    texts = {
        "house.yaml": "extends: hlucin\ntable: x\ntitle: U Žižky\n",
        "house.json": '{"extends": "hlucin", "table": "x", "title": "U Žižky"}',
        "facts.yaml": "contract: trojka\ndeclarer: A\nlevel: 3\npoints: {declarers: 45}\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(text.encode(encoding))
    for name in ("house.yaml", "house.json"):
        assert rules.read(tmp_path / name).title == "U Žižky"
    facts = str(tmp_path / "facts.yaml")
    assert main(["score", facts]) == 0
    from_file = capsys.readouterr().out
    typed = io.TextIOWrapper(io.BytesIO(texts["facts.yaml"].encode(encoding)), encoding="ascii")
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["score", "-"]) == 0
    assert capsys.readouterr().out == from_file
    assert main(["play", "--seed", "1", "--bot", "random"]) == 0
    record = capsys.readouterr().out
    (tmp_path / "hand.txt").write_bytes(record.encode(encoding))
    assert main(["replay", str(tmp_path / "hand.txt")]) == 0
    assert main(["session", "new", str(tmp_path / "s.json"), "--players", "Jiří", *"BCD"]) == 0
    session = tmp_path / "s.json"
    session.write_bytes(session.read_text("utf-8").encode(encoding))
    capsys.readouterr()
    assert main(["session", "show", str(session)]) == 0
    assert "Jiří" in capsys.readouterr().out


def test_a_file_in_a_code_page_is_refused_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("house.yaml", "hand.txt", "s.json"):
        (tmp_path / name).write_bytes("title: Žižka".encode("cp1250"))
    for words in (["rules", "check"], ["replay"], ["session", "show"]):
        name = {"rules": "house.yaml", "replay": "hand.txt", "session": "s.json"}[words[0]]
        assert main([*words, str(tmp_path / name)]) == 2
        said = capsys.readouterr().err
        assert name in said and "UTF-8" in said and "Traceback" not in said


@pytest.mark.parametrize(
    "name",
    [
        "Jir\u030ci\u0301",
        " Jiří ",
        "Ji\u200bří",
        "\u202aJiří\u202c",
        "\ufeffJiří",
        "Jiří\u200e",
        "Ji\u00adří\u2060",
        "\u00a0Jiří\u2003",
        "Jiří\t\n",
        "Ji\u034fří\ufe0f",
        "Jiří\x00\x1b",
    ],
)
def test_names_that_look_the_same_are_the_same(name: str) -> None:
    from taroky import session as sessions

    assert same_name(name) == "Jiří"
    table = rules.load("hlucin")
    with pytest.raises(RecordError, match="look the same"):
        sessions.start(table, ["Jiří", name, "Ben", "Dana"])
    now = sessions.start(table, [name, "Ada", "Ben", "Dana"])
    assert now.players[0] == "Jiří"
    data = sessions.to_json(now.after({"A": 0}))
    twisted = json.loads(json.dumps(data).replace(json.dumps("Jiří"), json.dumps(name)))
    twisted["players"][0] = "Jiří"
    twisted["hands"][0]["dealer"] = name
    assert sessions.from_json(twisted).players == now.players
    with pytest.raises(TarokyError, match="look the same"):
        now.seat(["Jiří", "Ada", name, "Ben"])


def test_blanks_within_a_name_are_one() -> None:
    assert same_name("Anna \u00a0 \u2009Marie\u3000Nová") == "Anna Marie Nová"
    assert same_name("a\u2028b\u2029c\x85d") == "a b c d"
