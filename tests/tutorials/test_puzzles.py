"""Puzzles: those that are kept, what is said to each answer, the numbers, addresses, and what a browser keeps."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from spoken_languages import EVERY
from taroky.errors import TarokyError
from taroky.game import apply, current
from taroky.messages import speaking
from taroky.players.advice import analysis
from taroky_devtools import puzzles as finder
from taroky_tutorials import browser
from taroky_tutorials.puzzles import learner, page, ratings
from taroky_tutorials.puzzles.learner import Learner
from taroky_tutorials.puzzles.puzzle import MOST_FILE, Puzzle, from_row, rows_of, table_of
from taroky_tutorials.puzzles.themes import THEMES, themes_of

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "assets" / "puzzles"
GAMES = tuple(sorted(file.stem for file in FOLDER.glob("*.json")))
TEXTS = {game: (FOLDER / f"{game}.json").read_text("utf-8") for game in GAMES}


def ask(
    event: Mapping[str, Any], before: Mapping[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """The page's answer to an event after another answer."""
    before = before or {}
    request = {"base": "../../", "kept": before.get("kept"), "now": before.get("now"), **more}
    return page.answer({**request, "event": event})


def opened(game: str, number: int) -> dict[str, Any]:
    return ask({"puzzle": f"#puzzle={game}.{number}"}, puzzles=TEXTS[game])


def event_of(puzzle: Puzzle, place: int) -> dict[str, str]:
    """The touch of the choice at this place of the best first."""
    action = puzzle.choices[place].action
    words = " ".join(action.what)
    return {"tap": words} if action.kind == "play" else {"act": f"{action.kind} {words}"}


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


def test_there_are_puzzles_and_five_hundred_would_be_small() -> None:
    assert "hlucin" in GAMES
    for game, text in TEXTS.items():
        assert len(text.encode()) * 500 <= MOST_FILE * len(rows_of(game, text))


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_holds(game: str) -> None:
    for row in rows_of(game, TEXTS[game]):
        puzzle = from_row(game, row)  # replays the hand
        assert puzzle.as_row() == row
        asked = current(puzzle.hand)
        assert asked is not None and asked[1] == puzzle.seat
        assert len(puzzle.choices) >= 3 and puzzle.best.behind == 0
        assert all(one.behind > 0 for one in puzzle.choices[1:])
        for one in puzzle.choices:
            apply(puzzle.hand, one.action)  # is legal
        assert puzzle.themes == themes_of(puzzle.hand)
        assert ratings.LEAST <= puzzle.rating <= ratings.MOST
        shown = puzzle.as_shown
        assert {*shown} == {*puzzle.choices}


