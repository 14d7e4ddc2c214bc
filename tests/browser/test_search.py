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
#: What is asked in each edition, by its folder, and where the answer is.
ASKED: dict[str, list[dict[str, str]]] = {
    folder: yaml.safe_load((HERE / name).read_text("utf-8"))
    for folder, name in {"": "search_questions.yaml", "cs": "search_questions.cs.yaml"}.items()
}
#: How many results are seen at once.
SEEN = 3


Results = dict[str, list[list[list[str]]]]


@pytest.fixture(scope="module")
def results(built: Path) -> Results:
    """For each case of each edition the results, each of them a page with the places on it or one place."""
    by_folder: Results = {}
    for folder, cases in ASKED.items():
        asked = json.dumps([[one["ask"], one.get("game", "")] for one in cases])
        command = ["node", str(ASKER), str(built), folder]
        done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
        by_folder[folder] = json.loads(done.stdout)
    return by_folder


@pytest.mark.parametrize(
    ("folder", "number"),
    [
        pytest.param(folder, number, id=case["ask"])
        for folder, cases in ASKED.items()
        for number, case in enumerate(cases)
    ],
)
def test_a_question_finds_its_page(results: Results, folder: str, number: int) -> None:
    case, hits = ASKED[folder][number], results[folder][number]
    if "first" in case:
        assert hits[0][0] == case["first"]
    else:
        wanted = case["found"]
        seen = [place for result in hits[:SEEN] for place in result]
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
        assert any(place in there for places in search.places(question["at"]) for place in places)


def test_another_language_answers_the_same_questions() -> None:
    english = search.questions()
    for folder in filter(None, ASKED):
        asked = search.questions(folder)
        assert [one["at"] for one in asked] == [one["at"] for one in english]
        assert not {one["ask"] for one in asked} & {one["ask"] for one in english} - {"XXI"}


def test_no_place_is_among_the_first_results_twice(results: Results) -> None:
    for folder, cases in ASKED.items():
        for case, hits in zip(cases, results[folder], strict=True):
            firsts = [result[0] for result in hits[:SEEN]]
            assert len(firsts) == len(set(firsts)), case


def test_pages_for_contributors_come_after_all_others(results: Results) -> None:
    for hits in results[""]:
        aside = [result[0].startswith(("contributing/", "python/")) for result in hits]
        assert aside == sorted(aside)
