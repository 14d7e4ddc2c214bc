"""Several people at one device: nobody's hand is in the document until its owner has taken the device."""

from __future__ import annotations

import json
import random
import re

import pytest
from table_events import some_event
from taroky import rules
from taroky.errors import TarokyError
from taroky.hand import Hand
from taroky_tutorials.play_page.evening import from_json
from taroky_tutorials.play_page.evening_parts import HERE, NOBODY
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.page import reply
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import goes_by_itself

#: Two of four (or one more of three) play here; the others are players of the engine.
TWO = {"level2": HERE, "name0": "Ada", "name2": "Ben"}


def _open_to_all(hand: Hand) -> set[str]:
    """Cards that lie face up for everybody, and those whose names were said aloud."""
    tricks = [*hand.play.tricks, *([hand.play.trick] if hand.play.trick else [])]
    words = {
        word
        for action in hand.actions
        for word in action.what
        if action.kind in ("call", "say", "bid")
    }
    return {
        *(card for trick in tricks for card in (*trick.cards, *trick.extra)),
        *hand.exchange.exposed,
        *hand.deal.faced,
        *hand.discard.shown,
        *(c for _, _, cards in hand.announce.displayed for c in cards),
        *words,
    }


def _cards_in(html: str) -> set[str]:
    return set(re.findall(r"#card-(\w+)", html))


def _begun(game: str, **fields: str) -> Step:
    return step_to(sit_down({"rules": game, "seed": f"here-{game}", **TWO, **fields}))


@pytest.mark.parametrize("game", rules.ids())
def test_a_player_without_the_device_shows_no_card(game: str) -> None:
    rng = random.Random(game)
    step, passed, before = _begun(game), 0, 0
    for _ in range(900):
        state = step.state
        if state.over and not state.resting:
            break
        answer = reply(step, before, "")
        shown = _cards_in(answer["html"])
        if state.you == NOBODY:
            passed += bool(state.due)
            assert "tk-own-card" not in answer["html"]
            assert shown <= _open_to_all(state.hand)
            assert state.due or answer["wait"] is not None
        else:
            hidden = {
                card
                for seat in state.hand.active
                if seat != state.you
                for card in state.hand.holds(seat)
            }
            assert shown.isdisjoint(hidden - _open_to_all(state.hand))
            assert state.yours <= (state.turn == state.you)
        before = len(state.evening.hand.done)
        assert from_json(json.loads(json.dumps(state.evening.as_json()))) == state.evening
        step = update(step.evening, some_event(state, rng), patient=True)
        assert step.refused is None
    assert step.state.over and passed > 5
    after = update(step.evening, {"next": "2026-11-25"})
    assert after.state.you == NOBODY and len(after.evening.past) == 1


def _at(due: bool) -> Step:
    """The first moment in a game of tricks at which the device is passed on, or is with somebody whose turn it is."""
    rng = random.Random("some moment")
    step = _begun("hlucin")
    while not (
        step.state.phase == "play"
        and (step.state.due if due else step.state.yours)
        and not step.state.resting
    ):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    return step


@pytest.mark.parametrize(
    "event",
    [
        {"tap": "KS"},
        {"open": "count"},
        {"open": "menu"},
        {"hint": "1"},
        {"back": "1"},
        {"me": "A"},
        {"me": "Z"},
        {"seat": "A"},
        {"help": "count"},
    ],
)
def test_nothing_but_taking_the_device_is_answered_while_it_is_passed_on(
    event: dict[str, str],
) -> None:
    step = _at(due=True)
    if event.get("me") == step.state.due:
        event = {"me": "C"}
    with pytest.raises(TarokyError):
        update(step.evening, event)


def test_hints_and_counts_are_those_of_the_player_with_the_device() -> None:
    step = _at(due=True)
    seat = step.state.due
    there = update(step.evening, {"me": seat})
    assert there.state.you == seat and there.state.yours
    assert there.evening.hand.hints == 0 and there.evening.hand.panel == ""
    asked = update(update(there.evening, {"help": "count"}).evening, {"open": "count"})
    shown = _cards_in(reply(asked, len(asked.evening.hand.done), "")["html"])
    assert shown and shown.isdisjoint(asked.state.hand.holds(seat))
    assert update(there.evening, {"hint": "1"}).evening.hand.hints == 1


def test_nobody_takes_back_what_another_person_has_answered() -> None:
    step = _at(due=True)
    there = update(step.evening, {"me": step.state.due})
    mine = [action.seat for action in there.evening.hand.done if action.seat == there.state.you]
    assert mine  # there is a decision to take back, but for the other person's
    with pytest.raises(TarokyError):
        update(there.evening, {"back": "1"})


def test_the_review_asks_whose_play_is_looked_at() -> None:
    rng, step = random.Random("review"), _begun("hlucin")
    while not (step.state.over and not step.state.resting):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    step = update(step.evening, {"open": "review"})
    seats = [step.evening.session.seat_of(place) for place in (0, 2)]
    for seat in seats:
        step = update(step.evening, {"seat": seat})
        assert step.state.you == seat and step.evening.review.judged == ()
    other = next(seat for seat in step.state.hand.active if seat not in seats)
    with pytest.raises(TarokyError):
        update(step.evening, {"seat": other})


def test_people_here_have_names_and_no_level() -> None:
    evening = sit_down(
        {"rules": "hlucin", "seed": "s", "level1": HERE, "level3": HERE, "name3": "Cyril"}
    )
    assert [evening.session.players[place] for place in evening.here] == [
        "Player 1",
        "Player 2",
        "Cyril",
    ]
    assert evening.level == "thumb"
    with pytest.raises(TarokyError):
        sit_down({"rules": "hlucin", "seed": "s", "level": HERE})
    with pytest.raises(TarokyError):
        from_json({**evening.as_json(), "eyes": 2})
    alone = sit_down({"rules": "hlucin", "seed": "s"})
    with pytest.raises(TarokyError):
        from_json({**alone.as_json(), "eyes": -1})


def test_who_has_nothing_to_choose_does_not_take_the_device() -> None:
    """The last card of each hand goes by itself."""
    rng, step = random.Random("last"), _begun("hlucin", level1=HERE, level3=HERE)
    while not step.state.over:
        if step.state.phase == "play" and all(
            len(cards) <= 1 for cards in step.state.hand.cards.hands.values()
        ):
            assert not step.state.due and (goes_by_itself(step.state) or step.state.resting)
        step = update(step.evening, some_event(step.state, rng), patient=True)
