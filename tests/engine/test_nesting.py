"""JSON that comes from outside is not nested deeper than anything of ours, and what is broken is told
with its place at every door."""

import io
import json
from pathlib import Path

import pytest
from taroky import json_input
from taroky.cli.main import main
from taroky.errors import RecordError
from taroky.game import record


def test_depth_is_counted_outside_of_texts() -> None:
    assert json_input.depth('{"a": [[]], "[[[[": "}{\\"[[["}') == 3
    assert json_input.depth("") == json_input.depth('"[["') == 0


@pytest.mark.parametrize("text", ["[" * 101 + "]" * 101, "[" * 100_000, '{"a":' * 300])
def test_what_is_nested_too_deep_is_refused_before_it_is_built(text: str) -> None:
    with pytest.raises(RecordError, match="nested too deep"):
        json_input.read(text)


def test_all_else_is_read_as_ever() -> None:
    deep = "[" * 100 + "]" * 100
    assert json_input.read(deep) == json.loads(deep)
    assert json_input.read(json.dumps([[]] * 5_000)) == [[]] * 5_000
    assert json_input.read('["' + "[" * 5_000 + '"]') == ["[" * 5_000]


def test_numbers_that_are_none_are_words_and_endless_ones_are_refused() -> None:
    assert json_input.read('{"n": NaN, "m": -Infinity}') == {"n": "NaN", "m": "-Infinity"}
    with pytest.raises(RecordError, match="not a JSON object"):
        json_input.read("1" * 5_000)


BROKEN = '{\n  "format": "taroky",\n  "version": ,'
TOLD = "This is not valid JSON: there is a mistake in line 3, at character 14."


def test_a_record_tells_where_its_json_is_broken() -> None:
    with pytest.raises(RecordError) as refusal:
        record.read(f"{BROKEN}\n")
    assert (str(refusal.value), refusal.value.fields) == (TOLD, {"line": 3})


@pytest.mark.parametrize(
    "command", ["score FILE", "score -", "rules check FILE", "replay FILE", "session show FILE"]
)
def test_every_command_tells_where_json_is_broken(
    command: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("FILE.json").write_text(BROKEN, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(BROKEN))
    words = command.replace("FILE", "FILE.json").split()
    assert main(words) == 2
    assert capsys.readouterr().err == f"taroky: {words[-1]}: {TOLD}\n"