@pytest.mark.parametrize("game", GAMES)
def test_each_puzzle_opens_and_each_answer_is_told_its_price_and_why(game: str) -> None:
    rows = rows_of(game, TEXTS[game])
    for number, row in [*enumerate(rows, start=1)][:: max(len(rows) // 12, 1)]:
        puzzle, shown = from_row(game, row), opened(game, number)
        assert shown["address"] == f"#puzzle={game}.{number}"
        assert "tk-do-next" not in shown["html"]
        for place in (0, 1, len(puzzle.choices) - 1):
            after = ask(event_of(puzzle, place), shown)
            verdict, price, *why = after["said"]
            assert verdict == ("Not the best." if place else "Right.")
            behind = f"{puzzle.choices[place].behind:.2f}"
            assert why and (behind.rstrip("0").rstrip(".") in price if place else "a hand" in price)
            assert verdict in words(after["html"]) and "tk-do-next" in after["html"]
            grown = json.loads(after["kept"])["number"] - ratings.FIRST
            assert grown < 0 if place else grown > 0


def test_the_page_holds_nobody_elses_cards_before_the_answer() -> None:
    puzzle, shown = from_row("hlucin", rows_of("hlucin", TEXTS["hlucin"])[0]), opened("hlucin", 1)
    hidden = {
        card
        for seat in puzzle.table.active
        if seat != puzzle.seat
        for card in puzzle.hand.holds(seat)
    }
    assert hidden and not hidden & {*re.findall(r"card-(\w+)", shown["html"])}


def test_the_rest_of_the_hand_is_shown_by_both_choices() -> None:
    for game in GAMES:
        puzzle = from_row(game, rows_of(game, TEXTS[game])[0])
        after = ask(event_of(puzzle, 1), opened(game, 1))
        for which in ("best", "other"):
            seen = ask({"see": which}, after)
            assert f'id="tk-see-{which}"' in seen["html"] and 'aria-pressed="true"' in seen["html"]
            left = len(puzzle.hand.holds(puzzle.seat))
            assert puzzle.best.action.kind != "play" or seen["html"].count("→") == left
        closed = ask({"open": ""}, seen)
        assert "tk-do-next" in closed["html"]
    with pytest.raises(TarokyError):  # not before the answer
        ask({"see": "best"}, opened("hlucin", 1))


def test_a_card_that_may_not_be_played_is_no_answer() -> None:
    for number, row in enumerate(rows_of("hlucin", TEXTS["hlucin"]), start=1):
        puzzle = from_row("hlucin", row)
        legal_cards = {one.action.what[0] for one in puzzle.choices}
        barred = [card for card in puzzle.hand.holds(puzzle.seat) if card not in legal_cards]
        if puzzle.best.action.kind == "play" and barred:
            reply = ask({"tap": barred[0]}, opened("hlucin", number))
            assert reply["now"]["answer"] == "" and json.loads(reply["kept"])["done"] == {}
            assert "is-refused" in reply["html"] and len(reply["said"]) == 1
            return
    pytest.fail("no puzzle has a card that may not be played")


def test_numbers_go_up_and_down_by_elo() -> None:
    assert ratings.expected(1200, 1200) == 0.5
    assert ratings.expected(1600, 1200) == pytest.approx(10 / 11)
    assert ratings.after(1200, 1200, right=True, count=0) == (1220, 1195)
    assert ratings.after(1200, 1200, right=False, count=0) == (1180, 1205)
    assert ratings.after(1200, 1200, right=True, count=20) == (1210, 1195)
    assert ratings.after(1200, 1600, right=True, count=50)[0] == 1218
    assert ratings.after(ratings.MOST, 400, right=True, count=50)[0] == ratings.MOST
    levels = [ratings.rated({"club": [True] * n + [False] * (12 - n)}) for n in range(13)]
    assert all(low < high for low, high in pairwise(levels))
    assert abs(levels[6] - ratings.LEVELS["club"]) < 60


def test_a_puzzle_counts_once() -> None:
    one = Learner().answered("hlucin.1", 1300, right=False)
    again = one.answered("hlucin.1", 1300, right=True)
    assert one.number < ratings.FIRST and again.number == one.number
    assert again.done == {"hlucin.1": (one.done["hlucin.1"][0], True)}


def test_the_nearest_comes_next_and_what_was_missed_at_last() -> None:
    rows = [
        ["", "", 0, rating, ["bid"] if rating < 1200 else ["last"], []]
        for rating in (1000, 1190, 1900)
    ]
    new = Learner(game="hlucin")
    assert learner.following(new, rows) == 2
    later = new.answered("hlucin.2", 1190, right=False)
    assert learner.following(later, rows) == 1
    done = later.answered("hlucin.1", 1000, right=True).answered("hlucin.3", 1900, right=True)
    assert learner.following(done, rows) == 2
    with pytest.raises(TarokyError, match="solved all 3"):
        learner.following(done.answered("hlucin.2", 1190, right=True), rows)
    with pytest.raises(TarokyError, match="no puzzle about that"):
        learner.following(Learner(game="hlucin", theme="pagat"), rows)
    assert learner.following(Learner(game="hlucin", theme="last"), rows) == 3


def test_addresses_lead_back_and_a_wrong_one_gets_one_sentence() -> None:
    for address in (
        "#puzzle=hlucin.1",
        "#puzzle%3Dhlucin.1",
        "https://x.y/play/puzzles/#puzzle=hlucin.1.",
    ):
        assert learner.named_in(address) == ("hlucin", 1)
    for address in (
        "#puzzle=",
        "#puzzle=hlucin",
        "#puzzle=hlucin.0",
        "#puzzle=hlucin.x",
        "#puzzle=<b>.1",
    ):
        with pytest.raises(TarokyError, match="names no puzzle"):
            learner.named_in(address)
    for address, said in (
        ("#puzzle=whist.1", "no puzzles for"),
        ("#puzzle=hlucin.99999", "last one is"),
    ):
        with pytest.raises(TarokyError, match=said):
            ask({"puzzle": address}, puzzles=TEXTS["hlucin"])


def test_the_puzzle_of_a_day_follows_from_the_date() -> None:
    first, same, other = (
        ask({"day": day, "game": "hlucin"}, puzzles=TEXTS["hlucin"])["address"]
        for day in ("2026-11-27", "2026-11-27", "2026-11-28")
    )
    assert first == same and re.fullmatch(r"#puzzle=hlucin\.[1-9]\d*", other)
    assert len({learner.of_the_day(f"2026-11-{n:02}", 50) for n in range(1, 29)}) > 10


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "[]",
        '"x"',
        "{}",
        '{"format":"taroky-puzzles","number":"1","done":{},"game":"","theme":""}',
        "[" * 9000,
    ],
)
def test_what_cannot_be_read_is_said_and_gives_a_new_beginning(kept: str) -> None:
    event = {"begin": {"game": "hlucin", "theme": ""}}
    reply = ask(event, kept=kept, puzzles=TEXTS["hlucin"])
    assert reply["unreadable"] and reply["said"][0].endswith(
        f"You begin again at a rating of {ratings.FIRST}."
    )
    assert not ask(event, reply, puzzles=TEXTS["hlucin"])["unreadable"]


