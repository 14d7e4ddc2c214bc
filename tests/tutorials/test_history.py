"""Steps of a document: what changed, taken back and done again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from taroky.errors import RecordError
from taroky_tutorials.sheets import history

VALUES = st.recursive(
    st.one_of(st.integers(0, 3), st.text("ab", max_size=2)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text("abc", max_size=1), inner, max_size=3)
    ),
    max_leaves=12,
)
DOCUMENTS = st.dictionaries(st.text("abc", max_size=1), VALUES, max_size=3)


@given(DOCUMENTS, DOCUMENTS)
def test_there_and_back(old: object, new: object) -> None:
    step = json.loads(json.dumps(history.changes(old, new)))
    assert all(map(history.is_change, step))
    assert history.apply(old, step) == new
    assert history.apply(new, history.back(step)) == old


def test_a_step_says_no_more_than_what_changed() -> None:
    old = {"title": "x", "hands": [{"a": 1}, {"a": 2}, {"a": 3}]}
    new = {"title": "x", "hands": [{"a": 1}, {"a": 9}, {"a": 3}]}
    assert history.changes(old, new) == [{"at": ["hands", 1], "key": "a", "out": [2], "in": [9]}]
    longer = {"title": "x", "hands": [*old["hands"], {"a": 4}]}
    assert history.changes(old, longer) == [
        {"at": ["hands"], "from": 3, "out": [], "in": [{"a": 4}]}
    ]
    assert history.changes(old, old) == []


@pytest.mark.parametrize(
    "change",
    [
        {"at": [], "key": "title", "out": ["y"], "in": ["z"]},
        {"at": [], "key": "title", "out": [], "in": ["z"]},
        {"at": ["nowhere"], "key": "title", "out": [], "in": ["z"]},
        {"at": ["title", 0], "key": "title", "out": [], "in": ["z"]},
        {"at": ["hands"], "from": 7, "out": [1], "in": []},
        {"at": ["hands"], "key": "x", "out": [1], "in": []},
    ],
)
def test_a_step_that_does_not_fit_is_refused(change: history.Change) -> None:
    with pytest.raises(RecordError):
        history.apply({"title": "x", "hands": []}, [change])
