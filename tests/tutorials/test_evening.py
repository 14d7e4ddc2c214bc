"""The score sheet of an evening: begun, written on, taken back, put right, kept in files."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from taroky import rules
from taroky import session as sessions
from taroky.messages import say
from taroky.players import simulate
from taroky.settling.paying import settle
from taroky.settling.reported import reading as facts_of
from taroky_tutorials.forms.finished_hand import to_fields
from taroky_tutorials.sheets.evening.session_file import MOST_PEOPLE, session_of
from taroky_tutorials.tasks.counting.settling import draw_facts
from writing import Writer

PEOPLE = ("Ada", "Ben", "Cyril", "Dana")
FIVE = (*PEOPLE, "Eva")


class Paper(Writer):
    """An evening's sheet."""

    sheet = "evening"

    def enter(self, *amounts: str, **more: str) -> str:
        """Write down what the places won; the problems told, "" for none."""
        fields = {f"won.{i}": text for i, text in enumerate(amounts) if text}
        more_fields = {name.replace("_", "."): value for name, value in more.items()}
        self.send({"how": "chips", **fields, **more_fields}, "enter")
        return self.problems

    @property
    def problems(self) -> str:
        match = re.search(r'class="tk-problems" role="alert">(.*?)</ul>', self.html)
        return re.sub(r"<[^>]+>", " ", match[1]).strip() if match else ""

    @property
    def session(self) -> sessions.Session:
        return session_of(self.kept["sheet"])

    @property
    def totals(self) -> list[Decimal]:
        return list(self.session.totals)


def begun(
    people: Sequence[str] = PEOPLE, game: str = "hlucin", dealer: str = "0", **more: str
) -> Paper:
    paper = Paper()
    fields = {f"player.{i}": name for i, name in enumerate(people)}
    paper.send({"rules": game, "dealer": dealer, **fields, **more}, "begin")
    assert not paper.problems
    return paper


# -- beginning ------------------------------------------------------------------------------------


def test_a_sheet_begins_with_a_form() -> None:
    paper = Paper()
    paper.send()
    assert paper.kept == {"sheet": {}, "done": [], "undone": []}
    assert paper.html.count('name="player.') == 5
    assert "This game seats 4 or 5." in paper.html
    paper.send({"rules": "french-3"})
    assert paper.html.count('name="player.') == 3
    assert 'name="agreed"' in paper.html
    paper.send({"rules": "nowhere", "player.0": "Ada"})
    assert "nowhere" in paper.problems
    assert 'value="Ada"' in paper.html


def test_an_evening_begins() -> None:
    paper = begun(title="At the Lion", dealer="3")
    assert paper.session.players == PEOPLE
    assert paper.session.dealer == 3
    assert "At the Lion" in paper.html
    assert "Hand 1: Dana deals." in paper.html
    drawn = begun(dealer="draw")
    assert drawn.said[0].endswith("deals first.")
    assert drawn.session.drawn
    assert re.match(r"Evening of \d+ \w+ 20\d\d", drawn.session.title)


@pytest.mark.parametrize(
    ("people", "more", "said"),
    [
        (("Ada", "Ben", "Cyril"), {}, "3 players cannot play this game"),
        (("Ada", "Ada", "Cyril", "Dana"), {}, "look the same"),
        (PEOPLE, {"chips": "many"}, "“many” is not a valid amount"),
        (PEOPLE, {"dealer": "4"}, "Nobody sits at the first"),
        (PEOPLE, {"rules": "heun", "agreed": "0"}, "“0” is not a number from 1"),
        (PEOPLE, {"rules": "h.AAAA"}, "damaged"),
    ],
)
def test_a_beginning_that_does_not_fit(
    people: Sequence[str], more: dict[str, str], said: str
) -> None:
    """One sentence, what was typed stays, and nothing has begun."""
    paper = Paper()
    fields = {"rules": "hlucin", "dealer": "0"} | {f"player.{i}": n for i, n in enumerate(people)}
    paper.send({**fields, **more}, "begin")
    assert said in paper.problems
    assert paper.kept["sheet"] == {}
    assert 'value="Ada"' in paper.html


# -- hands ----------------------------------------------------------------------------------------


