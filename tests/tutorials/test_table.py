"""The table: whole hands of every rule set by events alone, what is refused, and what a document may say."""

from __future__ import annotations

import dataclasses
import json
import random
import re

import pytest
from days_of_a_year import gets_to_the_cards
from table_events import moments, some_event
from taroky import rules
from taroky.api.word_lines import Moment, line_of
from taroky.errors import TarokyError
from taroky.game import record as records
from taroky.messages import say
from taroky.players.reasons import because
from taroky_tutorials import browser
from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.avatars import FACES
from taroky_tutorials.play_page.evening import from_json
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.events.choices import touchable
from taroky_tutorials.play_page.first_hand import first_hand
from taroky_tutorials.play_page.links import same_deal
from taroky_tutorials.play_page.links.same_deal import from_link, of_record, of_the_day
from taroky_tutorials.play_page.opponents import dealt
from taroky_tutorials.play_page.seating import company, sit_down
from taroky_tutorials.play_page.state import goes_by_itself, state_of
from taroky_tutorials.play_page.view import day_end, layout
from taroky_tutorials.play_page.view.layout import view_of
from taroky_tutorials.play_page.view.result import session_after, settled

GAMES = rules.ids()


def _hand_played(step: Step, rng: random.Random) -> Step:
    for _ in range(900):
        if step.state.over and not step.state.resting:
            return step
        before = step.evening.as_json()
        step = update(step.evening, some_event(step.state, rng), patient=True)
        assert step.refused is None, (step.refused, before)
    raise AssertionError("no end")


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_of_every_game(game: str) -> None:
    """Hands are played to their end by events, paid, and followed by the next; every state can be drawn and read
    again."""
    rng = random.Random(game)
    step = step_to(sit_down({"rules": game, "level": "thumb", "seed": f"s-{game}"}))
    for _ in range(2):
        if step.state.over:
            if session_after(step.state).over:
                break
            step = update(step.evening, {"next": "1"})
        step = _hand_played(step, rng)
        html = view_of(step, "../")
        assert "tk-ended" in html
        assert from_json(json.loads(json.dumps(step.evening.as_json()))) == step.evening
    assert len(step.evening.session.played) > 0


_OPTION = re.compile(r'<button [^>]*class="tk-option[^"]*"[^>]*>(.*?)</button>')
_LINE = re.compile(
    r'(?:<svg .*?</svg><span>)?<b>[^<]+</b> <span class="tk-says">[^<]+[.]</span>(?:</span>)?'
)


@pytest.mark.parametrize("game", GAMES)
def test_each_choice_has_its_line_below_its_word(game: str) -> None:
    shown = 0
    for name, kept in moments(game, f"lines-{game}").items():
        html = view_of(step_to(from_json(kept)), "../")
        for option in _OPTION.findall(html):
            assert _LINE.fullmatch(option), (name, option)
            shown += 1
    assert shown or not rules.load(game).auction.calls  # nothing is asked there but cards


def test_a_word_has_its_line_wherever_it_is_said() -> None:
    """In the bar and at a seat as a note, in the log behind the sentence; a declaration with its content and
    who pays it."""
    step = step_to(sit_down({"rules": "machtarok", "seed": "said-1"}))
    rng = random.Random(1)
    while not (step.state.hand.contract and step.state.phase in ("announce", "play")):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    html = view_of(step, "../")
    assert 'aria-describedby="tk-played-line"' in html
    assert re.search(r'<span id="tk-played-line" role="tooltip"><span class="tk-says">[^<]+', html)
    declared = say("guide.declares", seat="Dana", row="tarocky", line=_line("tarocky")).text()
    assert declared.endswith(
        "8 or 9 taroky; each of the others pays 2\u00a0chips, even a partner, at once."
    )


def _line(row: str) -> str:
    return line_of(rules.load("machtarok"), "say", row, Moment("povinnost"))


# -- what is refused --------------------------------------------------------------------------------------


def _at_play(game: str = "hlucin") -> Step:
    """A hand of ours at a moment when we follow to a trick, with some card that may not be played."""
    rng = random.Random(f"play {game}")
    step = step_to(sit_down({"rules": game, "seed": f"play-{game}"}))
    while True:
        state = step.state
        if (
            state.kind == "play"
            and any(not c.legal for c in touchable(state))
            and not state.resting
        ):
            return step
        step = update(step.evening, some_event(state, rng), patient=True)


