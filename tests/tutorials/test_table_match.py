"""A match of eight hands by link: the same cards in the same place, what was played in few letters, and links that do not
hold."""

from __future__ import annotations

import dataclasses
import json
import random
import re

import pytest
from table_events import bots_play, match_played, some_event
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials import browser
from taroky_tutorials.page_parts import action_code
from taroky_tutorials.page_parts.payment_summary import signed
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.links import match
from taroky_tutorials.play_page.links.same_deal import brought
from taroky_tutorials.play_page.modes import MATCH_HANDS, Match, whole_hand
from taroky_tutorials.play_page.state import state_of
from taroky_tutorials.play_page.view.layout import view_of

GAMES = rules.ids()
#: The longest link that messengers leave as it is.
LONGEST = 400


def _to_its_end(step: Step, rng: random.Random) -> Step:
    while not (step.state.over and not step.state.resting):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    return step


@pytest.mark.parametrize("game", GAMES)
def test_how_a_hand_was_played_is_told_in_few_letters(game: str) -> None:
    start = state_of(match.begun(game, "thumb", "s")).hand
    ended = bots_play(start, random.Random(game))
    code = action_code.write([(start, ended.actions[len(start.actions) :])])
    assert action_code.read(code, [start])[0].actions == ended.actions
    with pytest.raises(TarokyError):
        action_code.read("B" * 80 + code, [start])


def test_both_get_the_same_cards_in_the_same_place_and_see_both_results() -> None:
    sender, receiver = match_played("hlucin", "sender"), match_played("hlucin", "receiver")
    assert len(match.yours(sender)) == MATCH_HANDS and len(sender.past) == MATCH_HANDS - 1
    there = match.from_link(match.link(sender), None)
    assert there.mode == Match(match.yours(sender), sender.mode.deals)
    for number, pair in enumerate(zip(match.yours(sender), match.yours(receiver), strict=True)):
        first_hand, second_hand = map(whole_hand, pair)
        assert (
            first_hand.deal.dealt == second_hand.deal.dealt
            and first_hand.actions != second_hand.actions
        )
        assert match.your_seat(sender, number) == match.your_seat(receiver, number)
    first = _to_its_end(step_to(there), random.Random("first"))
    assert "tk-compared" in view_of(first, "")
    assert from_json(json.loads(json.dumps(first.evening.as_json()))) == first.evening
    ended = match.from_link(match.link(sender), receiver)
    assert ended.hand.panel == "match" and ended.mode == there.mode
    table = view_of(step_to(ended), "")
    assert table.count("<tr") == MATCH_HANDS + 2
    mine = sum(
        brought(whole_hand(code), match.your_seat(receiver, n))
        for n, code in enumerate(match.yours(receiver))
    )
    assert signed(mine, receiver.table) in table
    with pytest.raises(TarokyError):
        update(ended, {"next": "2026-11-25"})
    assert match.from_link(match.link(sender), sender) == sender  # the player's link
    assert "nothing more to send" in table and "tk-send-match" not in table
    # Who has known the other's results from the beginning sends theirs back, whatever is opened again.
    known = dataclasses.replace(receiver.mode, theirs=match.yours(sender))  # type: ignore[call-arg]
    knew = dataclasses.replace(receiver, mode=known)
    again = match.from_link(match.link(sender), knew)
    assert "send yours back" in view_of(step_to(again), "") and not again.as_json().get("answered")


def test_a_match_begins_with_its_link_and_the_bar_says_which_hand_it_is() -> None:
    fields = {"match": "new", "rules": "heun", "level": "thumb", "seed": "opens"}
    begun = from_json(_asked(fields, None)["kept"])
    opening = view_of(step_to(begun), "")
    assert match.link(begun) in opening and "tk-match-begin" in opening
    step = update(begun, {"open": ""})
    assert "Match, hand 1 of 8" in view_of(step, "")
    over = _to_its_end(step, random.Random("opens"))
    assert "Match, hand 2 of 8" in view_of(update(over.evening, {"next": "2026-11-25"}), "")


