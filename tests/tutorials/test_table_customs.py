"""What the table does unasked: it deals, plays hands out, makes choices that are none, and deals hands for days and
matches that get played. The menu changes the first two, and what was kept or sent before goes on as it was."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from datetime import timedelta

import pytest
from days_of_a_year import FIRST, days, gets_to_the_cards
from table_events import some_event
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials import browser
from taroky_tutorials.play_page import customs
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.events.choices import touchable
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.links.same_deal import of_the_day
from taroky_tutorials.play_page.modes import Day, Match, whole_hand
from taroky_tutorials.play_page.opponents import dealt, decision
from taroky_tutorials.play_page.played_deals import gets_played
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import goes_by_itself, state_of, when_dealt
from taroky_tutorials.play_page.view.layout import view_of

GAMES = rules.ids()
UNCHALLENGED = "povinnost.throw_in_unchallenged"
#: An evening, a day and a match as they were kept and sent before hands were played out.
KEPT = json.loads(
    """{"format": "taroky-table", "version": 1, "session": {"format": "taroky-session", "version": 1, "rules": "hlucin",
    "options": {}, "players": ["You", "Ignác", "Gita", "Věra"], "first_dealer": "You", "chips": "0", "hands": [
    {"payments": {"A": "0.10", "B": "0.10", "C": "-0.10", "D": "-0.10"}, "contract": "povinnost", "declarer": "A",
    "ended": "unchallenged"}], "drawn": []}, "records": [], "people": [{"level": "thumb", "face": 0}, {"level": "thumb",
    "face": 5}, {"level": "thumb", "face": 11}], "seed": "old", "done": [], "picked": [], "resting": false, "hints": 0,
    "panel": "", "help": ["back", "hints", "reasons"], "pace": "normal", "given": "", "day": "", "real": [],
    "watched": false, "looks_at": 0, "asked": 0, "judged": [], "past": [], "eyes": 0, "match": false, "theirs": []}"""
)
OLD_DEAL = "B knock, A batch 2, B batch 4, C batch 1"
OLD_HAND = "XV XIV XIII VIII V RS JS 7S AH 3D JC 7C"
OLD_MATCH = (
    "#match=1.thumb.m4tch.LmQxntfmKWnR7T8jftX1xEWYlMNxuM16iSV8LEYi1uTF5vC6r3OTUE9-8aVQd45CV9xCKE9AIiQUXep-BxIipJdJZtD97"
    "1MlRfFTbDVONV1Wdl22qao.dAQe9g.hlucin"
)


def _house(cells: dict[str, object]) -> str:
    """A house's table, with these cells over those of Hlučín."""
    return rules.pack({"table": "lion", "title": "At the Lion", "extends": "hlucin", **cells})


def _asked(event: dict[str, object], kept: object = None) -> dict[str, object]:
    request = {"verb": "table", "base": "", "today": "2026-11-28", "event": event, "kept": kept}
    reply: dict[str, object] = json.loads(browser.handle(json.dumps(request)))
    assert reply["ok"], reply
    return reply


def _played_on(evening: Evening, seed: str) -> list[Step]:
    """Every step of a hand, the others acting when it is up to them."""
    rng, steps = random.Random(seed), [step_to(evening)]
    while not steps[-1].state.over or steps[-1].state.resting:
        step = steps[-1]
        steps.append(update(step.evening, some_event(step.state, rng), patient=True))
    return steps


# -- hands are played out ---------------------------------------------------------------------------------


def test_which_option_plays_a_hand_out_is_said_by_the_table() -> None:
    marked = {game: dict(customs.to_play_out(game)) for game in GAMES if customs.to_play_out(game)}
    assert marked == {"hlucin": {UNCHALLENGED: "no"}}
    assert customs.table_of("hlucin", ()).chosen == {UNCHALLENGED: "no"}
    assert customs.table_of("hlucin", {UNCHALLENGED}).chosen == {}


def test_what_a_house_has_decided_itself_stays() -> None:
    thrown_in = _house({"choose": {UNCHALLENGED: "yes"}})
    assert customs.table_of(thrown_in, ()).chosen == {UNCHALLENGED: "yes"}
    other = _house({"choose": {"varsava.flek": "yes"}})
    assert customs.table_of(other, ()).chosen == {"varsava.flek": "yes", UNCHALLENGED: "no"}


def test_an_option_that_plays_hands_out_with_a_value_it_has_not_is_refused() -> None:
    row = {"topic": "deal", "default": "a", "values": {"a": {}}, "played_out": "b"}
    with pytest.raises(TarokyError, match="“b” is not a value of own"):
        _house({"options": {"own": row}})