def test_hands_follow_one_another() -> None:
    """Chips run on, the deal goes round, one amount may be left to work out."""
    paper = begun()
    assert paper.enter("0,60", "0.60", "-0.60", "") == ""
    assert paper.said == ["Hand 1: Ada +0.60, Ben +0.60, Cyril −0.60 and Dana −0.60."]
    assert paper.session.dealers == (0, 1)
    assert paper.enter("", "+1", "−2", "1", game="povinnost", by="A") == ""
    assert paper.totals == [Decimal(text) for text in ("0.60", "1.60", "-2.60", "0.40")]
    assert paper.session.played[1].contract == "povinnost"
    assert "Hand 3: Cyril deals." in paper.html
    assert "−2.60" in paper.html


@pytest.mark.parametrize(
    ("amounts", "said"),
    [
        (("1", "1", "-1", "0"), "must add up to 0, but the sum is 1"),
        (("1", "1", "", ""), "2 players have no amount yet, and the sum so far is 2"),
        (("1", "x", "-1", "0"), "“x” is not a valid amount"),
        (("1", "<b>", "-1", "0"), "“&lt;b&gt;” is not a valid amount"),
        (("1", "-0.005", "-1", ""), "smallest step of this game is 0.01"),
        (("", "", "", ""), "Nothing is entered yet"),
        (("99999999", "", "", ""), "is not a valid amount"),
    ],
)
def test_amounts_that_do_not_fit(amounts: Sequence[str], said: str) -> None:
    """One sentence; what was typed stays in the form, and the sheet is as it was."""
    paper = begun()
    before = paper.kept
    assert said in paper.enter(*amounts)
    assert paper.kept == before
    if amounts[0]:
        assert f'value="{amounts[0]}"' in paper.html


def test_what_is_left_stands_in_the_empty_field() -> None:
    paper = begun()
    paper.send({"how": "chips", "won.0": "2", "won.1": "-3", "won.3": "4"})
    assert re.search(r'name="won.2"[^>]*placeholder="−3.00"', paper.html)
    paper.send({"how": "chips", "won.0": "2", "won.1": "-3"}, "flip", "won.0")
    assert re.search(r'name="won.0"[^>]*value="−2"', paper.html)
    paper.send({"how": "chips", "won.0": "−2", "won.1": "-3"}, "flip", "won.0")
    assert re.search(r'name="won.0"[^>]*value="2"', paper.html)


def test_five_at_the_table() -> None:
    """HLU-SEAT-05: the dealer rests; nobody asks the dealer for an amount."""
    paper = begun(FIVE, dealer="4")
    assert "Eva deals. Eva sits out." in paper.html
    assert 'name="won.4"' not in paper.html
    assert paper.enter("1", "1", "-1", "") == ""
    assert "Hand 2: Ada deals. Ada sits out." in paper.html
    assert paper.enter("", "2", "-2", "0", won_4="0") == ""
    assert paper.totals == [1, 3, -3, -1, 0]


def test_a_pot() -> None:
    """POL-POT-01: what goes into the pot is won and lost with the rest."""
    paper = begun(game="polish")
    assert paper.enter("-10", "-10", "5", "0", into_pot="15") == ""
    assert paper.session.pots == {"pot": 15}
    assert "In the pot: 15." in paper.html
    assert "the sum is" in paper.enter("10", "0", "0", "0", into_pot="-5")
    assert paper.enter("10", "0", "0", "", into_pot="-10") == ""
    assert paper.session.pots == {"pot": 5}


def test_who_deals_next_rests_on_what_was_played() -> None:
    """HEUN-SESSION-05: the player who declared a Four deals next; MACH-SESS-01: the player who opened."""
    paper = begun(game="heun", chips="25", agreed="9")
    assert paper.enter("3", "-3", "", "0", game="four", by="B") == ""
    assert paper.session.dealer == 2
    assert "8 hands to go" in paper.html
    opened = begun(game="machtarok")
    assert opened.enter("3", "-3", "", "0", opened="B") == ""
    assert opened.session.dealer == 2


def test_somebody_else_dealt() -> None:
    """Keep what is filled in about people with them, and the deal goes on from there."""
    paper = begun()
    fields = {"how": "chips", "won.0": "1", "by": "A", "seated": "0", "dealt": "1"}
    paper.send({**fields, "game": "povinnost"})
    assert re.search(r'value="D" selected>Ben', paper.html)
    assert paper.enter("1", "", "1", "-1", by="A", seated="0", dealt="1", game="povinnost") == ""
    assert paper.session.dealers == (1, 2)
    assert paper.kept["sheet"]["hands"][0]["dealer"] == "Ben"
    assert paper.kept["sheet"]["hands"][0]["declarer"] == "D"


