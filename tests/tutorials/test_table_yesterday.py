"""Yesterday's hand of the day: a master plays it in your place, and it stands beside what you made of it."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from taroky.errors import TarokyError
from taroky.game import apply, legal
from taroky.game.view import view
from taroky.players.roster import player
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.events import step_to, update
from taroky_tutorials.play_page.links.same_deal import masters, of_the_day
from taroky_tutorials.play_page.page import reply
from taroky_tutorials.play_page.seating import left
from taroky_tutorials.play_page.state import goes_by_itself, state_of

DAY = "2026-11-24"


def _to_its_end(evening: Evening) -> Evening:
    hand = state_of(evening).hand
    bots = player("thumb", hand.table, random.Random("yesterday"))
    while (options := legal(hand)) is not None:
        hand = apply(hand, bots.act(view(hand, options.seat), options)[0])
    return evening.in_hand(done=hand.actions)


def test_a_master_plays_it_in_the_review_and_nobody_is_asked() -> None:
    step = step_to(masters(DAY, "hlucin"))
    assert step.state.hand.deal.dealt == state_of(of_the_day(DAY, "hlucin")).hand.deal.dealt
    answer = reply(step, 0, "")
    assert goes_by_itself(step.state) and answer["wait"] == 0
    assert 'data-panel="review"' in answer["html"] and "a master is playing" in answer["html"]
    with pytest.raises(TarokyError):
        update(step.evening, {"ask": "1"})


def test_it_stands_beside_what_you_made_of_it_and_is_no_hand_of_yours() -> None:
    mine = left(_to_its_end(of_the_day(DAY, "hlucin")), "2026-11-25")
    watched = replace(_to_its_end(masters(DAY, "hlucin")), past=mine)
    assert left(watched, "2026-11-25") == mine
    answer = reply(step_to(watched), 0, "")
    amount = signed(mine[-1].amount, watched.table)
    assert f"You: {amount}" in answer["html"] and f"place: {amount}" in answer["html"]
    assert answer["wait"] is None  # there is nothing of yours to judge
    assert (
        "You have not played this hand." in reply(step_to(replace(watched, past=())), 0, "")["html"]
    )
    after = reply(update(watched, {"open": ""}), 0, "")
    closed = after["html"]
    assert after["wait"] is None and after["said"] == []
    assert "A master in your place" in closed and "tk-watch" not in closed