def test_a_povinnost_that_nobody_challenges_is_played_and_said_once() -> None:
    evening = dealt(sit_down({"rules": "hlucin", "seed": "out"}))
    steps = _played_on(evening, "out")
    asked = next(step for step in steps if step.state.yours)
    assert "It is played anyway. You can change" in view_of(asked, "")
    assert sum("played anyway" in view_of(step, "") for step in steps) == 1
    after = update(steps[-1].evening, {"next": "2026-11-28"}).evening
    assert not any("played anyway" in view_of(step, "") for step in _played_on(after, "next"))
    assert not state_of(steps[-1].evening).hand.ended


def test_the_menu_lets_unchallenged_hands_end_from_the_next_hand_on() -> None:
    evening = _played_on(dealt(sit_down({"rules": "hlucin", "seed": "menu"})), "menu")[-1].evening
    menu = view_of(step_to(evening.in_hand(panel="menu")), "")
    assert re.search(r'aria-pressed="true"[^>]*>It is played anyway\.<', menu)
    step = update(evening.in_hand(panel="menu"), {"custom": UNCHALLENGED})
    assert step.state.hand == state_of(evening).hand  # this hand is as it was
    assert "This applies from the next hand on." in view_of(step, "")
    after = update(step.evening, {"next": "2026-11-28"}).evening
    assert after.table.chosen == {}
    assert "This applies from the next hand on." not in view_of(
        step_to(after.in_hand(panel="menu")), ""
    )
    back = update(after, {"custom": UNCHALLENGED}).evening
    assert from_json(json.loads(json.dumps(back.as_json()))) == back
    new = _asked({"sit": {"rules": "hlucin", "level": "thumb", "seed": "n"}}, after.as_json())
    assert from_json(new["kept"]).table.chosen == {}  # the next evening, too


def test_an_evening_from_before_goes_on_and_its_next_hand_is_played_out() -> None:
    kept = from_json(KEPT)
    assert kept.table.chosen == {} and kept.session.played[0].ended == "unchallenged"
    ended = _played_on(kept, "old")[-1].evening
    after = update(ended, {"next": "2026-11-28"}).evening
    assert after.table.chosen == {UNCHALLENGED: "no"}
    again = from_json(json.loads(json.dumps(after.as_json())))
    assert again == after and again.session.totals == after.session.totals


# -- nobody is asked how to deal ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hands_are_dealt_at_once_and_the_dealer_is_named(game: str) -> None:
    reply = _asked({"sit": {"rules": game, "level": "thumb", "seed": f"d-{game}"}})
    state = state_of(from_json(reply["kept"]))
    assert state.hand.deal.dealt
    log = [str(line) for _, lines in state.log[: when_dealt(state)] for line, _ in lines]
    dealer = state.hand.dealer
    assert log == [f"{dealer} deals." if dealer != state.you else "You deal."]
    ended = _played_on(state.evening, game)[-1].evening
    after = update(ended, {"next": "2026-11-28"}).evening
    assert state_of(after).hand.deal.dealt


def test_people_who_cut_and_knock_are_told_what_was_done() -> None:
    rng, sentences, explained = random.Random("knock"), set(), False
    for game in ("hlucin", "machtarok", "french", "french-practice-3"):
        for seed in range(4):
            step = step_to(sit_down({"rules": game, "seed": f"k{seed}"}, {"deal"}))
            while not step.state.hand.deal.dealt:
                if step.state.yours:
                    html = view_of(step, "")
                    assert "tk-dealt-how" in html or "talon" in step.state.options.kinds
                    explained |= "tk-about-deal" in html
                step = update(step.evening, some_event(step.state, rng), patient=True)
            dealing = step.state.log[: when_dealt(step.state)]
            assert all(lines for _, lines in dealing)  # what each has done
            sentences |= {
                re.sub(r"\d+|[A-E] ", "", str(line)) for _, ls in dealing for line, _ in ls
            }
    assert explained
    assert {
        "cuts the pack.",
        "knocks: everyone chooses a batch.",
        "takes batch .",
        "deals.",
    } <= sentences
    assert {"You cut the pack.", "You take batch ."} <= sentences


def test_a_hand_that_was_kept_before_the_deal_is_dealt_when_it_is_opened() -> None:
    reply = _asked({}, KEPT)
    assert reply["wait"] is not None
    opened = _asked({"go": reply["go"]}, reply["kept"])
    assert state_of(from_json(opened["kept"])).hand.deal.dealt


