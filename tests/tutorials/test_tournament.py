"""A tournament: entrants, the draw, results, standings with equals, late ones and those who go,
files."""

from __future__ import annotations

import itertools
import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from taroky import rules
from taroky.errors import RecordError
from taroky_tutorials.sheets.tournament import json_file
from taroky_tutorials.sheets.tournament.entrant_list import names_of
from taroky_tutorials.sheets.tournament.model import Result, Tournament
from taroky_tutorials.sheets.tournament.standings import place_points, standings
from writing import Writer


class Desk(Writer):
    """A tournament with somebody at its desk."""

    sheet = "tournament"

    @property
    def problems(self) -> str:
        match = re.search(r'class="tk-problems" role="alert">(.*?)</ul>', self.html)
        return re.sub(r"<[^>]+>", " ", match[1]).strip() if match else ""

    @property
    def now(self) -> Tournament:
        return json_file.from_json(self.kept["sheet"])

    def enter(self, number: int, table: int, *won: str, **more: str) -> str:
        fields = {"round": str(number), "table": str(table), "about": f"{number}.{table}"}
        fields |= {f"won.{i}": text for i, text in enumerate(won) if text}
        self.send({"tab": "results", **fields, **more}, "save")
        return self.problems


def begun(people: int = 12, game: str = "hlucin", draw: bool = True, **more: str) -> Desk:
    desk = Desk()
    names = "\n".join(f"Player {n}" for n in range(1, people + 1))
    desk.send({"rules": game, "title": "Cup", "names": names, "rounds": "3", **more}, "begin")
    assert not desk.problems
    if draw:
        desk.send({"tab": "seating", "seed": "lot"}, "draw")
        assert not desk.problems
    return desk


def play(desk: Desk, number: int, rng: random.Random) -> None:
    """Results of a whole round, at random."""
    for number_of_table, table in enumerate(desk.now.drawn[number - 1].seats.tables, start=1):
        won = [rng.randint(-9, 9) for _ in table[1:]]
        assert desk.enter(number, number_of_table, *map(str, [-sum(won), *won])) == ""


