"""Two tables that should be the same and are not: a test shows the cells that differ, and no more."""

from __future__ import annotations

import pytest
from differing_cells import differing_cells
from taroky import rules


def test_only_the_cells_that_differ_are_shown() -> None:
    table = rules.load("hlucin")
    other = rules.load("hlucin", {"settlement.solo_rate": "0.40"})
    with pytest.raises(AssertionError) as failed:
        assert table == other
    shown = str(failed.value).splitlines()
    assert shown[0].endswith("the tables differ in 2 cells")
    assert [line.split(":")[0].strip() for line in shown[1:3]] == [
        "contracts.solo.rate",
        "chosen.settlement.solo_rate",
    ]
    assert len(str(failed.value)) < 1000
    assert list(differing_cells(table, rules.load("hlucin"))) == []