def test_the_end_of_an_evening() -> None:
    """HEUN-SESSION-03: over when somebody has no chips left; MACH-SESS-03: or when people stop."""
    paper = begun(game="heun")
    assert paper.enter("25", "-25", "0", "0") == ""
    assert "The evening is over after 1 hand. First: Ada." in paper.html
    assert 'name="enter"' not in paper.html
    paper.send({}, "undo")
    assert 'name="enter"' in paper.html
    stopped = begun(game="machtarok")
    stopped.enter("6", "-2", "-2", "-2")
    stopped.send({}, "stop")
    assert "The evening is over after 1 hand. First: Ada." in stopped.html
    assert stopped.session.over
    stopped.send({}, "resume")
    assert not stopped.session.over


# -- hands told by what happened ------------------------------------------------------------------

TOLD = {"how": "facts", "game": "povinnost", "by": "A", "with": "C", "p": "39", "x.game": "flek"}


def test_a_hand_is_told_by_what_happened() -> None:
    """HLU-SET-01: as the calculator settles it, by the names of the players."""
    paper = begun()
    paper.send(TOLD)
    assert "Ben and Dana" in paper.html  # the declarers, in place of their seats
    paper.send(TOLD, "enter")
    assert paper.problems == ""
    settled = settle(
        rules.load("hlucin"),
        facts_of.read(
            rules.load("hlucin"),
            {
                "contract": "povinnost",
                "declarer": "A",
                "partner": "C",
                "points": {"declarers": 39},
                "doubles": {"game": "flek"},
            },
        ),
    )
    won = settled.payments["A"]
    assert won > 0
    assert paper.totals == [-won, won, -won, won]
    assert paper.kept["sheet"]["hands"][0]["facts"]["declarer"] == "A"
    assert 'value="facts" checked' in paper.html  # the next one is told in the same way


def test_what_stood_there_first_is_no_answer() -> None:
    """From what happened to what was paid: the contract goes along only where a declarer does."""
    paper = begun()
    paper.send({"how": "chips", "told": "facts", "game": "povinnost"})
    assert not re.search(r'value="povinnost" selected', paper.html)
    paper.send({"how": "chips", "told": "facts", "game": "povinnost", "by": "B"})
    assert re.search(r'value="povinnost" selected', paper.html)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"p": ""}, "Still needed: the card points"),
        ({"game": "solo", "by": ""}, "the declarer"),
        ({"p": "71"}, "71"),
        ({"p": "x"}, "“x”"),
        ({"by": "C"}, "C"),
        ({"by": "<b>"}, "&lt;b&gt;"),
    ],
)
def test_facts_that_do_not_fit(more: dict[str, str], said: str) -> None:
    paper = begun()
    before = paper.kept
    paper.send({**TOLD, **more}, "enter")
    assert said in paper.problems.replace("Cyril", "C").replace("Dana", "C")
    assert paper.kept == before


def test_facts_of_an_earlier_hand_are_put_right() -> None:
    paper = begun(FIVE, dealer="4")
    for _ in range(3):
        paper.send({**TOLD, "seated": str(paper.session.dealer)}, "enter")
        assert paper.problems == ""
    paid = paper.session.paid
    paper.send({}, "correct", "1")
    assert re.search(r'name="p"[^>]*value="39"', paper.html)
    assert "The declarer is" in paper.html
    fields = {**TOLD, "at": "1", "seated": "0", "p": "45"}
    paper.send(fields, "enter")
    assert paper.session.paid[0] == paid[0] and paper.session.paid[2] == paid[2]
    assert paper.session.paid[1][1] > paid[1][1]


def test_facts_move_with_the_people_when_somebody_else_dealt() -> None:
    paper = begun()
    fields = {
        **TOLD,
        "game": "solo",
        "seated": "0",
        "dealt": "1",
        "say.B": "barvicky",
        "x.pagat.B": "flek",
    }
    paper.send({**fields, "ann.A": "pagat", "last.I": "A", "last": "A"})
    assert re.search(r'name="by" value="D"[^>]*checked', paper.html)
    assert re.search(r'name="say.A" value="barvicky"[^>]*checked', paper.html)
    assert re.search(r'name="ann.D" value="pagat"[^>]*checked', paper.html)
    assert re.search(r'name="last.I" value="D"[^>]*checked', paper.html)