# -- entrants -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada\nBen\n\n  Cyril  Novák \n", [(1, "Ada"), (2, "Ben"), (3, "Cyril Novák")]),
        ("7 Ada\nBen\n3. Cyril\n12;Dana", [(7, "Ada"), (1, "Ben"), (3, "Cyril"), (12, "Dana")]),
        ("name\nAda\n", [(1, "Ada")]),
        ("Novák, Jan\n", [(1, "Novák, Jan")]),
        ('"Ada"\n5\tBen\r\n', [(1, "Ada"), (5, "Ben")]),
        ("<b>Ada</b>\n", [(1, "<b>Ada</b>")]),
        ("", []),
    ],
)
def test_names_are_read_from_a_list(text: str, expected: list[tuple[int, str]]) -> None:
    entrants = names_of(text, ())
    assert [(one.number, one.name) for one in entrants] == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 Ada\n1 Ben", "Line 2: The number 1 is given twice"),
        ("Ada\n---\n", "Line 2: The name is missing; expected one with a letter"),
        ("\n".join(f"P{n}" for n in range(700)), "At most 600"),
        ("0 Ada", "The number 0"),
    ],
)
def test_lists_that_do_not_fit(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        names_of(text, ())


def test_a_tournament_begins() -> None:
    desk = Desk()
    desk.send()
    assert desk.html.count("<textarea") == 1
    desk.send({"rules": "hlucin", "names": "Ada\nBen\nAda\nCyril", "title": " My  Cup "}, "begin")
    assert "Some have the same name: Ada" in desk.said[0]
    assert (desk.now.title, len(desk.now.entrants), desk.now.rounds) == ("My Cup", 4, 4)
    assert "Draw the seating" in desk.html
    few = Desk()
    few.send({"rules": "hlucin", "names": "Ada\nBen"}, "begin")
    assert "2 players are too few" in few.problems
    assert few.kept["sheet"] == {}
    assert ">\nAda\nBen</textarea>" in few.html
    few.send({"rules": "french-5", "names": "A1\nB1\nC1\nD1"}, "begin")
    assert "a table needs 5" in few.problems
    few.send({"rules": "hlucin", "names": "A1\nB1\nC1\nD1", "rounds": "99"}, "begin")
    assert "99" in few.problems


# -- the draw -------------------------------------------------------------------------------------


@pytest.mark.parametrize("people", [4, 13, 30])
@pytest.mark.parametrize("leftovers", ["rest", "larger"])
def test_the_draw(people: int, leftovers: str) -> None:
    desk = begun(people, leftovers=leftovers)
    now = desk.now
    assert len(now.drawn) == 3
    assert now.stale == ()
    assert all(one.seats.people == now.group(1) for one in now.drawn)
    sizes = {len(table) for one in now.drawn for table in one.seats.tables}
    assert sizes <= ({4, 5} if leftovers == "larger" else {4})
    assert "Who meets whom" in desk.html


def test_the_same_lot_again_and_another_one() -> None:
    desk = begun(20)
    assert desk.kept["sheet"] == begun(20).kept["sheet"]
    first = desk.kept["sheet"]["drawn"]
    desk.send({"tab": "seating", "seed": "lot"}, "draw")  # nothing to draw: another lot
    assert desk.kept["sheet"]["drawn"] != first
    desk.send({"tab": "seating", "seed": "lot"}, "draw")
    assert desk.kept["sheet"]["drawn"] == first
    desk.send({"seed": "<script>"}, "draw")
    assert "is not a valid code for the draw" in desk.problems


def test_games_of_three_and_five() -> None:
    for game, seats in (("french-3", 3), ("french-5", 5), ("french", 4)):
        desk = begun(17, game=game)
        assert {len(t) for one in desk.now.drawn for t in one.seats.tables} == {seats}
        assert not desk.now.may_be_larger


def test_late_ones_and_those_who_go() -> None:
    """The round that is played stays; the coming ones are drawn anew, and the page says so."""
    desk = begun(12)
    rng = random.Random(1)
    play(desk, 1, rng)
    first = desk.now.drawn[0]
    desk.send({"tab": "entrants", "names": "Late Larry\n99 Lone Lucy", "since": "2"}, "join")
    assert desk.now.by_number[13].name == "Late Larry"
    desk.send({"tab": "entrants"}, "leave", "5")
    assert desk.now.by_number[5].until == 1
    assert desk.now.stale == (2, 3)
    assert "was not drawn for the people" in json.dumps(desk.send({"tab": "seating"})["html"])
    desk.send({"tab": "seating", "first": "2", "seed": "lot"}, "draw")
    now = desk.now
    assert now.stale == ()
    assert now.drawn[0] == first
    assert now.drawn[1].seats.people == now.group(2) == frozenset({*range(1, 14), 99} - {5})
    desk.send({"tab": "seating", "first": "1", "seed": "lot"}, "draw")
    assert "have started stay as they are" in desk.problems
    desk.send({"names": "Too Late", "since": "1"}, "join")
    assert "have started stay as they are" in desk.problems
    desk.send({"tab": "entrants"}, "return", "5")
    assert desk.now.by_number[5].until is None
    row = next(row for row in standings(desk.now) if row.entrant.number == 99)
    assert (row.played, row.won) == (0, 0)


def test_who_goes_before_the_draw_is_off_the_list() -> None:
    desk = begun(9, draw=False)
    desk.send({"tab": "entrants"}, "leave", "4")
    assert 4 not in desk.now.by_number
    desk.send({}, "leave", "4")
    assert "Nobody has the number 4" in desk.problems
    desk.send({"tab": "entrants", "who": "9", "name": " Zoe "}, "rename")
    assert desk.now.by_number[9].name == "Zoe"
    desk.send({"tab": "entrants", "who": "9", "name": " - "}, "rename")
    assert "There is no new name for Zoe, who has number 9; expected one with" in desk.problems
    assert desk.now.by_number[9].name == "Zoe"


def test_an_extra_round_makes_up_for_resting() -> None:
    """Break at Břeclav: one or more rest in each of four rounds and then play one among themselves."""
    desk = begun(13, rounds="4", resting="nothing")
    rng = random.Random(2)
    for number in range(1, 5):
        play(desk, number, rng)
    rested = desk.now.owed
    assert len(rested) == 4
    assert "4 entrants had to sit out" in json.dumps(desk.send({"tab": "seating"})["html"])
    desk.send({"tab": "seating"}, "extra")
    assert desk.now.drawn[4].extra
    assert set(desk.now.drawn[4].seats.tables[0]) == set(rested)
    assert desk.now.owed == ()
    play(desk, 5, rng)
    assert {row.played for row in standings(desk.now)} == {4}
    desk.send({"tab": "seating"}, "extra")
    assert "too few" in desk.problems


# -- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "more", "said"),
    [
        (("4", "-1", "-1", "-1"), {}, "the sum is 1"),
        (("4", "-1", "", ""), {}, "2 players have no result yet"),
        (("4", "x", "-1", "-2"), {}, "“x” is not a valid amount"),
        (("4", "-1.005", "-1", ""), {}, "the smallest step"),
        (("4", "-1", "-1", "-1"), {"about": "9.9"}, "the sum is"),
    ],
)
def test_results_that_do_not_fit(won: Sequence[str], more: dict[str, str], said: str) -> None:
    desk = begun()
    before = desk.kept["sheet"]
    assert said in desk.enter(1, 1, *won, **more)
    assert desk.kept["sheet"] == before


