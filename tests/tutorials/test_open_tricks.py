"""A few tricks played out: the engine says what may be played and who wins; goals are data."""

import json
import time
from typing import Any

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.lessons.lesson import COURSES
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, State, from_json, make
from taroky_tutorials.tasks.outcome import Feedback, Outcome

KIND = KINDS["open-tricks"]
#: B leads the queen of spades; the king of A is the highest spade.
SPADES: dict[str, Any] = {
    "leader": "B",
    "open": "yes",
    "goal": {"tricks": 2},
    "hands": {
        "A": ["KS", "8S", "JH"],
        "B": ["QS", "QC", "3D"],
        "C": ["9S", "RC", "4D"],
        "D": ["10S", "KC", "2D"],
    },
    "plays": {"B": ["QS", "QC", "3D"], "C": ["9S", "RC", "4D"], "D": ["10S", "KC", "2D"]},
}


def state(rule_set: str = "hlucin", **changes: Any) -> State:
    return State("w-x", from_json({"kind": "open-tricks", "rules": rule_set, **SPADES, **changes}))


def after(now: State, *cards: str) -> Outcome:
    for card in cards:
        now = widgets.update(now, {"tap": card})
    return widgets.judge(now)


def said(outcome: Outcome) -> Feedback:
    assert outcome.feedback is not None
    return outcome.feedback


def test_a_card_against_the_rules_gets_the_reason_of_the_engine() -> None:
    """HLU-PLAY-02: the suit has to be followed; nothing has been played by the touch."""
    outcome = after(state(), "JH")
    assert said(outcome).message.id == "play.follow" and "HLU-PLAY-02" in said(outcome).points
    assert outcome.tries == 1 and not outcome.done
    assert after(state(), "JH", "JH").tries == 1
    assert after(state(), "JH", "KS").tries == 1


def test_the_others_answer_and_the_engine_says_who_takes_it() -> None:
    """HLU-PLAY-06: without a tarok the highest card of the suit that was led takes the trick."""
    outcome = after(state(), "KS")
    assert said(outcome).tone == "news" and "HLU-PLAY-06" in said(outcome).points
    assert "The king of spades takes the trick" in said(outcome).message.text()


def test_a_goal_that_is_reached_ends_the_exercise_at_once() -> None:
    done = after(state(), "KS", "JH")
    assert done.done and said(done).tone == "right" and done.tries == 0
    with pytest.raises(TarokyError):
        after(state(), "KS", "JH", "8S")


def test_a_goal_that_is_missed_says_why_and_offers_another_go() -> None:
    now = state()
    for card in ("8S", "JH"):
        now = widgets.update(now, {"tap": card})
    outcome = widgets.judge(now)
    assert outcome.missed and not outcome.done and outcome.tries == 1
    assert said(outcome).message.text() == (
        "In trick 1, the 8 of spades gave it away: the king of spades would have kept the goal."
    )
    lost, why = (message.text() for message, _ in said(outcome).more)
    assert lost.startswith("The queen of spades takes the trick") and lost.endswith(
        "It goes to Bořek."
    )
    assert why == "You needed 2 tricks and have 0; too few are left."
    html = widgets.view(now)
    assert ">Try again<" in html and "tk-play" not in html and ">Give me a hint<" not in html
    assert widgets.update(now, {"again": "1"}).answers == ()


GOALS = [
    ({"tricks": 3}, ("KS", "JH", "8S"), None),
    ({"at_most": 0}, ("KS",), "open.missed_at_most"),
    ({"take": ["QS", "10S"]}, ("KS",), None),
    ({"take": ["QS"]}, ("8S",), "open.missed_take"),
    ({"win": ["8S"]}, ("8S",), "open.missed_win"),
    ({"win": ["KS"]}, ("KS",), None),
    ({"not": ["KS"]}, ("8S", "KS"), "open.missed_take"),
    ({"not": ["KS"]}, ("KS", "JH", "8S"), None),
    ({"last": "yes"}, ("8S", "JH", "KS"), "open.missed_last"),
    ({"last": "JH"}, ("KS", "8S", "JH"), None),
    ({"last": "JH"}, ("KS", "JH"), "open.missed_early"),
    ({"win": ["KS"], "last": "8S"}, ("KS", "JH", "8S"), None),
    ("any", ("8S", "KS", "JH"), None),
]


