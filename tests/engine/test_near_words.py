"""A misspelt word is refused with the word that was meant, where one is near, and with what there is where none is:
at every door that takes a rule set, a key or an option."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
import taroky
from taroky import rules
from taroky.api import handler
from taroky.cli import main
from taroky.errors import TarokyError
from taroky.messages import languages, speaking
from taroky.messages.expected import near, suggestion


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("hluci", rules.ids(), "hlucin"),
        ("hlucn", rules.ids(), "hlucin"),
        ("Hlučín", rules.ids(), "hlucin"),
        ("HLUCIN", rules.ids(), "hlucin"),
        ("mach", rules.ids(), "machtarok"),
        ("tarokmach", rules.ids(), "machtarok"),
        ("victory", rules.ids(), "victoria"),
        ("french_5", rules.ids(), "french-5"),
        ("poker", rules.ids(), ""),
        ("h", rules.ids(), ""),
        ("", rules.ids(), ""),
        ("trik", ["trick", "trick_no", "hand"], "trick"),
        ("Trick", ["trick", "hand"], "trick"),
        ("foo", ["talon.top", "deal.hand", "top", "of"], ""),
        ("nwe", ["new", "show"], "new"),
        ("price", ["pick", "prefix", "rate"], ""),
        ("x" * 100_000, ["trick"], ""),
    ],
)
def test_the_word_that_was_meant(word: str, known: list[str], meant: str) -> None:
    assert near(word, known) == meant
    assert near(word, []) == ""


@pytest.mark.parametrize("language", languages())
def test_what_to_write_instead(language: str) -> None:
    for message in (
        suggestion("trik", ["trick"]),
        suggestion("x", ["a", "b"]),
        suggestion("x", []),
    ):
        sentence = message.said(language)
        assert sentence[-1] in ".?" and "{" not in sentence
    with speaking("en"):
        assert str(suggestion("x", ["a", "b"])) == "expected a or b."


HEAD = "table: house\ntitle: Our table\n"


def doors(word: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return what each door says of a rule set of this name."""
    said: dict[str, str] = {}

    def refused(door: str, function: Any, *arguments: Any) -> None:
        with pytest.raises(TarokyError) as problem:
            function(*arguments)
        said[door] = str(problem.value)

    house = folder / "house.yaml"
    house.write_text(f"{HEAD}extends: {word}\n", "utf-8")
    session = {"format": "taroky-session", "version": 1, "rules": word, "players": ["A"] * 4}
    refused("Python", taroky.load, word)
    refused("a house table", rules.parse, house.read_text("utf-8"))
    refused("a file", taroky.load, house)
    refused("a packed house", rules.pack, {"table": "h", "title": "H", "extends": word})
    refused("a question", handler.ask, {"verb": "count", "pile": "KS", "rules": word})
    refused("facts", taroky.settle, {"rules": word, "contract": "solo"})
    refused("a record", taroky.replay, f"taroky 1\nrules: {word}\n")
    refused("a session", taroky.from_json, session)
    reply = handler.handle({"verb": "count", "pile": "KS", "rules": word})
    said["a reply"] = reply["error"]["text"]
    calls = [
        ["rules", "check", word],
        ["rules", "check", os.fspath(house)],
        ["rules", "show", word],
        ["rules", "show", "--flat", word],
        ["rules", "pack", word],
        ["rules", "diff", "heun", word],
        ["count", word, "KS"],
        ["count", "--rules", word, "KS"],
        ["score", word, "solo"],
        ["play", word],
        ["deal", "--rules", word],
        ["session", "new", os.fspath(folder / "e.json"), word, "--players", "A", "B", "C", "D"],
    ]
    for call in calls:
        try:
            status = main(call)
        except SystemExit as end:
            status = int(end.code or 0)
        printed = capsys.readouterr()
        assert (status, printed.out) == (2, ""), call
        said[" ".join(call)] = printed.err
    return said