def test_results_in() -> None:
    """The next open table comes up; one amount may be left to work out; a result is put right."""
    desk = begun()
    assert desk.enter(1, 2, "4", "-1", "-1.5", "") == ""
    assert desk.now.drawn[0].results == {1: Result((*map(Decimal, ("4", "-1", "-1.5", "-1.5")),))}
    assert 'name="about" value="1.1"' in desk.html
    assert desk.enter(1, 1, "0", "0", "0", "") == ""
    assert 'name="about" value="1.3"' in desk.html
    desk.send({"tab": "results", "round": "1"}, "table", "2")
    assert 'name="about" value="1.2"' in desk.html
    assert re.search(r'name="won.0"[^>]*value="4.00"', desk.html)
    # what is typed belongs to the table it was typed for
    desk.send({"tab": "results", "round": "1", "table": "3", "about": "1.2", "won.0": "7"})
    assert 'value="7"' not in desk.html
    desk.send({"tab": "results", "round": "1", "table": "3", "about": "1.2"}, "clear")
    assert list(desk.now.drawn[0].results) == [0]
    desk.send({}, "undo")
    assert list(desk.now.drawn[0].results) == [0, 1]
    assert desk.enter(1, 3, "5", "5", "5", "5", stands="yes") == ""
    assert desk.now.drawn[0].complete


def test_what_is_half_filled_in_waits_while_one_looks_elsewhere() -> None:
    desk = begun()
    typed = {"round": "1", "table": "2", "about": "1.2", "won.0": "4", "won.2": "-1"}
    desk.send({"tab": "results", **typed}, "tab", "standings")
    kept = form_of(desk.html)
    assert {name: kept[name] for name in ("about", "won.0", "won.2")} == {
        "about": "1.2",
        "won.0": "4",
        "won.2": "-1",
    }
    # names are begun meanwhile, and another round is looked at
    desk.send(kept, "tab", "entrants")
    desk.send({**form_of(desk.html), "names": "Ada\nBo"}, "tab", "seating")
    desk.send({**form_of(desk.html), "round": "3"})
    assert form_of(desk.html)["round"] == "3"
    desk.send(form_of(desk.html), "tab", "results")
    back = form_of(desk.html)
    assert (back["round"], back["table"], back["about"]) == ("1", "2", "1.2")
    assert (back["won.0"], back["won.1"], back["won.2"]) == ("4", "", "-1")
    desk.send(back, "tab", "entrants")
    assert form_of(desk.html)["names"] == "Ada\nBo"
    # what stands entered is not half filled in
    assert desk.enter(1, 2, "4", "-1", "-1", "-2") == ""
    desk.send({"tab": "results", "round": "1"}, "table", "2")
    desk.send(form_of(desk.html), "tab", "standings")
    assert not {"about", "won.0"} & set(form_of(desk.html))


def form_of(html: str) -> dict[str, str]:
    """Return what a browser would send of a form without pressing anything."""
    fields: dict[str, str] = {}
    for tag in re.findall(r"<input[^>]*>", html):
        name, value = (re.search(rf'\b{key}="([^"]*)"', tag) for key in ("name", "value"))
        if name and ("checkbox" not in tag or " checked" in tag):
            fields[name[1]] = unescape(value[1]) if value else ""
    for tag, inside in re.findall(r"<select([^>]*)>(.*?)</select>", html, re.DOTALL):
        name = re.search(r'\bname="([^"]*)"', tag)
        chosen = re.search(r'<option[^>]*\bvalue="([^"]*)"[^>]*\bselected', inside)
        if name and chosen:
            fields[name[1]] = unescape(chosen[1])
    for tag, inside in re.findall(r"<textarea([^>]*)>(.*?)</textarea>", html, re.DOTALL):
        name = re.search(r'\bname="([^"]*)"', tag)
        if name:
            fields[name[1]] = unescape(inside.removeprefix("\n"))
    return fields


