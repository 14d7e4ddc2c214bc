"""JSON that comes from outside is not nested deeper than anything of ours."""

import json

import pytest
from taroky import json_input


def test_depth_is_counted_outside_of_texts() -> None:
    assert json_input.depth('{"a": [[]], "[[[[": "}{\\"[[["}') == 3
    assert json_input.depth("") == json_input.depth('"[["') == 0


@pytest.mark.parametrize("text", ["[" * 101 + "]" * 101, "[" * 100_000, '{"a":' * 300])
def test_what_is_nested_too_deep_is_refused_before_it_is_built(text: str) -> None:
    with pytest.raises(RecursionError):
        json_input.loads(text)


def test_all_else_is_read_as_ever() -> None:
    deep = "[" * 100 + "]" * 100
    assert json_input.loads(deep) == json.loads(deep)
    assert json_input.loads(json.dumps([[]] * 5_000)) == [[]] * 5_000
    assert json_input.loads('["' + "[" * 5_000 + '"]') == ["[" * 5_000]
    with pytest.raises(json.JSONDecodeError):
        json_input.loads("{")