def test_a_card_that_may_not_be_played_says_why_and_nothing_changes() -> None:
    step = _at_play()
    refused = next(c for c in touchable(step.state) if not c.legal)
    after = update(step.evening, {"tap": refused.what})
    assert after.evening == step.evening
    assert refused.refusal is not None and after.refused == refused.refusal.message
    assert after.points == refused.refusal.points
    assert str(after.refused) in view_of(after, "../").replace("&#x27;", "'")


def test_without_reasons_nothing_is_given_away() -> None:
    step = _at_play()
    plain = update(step.evening, {"help": "reasons"})
    html = view_of(plain, "")
    assert "is-dim" in view_of(step, "") and "is-dim" not in html
    refused = next(c for c in touchable(plain.state) if not c.legal)
    after = update(plain.evening, {"tap": refused.what})
    assert after.refused is not None and after.refused != refused.refusal.message  # type: ignore[union-attr]
    assert after.points == ()


@pytest.mark.parametrize(
    "event",
    [
        {},
        {"tap": "KS", "act": "bid solo"},
        {"fly": "1"},
        {"tap": "nothing"},
        {"tap": "<b>"},
        {"act": "bid solo"},
        {"act": "play XXI"},
        {"done": "1"},
        {"next": "1"},
        {"open": "cellar"},
        {"help": "me"},
        {"pace": "never"},
        {"act": "cut 2"},
    ],
)
def test_events_that_make_no_sense_there_are_refused_in_a_sentence(event: dict[str, str]) -> None:
    step = _at_play()
    with pytest.raises(TarokyError) as refused:
        update(step.evening, event)
    assert re.search(r"[.!?]$", str(refused.value))


def test_a_word_for_the_others_that_came_too_late_changes_nothing() -> None:
    step = _at_play()
    assert update(step.evening, {"go": "3"}).evening == step.evening


def test_another_card_of_the_hand_is_only_lifted_while_others_play() -> None:
    step = _at_play()
    legal = next(c for c in touchable(step.state) if c.legal)
    after = update(step.evening, {"tap": legal.what})
    while after.state.resting or not goes_by_itself(after.state):
        if after.state.over:
            pytest.skip("the hand is over")
        after = update(after.evening, some_event(after.state, random.Random(1)), patient=True)
    card = after.state.hand.holds(after.state.you)[0]
    lifted = update(after.evening, {"tap": card})
    assert (
        lifted.evening.hand.picked == (card,)
        and lifted.evening.hand.done == after.evening.hand.done
    )
    gone_on = update(lifted.evening, {"go": str(len(lifted.evening.hand.done))}, patient=True)
    assert gone_on.evening.hand.picked == (card,)


def test_taking_back_leads_to_my_last_decision() -> None:
    step = _at_play()
    legal = next(c for c in touchable(step.state) if c.legal)
    after = update(step.evening, {"tap": legal.what})
    while goes_by_itself(after.state) and not after.state.resting:
        after = update(after.evening, {"go": str(len(after.evening.hand.done))}, patient=True)
    assert update(after.evening, {"back": "1"}).evening == step.evening


def test_the_same_evening_goes_on_in_the_same_way() -> None:
    rng = random.Random("again")
    step = step_to(sit_down({"rules": "polish", "seed": "again"}))
    while not (goes_by_itself(step.state) and step.state.phase == "play"):
        step = update(step.evening, some_event(step.state, rng), patient=True)
    event = {"go": str(len(step.evening.hand.done))}
    again = from_json(json.loads(json.dumps(step.evening.as_json())))
    assert (
        update(step.evening, event, patient=True).evening
        == update(again, event, patient=True).evening
    )


@pytest.mark.parametrize(
    "changes",
    [
        {"version": 2},
        {"more": 1},
        {"seed": "<i>"},
        {"people": []},
        {"people": [{"level": "god", "face": 1}] * 3},
        {"done": ["A bid"] * 2},
        {"done": ["A play KS"]},
        {"hints": 9},
        {"help": ["wings"]},
        {"pace": "never"},
        {"panel": "x"},
        {"session": {}},
        {"picked": "KS"},
        {"records": [1]},
        {"format": "taroky"},
        {"day": "2026-11-25", "match": True},
        {"theirs": ["1x"] * 8},
    ],
)
def test_a_document_that_cannot_be_is_refused_in_a_sentence(changes: dict[str, object]) -> None:
    kept = {**_at_play().evening.as_json(), **changes}
    reply = _asked({"kept": kept, "event": {}})
    assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"]))