def test_what_is_left_of_the_stake() -> None:
    """Břeclav: everybody has 100 Kč for a round, and what is left at a table must be 400."""
    desk = begun(entered="left", stake="100")
    assert "adds up to 401.00" in desk.enter(1, 1, "150", "100", "101", "50")
    assert "the stakes were 400.00" in desk.problems
    assert desk.enter(1, 1, "150", "100", "100", "") == ""
    assert desk.now.drawn[0].results[0].won == (50, 0, 0, -50)
    desk.send({"tab": "results", "round": "1"}, "table", "1")
    assert re.search(r'name="won.0"[^>]*value="150.00"', desk.html)


def test_a_pot_may_keep_something() -> None:
    """POL-POT-01: what is in the pot when a round ends has been lost by nobody at the table yet."""
    desk = begun(game="polish")
    assert "the sum is -20" in desk.enter(1, 1, "-20", "0", "0", "0").replace("−", "-")
    assert desk.enter(1, 1, "-20", "0", "0", "0", pot="20") == ""


# -- standings ------------------------------------------------------------------------------------


def stand(*rows: Sequence[int], **agreed: str) -> Tournament:
    """One table of four over so many rounds."""
    data = {
        "format": json_file.FORMAT,
        "version": 1,
        "rules": "machtarok",
        "rounds": len(rows),
        **agreed,
        "entrants": [{"number": n, "name": f"P{n}"} for n in range(1, 5)],
        "drawn": [
            {"tables": [[1, 2, 3, 4]], "results": {"1": {"won": [str(won) for won in row]}}}
            for row in rows
        ],
    }
    return json_file.from_json(data)


def ranks(now: Tournament) -> list[tuple[int, int]]:
    return [(row.rank, row.entrant.number) for row in standings(now)]


def test_equals_share_a_place() -> None:
    """VIC-SESS-07: the highest total wins."""
    assert ranks(stand((3, 3, -2, -4))) == [(1, 1), (1, 2), (3, 3), (4, 4)]
    assert ranks(stand((3, -1, -1, -1), (0, 0, 0, 0))) == [(1, 1), (2, 2), (2, 3), (2, 4)]


def test_equals_are_parted_by_their_meetings() -> None:
    """Zabrzeg: the better result against one another, then the last round, then equal."""
    now = stand((6, -2, -2, -2), (-3, 1, 1, 1), (-3, 1, 1, 1))
    assert ranks(now) == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert ranks(replace_ties(now)) == [(1, 2), (1, 3), (1, 4), (4, 1)]


def replace_ties(now: Tournament) -> Tournament:
    return replace(now, agreed={**now.agreed, "ties": "meeting"})


def test_places_at_the_table() -> None:
    """The Moravian league: 4, 3, 2 and 1; equals share; then what was won in all."""
    now = stand((9, -1, -2, -6), (-3, 3, 1, -1), ranking="places")
    assert [(row.entrant.number, row.places) for row in standings(now)] == [
        (2, 7),
        (1, 5),
        (3, 5),
        (4, 3),
    ]
    shared = stand((5, 5, -5, -5), ranking="places")
    assert [row.places for row in standings(shared)] == [Fraction(7, 2)] * 2 + [Fraction(3, 2)] * 2
    # Ostrava: of five, the last two get one each
    assert place_points(shared, Result(tuple(map(Decimal, (5, 2, 1, -3, -5))))) == (4, 3, 2, 1, 1)


def test_a_round_of_rest() -> None:
    desk = begun(13, ranking="places", rounds="1")
    (resting,) = desk.now.drawn[0].seats.resting
    row = next(row for row in standings(desk.now) if row.entrant.number == resting)
    assert row.by_round == (None,)
    play(desk, 1, random.Random(1))
    row = next(row for row in standings(desk.now) if row.entrant.number == resting)
    assert (row.won, row.places, row.played) == (0, Fraction(5, 2), 0)
    desk.send({"tab": "agreed", "rounds": "1", "resting": "nothing", "title": "Cup"}, "agree")
    row = next(row for row in standings(desk.now) if row.entrant.number == resting)
    assert row.places == 0


def test_standings_add_up() -> None:
    desk = begun(22, ranking="places", leftovers="larger", ties="meeting")
    rng = random.Random(4)
    for number in (1, 2, 3):
        play(desk, number, rng)
    rows = standings(desk.now)
    assert sum(row.won for row in rows) == 0
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)
    for better, worse in itertools.pairwise(rows):
        assert (better.places, better.won) >= (worse.places, worse.won)
    html = desk.send({"tab": "standings"})["html"]
    assert html.count("<tr>") == 23


