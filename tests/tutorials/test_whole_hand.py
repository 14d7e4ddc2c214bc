"""A whole hand of a lesson: what is dealt, and the table one sits down at with it, where nobody's cards are on the page
before they are seen."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal

import pytest
from table_events import some_event
from taroky import rules
from taroky.cards import Card
from taroky.errors import TarokyError
from taroky.game import apply, current
from taroky.game import record as records
from taroky.game.view import view
from taroky.players.review import review
from taroky_devtools.coached_deals import walk
from taroky_tutorials.lessons import lesson_files
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.events import Step, step_to, update
from taroky_tutorials.play_page.links.same_deal import of_exercise
from taroky_tutorials.play_page.page import answer
from taroky_tutorials.play_page.review import decisions, verdict
from taroky_tutorials.play_page.seating import sit_down
from taroky_tutorials.play_page.state import PlayState
from taroky_tutorials.play_page.view.layout import view_of
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.kinds import KINDS, Exercise, State, make
from taroky_tutorials.tasks.whole_hand.deal import advice, cards_of

KIND = KINDS["whole-hand"]
GAMES = ("hlucin", "polish", "machtarok", "victoria", "heun")
ONES = [
    (game, topic) for game in GAMES for topic in KIND.topics if KIND.has(rules.load(game), topic)
]


def exercise_of(game: str, topic: str = "duty", seed: str = "s1", level: int = 2) -> Exercise:
    return make("whole-hand", topic, seed, game, level)


def played(step: Step, seed: str) -> Iterator[Step]:
    """Every state of the hand, the last one included."""
    rng = random.Random(seed)
    for _ in range(900):
        yield step
        if step.state.over and not step.state.resting:
            return
        step = update(step.evening, some_event(step.state, rng), patient=True)
    raise AssertionError("no end")


def public_and_own(state: PlayState) -> set[Card]:
    """The cards that you have or have seen."""
    seen = view(state.hand, state.you)
    tricks = [*seen.tricks, *([seen.trick] if seen.trick else [])]
    return {
        *seen.cards,
        *seen.dealt,
        *seen.drawn,
        *seen.discards,
        *seen.talon_seen,
        *seen.exposed,
        *seen.faced,
        *seen.shown,
        *(c for _, _, cards in seen.displayed for c in cards),
        *(c for trick in tricks for c in (*trick.cards, *trick.extra)),
    }


@pytest.mark.parametrize(("game", "topic"), ONES)
def test_the_cards_of_a_lesson_are_played_at_the_table(game: str, topic: str) -> None:
    exercise = exercise_of(game, topic)
    step = step_to(of_exercise(exercise.as_json()))
    assert (
        step.state.you == "A"
        and step.state.hand.deal == cards_of(exercise.table, exercise.position).deal
    )  # type: ignore[arg-type]
    assert set(step.state.names.values()) - {"You"} == set(step.state.hand.at_table) - {"A"}
    *_, last = played(step, topic)
    assert from_json(json.loads(json.dumps(last.evening.as_json()))) == last.evening
    html = view_of(last, "../")
    assert "Back to the lesson" in html and "tk-compared" not in html
    assert view_of(update(last.evening, {"open": "review"}), "../")
    assert view_of(update(last.evening, {"open": "send"}), "../")


@pytest.mark.parametrize("game", rules.ids())
def test_no_hidden_card_is_on_the_table_before_it_is_public(game: str) -> None:
    """HLU-CALL-02, HLU-UI-02: a page holds nothing that a player could not see."""
    for step in played(step_to(sit_down({"rules": game, "seed": "hidden"})), game):
        state = step.state
        if state.over or state.you not in state.hand.active or not state.hand.deal.dealt:
            continue
        may = public_and_own(state) | (
            {state.hand.call.called} if view(state.hand, state.you).called else set()
        )
        panels = ("log", "last", "sheet", "piles", "working", "send", "review")
        for panel in ("", *(panels if len(state.evening.hand.done) % 11 == 0 else ())):
            html = (
                view_of(update(state.evening, {"open": panel}), "../")
                if panel
                else view_of(step, "../")
            )
            shown = set(re.findall(r"cards\.svg#card-(\w+)", html))
            assert shown <= may, (panel, shown - may)


@pytest.mark.parametrize("game", GAMES)
def test_the_partner_is_not_told_before_it_is_known(game: str) -> None:
    for seed in ("p1", "p2", "p3"):
        for step in played(step_to(of_exercise(exercise_of(game, "duty", seed).as_json())), seed):
            hand = step.state.hand
            if step.state.over or hand.partner_public or hand.knows_called("A"):
                continue
            html = view_of(step, "") + view_of(update(step.evening, {"open": "log"}), "")
            assert 'data-badge="partner"' not in html
            assert "The partner is" not in html.replace("The partner is the player who", "")


@pytest.mark.parametrize("game", GAMES)
def test_topics_are_what_they_say(game: str) -> None:
    for topic, seed in (("duty", "t1"), ("alone", "t1")):
        if not KIND.has(rules.load(game), topic):
            assert (game, topic) == ("heun", "alone")
            continue
        exercise = exercise_of(game, topic, seed, level=1)
        hand = cards_of(exercise.table, exercise.position)  # type: ignore[arg-type]
        while current(hand) is not None:
            hand = apply(hand, advice(hand))
        assert hand.row.sides == ("called" if topic == "duty" else "alone")
        # in machtarok the first player never may play alone
        assert (hand.declarer == "A") == ((game, topic) != ("machtarok", "alone"))


def test_a_hand_that_was_begun_is_gone_on_with_and_one_that_is_over_begins_anew() -> None:
    exercise = exercise_of("hlucin").as_json()
    states = list(played(step_to(of_exercise(exercise)), "again"))
    begun, over = states[5].evening, states[-1].evening

    def sat(kept: Evening, look: str = "") -> Evening:
        fields = {"exercise": exercise, "look": look}
        reply = answer({"verb": "table", "kept": kept.as_json(), "event": {"sit": fields}})
        return from_json(json.loads(json.dumps(reply["kept"])))

    assert sat(begun).hand.done == begun.hand.done and sat(over, "1").hand.done == over.hand.done
    assert sat(over).hand.done == () == sat(begun, "1").hand.done


def test_the_step_is_done_when_the_hand_is_over() -> None:
    state = State("w-x", exercise_of("hlucin"), base="../", step="hlucin/whole-hand/duty")
    assert "data-sit" in widgets.view(state) and not widgets.judge(state).done
    done = widgets.update(state, {"played": "1"})
    assert widgets.judge(done).done
    assert 'data-stars="1"' in widgets.view(done)  # nobody has looked at its decisions yet
    refused = (
        {"played": "2"},
        {"tap": "KS"},
        {"done": "1"},
        {"played": "1", "mistakes": "1"},
        {"played": "1", "mistakes": "-1", "price": "1"},
        {"played": "1", "mistakes": "1", "price": "much"},
        {"played": "1", "mistakes": "1", "price": "1", "more": "1"},
    )
    for event in refused:
        with pytest.raises(TarokyError):
            widgets.update(state, event)


@pytest.mark.parametrize(
    ("mistakes", "price", "stars", "words"),
    [
        ("0", "0", 3, "without a clear mistake"),
        ("1", "0.40", 2, "One clear mistake cost 0.40"),
        ("2", "12.5", 2, "2 clear mistakes cost 12.50"),
        ("3", "36.70", 1, "3 clear mistakes cost 36.70"),
    ],
)
def test_sure_mistakes_cost_stars(mistakes: str, price: str, stars: int, words: str) -> None:
    judged = {"played": "1", "mistakes": mistakes, "price": price}
    # The table was left after all was looked at, or while it was.
    for before in ((), ({"played": "1"},)):
        state = State("w-x", exercise_of("hlucin"), before, "../", "hlucin/whole-hand/duty")
        html = widgets.view(widgets.update(state, judged))
        assert f'data-stars="{stars}"' in html and words in html


def test_the_decisions_of_a_hand_of_a_lesson_are_looked_at_by_themselves() -> None:
    *_, last = played(step_to(of_exercise(exercise_of("hlucin").as_json())), "stars")
    go = {"go": str(len(last.evening.hand.done))}
    reply = answer({"verb": "table", "kept": last.evening.as_json(), "event": {}})
    assert "Your decisions are being looked at: 1 of" in reply["html"]
    for _ in decisions(last.state):
        assert reply["judged"] is None and reply["wait"] is not None
        reply = answer(
            {"verb": "table", "kept": json.loads(json.dumps(reply["kept"])), "event": go}
        )
    assert reply["wait"] is None
    record = replace(records.of_hand(last.state.hand), actions=last.evening.hand.done)
    losses = [one.loss for one in review(record, "A") if one.mistake]
    assert len(losses) == 2
    assert reply["judged"] == {
        "mistakes": str(len(losses)),
        "price": str(sum(Decimal(f"{loss:.2f}") for loss in losses)),
    }
    assert "2 clear mistakes cost" in reply["html"] and "two stars." in reply["html"]
    assert 'id="tk-open-review"' in reply["html"]


def test_only_the_hand_as_it_was_played_has_stars() -> None:
    *_, last = played(step_to(of_exercise(exercise_of("hlucin").as_json())), "stars")
    assert verdict(last.state) is not None
    reviewed = update(last.evening, {"open": "review"}).evening
    *_, tried = played(update(reviewed, {"from": "0"}), "tried")
    assert verdict(tried.state) is None and "looked at" not in view_of(tried, "../")
    assert verdict(update(tried.evening, {"real": "1"}).state) is not None
    *_, other = played(step_to(sit_down({"rules": "hlucin", "seed": "evening"})), "evening")
    assert verdict(other.state) is None


@pytest.mark.parametrize("data", [{"deal": ""}, {"deal": "<b>"}, {"deal": "a", "favours": "Z"}])
def test_a_deal_that_cannot_be_is_refused(data: dict[str, str]) -> None:
    with pytest.raises(TarokyError):
        KIND.read(rules.load("hlucin"), data)
    with pytest.raises(TarokyError):
        of_exercise({"kind": "whole-hand", "rules": "hlucin", **data})


def test_another_kind_of_task_is_no_hand_to_sit_down_with() -> None:
    with pytest.raises(TarokyError):
        of_exercise(make("pick-legal", "follow", "s1", "hlucin").as_json())


# -- with a coach ----------------------------------------------------------------------------------


def coached(game: str) -> Exercise:
    """The hand with a coach of a game's course."""
    lesson, _ = lesson_files.load(game, "first-hand")
    (step,) = lesson.steps
    return step.exercise