def test_before_it_is_over_a_link_holds_cards_and_no_results() -> None:
    begun = match.begun("heun", "club", "abc")
    link = match.link(begun)
    there = match.from_link(link, None)
    assert there == begun and there.mode.played_before(0) is None
    assert len(link) < 60


def test_a_match_under_way_is_gone_on_with() -> None:
    step = _to_its_end(step_to(match.begun("heun", "thumb", "on")), random.Random("on"))
    kept = update(step.evening, {"next": "2026-11-25"}).evening
    assert match.from_link(match.link(kept), kept) == kept
    for unfair in ("hints", "back"):  # the same for both, and not to be switched on
        assert unfair not in kept.settings.help
        with pytest.raises(TarokyError):
            update(kept, {"help": unfair})
    fields = {"match": "new", "rules": "heun", "level": "thumb", "seed": "another"}
    assert _asked(fields, kept)["kept"] == json.loads(json.dumps(kept.as_json()))
    other = _asked({**fields, "rules": "hlucin"}, kept)["kept"]
    assert isinstance(other, dict) and other["seed"] == "another" and len(other["past"]) == 1


def test_five_sit_down_where_the_game_has_them_and_who_rests_sees_so() -> None:
    begun = match.begun("hlucin", "club", "five", "5")
    assert match.from_link(match.link(begun), None) == begun
    assert match.begun("hlucin", "club", "five", "4") == match.begun("hlucin", "club", "five")
    ended, resting = begun, set[int]()
    for number in range(MATCH_HANDS):
        ended = ended.in_hand(done=bots_play(state_of(ended).hand, random.Random(number)).actions)
        if state_of(ended).you not in state_of(ended).hand.active:
            resting.add(number)
        if number < MATCH_HANDS - 1:
            ended = update(ended, {"next": "2026-11-25"}).evening
    assert len(ended.session.players) == 5 and resting
    assert match.from_link(match.link(ended), None).mode.theirs == match.yours(ended)
    table = view_of(step_to(ended.in_hand(panel="match")), "")
    assert table.count("<td><small>sits out") == len(resting)
    fields = {"match": "new", "rules": "hlucin", "level": "club", "seed": "other", "players": "5"}
    assert _asked(fields, begun)["kept"] == json.loads(json.dumps(begun.as_json()))
    four = _asked({**fields, "players": ""}, begun)["kept"]
    assert isinstance(four, dict) and len(four["people"]) == 3


@pytest.mark.parametrize("game", ["hlucin", "french-3"])
def test_a_link_is_no_longer_than_messengers_take(game: str) -> None:
    assert len(match.link(match_played(game, "sender"))) < LONGEST


def test_links_that_do_not_hold_get_one_sentence() -> None:
    good = match.link(match_played("hlucin", "sender"))
    head, level, seed, code, _, name = good.split(".")
    other = match.link(match_played("hlucin", "other")).split(".")[3]

    def linked(level: str, seed: str, code: str, name: str) -> str:
        check = match.sum_of(head.partition("=")[2], level, seed, code, name)
        return f"{head}.{level}.{seed}.{code}.{check}.{name}"

    assert linked(level, seed, code, name) == good
    for bad in (
        "",
        "#match=",
        good[:-1],
        good[:60],
        good.replace(level, "club"),
        good.replace(code, code[1:]),
        good.replace(code, other),
        good.replace(name, "heun"),
        good + "b",
        linked("god", seed, code, name),
        linked(level + "3", seed, "", name),
        linked(level, "other", code + "ABCDEFGHIJKLMNOPQRSTUVWXYZ", name),
        linked(level, seed, code[: len(code) // 2], name),
        linked(level, seed, code, "nothing"),
        linked(level, seed, code, "h.x"),
    ):
        reply = _asked({"match": bad}, None)
        assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"])), bad


def _asked(fields: dict[str, str], kept: Evening | None) -> dict[str, object]:
    reply: dict[str, object] = json.loads(
        browser.handle(
            json.dumps(
                {
                    "verb": "table",
                    "base": "",
                    "today": "2026-11-25",
                    "event": {"sit": fields},
                    "kept": kept.as_json() if kept else None,
                }
            )
        )
    )
    return reply
