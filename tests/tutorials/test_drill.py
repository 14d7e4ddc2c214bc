"""The drill: what comes next follows from what was done before."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from taroky.errors import TarokyError
from taroky_tutorials.browser import handle
from taroky_tutorials.lessons import drill
from taroky_tutorials.lessons.drill import MEMORY, SPACES, Next, Past, choose, level_of, streak
from taroky_tutorials.lessons.lesson import COURSES, Drill
from taroky_tutorials.lessons.lesson_files import load_all
from taroky_tutorials.tasks.kinds import State, make

DRILLS = tuple(
    Drill(kind, topic, "hlucin")
    for kind, topic in (("who-wins", "suit"), ("who-wins", "tarok"), ("pick-legal", "void"))
)


def done(following: Next, tries: int = 0, ms: int = 2_000) -> Past:
    """The exercise as it is remembered once it is solved."""
    made = following.exercise
    return Past(made.kind, made.topic, made.level, made.seed, tries, ms)


def learner(n: int, missed: tuple[int, ...] = (), ms: int = 2_000) -> list[Past]:
    """n exercises in a row, those at `missed` with a wrong try."""
    past: list[Past] = []
    for number in range(n):
        past.append(done(choose(past, DRILLS, "s"), int(number in missed), ms))
    return past


def test_the_same_past_and_seed_give_the_same_exercise() -> None:
    past = learner(5, missed=(4,))
    assert choose(past, DRILLS, "a") == choose(past, DRILLS, "a")
    seeds = {choose(past, DRILLS, seed).exercise.seed for seed in "abcd"}
    assert len(seeds) > 1


def test_it_begins_with_the_easiest_and_opens_topics_one_by_one() -> None:
    first = choose((), DRILLS, "s")
    assert (first.exercise.kind, first.exercise.topic, first.exercise.level) == (
        "who-wins",
        "suit",
        1,
    )
    missed = done(first, tries=2)
    again = choose([missed], DRILLS, "s").exercise
    assert again.topic == "suit" and again.seed != first.exercise.seed
    right = choose([missed, done(Next(again, False, 0))], DRILLS, "s").exercise
    assert right.topic == "tarok"
    assert {one.kind for one in learner(6)} == {"who-wins", "pick-legal"}


def test_what_is_missed_comes_back_and_once_more_later() -> None:
    past = learner(20, missed=(3,))
    places = [place for place, one in enumerate(past) if one.same == past[3].same]
    first = 3 + 1 + SPACES[0]
    assert places == [3, first, first + 1 + SPACES[1]]
    assert choose(past[:first], DRILLS, "s").again
    assert not choose(past[: first + 1], DRILLS, "s").again


def test_what_is_missed_again_comes_back_as_soon_as_the_first_time() -> None:
    back = 3 + 1 + SPACES[0]
    past = learner(12, missed=(3, back))
    places = [place for place, one in enumerate(past) if one.same == past[3].same]
    assert places[:3] == [3, back, back + 1 + SPACES[0]]


def test_levels_rise_with_quick_answers_and_fall_with_misses() -> None:
    assert max(one.level for one in learner(24)) == 3
    assert {one.level for one in learner(24, ms=300_000)} == {1}
    suit = DRILLS[0]
    quick = [Past("who-wins", "suit", 1, f"{n}", 0, 1_000) for n in range(2)]
    assert level_of(quick[:1], suit) == 1
    assert level_of(quick, suit) == 2
    assert level_of([quick[0], replace(quick[1], tries=1)], suit) == 1
    misses = [Past("who-wins", "suit", 2, f"m{n}", 1, 1_000) for n in range(2)]
    assert level_of([*quick, *misses], suit) == 1


def test_the_streak_counts_what_was_right_at_once() -> None:
    past = learner(6, missed=(2,))
    assert streak(past) == 3
    assert choose(past, DRILLS, "s").streak == 3
    assert streak(past[:3]) == 0
    assert streak([]) == 0


def test_old_and_foreign_history_does_no_harm() -> None:
    old = [
        Past("who-wins", "suit", 1, "?", 1, 5),
        *learner(3),
        Past("count-pile", "x", 1, "a", 0, 5),
    ]
    assert choose(old, DRILLS, "s").exercise.kind in ("who-wins", "pick-legal")
    long = learner(3) * 200
    assert choose(long, DRILLS, "s").streak <= MEMORY
    kept = drill.past_from_json(
        [
            None,
            7,
            {},
            {"kind": "who-wins"},
            {"kind": "x", "level": 1, "tries": 0, "ms": 1},
            {"kind": "who-wins", "topic": "suit", "level": 1, "seed": "a", "tries": 0, "ms": -4},
            {"kind": "who-wins", "topic": "suit", "level": 9, "seed": "a", "tries": 0, "ms": 4},
        ]
    )
    assert kept == (Past("who-wins", "suit", 1, "a", 0, 0),)
    assert drill.past_from_json("nonsense") == ()


def test_nothing_to_drill_is_refused() -> None:
    with pytest.raises(TarokyError):
        choose((), (), "s")
    for data in ([], "x", [["no-kind", "suit", "hlucin"]], [["who-wins"]]):
        with pytest.raises(TarokyError):
            drill.drills_from_json(data)


@given(
    tries=st.lists(st.integers(0, 2), max_size=12),
    ms=st.integers(0, 60_000),
    seed=st.text("0123456789abcdef", min_size=1, max_size=6),
)
@settings(max_examples=15, deadline=None)
def test_there_is_always_a_next_one(tries: list[int], ms: int, seed: str) -> None:
    abroad = tuple(replace(one, game="machtarok") for one in DRILLS)
    past: list[Past] = []
    for n in tries:
        past.append(done(choose(past, abroad, seed), n, ms))
    chosen = choose(past, abroad, seed)
    same = make(
        chosen.exercise.kind,
        chosen.exercise.topic,
        chosen.exercise.seed,
        "machtarok",
        chosen.exercise.level,
    )
    assert chosen.exercise == same  # its address leads back to it


def test_the_page_asks_and_is_answered() -> None:
    widget = State("w-x-drill", make("who-wins", "suit", "1"), base="../../../").as_json()
    request = {
        "verb": "drill",
        "widget": widget,
        "seed": "s",
        "drills": [["who-wins", "suit", "hlucin"]],
        "past": [],
    }
    reply = json.loads(handle(json.dumps(request)))
    assert reply["ok"] and reply["said"] == ["Here is the first one."]
    assert 'data-address="#x=w-x-drill.who-wins.suit.1.' in reply["html"]
    row = {"kind": "who-wins", "topic": "suit", "level": 1, "seed": "1", "tries": 0, "ms": 900}
    more = json.loads(handle(json.dumps({**request, "past": [row, {**row, "seed": "2"}]})))
    assert more["said"][0] == "2 in a row right first time."
    missed = json.loads(handle(json.dumps({**request, "past": [row, {**row, "tries": 1}]})))
    assert missed["said"][0] == "Not right first time: this one will come back a little later."
    assert not json.loads(handle(json.dumps({**request, "drills": "<b>"})))["ok"]


@pytest.mark.parametrize("course", COURSES)
def test_every_lesson_can_be_drilled(course: str) -> None:
    for lesson in load_all(course):
        assert "drill" not in {step.id for step in lesson.steps}  # the drill's own address
        if lesson.drill:
            assert choose((), lesson.drill, "s").exercise.kind == lesson.drill[0].kind