@pytest.mark.parametrize("word", ["hluci", "hlucin2", "Hlucin"])
def test_every_door_names_the_rule_set_that_was_meant(
    word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANG", raising=False)
    for door, sentence in doors(word, tmp_path, capsys).items():
        assert "id you mean hlucin?" in sentence, (door, sentence)


def test_no_door_names_one_where_none_is_near(tmp_path: Path) -> None:
    with pytest.raises(TarokyError, match="“poker” is not a rule set; expected french,"):
        taroky.load("poker")
    for text in (f"{HEAD}extends: poker\n", f"{HEAD}extends: hlucin\nfoo: 1\n"):
        with pytest.raises(TarokyError) as problem:
            rules.parse(text)
        assert "did you mean" not in str(problem.value)


@pytest.mark.parametrize(
    ("cells", "sentence"),
    [
        ("foo: 1", "“foo” is not a column of table; expected extends, choose, table, title"),
        ("talon: {top: {foo: 1}}", "“foo” is not a column of talon.top; expected draws, passes"),
        ("talon: {four_one_one: {drows: {}}}", "talon.four_one_one; did you mean draws?"),
        ("extend: hlucin", "“extend” is not a column of table; did you mean extends?"),
        ("chose: {}", "“chose” is not a column of table; did you mean choose?"),
        ("page: {}", "“page” is not a column of table; expected"),
        ("choose: {foo: yes}", "“foo” is not an option; expected"),
        (
            "choose: {varsava.scorin: yes}",
            "“varsava.scorin” is not an option; did you mean varsava.scoring?",
        ),
        ("contracts: {solo: {play: foo}}", "there is no row “foo” in play; expected"),
        ("contracts: {solo: {play: normalni}}", "in play; did you mean normal?"),
        ("contracts: {solo: {rate: [{foo: 1}]}}", "“foo” is not a column of contracts.solo.rate"),
        ("contracts: {solo: {rate: [{tims: 1}]}}", "did you mean times?"),
        ("payments: {game: {pay: [{from: foo}]}}", "“foo” in payments.game.pay is not a number"),
        ("payments: {game: {when: {foo: 1}}}", "neither a pile nor a fact; expected"),
        (
            "payments: {game: {when: {trick: {KS: 1}}}}",
            "is a fact that is not known at that moment;",
        ),
        ("discard: {four: {never: [foo]}}", "nor a set of cards of this pack; expected a card, or"),
        ("discard: {four: {never: [kingz]}}", "of this pack; did you mean kings?"),
        ("calling: {duty: {names: {old: {card: XXII}}}}", "of this pack; did you mean XXI?"),
    ],
)
def test_keys_and_words_of_tables(cells: str, sentence: str) -> None:
    extends = "" if cells.startswith("extend") else "extends: hlucin\n"
    with pytest.raises(TarokyError) as problem:
        rules.parse(f"{HEAD}{extends}{cells}\n")
    assert sentence in str(problem.value)
    if "; expected" in sentence:
        assert "did you mean" not in str(problem.value)


@pytest.mark.parametrize(
    ("text", "id"),
    [
        (HEAD, "hlucin"),
        (f"{HEAD}contracts: {{solo: {{rate: 2}}}}\n", "hlucin"),
        ("table: nase-victoria\ntitle: Naše\n", "victoria"),
        ("table: ours\ntitle: U nás v Heunu jako Heun\n", "heun"),
        (f"{HEAD}choose: {{pl.mund_fine: only_by_skiz}}\n", "polish"),
        (f"{HEAD}contracts: {{zesta: {{rate: 2}}}}\n", "victoria"),
        ("title: Ours\n", "hlucin"),
    ],
)
def test_a_house_table_without_extends_is_told_what_to_add(text: str, id: str) -> None:
    with pytest.raises(TarokyError) as problem:
        rules.parse(text, "house.yaml")
    assert f"add “extends: {id}”." in str(problem.value)
    added = rules.parse(
        f"{text}extends: {id}\n" if "table:" in text else f"table: t\n{text}extends: {id}\n"
    )
    assert added.title


def test_a_whole_game_that_lacks_a_section_is_told_which() -> None:
    game = {**rules.flat("hlucin"), "table": "alone", "title": "Alone"}
    for key in ("pages", "packed", "chosen", "session"):
        game.pop(key, None)
    with pytest.raises(TarokyError, match="“session” is missing in table"):
        rules.pack(game)