def test_a_correction_settles_later_pots_anew() -> None:
    """POL-POT-01: what a later hand takes out of the pot follows from what earlier ones paid in."""
    paper = begun(game="polish")
    paper.enter("-10", "-10", "0", "0", into_pot="20")
    facts = {
        "contract": "zolo_brewer",
        "declarer": "A",
        "points": {"declarers": 40},
        "announced": {"A": ["pagat"]},
        "last_trick": {"winner": "A", "cards": {"A": "I"}},
    }
    hand = {"facts": facts}
    sheet = {**paper.kept["sheet"], "hands": [*paper.kept["sheet"]["hands"], hand]}
    paper = Paper({"sheet": sheet, "done": [], "undone": []})
    assert paper.session.pots == {"pot": 0}
    won = paper.session.paid[1][2]
    paper.enter("-10", "-20", "0", "0", at="0", into_pot="30")
    assert paper.problems == ""
    assert paper.session.paid[1][2] == won + 10


@pytest.mark.parametrize("game", [name for name in rules.ids() if name != "french-practice-1"])
def test_examples_of_every_game_are_written_down(game: str) -> None:
    """Hands as the calculator makes them up, entered one after another."""
    table = rules.load(game)
    people = FIVE[: table.seats.active]
    paper = begun(people, game=game)
    rng = random.Random(game)
    wrote = 0
    while wrote < 4 and not paper.session.over:
        facts = draw_facts(table, rng, rng.random() < 0.5, 2)
        if facts is None:
            continue
        values = to_fields.fields_of(table, facts_of.read(table, facts))
        fields = [["how", "facts"], *([name, v] for name, of in values.items() for v in of)]
        request = {
            "verb": "sheet",
            "sheet": "evening",
            "base": "../",
            "kept": paper.kept,
            "fields": fields,
            "pressed": ["enter", "yes"],
        }
        paper._take(request)
        if paper.problems:
            continue  # not every draw is a hand that could be
        wrote += 1
        assert len(paper.session.played) == wrote
    paper.send({}, "correct", "0")
    assert 'value="facts" checked' in paper.html


# -- taking back and putting right ----------------------------------------------------------------


def test_undo_and_redo() -> None:
    paper = begun()
    start = paper.kept["sheet"]
    paper.enter("1", "-1", "0", "0")
    one = paper.kept["sheet"]
    paper.enter("2", "-2", "0", "0")
    two = paper.kept["sheet"]
    assert "Undo: hand 2" in paper.html
    paper.send({}, "undo")
    assert paper.kept["sheet"] == one
    assert "Redo: hand 2" in paper.html
    paper.send({}, "undo")
    assert paper.kept["sheet"] == start
    paper.send({}, "redo")
    paper.send({}, "redo")
    assert paper.kept["sheet"] == two
    paper.send({}, "redo")
    assert "can no longer undo or redo" in paper.problems
    paper.send({}, "undo")
    paper.enter("5", "-5", "0", "0")
    assert paper.kept["undone"] == []
    assert paper.totals[0] == 6


def test_an_earlier_hand_is_put_right() -> None:
    """What later hands brought whom stays, and so does who dealt them."""
    paper = begun(FIVE, dealer="4")
    for _ in range(3):
        paper.enter("1", "-1", "", "0", "0")
    dealers = paper.session.dealers[:3]
    before = paper.session.paid[1:]
    paper.send({}, "correct", "0")
    assert "Correct hand 1" in paper.html
    assert re.search(r'name="won.0"[^>]*value="1.00"', paper.html)
    # a misdeal: by the rules the same dealer would have dealt the second hand
    paper.enter("1", "1", "1", "-3", at="0", end="misdeal")
    assert paper.problems == ""
    assert paper.session.dealers[:3] == dealers
    assert paper.session.paid[1:] == before
    assert paper.kept["sheet"]["hands"][1]["dealer"] == "Ada"
    assert "dealer" not in paper.kept["sheet"]["hands"][2]
    paper.send({}, "undo")
    assert "dealer" not in paper.kept["sheet"]["hands"][1]
    paper.send({}, "strike", "0")
    assert paper.session.paid == before
    assert paper.session.dealers[:2] == dealers[1:]


def test_names_are_put_right() -> None:
    paper = begun(dealer="1")
    paper.enter("1", "-1", "0", "0", dealt="2")
    fields = {f"player.{i}": name for i, name in enumerate(("Ada", "Bob", "Cyr", "Dana"))}
    paper.send({**fields, "title": "Friday"}, "rename")
    assert paper.session.players == ("Ada", "Bob", "Cyr", "Dana")
    assert (paper.session.dealers, paper.session.title) == ((2, 3), "Friday")
    paper.send({**fields, "player.1": "Ada"}, "rename")
    assert "Ada and Ada look the same" in paper.problems
    paper.send({**fields, "player.1": " "}, "rename")
    assert "Player 2 of 4 has no name; every player needs one." in paper.problems
    paper.send({}, "undo")
    assert paper.session.players == PEOPLE