# -- printing, files ------------------------------------------------------------------------------


def test_score_cards() -> None:
    desk = begun(13)
    html = desk.send({"tab": "cards", "kind": "tables", "cards": "2"})["html"]
    assert html.count('class="tk-score-card"') == 3
    assert "Round 2, table 1" in html
    html = desk.send({"tab": "cards", "kind": "tables", "cards": "all"})["html"]
    assert html.count('class="tk-score-card"') == 9
    html = desk.send({"tab": "cards", "kind": "personal"})["html"]
    assert html.count('class="tk-score-card"') == 13


def test_files_there_and_back() -> None:
    desk = begun(14, leftovers="larger", game="polish")
    desk.enter(1, 1, "-20", "5", "0", "0", pot="15")
    desk.send({}, "leave", "3")
    back = Desk()
    assert back.load(json.dumps(desk.kept["sheet"]))["ok"]
    assert back.now == desk.now
    desk.send({}, "csv")
    lines = desk.file["text"].splitlines()
    assert lines[3].startswith("rank,number,name,total,place points,rounds played,round 1 table")
    assert len(lines) == 4 + 14
    listed = Desk()
    assert listed.load("number;name\n3;Ada\n1;Ben\n2;Cy\n4;Di\n", "list.csv")["ok"]
    assert [one.number for one in listed.now.entrants] == [3, 1, 2, 4]


def spoilt(**changes: Any) -> str:
    data = {
        "format": json_file.FORMAT,
        "version": 1,
        "rules": "hlucin",
        "rounds": 1,
        "entrants": [{"number": n, "name": f"P{n}"} for n in range(1, 6)],
        "drawn": [
            {
                "tables": [[1, 2, 3, 4]],
                "resting": [5],
                "results": {"1": {"won": ["1", "-1", "0", "0"]}},
            }
        ],
    }
    return json.dumps(data | changes)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "there is a mistake in line 1, at character 2."),
        ('{"format": "taroky-session", "version": 1}', "not a tournament file"),
        (spoilt(version=3), "version “3”"),
        (spoilt(rules="nowhere"), "nowhere"),
        (spoilt(colour=1), "colour"),
        (spoilt(rounds="many"), "rounds"),
        (spoilt(rounds=0), "rounds"),
        (spoilt(ranking="luck"), "ranking"),
        (spoilt(stake="much"), "stake"),
        (spoilt(entrants=7), "entrants"),
        (spoilt(entrants=[{"number": 1, "name": ""}]), "name"),
        (spoilt(entrants=[{"number": 1, "name": "A"}] * 2), "given twice"),
        (spoilt(drawn=[{"tables": [[1, 2, 3, 9]]}]), "Nobody has the number 9"),
        (spoilt(drawn=[{"tables": [[1, 2, 3, 3]]}]), "sits twice"),
        (spoilt(drawn=[{"tables": [[1, 2, 3]]}]), "drawn.1"),
        (spoilt(drawn=[{"tables": [[1, 2, 3, True]]}]), "True"),
        (spoilt(drawn=[{"tables": "1234"}]), "drawn.1"),
        (spoilt(drawn=[{"tables": [[1, 2, 3, 4]], "results": {"7": {}}}]), "results"),
        (
            spoilt(drawn=[{"tables": [[1, 2, 3, 4]], "results": {"1": {"won": [1, 1, 1, 1]}}}]),
            "the sum is 4",
        ),
        (
            spoilt(drawn=[{"tables": [[1, 2, 3, 4]], "results": {"1": {"won": [1, -1]}}}]),
            "The table seats 4",
        ),
        ("", "No name was found"),
    ],
)
def test_a_damaged_file_changes_nothing(text: str, said: str) -> None:
    desk = Desk()
    reply = desk.load(text)
    assert not reply["ok"]
    assert said in reply["error"]
    assert "Nothing has been changed." in reply["error"]
    assert desk.kept is None
    assert Desk().load(spoilt())["ok"]


def test_two_hundred_entrants() -> None:
    """As large as it was made for: 200 entrants, five rounds, nobody meets anybody again."""
    desk = begun(200, rounds="5")
    assert "Nobody meets anybody again" in desk.html
    assert "18400 pairs never meet" in desk.html
    play(desk, 1, random.Random(1))
    html = desk.send({"tab": "standings"})["html"]
    assert html.count("<tr>") == 201
    assert rules.load("hlucin").seats.active == 4