def test_damaged_files_and_events_get_a_sentence() -> None:
    begin = {"begin": {"game": "hlucin", "theme": ""}}
    rng, text = random.Random("damaged"), TEXTS["hlucin"]
    for damaged in ("", "{", "[[1]]", "[[1,2,3,4,5,6]]", text[:300]):
        with pytest.raises(TarokyError):
            ask(begin, puzzles=damaged)
    row = rows_of("hlucin", text)[0]
    for _ in range(200):
        spoilt = json.loads(json.dumps(row))
        place = rng.randrange(6)
        spoilt[place] = rng.choice([None, -1, 9999, "x", [], [["XX", 1, 1, 1]], {"a": 1}, "<b>"])
        try:
            html = ask(begin, puzzles=json.dumps([spoilt]))["html"]
        except TarokyError:
            continue
        assert "<b>&" not in html
    shown = opened("hlucin", 1)
    for event in ({"open": "menu"}, {"see": "other"}):
        with pytest.raises(TarokyError):
            ask(event, shown)
    for touched in ({"tap": "ZZ"}, {"act": "bid <i>"}):
        reply = ask(touched, shown)
        assert reply["now"]["answer"] == "" and len(reply["said"]) == 1
        assert "<i>" not in reply["html"]
    for now in (None, {}, {**shown["now"], "number": "1"}, {**shown["now"], "answer": "ZZ"}):
        with pytest.raises(TarokyError):
            page.answer({"base": "", "now": now, "event": {}})


def test_the_worker_hands_the_verb_on_in_each_language() -> None:
    request = {
        "verb": "puzzle",
        "base": "",
        "event": {"puzzle": "#puzzle=hlucin.1"},
        "puzzles": TEXTS["hlucin"],
    }
    for language, said in (("en", "Puzzle 1"), ("cs", "Úloha 1"), ("pl", "Zadanie 1")):
        reply = json.loads(browser.handle(json.dumps({**request, "language": language})))
        assert reply["ok"] and said in reply["html"]
    assert not json.loads(browser.handle(json.dumps({**request, "event": []})))["ok"]


def test_every_theme_has_a_name_in_each_language() -> None:
    for language in EVERY:
        with speaking(language):
            html = page.on_page("", {"hlucin": rows_of("hlucin", TEXTS["hlucin"])})
        names = re.findall(r'<option value="(\w+)">([^<]+)</option>', str(html))
        assert [name for name, _ in names] == [*THEMES] and len({said for _, said in names}) == len(
            THEMES
        )


@pytest.mark.parametrize("game", GAMES)
def test_no_way_to_guess_is_better_than_chance(game: str) -> None:
    puzzles = [from_row(game, row) for row in rows_of(game, TEXTS[game])]
    assert all(more <= finder.LUCK + 0.01 for more in finder.luck(puzzles).values())


def test_a_fresh_look_finds_the_same_best() -> None:
    other = []
    for game in GAMES:
        puzzles = [from_row(game, row) for row in rows_of(game, TEXTS[game])]
        for puzzle in puzzles[:: max(len(puzzles) // 6, 1)][:6]:
            advice = analysis(puzzle.hand, None, "another look")
            assert advice is not None
            if advice.choices[0].action != puzzle.best.action:
                other.append((game, puzzle.deal, puzzle.turn))
    assert len(other) <= 1, other


def test_a_difference_is_worth_asking_about_from_the_same_part_everywhere() -> None:
    least = {game: finder.least_gap(table_of(game)) for game in ("hlucin", "heun")}
    assert 0.07 <= least["hlucin"] <= 0.13 and least["heun"] > least["hlucin"]