@pytest.mark.parametrize("kept", [None, [], {}, "table", 7])
def test_what_is_no_document_is_refused_in_a_sentence(kept: object) -> None:
    reply = _asked({"kept": kept, "event": {}})
    assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"]))


def _asked(request: dict[str, object]) -> dict[str, object]:
    reply: dict[str, object] = json.loads(
        browser.handle(json.dumps({"verb": "table", "base": "", **request}))
    )
    return reply


def test_what_is_said_aloud_is_said_once() -> None:
    step = _at_play()
    legal = next(c for c in touchable(step.state) if c.legal)
    reply = _asked({"kept": step.evening.as_json(), "event": {"tap": legal.what}})
    assert str(reply["said"]).startswith("['You play ")
    again = _asked({"kept": reply["kept"], "event": {}})
    assert "You play" not in str(again["said"])


def test_a_hand_almost_without_taroky_may_be_thrown_in_and_the_same_dealer_deals_again() -> None:
    evening = dealt(sit_down({"rules": "polish", "seed": "r546"}))  # one tarok, of the trul
    step = step_to(evening)
    assert step.state.yours and step.state.kind == "choose"
    assert "choose throw_in" in view_of(step, "")
    after = update(step.evening, {"act": "choose throw_in"})
    assert after.state.over and after.state.hand.ended == "throw_in"
    again = update(after.evening, {"next": "2026-11-25"}).evening
    assert again.session.dealer == evening.session.dealer and not state_of(again).hand.auction.calls


# -- the first hand, and who sits there ------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["hlucin", "french", "machtarok"])
def test_the_first_hand_is_as_python_would_have_dealt_it_and_the_next_one_is_not_everybodys(
    game: str,
) -> None:
    brought = json.loads(json.dumps(first_hand(game, "../")))
    evening = from_json(brought["kept"])
    assert state_of(evening).yours and view_of(step_to(evening), "../") == brought["html"]
    for value, answer in brought["answers"].items():
        after = update(evening, {"act": value})
        kept = {**brought["kept"], **answer["kept"]}
        assert from_json(kept) == after.evening and answer["html"] == view_of(after, "../")
    ended = _hand_played(step_to(evening), random.Random(game)).evening.as_json()
    dealt = [_asked({"kept": ended, "event": {"next": "1"}, "lot": lot})["kept"] for lot in "ab"]
    hands = [state_of(from_json(kept)).evening.start.pack for kept in dealt]
    assert hands[0] != hands[1]


@pytest.mark.parametrize("game", ["french-3", "french-5", "hlucin"])
def test_in_the_first_hand_a_card_falls_whatever_you_say_first(game: str) -> None:
    brought = first_hand(game, "../")
    assert brought is not None
    evening = from_json(brought["kept"])
    assert len(brought["answers"]) > 1
    for value in brought["answers"]:
        after = update(evening, {"act": value}).evening
        assert gets_to_the_cards(after), value


def test_the_others_are_named_and_each_plays_as_well_as_you_say() -> None:
    fields = {
        "rules": "hlucin",
        "players": "5",
        "name2": " Blanka ",
        "level2": "master",
        "seed": "s",
    }
    evening = sit_down(fields)
    assert len(evening.session.players) == 5 and evening.session.players[2] == "Blanka"
    assert [person.level for person in evening.people] == ["thumb", "master", "thumb", "thumb"]
    for bad in ({"level2": "god"}, {"level": "god"}, {"players": "6"}):
        reply = _asked({"kept": None, "event": {"sit": {**fields, **bad}}})
        assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"])), bad
    named = _asked({"kept": None, "event": {"sit": {**fields, "name1": "<i>Eva</i>"}}})
    assert named["ok"] and "&lt;i&gt;Eva" in str(named["html"]) and "<i>" not in str(named["html"])


def test_a_house_table_is_played_by_its_own_rules() -> None:
    packed = rules.pack("extends: hlucin\ntable: ours\ntitle: Ours\n")
    evening = sit_down({"rules": packed, "seed": "house"})
    assert evening.table.title == "Ours"
    assert from_json(json.loads(json.dumps(evening.as_json()))) == evening


# -- the same cards -----------------------------------------------------------------------------------------


def _over(game: str, seed: str) -> Step:
    step = _hand_played(step_to(sit_down({"rules": game, "seed": seed})), random.Random(seed))
    assert step.state.over
    return step