def test_a_hand_that_is_not_there() -> None:
    paper = begun()
    for press in ("correct", "strike"):
        for value in ("0", "-1", "x", "99999999999999999999"):
            paper.send({}, press, value)
            assert "There is no such hand" in paper.problems


MOVES = st.lists(
    st.sampled_from(
        [
            "1 -1 0 0",
            "0 0 2 -2",
            "undo",
            "redo",
            "strike 0",
            "fix 0",
            "fix 1",
            "stop",
            "seat Ada Eva Cyril Dana",
            "seat Ada Ben Cyril Dana Eva",
        ]
    ),
    max_size=14,
)


@settings(max_examples=25, deadline=None)
@given(MOVES)
def test_whatever_is_done_can_be_taken_back(moves: list[str]) -> None:
    """Undo to the beginning gives an empty sheet, redo to the end the same sheet again."""
    paper = begun()
    for move in moves:
        word, _, argument = move.partition(" ")
        if word == "fix":
            paper.enter("4", "-4", "0", "0", at=argument)
        elif word == "seat":
            seat(paper, *argument.split())
        elif word in ("undo", "redo", "strike", "stop"):
            paper.send({}, word, argument or "yes")
        else:
            paper.enter(*move.split())
        assert sum(paper.totals, Decimal(0)) == 0 if paper.kept["sheet"] else True
    last = paper.kept["sheet"]
    steps = len(paper.kept["done"])
    for _ in range(steps):
        paper.send({}, "undo")
    assert paper.kept["sheet"] == {}
    for _ in range(steps):
        paper.send({}, "redo")
    assert paper.kept["sheet"] == last


# -- people come and go ---------------------------------------------------------------------------


def seat(paper: Paper, *people: str) -> None:
    paper.send({f"chair.{i}": name for i, name in enumerate(people)}, "seat")


def changed_evening() -> Paper:
    """Eva comes after a hand as the fifth; then Ben goes; then Fred sits down in Ada's place."""
    paper = begun(dealer="3")
    assert paper.enter("1", "-1", "", "0") == ""
    seat(paper, *PEOPLE, "Eva")
    assert paper.said == ["Now at the table: Eva. Ada deals next."]
    assert paper.enter("", "2", "-2", "0", "0") == ""  # Ada rests
    seat(paper, "Ada", "Cyril", "Dana", "Eva")
    assert paper.said == ["Now without Ben. Cyril deals next."]
    fields = {
        "won.0": "4",
        "won.2": "-4",
        "won.3": "0",
        "won.4": "0",
        "game": "povinnost",
        "by": "B",
    }
    paper.send({"how": "chips", **fields}, "enter")
    seat(paper, "Fred", "Cyril", "Dana", "Eva")
    assert paper.said == ["Fred in place of Ada. Dana deals next."]
    paper.send({"how": "chips", "won.5": "3", "won.2": "-3", "won.3": "0", "won.4": "0"}, "enter")
    assert paper.problems == ""
    return paper


def test_people_come_and_go_in_the_middle_of_an_evening() -> None:
    paper = changed_evening()
    session = paper.session
    assert session.players == (*PEOPLE, "Eva", "Fred")
    assert session.dealers == (3, 0, 2, 3, 4)
    assert paper.totals == [Decimal(n) for n in (5, 1, -9, 0, 0, 3)]
    assert session.seat_of(3) == "C" and session.place_of("A") == 5
    assert (
        session.players[sessions.place_at(session.seated(2), 2, "B")] == "Eva"
    )  # who played povinnost
    html = paper.html
    assert html.count('<span class="tk-flag">gone</span>') == 2
    rows = re.findall(r"<tr>(.*?)</tr>", html.split("<tbody>")[1])[:4]
    assert [row.count("<td></td>") for row in rows] == [2, 1, 2, 2]
    assert re.search(r'name="chair\.0"[^>]*value="Fred"', html)
    dealt = re.search(r'<select name="dealt".*?</select>', html)
    assert dealt and re.findall(r"<option[^>]*>(.*?)<", dealt[0]) == [
        "Fred",
        "Cyril",
        "Dana",
        "Eva",
    ]
    seat(paper, "Ben", "Cyril", "Dana", "Eva")  # Ben goes on from there
    assert paper.said == ["Ben in place of Fred. Eva deals next."]
    assert paper.session.players == session.players