@pytest.mark.parametrize(("goal", "cards", "missed"), GOALS)
def test_each_goal_is_judged_on_what_was_played(
    goal: Any, cards: tuple[str, ...], missed: str | None
) -> None:
    outcome = after(state(goal=goal), *cards)
    assert (outcome.done, outcome.missed) == (missed is None, missed is not None)
    if missed:
        assert missed in [message.id for message, _ in said(outcome).more]
        lost = dict(said(outcome).message.params)
        assert said(outcome).message.id.startswith("open.lost") and lost["card"] in cards
        kept = [*cards[: cards.index(lost["card"])], lost["better"]]
        assert not after(state(goal=goal), *kept).missed
    if len(cards) > 1:
        assert not after(state(goal=goal), *cards[:-1]).done
    assert KIND.task(state(goal=goal), widgets.judge(state(goal=goal))).text()


def test_points_are_counted_as_the_table_counts_its_piles() -> None:
    """HLU-COUNT-01 and MACH-COUNT-01: the same three tricks by threes, and at their face."""
    way = ("KS", "JH", "8S")
    for rule_set, enough in (("hlucin", 21), ("machtarok", 29)):
        reached = {n for n in range(1, 60) if after(state(rule_set, goal={"points": n}), *way).done}
        assert max(reached) == enough and len(reached) == enough


def test_a_tarok_must_go_over_another_where_the_table_wants_it() -> None:
    """FR-PLAY-09; HLU-PLAY-04 asks for any tarok."""
    hands = {"A": ["XV", "V"], "B": ["VIII", "9S"], "C": ["III", "8S"], "D": ["XII", "7S"]}
    position = {"hands": hands, "plays": {"B": ["VIII"]}, "goal": "any"}
    refused = said(after(state("french", **position), "V"))
    assert refused.message.id == "play.overtrump" and "FR-PLAY-09" in refused.points
    assert said(after(state("hlucin", **position), "V")).tone == "news"


def test_the_tricks_are_the_last_ones_of_a_hand() -> None:
    """FR-PLAY-28: the škýz is lost with the last trick, and with no trick before it."""
    hands = {"A": ["SKYZ", "2S"], "B": ["5S", "KS"], "C": ["6S", "7S"], "D": ["8S", "9S"]}
    position = {"hands": hands, "plays": {"B": ["KS", "5S"]}, "goal": {"not": ["SKYZ"]}}
    assert after(state("french", **position), "2S", "SKYZ").missed
    assert after(state("french", **position), "SKYZ", "2S").done


def test_the_pagat_waits_where_a_bar_says_so() -> None:
    """HLU-VAR-09: in Varšava the pagát is played only as the last tarok."""
    hands = {
        "A": ["I", "V", "KS"],
        "B": ["KH", "2H", "3H"],
        "C": ["QH", "7S", "8S"],
        "D": ["JH", "7C", "8C"],
    }
    now = state(hands=hands, plays={}, goal="any", contract="varsava")
    refused = said(after(now, "I"))
    assert refused.tone == "wrong" and "HLU-VAR-09" in refused.points


def test_a_partner_is_not_named_before_the_called_card_is_seen() -> None:
    """HLU-CALL-02: what the side takes counts together, but nobody is told who it is."""
    hands = {"A": ["XVIII", "KC"], "B": ["XVI", "JS"], "C": ["XIX", "QS"], "D": ["V", "7S"]}
    now = state(
        hands=hands,
        plays={"C": ["QS", "XIX"]},
        leader="C",
        declarer="A",
        called="XIX",
        open="no",
        goal={"tricks": 2},
    )
    html = widgets.view(now)
    assert (
        "You and Cyril" not in html and html.count(">2 cards<") == html.count(">1 card<") - 1 == 1
    )
    assert html.count("<svg") == 2 + 2  # your hand, and what C and D have played
    later = widgets.update(widgets.update(now, {"tap": "XVIII"}), {"tap": "KC"})
    assert "You and Cyril: 2 tricks" in widgets.view(later) and widgets.judge(later).done


def test_everybody_s_cards_lie_open_only_where_the_position_says_so() -> None:
    assert "Bořek’s cards" in widgets.view(state())
    assert "Bořek’s cards" not in widgets.view(state(open="no"))