@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_opens_a_link_gets_the_same_cards_in_the_same_place(game: str) -> None:
    sender = _over(game, "link")
    receiver = step_to(from_link(same_deal.link(sender.state)))
    assert receiver.state.you == sender.state.you
    assert receiver.state.hand.deal.dealt == sender.state.hand.deal.dealt
    assert from_json(json.loads(json.dumps(receiver.evening.as_json()))) == receiver.evening
    ended = _hand_played(receiver, random.Random("receiver"))
    assert "tk-compared" in view_of(ended, "")
    with pytest.raises(TarokyError):
        update(ended.evening, {"next": "2026-11-25"})


def test_links_that_do_not_hold_get_one_sentence() -> None:
    state = _over("hlucin", "bad link").state
    good = same_deal.link(state)
    record = records.of_hand(state.hand)
    unfinished = records.to_code(dataclasses.replace(record, actions=record.actions[:-1]))
    twice = records.to_code(dataclasses.replace(record, pack=(record.pack[0], *record.pack[:-1])))
    other_game = records.to_code(dataclasses.replace(record, game="heun", options=()))
    for bad in (
        "",
        "#cards=",
        good[:-5],
        good.replace("thumb", "god"),
        f"#cards=A.thumb.{unfinished}",
        f"#cards=A.thumb.{twice}",
        f"#cards=A.thumb.{other_game}",
        "#cards=E" + good[8:],
        good.replace("cards", "card"),
        good[:-9] + "<b>",
    ):
        reply = _asked({"kept": None, "event": {"sit": {"cards": bad}}})
        assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"])), bad


def test_a_record_opens_in_the_review_from_whatever_holds_it() -> None:
    state = _over("hlucin", "record").state
    record = records.of_hand(state.hand)
    for text in (
        records.to_text(record),
        records.to_code(record),
        json.dumps(records.to_json(record)),
        same_deal.link(state, "record"),
        "https://club.example/play/" + same_deal.link(state, "record"),
    ):
        reply = _asked({"kept": None, "event": {"sit": {"record": text}}})
        assert reply["ok"] and 'data-panel="review"' in str(reply["html"]), text
    step = step_to(of_record(same_deal.link(state, "record")))
    assert step.state.you == state.you and step.state.over
    other = next(seat for seat in state.hand.active if seat != state.you)
    there = update(step.evening, {"seat": other})
    assert there.state.you == other and there.state.hand == step.state.hand
    assert from_json(json.loads(json.dumps(there.evening.as_json()))) == there.evening
    tried = update(there.evening, {"from": "9"})
    with pytest.raises(TarokyError):
        update(tried.evening, {"seat": state.you})


def test_what_is_no_record_of_a_whole_hand_gets_one_sentence() -> None:
    state = _over("hlucin", "record").state
    record = records.of_hand(state.hand)
    half = records.to_text(dataclasses.replace(record, actions=record.actions[:-3]))
    for bad in (
        "",
        "<b>",
        "1x",
        half,
        same_deal.link(state),
        same_deal.link(state, "record")[:-4],
        "{",
    ):
        reply = _asked({"kept": None, "event": {"sit": {"record": bad}}})
        assert not reply["ok"] and re.search(r"[.!?…]$", str(reply["error"])), bad


@pytest.mark.parametrize("game", GAMES)
def test_the_hand_of_the_day_is_the_same_for_all(game: str) -> None:
    evening, again = of_the_day("2026-11-25", game), of_the_day("2026-11-25", game)
    assert (
        state_of(evening).hand.deal.dealt == state_of(again).hand.deal.dealt
        and state_of(evening).hand.deal.dealt
    )
    other = of_the_day("2026-11-26", game)
    assert state_of(other).hand.deal.dealt != state_of(evening).hand.deal.dealt


def test_the_hand_of_the_day_has_no_hints_and_takes_nothing_back() -> None:
    step = step_to(of_the_day("2026-11-25", "hlucin"))
    while not step.state.yours:
        step = update(step.evening, {"go": str(len(step.evening.hand.done))})
    assert not step.state.may_hint and "tk-bar-menu" in view_of(step, "")
    for unfair in ({"hint": "1"}, {"back": "1"}, {"help": "hints"}, {"help": "back"}):
        with pytest.raises(TarokyError):
            update(step.evening, unfair)