def test_a_hand_told_by_what_happened_goes_by_who_is_there() -> None:
    paper = begun(dealer="3")
    seat(paper, "Ada", "Eva", "Cyril", "Dana")
    assert paper.session.players == ("Ada", "Ben", "Cyril", "Dana", "Eva")
    assert paper.session.seat_of(4) == "B"
    paper.send({**TOLD, "game": "solo", "by": "B", "seated": "3"}, "enter")
    assert paper.problems == ""
    totals = dict(zip(paper.session.players, paper.totals, strict=True))
    assert totals["Eva"] == -3 * totals["Dana"] > 0 and totals["Ben"] == 0
    paper.send({}, "correct", "0")
    assert re.search(r'name="by" value="B"[^>]*checked', paper.html)
    assert "Eva" in paper.html.split("tk-entry")[1]


def test_who_sat_there_stays_when_hands_are_put_right_and_struck_out() -> None:
    paper = changed_evening()
    paid, dealers = paper.session.paid, paper.session.dealers
    paper.send({}, "correct", "1")
    assert 'name="won.0"' not in paper.html and 'name="won.4"' in paper.html
    paper.enter("", "1", "-1", "0", "0", at="1")
    assert paper.problems == ""
    assert (paper.session.paid[0], *paper.session.paid[2:]) == (paid[0], *paid[2:])
    paper.send({}, "undo")
    before = paper.kept["sheet"]
    for index in range(4):
        paper.send({}, "strike", str(index))
        assert paper.session.paid == (*paid[:index], *paid[index + 1 :])
        assert paper.session.dealers[:3] == (*dealers[:index], *dealers[index + 1 : 4])
        paper.send({}, "undo")
        assert paper.kept["sheet"] == before


def test_changes_of_the_table_are_taken_back() -> None:
    paper = begun()
    start = paper.kept["sheet"]
    seat(paper, *PEOPLE, "Eva")
    assert "Undo: who is at the table" in paper.html
    after = paper.kept["sheet"]
    seat(paper, *PEOPLE)
    assert paper.kept["sheet"] == start  # as if Eva had never come
    paper.send({}, "undo")
    paper.send({}, "undo")
    assert paper.kept["sheet"] == start and "changes" not in start
    paper.send({}, "redo")
    assert paper.kept["sheet"] == after
    seat(paper, *PEOPLE, "Eva")
    assert paper.said == ["The table is as it was. Ada deals next."]
    assert len(paper.kept["done"]) == 2


@pytest.mark.parametrize(
    ("people", "said"),
    [
        (PEOPLE[:3], "3 players cannot play this game; it takes 4 or 5."),
        ((*PEOPLE[:3], "Ada"), "look the same"),
        ((), "0 players cannot play this game"),
        ((*PEOPLE[:3], "<b>"), ""),
    ],
)
def test_a_table_that_cannot_be(people: Sequence[str], said: str) -> None:
    paper = begun()
    before = paper.kept["sheet"]
    seat(paper, *people)
    assert said in paper.problems and "<b>" not in paper.html.replace("<b>0.00</b>", "")
    if said:
        assert paper.kept["sheet"] == before
        assert re.search(r"<details[^>]*s-evening-seats[^>]* open", paper.html)


def test_a_sheet_has_room_for_so_many_and_who_is_done_changes_nothing() -> None:
    paper = begun()
    for n in range(MOST_PEOPLE - 4):
        seat(paper, f"P{n}", "Ben", "Cyril", "Dana")
        entered = {f"won.{p}": "0" for p in paper.session.seated_now}
        paper.send({"how": "chips", **entered}, "enter")
    assert len(paper.session.players) == MOST_PEOPLE and not paper.problems
    before = paper.kept["sheet"]
    seat(paper, "One more", "Ben", "Cyril", "Dana")
    assert "room for 10 people" in paper.problems and paper.kept["sheet"] == before
    paper.send({}, "stop")
    assert 'name="chair.0"' not in paper.html
    over = paper.kept["sheet"]
    seat(paper, *PEOPLE)  # from a page that was open elsewhere
    assert paper.kept["sheet"] == over and "The session is over" in paper.said[0]