@pytest.mark.parametrize("game", GAMES)
def test_who_does_what_the_coach_of_a_lesson_says_sees_all_that_happens(game: str) -> None:
    """You bid first, win with a partner, bring the lowest tarok home, and get money, in few touches."""
    evening = of_exercise(coached(game).as_json())
    again = from_json(json.loads(json.dumps(evening.as_json())))
    assert again.as_json() == evening.as_json() and again.mode == evening.mode
    assert walk(evening).tells_all


def test_the_coach_of_a_lesson_leads_back_to_it_and_judges_nobody() -> None:
    exercise = coached("hlucin")
    sit = {"verb": "table", "base": "", "today": "2026-11-28", "event": {"sit": {}}}
    sit["event"] = {"sit": {"exercise": exercise.as_json()}}
    first = answer({**sit, "kept": None})
    assert "tk-coach" in first["html"] and first["judged"] is None
    without = first["kept"] | {"help": []}  # a table where the coach was sent away before
    usual = make("whole-hand", "any", "s1", "hlucin").as_json()
    before = answer({**sit, "kept": without, "event": {"sit": {"exercise": usual}}})
    assert "tk-coach" not in before["html"]
    assert "tk-coach" in answer({**sit, "kept": before["kept"]})["html"]
    over = walk(of_exercise(exercise.as_json())).state
    page = str(view_of(Step(over), ""))
    assert '{"leave":"1"}' in html.unescape(page) and verdict(over) is None
    state = widgets.update(State("w", exercise, step="hlucin/first-hand/coached"), {"played": "1"})
    assert 'data-stars="3"' in str(widgets.view(state))


def test_a_document_with_a_coach_and_cards_that_were_played_is_refused() -> None:
    document = of_exercise(coached("hlucin").as_json()).as_json()
    played_on = walk(of_exercise(coached("hlucin").as_json())).state
    code = records.to_code(records.of_hand(played_on.hand))
    with pytest.raises(TarokyError):
        from_json({**document, "given": code})