def test_a_hand_of_the_day_ends_with_its_result_and_the_next_day() -> None:
    day = dataclasses.replace(of_the_day("2026-11-30", "hlucin"), today="2026-11-30")
    over = _hand_played(step_to(day), random.Random("day"))
    result = day_end.result_of(over.state)
    assert result is not None and (result["day"], result["who"]) == ("2026-11-30", "you")
    table = view_of(over, "")
    assert 'data-date="2026-12-01"' in table and "data-master" in table and "data-streak" in table
    sent = view_of(update(over.evening, {"open": "send"}), "")
    assert "#day=2026-11-30.hlucin" in sent and result["amount"] in sent
    older = dataclasses.replace(over.evening, today="2026-12-03")
    assert 'data-date="2026-12-01"' not in view_of(step_to(older), "")
    tried = update(over.evening, {"from": "8"})
    assert day_end.result_of(tried.state) is None


def test_a_hand_of_a_day_to_come_is_refused() -> None:
    def asked(day: str) -> bool:
        sit = {"day": day, "rules": "hlucin"}
        return bool(_asked({"kept": None, "event": {"sit": sit}, "today": "2026-11-30"})["ok"])

    # Where it is tomorrow already somebody may have sent it.
    assert asked("2026-11-30") and asked("2026-12-01") and not asked("2026-12-02")


def test_what_is_tried_from_the_review_does_not_count() -> None:
    over = _over("hlucin", "tried")
    tried = update(update(over.evening, {"open": "review"}).evening, {"from": "8"})
    assert len(tried.evening.hand.done) == 8 and tried.evening.hand.real == over.evening.hand.done
    ended = _hand_played(tried, random.Random("tried otherwise"))
    assert update(ended.evening, {"real": "1"}).evening.hand.done == over.evening.hand.done
    after = update(ended.evening, {"next": "2026-11-25"}).evening
    assert after.session == update(over.evening, {"next": "2026-11-25"}).evening.session


def test_a_master_plays_my_hand_again_and_it_counts_as_i_played_it() -> None:
    over = _over("hlucin", "watched")
    watched = update(over.evening, {"watch": "1"})
    assert watched.state.hand.deal.dealt == over.state.hand.deal.dealt
    assert not watched.state.yours and goes_by_itself(watched.state)
    assert from_json(json.loads(json.dumps(watched.evening.as_json()))) == watched.evening
    seat = watched.state.you
    while watched.state.turn != seat:
        watched = update(watched.evening, {"go": str(len(watched.evening.hand.done))})
    after = update(watched.evening, {"go": str(len(watched.evening.hand.done))})
    assert len(after.evening.hand.done) > len(watched.evening.hand.done)
    assert update(after.evening, {"real": "1"}).evening.hand.done == over.evening.hand.done
    for event in ({"watch": "1"}, {"act": "bid pass"}, {"hint": "1"}):
        with pytest.raises(TarokyError):
            update(after.evening, event)


def _rules_and_pages(html: str) -> tuple[list[str], list[str]]:
    """Return where the links of a piece of the table lead: rules, and pages about judging such a
    choice."""
    point, page = r'<a class="tk-rule" href="([^"]+)"', r'<a href="(\.\./strategy/[^"]+)"'
    return re.findall(point, html), re.findall(page, html)


def test_a_mistake_leads_to_the_rules_and_the_page_that_its_reasons_name() -> None:
    opened = update(_over("hlucin", "a").evening, {"open": "review"}).state
    number, cost = review.judge(opened, 5)  # a bid with which nobody wins
    assert cost
    kept = {**opened.evening.as_json(), "judged": [[number, cost]], "looks_at": number - 1}
    question = step_to(from_json(json.loads(json.dumps(kept))))
    assert _rules_and_pages(view_of(question, "../")) == ([], [])  # nothing is given away
    points, pages = _rules_and_pages(view_of(update(question.evening, {"ask": "1"}), "../"))
    judgment = review.decision(opened, number)
    assert judgment is not None
    assert points[0].partition("#")[2] in judgment.reasons[0].points
    assert len(points) == len(set(points))
    assert pages == [f"../strategy/{judgment.reasons[0].page}/"]


def test_a_kept_evening_that_asks_for_a_hint_where_there_is_none_is_drawn_without() -> None:
    """Before the cards are dealt nothing can be thought about."""
    kept = moments("hlucin", "letters")["deals"]
    assert "is-hint" not in view_of(step_to(from_json({**kept, "hints": 2})), "../")