def test_files_of_a_changed_evening_there_and_back() -> None:
    paper = changed_evening()
    back = Paper()
    assert back.load(json.dumps(paper.kept["sheet"]))["ok"]
    assert back.session == paper.session
    paper.send({}, "csv")
    text = paper.file["text"]
    assert "seated after,3,Fred,Cyril,Dana,Eva" in text
    assert back.load(text, "evening.csv")["ok"]
    assert back.session == paper.session
    wrong = text.replace("2,Ada,,,,0,2,-2,0,0,\r", "2,Ada,,,,0,2,-2,0,1,-1\r")
    assert wrong != text
    said = back.load(wrong, "evening.csv")["error"]
    assert "Fred was not at the table for this hand" in said
    said = back.load(text.replace("seated after,3", "seated after,x"), "evening.csv")["error"]
    assert "changes" in said


def test_an_export_from_before_people_could_come_and_go() -> None:
    """As it was written then, field by field."""
    old = {
        "format": "taroky-session",
        "version": 1,
        "rules": "hlucin",
        "options": {},
        "players": [*FIVE],
        "first_dealer": "Eva",
        "chips": "0",
        "title": "Friday",
        "hands": [
            {"payments": {"A": "1", "B": "-1", "C": "0", "D": "0"}},
            {"payments": {"A": "2", "B": "-2", "C": "0", "D": "0"}, "dealer": "Ben"},
        ],
    }
    paper = Paper()
    assert paper.load(json.dumps(old))["ok"]
    assert paper.session.dealers == (4, 1, 2) and paper.totals == [1, -1, 2, -2, 0]
    assert paper.kept["sheet"] == old
    table = (
        "taroky,Friday\nrules,hlucin,Taroky (Hlučín)\nfirst dealer,Eva\nstart,0\n\n"
        "hand,dealer,contract,declarer,ended,Ada,Ben,Cyril,Dana,Eva\n1,Eva,,,,1,-1,0,0,0\n"
        "2,Ben,,,,0,0,2,-2,0\nnow,,,,,1,-1,2,-2,0\n"
    )
    assert paper.load(table, "old.csv")["ok"]
    assert paper.session.dealers == (4, 1, 2) and paper.totals == [1, -1, 2, -2, 0]


# -- files ----------------------------------------------------------------------------------------


def played_evening() -> Paper:
    paper = begun(FIVE, rules="polish", dealer="2", title="=Friday; at the “Lion”")
    paper.enter("1", "-1", "", "0", "0", game="brewer", by="A")
    paper.enter("5", "5", "-5", "-15", "0", into_pot="10", dealt="4")
    paper.enter("", end="throw_in")
    return paper


def test_an_export_is_a_session_file() -> None:
    """What is kept is what `taroky session show` reads, and what comes back."""
    paper = played_evening()
    text = json.dumps(paper.kept["sheet"])
    assert sessions.from_json(json.loads(text)) == paper.session
    back = Paper()
    back.load(text)
    assert back.session == paper.session
    assert back.said == [say("sheet.imported").text()]
    assert (back.kept["done"], back.kept["undone"]) == ([], [])


def test_a_session_of_the_engine_is_read() -> None:
    """Recorded hands of bots, too; a hand of them can be written over."""
    rng = random.Random(3)
    session = sessions.start(rules.load("heun"), PEOPLE, 3)
    for _ in range(3):
        session = session.add(simulate.finish(session.deal(rng), rng))
    paper = Paper()
    assert paper.load(json.dumps(sessions.to_json(session)))["ok"]
    assert paper.totals == list(session.totals)
    paper.send({}, "correct", "1")
    fields = dict(re.findall(r'name="(won\.\d)"[^>]*value="([^"]*)"', paper.html))
    assert len(fields) == 4


