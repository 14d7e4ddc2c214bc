"""Questions as players ask them, asked of the search of the built site in Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from taroky_build.postprocess import search

HERE = Path(__file__).parent
ASKER = HERE / "search_in_node.mjs"
CASES: list[dict[str, str]] = yaml.safe_load((HERE / "search_questions.yaml").read_text("utf-8"))
#: How many results are seen at once.
SEEN = 3


@pytest.fixture(scope="module")
def results(built: Path) -> list[list[list[str]]]:
    """For each case the results, each of them a page with the places on it or one place."""
    asked = json.dumps([[one["ask"], one.get("game", "")] for one in CASES])
    done = subprocess.run(
        ["node", str(ASKER), str(built)], input=asked, capture_output=True, text=True, check=True
    )
    found: list[list[list[str]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("number", range(len(CASES)), ids=[one["ask"] for one in CASES])
def test_a_question_finds_its_page(results: list[list[list[str]]], number: int) -> None:
    case, found = CASES[number], results[number]
    if "first" in case:
        assert found[0][0] == case["first"]
    else:
        wanted = case["found"]
        seen = [place for result in found[:SEEN] for place in result]
        whole_page = "#" not in wanted
        assert any(
            place == wanted or (whole_page and place.partition("#")[0] == wanted) for place in seen
        ), seen


def test_every_question_of_the_search_leads_somewhere(built: Path) -> None:
    docs: list[dict[str, Any]] = json.loads(
        (built / "search" / "search_index.json").read_text("utf-8")
    )["docs"]
    there = {one["at"] for one in docs if "at" in one}
    for question in search.questions():
        assert any(at in there for places in search.places(question["at"]) for at in places)


def test_no_place_is_among_the_first_results_twice(results: list[list[list[str]]]) -> None:
    for case, found in zip(CASES, results, strict=True):
        firsts = [result[0] for result in found[:SEEN]]
        assert len(firsts) == len(set(firsts)), case
