"""Whatever is broken, what is said of it is one sentence in words of people: nothing that Python, PyYAML or json
would say, in any language."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import taroky
from broken_texts import JSON, OF_PROGRAMS, VALUES, YAML
from taroky import rules
from taroky.api import handler
from taroky.api.questions import QUESTIONS
from taroky.cli import main
from taroky.errors import TarokyError
from taroky.messages import languages

HEAD = {"table": "house", "title": "Our table", "extends": "hlucin"}


def check(problem: TarokyError, about: object) -> None:
    """Each language says it with no word of a program, but those that it quotes."""
    for language in languages():
        sentence = problem.message.text(language)
        assert not OF_PROGRAMS.search(unquoted(sentence, str(about))), (about, sentence)
        assert "\n" not in sentence and sentence.rstrip('”“"')[-1] in ".?", (about, sentence)


def tried(function: Callable[..., Any], *arguments: Any) -> None:
    """Call it with something broken: it may be refused, in a sentence."""
    try:
        function(*arguments)
    except TarokyError as problem:
        check(problem, "".join(one for one in arguments if isinstance(one, str)))


@pytest.mark.parametrize("number", range(len(YAML)))
def test_broken_yaml(number: int, tmp_path: Path) -> None:
    text = YAML[number]
    file = tmp_path / "house.yaml"
    file.write_text(text, "utf-8", errors="surrogatepass")
    for read, what in ((rules.parse, text), (rules.pack, text), (taroky.load, file)):
        with pytest.raises(TarokyError) as problem:
            read(what)  # type: ignore[operator]
        check(problem.value, text[:60])


def unquoted(said: str, text: str) -> str:
    """The sentence without what it quotes of the text itself."""
    return re.sub("[“„](.*?)[”“]", lambda match: "" if match[1][:20] in text else match[0], said)


def called(*words: str) -> tuple[int, str]:
    """The exit status of a call, and what it says of errors."""
    said = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            status = main(words)
        except SystemExit as end:
            status = int(end.code or 0)
    return status, said.getvalue()


def calls_with(file: str) -> Iterator[tuple[str, ...]]:
    yield ("rules", "check", file)
    yield ("rules", "diff", "hlucin", file)
    yield ("count", file, "KS")
    yield ("legal", file)
    yield ("score", file)
    yield ("play", "--rules", file)
    yield ("replay", file)
    yield ("session", "show", file)
    yield ("session", "add", file, file)


@pytest.mark.parametrize("spoken", languages())
def test_broken_files_at_the_command_line(
    spoken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", spoken)
    broken = [(text, "yaml") for text in YAML] + [(text, "json") for text in JSON]
    for number, (text, suffix) in enumerate(broken):
        file = tmp_path / f"broken.{suffix}"
        file.write_text(text, "utf-8", errors="surrogatepass")
        calls = list(calls_with(str(file)))
        for call in calls[number % 4 :: 4]:
            status, said = called(*call, "--language", spoken)
            said = said.replace(str(tmp_path), "")
            assert status in (0, 2) and said.count("\n") <= 1, (text[:60], call, said)
            assert not OF_PROGRAMS.search(unquoted(said, text)), (text[:60], call, said)
    for call in calls_with(str(tmp_path / "not_there.yaml")):
        status, said = called(*call)
        assert status == 2 and not OF_PROGRAMS.search(said), said
    for call in calls_with(str(tmp_path)):
        status, said = called(*call)
        assert status == 2 and not OF_PROGRAMS.search(said), said


def test_broken_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in (*YAML, *JSON):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        _, said = called("score", "-")
        assert said.count("\n") <= 1, said
        assert not OF_PROGRAMS.search(unquoted(said, text)), (text[:60], said)


def test_broken_json() -> None:
    for text in (*JSON, *YAML):
        tried(taroky.from_json, text)
        tried(taroky.replay, text)


def test_values_of_another_kind_in_questions() -> None:
    for verb, question in QUESTIONS.items():
        for key in (*question.takes, "rules", "options", "language"):
            for value in VALUES:
                request = {"verb": verb, **dict.fromkeys(question.needs, "KS"), key: value}
                reply = handler.handle(request)
                if reply["ok"]:
                    continue
                text = reply["error"]["text"]
                assert not OF_PROGRAMS.search(text), (request, text)


def changed(tree: Any) -> Iterator[tuple[str, Any]]:
    """A tree with one of its cells replaced by values of every kind."""
    for key, cell in tree.items():
        for value in VALUES:
            yield key, {**tree, key: value}
        if isinstance(cell, dict):
            for inner, below in changed(cell):
                yield f"{key}.{inner}", {**tree, key: below}


def test_values_of_another_kind_in_house_tables() -> None:
    tree = {
        **HEAD,
        "choose": {"varsava.scoring": "half_crown"},
        "seats": {"players": ["4"], "active": "4"},
        "names": {"XXI": "Mond"},
        "contracts": {"solo": {"rate": {"by": "level", "0": "1", "1+": "2"}, "says": ["bonuses"]}},
        "payments": {
            "game": {"when": {"contract": ["solo"]}, "pay": [{"from": "1"}, {"round": {"to": "1"}}]}
        },
        "declarations": {"rows": {"pair": {"when": {"hand": {"kings": "2"}}, "pay": "1"}}},
        "points": {"names": ["HLU-DECK-01"]},
    }
    for _, wrong in changed(tree):
        tried(rules.pack, wrong)


@pytest.mark.parametrize(
    "call",
    [
        "--completion foo",
        "score --points foo",
        "score --points declarers",
        "score --points =3",
        "score --points declarers=",
        "score hlucin solo --declarer A --points declarers=foo",
        "score hlucin solo --declarer 7 --points declarers=39",
        "score hlucin 7 --declarer A",
        "score --tricks foo",
        "score --tricks declarers=x hlucin solo --declarer A",
        "score --doubles foo",
        "score --doubles game=7 --contract solo --declarer A",
        "score --declare foo",
        "score --announce foo",
        "score --left-over foo",
        "score --left-over declarers=foo --contract solo --declarer A",
        "score --irregular foo",
        "score --left-in-hand foo",
        "score --pots foo",
        "score --pots pool=foo --contract solo --declarer A",
        "score --last-trick A foo",
        "score --level foo --contract solo --declarer A",
        "score --players foo --contract solo --declarer A",
        "score --honours foo --contract solo --declarer A",
        "score --option foo",
        "score --option varsava.scoring=7",
        "count KS --option foo=bar",
        "legal KS --trick-no foo",
        "winner KS --lost-tricks foo",
        "worth KS --deals foo",
        "layout --players foo",
        "calls --first-hand foo",
        "sides povinnost --laid-away 7",
        "winner KS --leader 7",
        "play --seed foo",
        "play --hands foo",
        "play --hands -3",
        "play --players foo",
        "play --players 99",
        "play --seat 7",
        "play --bot 7",
        "play --language 7",
        "session new s.json --players A B C D --chips foo",
        "session new s.json --players A B C D --hands foo",
        "session new s.json --players A B C D --hands -1",
        "session new s.json --players A B C D --dealer 7",
        "session new s.json --players A",
        "session 7 s.json",
        "rules 7",
        "schema 7",
        "7",
    ],
)
def test_a_word_for_a_number_and_a_number_for_a_word(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LANG", raising=False)
    status, said = called(*call.split())
    assert (status, said.count("\n")) == (2, 1), said
    sentence = said.removeprefix("taroky: ").partition(" As in: ")[0].partition(" Try: ")[0]
    assert sentence.split("  [")[0].rstrip()[-1] in ".?" and not OF_PROGRAMS.search(sentence), said
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("score --points foo", "“--points” is “foo”; expected something like declarers=39."),
        ("score --tricks foo", "“--tricks” is “foo”; expected something like declarers=7."),
        ("score --doubles foo", "“--doubles” is “foo”; expected something like game=flek."),
        ("score --declare foo", "“--declare” is “foo”; expected something like D=barvicky."),
        ("score --announce foo", "“--announce” is “foo”; expected something like A=pagat."),
        ("score --irregular foo", "“--irregular” is “foo”; expected something like B=revoke."),
        ("score --left-in-hand foo", "“--left-in-hand” is “foo”; expected something like B=7S."),
        (
            "score --option foo",
            "“--option” is “foo”; expected something like varsava.scoring=half_crown.",
        ),
        (
            "score --points declarers=3 declarers=4",
            "“--points” gives declarers twice; give it once.",
        ),
        ("--completion foo", "“--completion” must be bash, zsh or fish."),
    ],
)
def test_what_was_expected_of_an_option(
    call: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("LANG", raising=False)
    status, said = called(*call.split())
    assert status == 2 and sentence in said