def test_the_switch_of_dealing_holds_from_the_next_hand_on() -> None:
    ended = _played_on(dealt(sit_down({"rules": "heun", "seed": "switch"})), "switch")[-1].evening
    asks = update(ended, {"custom": "deal"}).evening
    assert not update(asks, {"next": "2026-11-28"}).evening.hand.done
    for bad in ("hints", UNCHALLENGED, ""):
        with pytest.raises(TarokyError):
            update(ended, {"custom": bad})
    fair = replace(ended, mode=Day("2026-11-28"))
    with pytest.raises(TarokyError):
        update(fair, {"custom": "deal"})


# -- a choice that is none ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_asked_where_there_is_only_one_way(game: str) -> None:
    for seed in range(2):
        for step in _played_on(dealt(sit_down({"rules": game, "seed": f"one-{seed}"})), game):
            state = step.state
            if state.yours and state.kind != "play" and not goes_by_itself(state):
                assert state.options is not None and len(state.options.actions) > 1


def test_the_only_call_is_made_though_the_talon_may_be_drawn_already() -> None:
    for seed in range(30):
        state = state_of(dealt(sit_down({"rules": "polish", "seed": f"call-{seed}"})))
        while state.phase in ("auction", "calling"):
            if state.yours and state.phase == "calling" and len(touchable(state)) == 1:
                assert goes_by_itself(state)
                return
            state = state_of(state.evening.with_done(decision(state, patient=True)))
    raise AssertionError("nobody had only one card to call")


@pytest.mark.parametrize(("game", "line"), [("hlucin", "You draw"), ("heun", "You look at")])
def test_what_is_done_in_place_of_a_question_is_told(game: str, line: str) -> None:
    """Four cards that must be drawn, and places of the talon of which nothing is known."""
    for seed in range(30):
        state = state_of(dealt(sit_down({"rules": game, "seed": f"told-{seed}"})))
        while not state.over and state.phase != "play":
            by_itself = state.yours and goes_by_itself(state)
            after = state_of(state.evening.with_done(decision(state, patient=True)))
            if by_itself and str(after.log[-1][1][0][0]).startswith(line):
                return
            state = after
    raise AssertionError("nothing was done unasked")


# -- days and matches ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_hands_of_the_day_get_played(game: str) -> None:
    """One of a year; the script plays all of them."""
    (day,) = days(FIRST + timedelta(days=97), 1)
    assert gets_to_the_cards(of_the_day(day, game)), day


@pytest.mark.parametrize(("day", "game"), [("2026-12-20", "polish"), ("2027-03-22", "heun")])
def test_no_hand_of_the_day_is_given_up(day: str, game: str) -> None:
    """At another table the declarer, a club player, would give up."""
    assert gets_to_the_cards(of_the_day(day, game))


def test_a_day_has_the_same_hand_whenever_it_is_asked_for() -> None:
    for day in days(FIRST, 3, step=97):
        assert of_the_day(day, "hlucin") == of_the_day(day, "hlucin")


def test_a_day_before_is_the_hand_that_it_was() -> None:
    evening = of_the_day("2026-11-25", "hlucin")
    assert ", ".join(map(str, evening.hand.done)) == OLD_DEAL
    assert " ".join(state_of(evening).hand.deal.dealt["A"]) == OLD_HAND
    assert evening.table.chosen == {}


@pytest.mark.parametrize("game", ["french", "french-practice-2", "hlucin", "polish"])
def test_the_hands_of_a_match_get_played(game: str) -> None:
    evening = match.begun(game, "thumb", "played")
    assert isinstance(evening.mode, Match)
    there = match.from_link(match.link(evening), None)
    assert there == evening
    for number in range(len(evening.mode.deals)):
        hand = replace(evening, records=("",) * number, hand=evening.new_hand())
        session = match.match_session(evening.table, evening.session.players, "played", number)
        assert gets_played(dealt(replace(hand, session=session)))


def test_a_match_that_was_sent_before_has_its_cards_and_results() -> None:
    there = match.from_link(OLD_MATCH, None)
    assert isinstance(there.mode, Match) and not there.mode.deals
    ended = [whole_hand(code).ended for code in there.mode.theirs]
    assert ended == ["", "", "", "", "unchallenged", "", "", ""]
    assert from_json(json.loads(json.dumps(there.as_json()))) == there
    assert match.link(there).startswith("#match=1.thumb.m4tch.")