BAD: list[dict[str, Any]] = [
    {"hands": {"A": ["KS"], "B": ["QS"], "C": ["9S"]}},
    {"hands": {**SPADES["hands"], "A": ["KS", "8S"]}},
    {"hands": {**SPADES["hands"], "A": ["KS", "8S", "QS"]}},
    {"goal": {"tricks": "many"}},
    {"goal": {"win": ["QS"]}},
    {"goal": {"take": ["XXI"]}},
    {"goal": {"swim": 1}},
    {"last": "I", "goal": {"last": "I"}},
    {"plays": {"A": ["KS"]}},
    {"plays": {"B": ["KS"]}},
    {"declarer": "B"},
    {"called": "XIX"},
    {"leader": "E"},
    {"declarer": "B", "called": "V"},
]


@pytest.mark.parametrize("changes", BAD)
def test_a_position_that_cannot_be_is_refused(changes: dict[str, Any]) -> None:
    with pytest.raises(TarokyError):
        state(**changes)


def test_hints_lead_to_the_goal_and_say_when_it_is_lost() -> None:
    now = state()
    for _ in range(2):
        now = widgets.update(now, {"hint": "1"})
    assert widgets.next_right(now) == {"tap": "KS"}
    assert "any other card makes the goal impossible" in widgets.view(now)
    now = widgets.update(now, {"tap": "KS"})
    assert KIND.asked(now) == 0
    lost = widgets.update(widgets.update(state(), {"tap": "8S"}), {"hint": "1"})
    assert "can no longer reach the goal" in widgets.view(lost)


@pytest.mark.parametrize("rule_set", [*COURSES, "french-3", "french-5", "french-practice-1"])
def test_made_exercises_can_be_solved_and_can_be_missed(rule_set: str) -> None:
    table = rules.load(rule_set)
    for topic in KIND.topics:
        for seed in ("b1", "b2"):
            exercise = make("open-tricks", topic, seed, rule_set)
            cards = [event["tap"] for event in KIND.solve(exercise)]
            assert after(State("w-x", exercise), *cards).done
            assert 0 < KIND.right(exercise) < len(cards_of(exercise))
            led = widgets.judge(State("w-x", exercise)).feedback
            if topic in ("follow", "trump"):
                assert led is not None
                card = dict(led.message.params)["card"]
                suits = {table.cards.suit(one) for one in cards_of(exercise)}
                assert (table.cards.suit(card) in suits) == (topic == "follow")


def cards_of(exercise: Any) -> list[str]:
    return [event["tap"] for event in KIND.first_events(exercise)]


def test_judging_from_the_first_card_on_is_quick() -> None:
    """A page judges all answers anew with each touch."""
    slowest = 0.0
    for seed in ("c1", "c2", "c3"):
        exercise = make("open-tricks", "tricks", seed, "hlucin", 3)
        solution = KIND.solve(exercise)
        fresh = from_json(exercise.as_json())
        start = time.process_time()
        assert KIND.judge(fresh, solution).done
        slowest = max(slowest, time.process_time() - start)
    assert slowest < 0.05


@pytest.mark.parametrize("course", COURSES)
def test_the_first_lesson_of_a_course_is_played_with_few_words(course: str) -> None:
    first = lesson_files.load_all(course)[0]
    assert [step.exercise.kind for step in first.steps] == ["open-tricks"] * 5
    for step in first.steps:
        assert step.exercise.position.plain()["open"] is True
        assert len(step.prose.split()) <= 35 and not step.hints


def test_every_course_has_small_hands_after_the_lessons_they_use() -> None:
    """Before each of them stands the lesson whose matter it plays."""
    for course in COURSES:
        ids = [lesson.id for lesson in lesson_files.overview(course)]
        played = [one for one in ids if one.removeprefix("fr-").startswith("play-")]
        assert len(played) == 5
        before = {ids[ids.index(one) - 1] for one in played[1:]}
        assert before <= {
            "who-wins",
            "counting-by-threes",
            "counting-faces",
            "partners",
            "pagat-last",
            "fr-going-over",
            "fr-practice-3",
            "fr-slam",
            "fr-five",
        }


def test_the_page_brings_all_of_a_short_exercise_along() -> None:
    """A player who keeps to the rules never waits for Python in the first lesson."""
    first = lesson_files.load_all("hlucin")[0]
    for step in first.steps:
        now = first.state(step, "")
        known = dict(widgets.outcomes(now))
        for event in step.solution:
            after_it = widgets.update(now, event)
            key = json.dumps([*now.answers, event], sort_keys=True, separators=(",", ":"))
            assert known[key] == widgets.view(after_it)
            now = after_it
        assert widgets.judge(now).done