def test_csv_there_and_back() -> None:
    paper = played_evening()
    paper.send({}, "csv")
    text = paper.file["text"]
    assert "'=Friday; at the “Lion”" in text  # no formula for a spreadsheet
    assert paper.file["name"].endswith(".csv")
    back = Paper()
    assert back.load(text, "evening.csv")["ok"]
    assert back.session == paper.session
    semicolons = "\n".join(line.replace(",", ";") for line in text.splitlines())
    assert back.load("\ufeff" + semicolons, "evening.csv")["ok"]
    assert back.session.paid == paper.session.paid


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "No line with the columns"),
        ('{\n  "format": ,', "there is a mistake in line 2, at character 13."),
        ("[]", "This is not a session file"),
        ('{"format": "taroky-tournament"}', "This is not a session file"),
        ('{"format": "taroky-session", "version": NaN}', "NaN"),
        ("[" * 100_000, "nested too deep"),
        ("hand,dealer,contract\n", "No line with the columns"),
        ("rules,nowhere\nhand,dealer,contract,declarer,ended,Ada,Ben\n", "nowhere"),
        ("hand,dealer,contract,declarer,ended,Ada,Ben,Cy,Di\n", "not a rule set"),
        (
            "rules,hlucin\nhand,dealer,contract,declarer,ended,Ada,Ben,Cy,Di\n1,Zoe,,,,1,-1,0,0\n",
            "Line 3: Zoe is not one of the players",
        ),
        (
            "rules,hlucin\nhand,dealer,contract,declarer,ended,Ada,Ben,Cy,Di\n1,Ada,,,,1,-1,x,0\n",
            "Line 3: “x” is not a valid amount",
        ),
        (
            "rules,hlucin\nhand,dealer,contract,declarer,ended,Ada,Ben,Cy,Di\n1,Ada,,,,1,1,0,0\n",
            "Line 3: Hand 1: The payments add up to 2",
        ),
        ("rules,hlucin\0\n", "Line 1 is not CSV"),
        ("x" * 2_100_000, "too long"),
        ("<script>alert(1)</script>", "No line with the columns"),
    ],
)
def test_a_damaged_file_changes_nothing(text: str, said: str) -> None:
    """One sentence that names the file, and no markup."""
    paper = Paper()
    reply = paper.load(text, "<b>old.json")
    assert not reply["ok"]
    assert said in reply["error"]
    assert "Nothing has been changed." in reply["error"]
    assert "<b>old.json" in reply["error"]  # said as text
    assert "\n" not in reply["error"]
    assert paper.kept is None


@pytest.mark.parametrize(
    "kept",
    [
        7,
        [],
        {"sheet": 7},
        {"sheet": {"format": "x"}},
        {"sheet": {"format": "taroky-session", "version": 1, "hands": 5}},
    ],
)
def test_a_damaged_store_is_told(kept: Any) -> None:
    reply = Paper(kept).send({}, "undo")
    assert not reply["ok"]
    assert reply["error"].endswith(".")


def test_steps_that_do_not_fit_are_told() -> None:
    """A store whose steps are damaged keeps its sheet."""
    paper = begun()
    paper.enter("1", "-1", "0", "0")
    sheet = paper.kept["sheet"]
    for steps in (
        [["x", [{"at": ["hands"], "from": 0, "out": [1], "in": [2]}]]],
        [["x", [{"at": [9], "key": 1}]]],
        [["x", [{}]]],
        7,
    ):
        broken = Paper({"sheet": sheet, "done": steps, "undone": []})
        broken.send({}, "undo")
        assert "can no longer undo" in broken.problems
        assert broken.kept["sheet"] == sheet
    # a step that fits and leads to nonsense is not taken
    nonsense = [["x", [{"at": [], "key": "players", "in": [sheet["players"]], "out": []}]]]
    reply = Paper({"sheet": sheet, "done": nonsense, "undone": []}).send({}, "undo")
    assert not reply["ok"]


def test_a_house_has_its_sheet() -> None:
    """A house's own table, as one word, goes into the sheet and into its files."""
    house = rules.pack(
        "extends: hlucin\ntable: u_lva\ntitle: At the Lion\nchoose: {pool.enabled: yes}\n"
    )
    paper = begun(game=house)
    assert "At the Lion" in paper.html
    assert paper.enter("-1", "1", "-0.50", "0", into_pot="0.5") == ""
    assert paper.session.table.name == house
    back = Paper()
    assert back.load(json.dumps(paper.kept["sheet"]))["ok"]
    assert back.session == paper.session
    paper.send({}, "csv")
    assert back.load(paper.file["text"], "x.csv")["ok"]
    assert back.session == paper.session


@pytest.mark.parametrize("game", rules.ids())
def test_every_game_has_its_sheet(game: str) -> None:
    table = rules.load(game)
    people = FIVE[: max(table.seats.players)]
    paper = begun(people, game=game)
    first = {"won.1" if paper.session.dealer == 0 else "won.0": "2"}
    rest = {f"won.{i}": "0" for i in range(2, len(people))}
    other = {"won.0": "-2"} if "won.1" in first else {"won.1": "-2"}
    if paper.session.sits_out == 0:
        other, rest["won.2"] = {}, "-2"
    paper.send({"how": "chips", **rest, **first, **other}, "enter")
    assert paper.problems == ""
    assert sum(abs(total) for total in paper.totals) == 4
    paper.send({}, "csv")
    back = Paper()
    assert back.load(paper.file["text"], "x.csv")["ok"]
    assert back.session == paper.session
