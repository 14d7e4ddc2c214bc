"""Widgets: the same seed makes the same exercise, answers are judged by the engine, and nothing that
a page or a link sends becomes markup."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from taroky import counting, rules
from taroky.errors import TarokyError
from taroky.phases.play import legal_cards
from taroky_tutorials import exercises, widgets
from taroky_tutorials.browser import handle
from taroky_tutorials.exercises import TOPICS, make
from taroky_tutorials.widgets import State

TABLE = rules.load("hlucin")
MADE = [(kind, topic) for kind, topics in TOPICS.items() for topic in topics]


@pytest.mark.parametrize(("kind", "topic"), MADE)
def test_a_seed_makes_the_same_exercise_again(kind: str, topic: str) -> None:
    assert make(kind, topic, "a1") == make(kind, topic, "a1")
    assert make(kind, topic, "a1") != make(kind, topic, "a2")


@given(seed=st.from_regex(r"[a-z0-9]{1,6}", fullmatch=True))
@settings(max_examples=30, deadline=None)
def test_topics_are_what_they_say(seed: str) -> None:
    void = make("pick-legal", "void", seed)
    lead = TABLE.cards.suit(void.trick[0])
    assert lead not in {TABLE.cards.suit(card) for card in void.hand}
    assert any(card in TABLE.cards.trumps for card in void.hand)
    suits = make("who-wins", "suit", seed)
    assert not any(card in TABLE.cards.trumps for card in suits.trick)
    assert len(make("count-pile", "leftover", seed).pile) % 3
    assert len(make("count-pile", "threes", seed).pile) % 3 == 0


def test_tapping_every_legal_card_solves_pick_legal() -> None:
    exercise = make("pick-legal", "void", "b7")
    state = State("w-x", exercise)
    legal = legal_cards(TABLE, "normal", exercise.hand, exercise.trick)
    for i, card in enumerate(legal):
        assert not widgets.judge(state).done
        state = widgets.update(state, {"tap": card})
        outcome = widgets.judge(state)
        assert outcome.done == (i == len(legal) - 1)
    assert outcome.tries == 0
    assert outcome.feedback is not None
    assert outcome.feedback.points == ("HLU-PLAY-03",)


def test_a_pile_is_counted_group_by_group() -> None:
    exercise = exercises.from_json(
        {"kind": "count-pile", "topic": "leftover", "pile": ["KS", "QH", "RC", "7C", "8C"]}
    )
    state = State("w-x", exercise)
    events = [{"tap": c} for c in ("8C", "KS", "QH")]
    for event in [*events, {"worth": "8"}, {"tap": "RC"}, {"tap": "7C"}, {"worth": "3"}]:
        state = widgets.update(state, event)
        assert widgets.judge(state).tries == 0
    wrong = widgets.update(state, {"total": "12"})
    assert widgets.judge(wrong).tries == 1
    right = widgets.update(wrong, {"total": "11"})
    assert widgets.judge(right).done
    assert counting.value(TABLE, exercise.pile) == 11


def test_a_card_laid_by_mistake_can_be_taken_back() -> None:
    exercise = exercises.from_json(
        {"kind": "count-pile", "topic": "threes", "pile": ["KS", "QH", "RC", "7C", "8C", "II"]}
    )
    state = State("w-x", exercise)
    for card in ("KS", "KS", "QH", "RC", "7C"):
        state = widgets.update(state, {"tap": card})
    state = widgets.update(state, {"worth": str(4 + 3 + 1 - 2)})
    assert widgets.judge(state).tries == 0


def test_again_and_another() -> None:
    state = State("w-x", make("who-wins", "any", "c3"), answers=({"hint": "1"},), step="a/b")
    assert widgets.update(state, {"again": "1"}).answers == ()
    fresh = widgets.update(state, {"another": "1", "seed": "k9"})
    assert fresh.exercise == make("who-wins", "any", "k9")
    assert widgets.address_of(fresh) == "#x=w-x.who-wins.any.k9"
    assert fresh.step == ""  # practice does not count for the lesson's step


def test_the_address_leads_back_to_the_exercise() -> None:
    state = State("w-x", make("count-pile", "threes", "q1"), base="../../")
    address = widgets.address_of(state)
    assert address is not None
    assert widgets.open_address(address, ["w-y", "w-x"]) == state


@pytest.mark.parametrize(
    "address",
    ["", "#x=", "#x=w-x", "#x=w-x.pick-legal.void", "#x=w-x.pick-legal.void.<b>",
     "#x=w-other.pick-legal.void.a", "#x=w-x.nothing.void.a", "#x=w-x.pick-legal.void.a.b"],
)  # fmt: skip
def test_a_damaged_address_gets_one_sentence(address: str) -> None:
    reply = json.loads(handle(json.dumps({"verb": "open", "address": address, "widgets": ["w-x"]})))
    assert not reply["ok"]
    assert re.fullmatch(r"[^<>]+\.", reply["error"].replace("<b>", ""))


def test_ping_and_nonsense() -> None:
    assert json.loads(handle('{"verb": "ping"}')) == {"ok": True, "verb": "ping"}
    for text in ("", "[]", "null", '{"verb": 7}', '{"verb": "widget"}', "{" * 5000, '"x"'):
        reply = json.loads(handle(text))
        assert reply["ok"] is False
        assert isinstance(reply["error"], str)


def test_questions_of_the_engine_are_answered() -> None:
    reply = json.loads(handle('{"verb": "count", "pile": "QH 4D 7S"}'))
    assert reply["points"] == "4"


HOSTILE = ['<img src=x onerror="x()">', '"><script>x()</script>', "javascript:x()", "'\"&<>"]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["id", "base", "step", "hints", "topic", "seed", "tap", "worth"])
def test_nothing_sent_becomes_markup(field: str, text: str) -> None:
    state = State("w-x", make("count-pile", "threes", "q1"), base="../../")
    data = state.as_json()
    event = {"tap": state.exercise.pile[0]}
    if field in ("topic", "seed"):
        data["exercise"][field] = text
    elif field in ("tap", "worth"):
        event = {field: text}
    else:
        data[field] = [text] if field == "hints" else text
    data["answers"] = [{"hint": "1"}]
    reply = json.loads(handle(json.dumps({"verb": "widget", "widget": data, "event": event})))
    html = reply.get("html", "")
    assert "<img" not in html
    assert "<script" not in html
    assert "javascript:" not in re.sub(r'data-widget="[^"]*"', "", html).replace(
        "<p>javascript:x()</p>", ""
    )


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=20), max_size=3))
@settings(max_examples=80, deadline=None)
def test_any_event_is_answered_or_refused_in_words(event: dict[str, str]) -> None:
    state = State("w-x", make("pick-legal", "follow", "z"))
    try:
        after = widgets.update(state, widgets.event_from_json(event))
    except TarokyError as problem:
        assert str(problem)
    else:
        assert widgets.view(after).startswith("<div")


def test_a_card_is_named_for_those_who_cannot_see_it() -> None:
    html = widgets.view(State("w-x", make("who-wins", "tarok", "z")))
    assert html.count('role="img"') >= 4
    assert 'aria-label="' in html