def test_a_hint_leads_to_rules_and_a_page_once_it_says_more() -> None:
    step = step_to(sit_down({"rules": "hlucin", "seed": "hint"}))
    while step.state.kind != "bid":
        step = update(step.evening, some_event(step.state, random.Random(1)), patient=True)
    first = update(step.evening, {"hint": "1"})
    assert _rules_and_pages(view_of(first, "../")) == ([], [])
    assert "is-hint" in view_of(first, "../")
    second = update(first.evening, {"hint": "1"})
    points, pages = _rules_and_pages(view_of(second, "../"))
    assert all(point.startswith("../reference/hlucin/#") for point in points) and points
    assert pages == ["../strategy/bidding/"]


def test_my_hands_are_remembered_from_table_to_table() -> None:
    over = _over("hlucin", "past")
    reply = _asked(
        {
            "kept": over.evening.as_json(),
            "today": "2026-11-25",
            "event": {"sit": {"rules": "heun", "seed": "new"}},
        }
    )
    kept = reply["kept"]
    assert isinstance(kept, dict)
    [[day, game, contract, _, amount, level]] = kept["past"]
    assert (day, game, contract) == ("2026-11-25", "hlucin", over.state.hand.contract)
    assert level == over.evening.people[0].level
    assert float(amount) == float(settled(over.state).payments[over.state.you])


def _hint(game: str, moment: str) -> str:
    """Return what a hint says at this moment when asked for more, without markup."""
    kept = moments(game, "hint-6", level="thumb")[moment]
    html = view_of(step_to(from_json({**kept, "hints": 2})), "../")
    paragraph = re.search(r'<p class="[^"]*is-hint.*?</p>', html)
    assert paragraph
    return re.sub("<[^>]*>", "", paragraph[0])


def test_a_hint_names_what_else_could_be_done_unless_that_is_a_list_of_cards() -> None:
    brings = r"(On average that earns about \S+ Kč; if you .*?, \S+\.|About \S+ Kč on average)"
    assert re.match(rf"Choose “.*?”.*?\. {brings}", _hint("hlucin", "bid"))
    discard = _hint("french-3", "discard")
    assert re.match(r"Discard .*?\. (Other choices are about as good\.)?", discard)
    assert "if you discard" not in discard
    assert discard.count(" of ") == 6


def test_a_hint_says_what_points_are_told_against_where_nobody_pays_them() -> None:
    hint = _hint("french-practice-2", "bid")
    assert "Nobody pays for points here" in hint and "FR-SETTLE-14" in hint
    assert "Nobody pays" not in _hint("french-practice-3", "bid")


def test_a_hint_gives_as_many_reasons_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = {**moments("hlucin", "hint-6", level="thumb")["bid"], "hints": 2}
    reason = because(say("reason.gains", often=60, other=20))
    for number, shown in ((2, 2), (10, 3)):
        monkeypatch.setattr(layout, "hint", lambda state, number=number: (reason,) * number)
        html = view_of(step_to(from_json(kept)), "../")
        assert html.count("60 of 100") == shown


def test_faces_fit_names() -> None:
    long_hair, of_men = 1, {"beard", "moustache"}
    for seed in map(str, range(60)):
        names, people = company(seed, "thumb", 4)
        assert len({person.face for person in people}) == len(people)
        for name, person in zip(names[1:], people, strict=True):
            *_, hair, more = FACES[person.face]
            woman = (name.endswith("a") and name not in ("Ota", "Tonda")) or name == "Marie"
            assert (hair == long_hair) is woman and not (woman and more in of_men), name


def test_mistakes_are_named_by_what_was_decided_and_not_by_a_number() -> None:
    opened = update(_over("hlucin", "a").evening, {"open": "review"}).state
    done, you = opened.evening.hand.done, opened.you
    mine = [n for n, one in enumerate(done, 1) if one.seat == you and one.kind in ("bid", "play")]
    kept = {**opened.evening.as_json(), "judged": [[n, "0.50"] for n in mine]}
    html = view_of(step_to(from_json(json.loads(json.dumps(kept)))), "../")
    named = re.findall(r'id="tk-mistake-\d+"[^>]*>([^<]*)<', html)
    plays = sum(done[n - 1].kind == "play" for n in mine)
    bids = len(mine) - plays
    assert named == ["the bid"] * bids + [f"trick {n}" for n in range(1, plays + 1)]
    assert bids and plays
