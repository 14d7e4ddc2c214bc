"""What is made for the reference pages: permalinks, and positions to try."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from taroky import rules
from taroky.messages import local_names, term
from taroky.rules.conditions import Amount
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.reference import other_rule_sets, points, practice_positions, table_sheet
from taroky_tutorials.reference.practice_positions import PositionError
from taroky_tutorials.tasks import widgets

FOLLOW = """\
heun:
  - at: HEUN-PLAY-06
    task: {kind: pick-legal, topic: follow, hand: [KS, 7S, XXI], trick: [QS]}
    answers: 2
    wrong: {XXI: play.follow}
"""


def test_every_point_gets_its_link_and_a_button() -> None:
    text = "One.\n{: #HLU-PLAY-01 .tk-point }\n\nNo point.\n\nTwo.\n{: #HLU-PLAY-02 .tk-point }\n"
    page = points.marked(text, lambda point: f"<p>below {point}</p>")
    assert re.findall(r'href="#([^"]+)"', page) == ["HLU-PLAY-01", "HLU-PLAY-02"]
    assert re.findall(r'data-copy="([^"]+)"', page) == ["HLU-PLAY-01", "HLU-PLAY-02"]
    assert page.index("{: #HLU-PLAY-01") < page.index("below HLU-PLAY-01") < page.index("No point")
    assert page.count('role="status"') == 1


def test_a_page_without_points_stays_as_it_is() -> None:
    assert points.marked("# A page\n\nNo rules.\n") == "# A page\n\nNo rules.\n"


@pytest.mark.parametrize("page", COURSES)
def test_each_page_has_a_dozen_positions_about_what_matters(page: str) -> None:
    positions = practice_positions.load(page)
    assert len(positions) >= 12
    about = {one.exercise.kind for one in positions}
    assert {"choose-call", "name-declarations", "who-pays", "who-wins"} <= about
    for one in positions:
        assert one.exercise.table.page_of(one.point) == page
        html = practice_positions.view(one, "../../", page)
        assert f'data-outcomes="../../{practice_positions.outcomes_path(page, one)}"' in html
        assert html.startswith(
            f'<details class="tk-try" data-holds="w-try-{one.id}"><summary data-search-exclude>Try it: '
        )
        # All of it is text to a browser where scripts run, until somebody opens it.
        _, _, folded = html.partition("<noscript>")
        assert "<use" not in html.removesuffix(folded)
        assert folded.count("</noscript>") == 1
        assert folded.endswith("</div></noscript></section></details>")


def test_an_answer_names_the_point_that_the_position_stands_at() -> None:
    one = next(one for one in practice_positions.load("hlucin") if one.point == "HLU-VAR-09")
    html = widgets.view(widgets.update(one.state("../../"), {"tap": "I"}))
    assert 'href="../../reference/hlucin/#HLU-VAR-09"' in html


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("answers: 2", "answers: 3", "3 first answers should be right, but 2 are"),
        ("HEUN-PLAY-06", "HEUN-PLAY-07", "does not give this point"),
        ("HEUN-PLAY-06", "HEUN-PLAY-99", "HEUN-PLAY-99 is not a rule point of heun"),
        ("play.follow", "play.trump", "gets the answer play.follow, not play.trump"),
        ("XXI: play", "KS: play", "the wrong try KS is right"),
        ("answers:", "answer:", "“answer” is not known here"),
        ("task:", "tusk:", "“task” is missing"),
        ("QS]", "Q]", "“Q”"),
        ("KS, 7S", "KS, KS", "The king of spades appears twice"),
    ],
)
def test_a_position_that_does_not_hold_stops_the_build(
    tmp_path: Path, old: str, new: str, problem: str
) -> None:
    file = tmp_path / "practice_positions.yaml"
    file.write_text(FOLLOW, encoding="utf-8")
    assert [one.point for one in practice_positions.load("heun", file)] == ["HEUN-PLAY-06"]
    broken = tmp_path / "broken.yaml"
    broken.write_text(FOLLOW.replace(old, new), encoding="utf-8")
    with pytest.raises(PositionError) as caught:
        practice_positions.load("heun", broken)
    assert problem in str(caught.value)
    assert str(caught.value).startswith("The position to try at ")


def test_one_point_has_one_position(tmp_path: Path) -> None:
    file = tmp_path / "practice_positions.yaml"
    file.write_text(FOLLOW + FOLLOW.partition("\n")[2], encoding="utf-8")
    with pytest.raises(PositionError, match="there is already one"):
        practice_positions.load("heun", file)


def test_a_player_without_a_place_of_his_own_is_named_by_his_seat() -> None:
    one = next(one for one in practice_positions.load("french") if one.point == "FR-CALLING-05")
    assert one.exercise.game == "french-5" and len(rules.load("french-5").active) == 5
    assert ">C</button>" in practice_positions.view(one, "", "french")


def _said(name: str, point: str) -> str:
    return re.sub(r"<[^>]+>", "", str(other_rule_sets.note(name, point, ""))).replace("\u00a0", " ")


def test_a_rule_says_what_others_do_instead() -> None:
    html = str(other_rule_sets.note("hlucin", "HLU-SET-01", "../../"))
    assert 'href="../../reference/victoria/#VIC-SETT-01"' in html
    text = _said("hlucin", "HLU-SET-01")
    assert "in MachTarok and Victoria, 54 of 106 points" in text
    assert "Zabrzeg" not in text  # there it is as here
    assert "36 of 70" in _said("victoria", "VIC-SETT-01")


def test_numbers_of_the_note_come_from_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    real = rules.load
    victoria = real("victoria")
    misdeal = replace(victoria.penalties["misdeal"], pay=Amount(number=Decimal(4)))
    house = replace(victoria, penalties={**victoria.penalties, "misdeal": misdeal})
    other_rule_sets._notes.cache_clear()
    monkeypatch.setattr(rules, "load", lambda name: house if name == "victoria" else real(name))
    assert "in Victoria, the dealer pays 2 points" not in _said("hlucin", "HLU-DEAL-08")
    assert "the dealer pays 4 points" in _said("hlucin", "HLU-DEAL-08")
    other_rule_sets._notes.cache_clear()


def test_a_rule_that_all_share_says_nothing() -> None:
    assert other_rule_sets.note("hlucin", "HLU-PLAY-07", "") == ""


@pytest.mark.parametrize("page", COURSES)
def test_notes_stand_at_points_of_the_page_and_lead_to_points_there_are(page: str) -> None:
    table = rules.load(page)
    noted = [p for p in table.all_points() if other_rule_sets.note(page, p, "../../")]
    assert len(noted) >= 15
    for point in noted:
        html = str(other_rule_sets.note(page, point, "../../"))
        assert table.page_of(point) == page
        text = re.sub(r"<[^>]+>", "", html)
        assert text.startswith("Elsewhere. ") and text.endswith(".")
        assert not set(text) & set("{}<>_")
        links = re.findall(r'href="\.\./\.\./reference/([a-z]+)/#?([A-Z0-9-]*)"', html)
        assert links
        for there, other in links:
            assert there != page
            assert not other or rules.load(there).page_of(other) == there
            assert not other or other in rules.load(there).all_points()


def _rows(name: str) -> dict[str, list[str]]:
    """The table of payments of a sheet: what stands in each row."""
    html = table_sheet.view(rules.load(name), "").partition('<table class="tk-sheet-payments">')[2]
    rows = re.findall(r"<tr><t[hd][^>]*>([^<]*)</t[hd]>(.*?)</tr>", html)
    return {first: re.findall(r">([^<>]+)<", rest) for first, rest in rows}


def test_a_sheet_has_what_the_engine_pays() -> None:
    rows = _rows("hlucin")
    points = rows.pop("")
    assert points[points.index("36") - 1] == "35" and points[-1] == "70"
    assert list(rows) == [
        "povinnost",
        "trojka, level 1",
        "trojka, level 2",
        "trojka, level 3",
        "sólo",
    ]
    assert dict(zip(points, rows["povinnost"], strict=True))["35"] == "−0.10"
    assert dict(zip(points, rows["trojka, level 3"], strict=True))["40"] == "1.50"
    assert dict(zip(_rows("french")[""], _rows("french")["vzetí"], strict=True))["45"] == "29"


def test_what_does_not_depend_on_points_has_no_table() -> None:
    assert _rows("heun") == {}
    assert _rows("french-practice-1") == {}


@pytest.mark.parametrize("name", rules.ids())
def test_a_sheet_tells_what_one_asks_at_the_table(name: str) -> None:
    table = rules.load(name)
    html = table_sheet.page(table, "../../../")
    assert f"<h1>{table.title}</h1>" in html
    text = re.sub(r"<[^>]+>", " ", html)
    assert "Cards dealt" in text and "Who takes the trick" in text
    is_cut = any(way.pack == "cut" for way in table.deal.ways.values())
    assert ("Who cuts" in text) == is_cut
    assert ("<h2>Declarations</h2>" in html) == bool(table.declarations.rows)
    assert ("<h2>Bonuses</h2>" in html) == bool(table.bonuses)
    with local_names(table.names):
        assert all(term("say", word) in text for word in table.doubling.steps)
    for page, point in re.findall(r'href="../../../reference/([a-z0-9-]+)/#([A-Z0-9-]+)"', html):
        assert table.page_of(point) == page and point in table.all_points()


def test_a_house_has_its_sheet_with_its_own_name_and_prices() -> None:
    house = rules.parse(
        "{table: lion, title: The Lion, extends: hlucin, contracts: {solo: {rate: 0.40}}}"
    )
    html = table_sheet.view(house, "../")
    assert "<h1>The Lion</h1>" in html
    assert "alone – 0.40" in html.replace("\u00a0", " ")
