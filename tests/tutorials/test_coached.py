"""First hands with a coach: the deals are worth it, what is said is said once and less from hand to hand, and a player who
does something else is coached too."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from spoken_languages import WHOLE
from table_events import some_event
from taroky import rules
from taroky.errors import TarokyError
from taroky.messages.catalogues import ENGLISH, entry
from taroky_devtools.coached_deals import first_evening, walk, what_is_advised
from taroky_tutorials import browser
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.page_parts.payment_summary import MOST_COINS, coin, in_coins, transfers
from taroky_tutorials.play_page.coached_deals import COACHED_HANDS, DEALS
from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.coaching.lines import LINES
from taroky_tutorials.play_page.coaching.moment import Moment
from taroky_tutorials.play_page.evening import from_json
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.first_hand import coached_hand
from taroky_tutorials.play_page.modes import Coached
from taroky_tutorials.play_page.seating import with_coach
from taroky_tutorials.play_page.state import state_of
from taroky_tutorials.play_page.view.layout import view_of
from taroky_tutorials.play_page.view.result import settled


@pytest.mark.parametrize("game", COURSES)
def test_in_the_first_hand_of_every_course_all_happens_that_it_is_there_for(game: str) -> None:
    walked = walk(first_evening(game))
    assert walked.tells_all, walked


@pytest.mark.parametrize("game", COURSES)
def test_the_later_hands_are_played_to_their_last_trick(game: str) -> None:
    assert len(DEALS[rules.load(game).table]) == COACHED_HANDS
    for number in range(1, COACHED_HANDS):
        assert walk(first_evening(game, number)).played_out, number


def _asked(request: dict[str, Any]) -> dict[str, Any]:
    reply: dict[str, Any] = json.loads(browser.handle(json.dumps(request)))
    return reply


def _mode(step: Step) -> Coached:
    assert isinstance(step.evening.mode, Coached)
    return step.evening.mode


@pytest.mark.parametrize("game", [*COURSES, "french-3", "french-5"])
def test_a_player_who_does_anything_is_coached_through_all_hands(game: str) -> None:
    """Every state can be drawn and read again; no line is said twice in a hand, or in more hands than it is meant for."""
    rng, step, hands = random.Random(game), step_to(with_coach(game)), 0
    for _ in range(2500):
        state = step.state
        if state.over and not state.resting:
            hands += 1
            assert 'id="tk-coach"' in view_of(step, "../")
            if hands == COACHED_HANDS:
                break
            step = update(step.evening, {"next": "2026-11-27"})
            assert _mode(step).now == ()
            continue
        assert from_json(json.loads(json.dumps(step.evening.as_json()))) == step.evening
        words = coach.words(state)
        if words is not None:
            assert str(words) and view_of(step, "../").count('id="tk-coach"') == 1
        go = {"go": str(len(state.evening.hand.done))}
        step = update(
            step.evening, go if coach.waits(state) else some_event(state, rng), patient=True
        )
        now = _mode(step).now
        assert len(now) == len(set(now))
    assert hands == COACHED_HANDS
    most = {line.name: line.hands for line in LINES}
    assert all(n <= most[name] for name, n in _mode(step).heard.items())
    with pytest.raises(TarokyError):
        update(step.evening, {"next": "2026-11-27"})


def _hands_as_advised(game: str) -> list[int]:
    """How many lines are said in each hand to a player who does as a good player would."""
    step, counts = step_to(with_coach(game)), []
    while True:
        state = step.state
        if state.over and not state.resting:
            counts.append(len(_mode(step).now))
            if len(counts) == COACHED_HANDS:
                return counts
            step = update(step.evening, {"next": "2026-11-27"})
            continue
        event = what_is_advised(state)
        advised = Moment(state).advised
        if event is None and advised is not None:
            after = coach.acted(state, state.evening.with_done(advised))
            step = step_to(after)
            continue
        go = {"go": str(len(state.evening.hand.done))}
        step = update(step.evening, event or go, patient=True)


def test_the_help_fades() -> None:
    first, *later = _hands_as_advised("hlucin")
    assert first >= 10 and later[-1] <= 3 and later[-1] <= later[0] < first


def test_what_you_have_shown_to_know_is_not_said_again() -> None:
    """Who leads well twice without a word or a ring does not hear about leading in the next hand."""
    evening = first_evening("hlucin", 1)
    mode = Coached(heard={line.name: 1 for line in LINES}, now=tuple(line.name for line in LINES))
    evening = from_json({**evening.as_json(), "coached": mode.as_json()["coached"]})
    step = step_to(evening)
    while not step.state.over:
        advised = Moment(step.state).advised
        assert coach.advice(step.state) is None
        if advised is None:
            go = {"go": str(len(step.evening.hand.done))}
            step = update(step.evening, go, patient=True)
        else:
            step = step_to(coach.acted(step.state, step.evening.with_done(advised)))
    shown = _mode(step).shown
    assert shown.get("lead", 0) + shown.get("follow", 0) >= 2
    known = [name for name, n in shown.items() if n >= 2]
    later = _mode(step).at_next_hand()
    assert known and not any(coach._due(later, line) for line in LINES if line.name in known)


def test_who_needed_a_hint_has_not_shown_to_know_it() -> None:
    evening = first_evening("hlucin", 1)
    mode = Coached(heard={line.name: 1 for line in LINES}, now=tuple(line.name for line in LINES))
    step = step_to(from_json({**evening.as_json(), "coached": mode.as_json()["coached"]}))
    while Moment(step.state).advised is None:
        step = update(step.evening, {"go": str(len(step.evening.hand.done))}, patient=True)
    hinted = update(step.evening, {"hint": "1"})
    advised = Moment(hinted.state).advised
    assert advised is not None
    after = coach.acted(hinted.state, hinted.evening.with_done(advised))
    assert isinstance(after.mode, Coached) and after.mode.shown == {}


def test_without_the_coach_it_is_a_table_like_any_other() -> None:
    step = update(with_coach("hlucin"), {"help": "coach"})
    html = view_of(step, "")
    assert coach.words(step.state) is None and coach.advice(step.state) is None
    assert "tk-coach" not in html and "is-advised" not in html and "tk-do-hint" in html


@pytest.mark.parametrize("game", COURSES)
def test_what_the_build_has_worked_out_is_what_python_would_answer(game: str) -> None:
    brought = json.loads(json.dumps(coached_hand(game, "../")))
    _same(brought, brought["kept"])
    assert brought["answers"], "the first decision is yours"


def _same(brought: dict[str, Any], kept: dict[str, Any]) -> None:
    evening = from_json(kept)
    assert view_of(step_to(evening), "../") == brought["html"]
    for name, answer in brought.get("answers", {}).items():
        event = {"go": str(len(evening.hand.done))} if name == "go" else {"act": name}
        after = update(evening, event)
        then = {**kept, **answer["kept"]}
        assert from_json(then) == after.evening and answer["html"] == view_of(after, "../")
        _same(answer, then)


@pytest.mark.parametrize("game", COURSES)
def test_the_coins_are_the_payment(game: str) -> None:
    walked = walk(first_evening(game))
    table, paid = walked.state.hand.table, settled(walked.state)
    worth = coin(table, paid)
    assert [n * worth for _, _, n in in_coins(table, paid)] == [
        amount for _, _, amount in transfers(paid)
    ] or max(amount for _, _, amount in transfers(paid)) > MOST_COINS * worth
    words = str(coach.words(walked.state))
    assert ("coins" in words) == bool(transfers(paid)), "points that are written down go nowhere"


def test_every_line_has_its_words_in_every_language() -> None:
    own = [f"coach.{line.name}" for line in LINES if not line.log]
    for language in (ENGLISH, *WHOLE):
        assert [name for name in own if entry(language, name, 2) is None] == []


@pytest.mark.parametrize(
    "coached",
    [
        None,
        7,
        {},
        {"heard": [], "now": [], "shown": {}, "helped": False},
        {"heard": {"bid": -1}, "now": [], "shown": {}, "helped": False},
        {"heard": {"b" * 21: 1}, "now": [], "shown": {}, "helped": False},
        {"heard": {}, "now": "bid", "shown": {}, "helped": False},
        {"heard": {}, "now": [], "shown": {"bid": "2"}, "helped": False},
        {"heard": {}, "now": [], "shown": {}, "helped": 2},
    ],
)
def test_a_document_that_says_something_else_of_the_coach_is_refused(coached: object) -> None:
    data = {**with_coach("hlucin").as_json(), "coached": coached}
    reply = _asked({"verb": "table", "base": "", "kept": data, "event": {}})
    assert not reply["ok"]


def test_hands_with_a_coach_are_gone_on_with_and_begin_again_after_the_last() -> None:
    sit = {"coached": "1", "rules": "hlucin"}
    begun = _asked({"verb": "table", "base": "", "kept": None, "event": {"sit": sit}})
    assert begun["ok"]
    quiet = update(from_json(begun["kept"]), {"help": "coach"}).evening
    again = _asked({"verb": "table", "base": "", "kept": quiet.as_json(), "event": {"sit": sit}})
    assert again["kept"] == begun["kept"]
    other = _asked(
        {
            "verb": "table",
            "base": "",
            "kept": begun["kept"],
            "event": {"sit": {**sit, "rules": "french"}},
        }
    )
    assert other["kept"]["session"]["rules"] == "french"
    assert state_of(from_json(other["kept"])).yours and "coached" in other["kept"]
