"""What is best to say with a hand: the turns whose choices have been compared, and the task made of them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence

import pytest
from taroky import rules
from taroky.errors import TarokyError
from taroky.game import current, legal
from taroky.players.advice import analysis
from taroky.players.search import Effort
from taroky_tutorials.tasks import widgets
from taroky_tutorials.tasks.best_choice.decisions import (
    Decision,
    decisions_of,
    file_of,
    hand_at,
)
from taroky_tutorials.tasks.best_choice.task import shown_words
from taroky_tutorials.tasks.kinds import KINDS, State, from_json, make

KIND = KINDS["pick-best"]
GAMES = tuple(game for game in rules.ids() if file_of(game).exists())
#: Ways to answer without looking at the cards.
GUESSES: dict[str, Callable[[Sequence[str]], str]] = {
    "first": lambda words: words[0],
    "last": lambda words: words[-1],
    "longest": lambda words: max(words, key=len),
    "shortest": lambda words: min(words, key=len),
}


def test_most_games_with_an_auction_have_decisions() -> None:
    assert {"hlucin", "heun", "victoria", "polish", "machtarok"} <= {*GAMES}


@pytest.mark.parametrize("game", GAMES)
def test_each_turn_is_one_of_an_auction_and_its_choices_may_be_said(game: str) -> None:
    table = rules.load(game)
    assert len(decisions_of(table)) >= 30
    for decision, choices in decisions_of(table).items():
        hand = hand_at(table, decision)
        options, asked = legal(hand), current(hand)
        assert options is not None and asked is not None and asked[0].name == "auction"
        assert {one.word for one in choices} <= {choice.what for choice in options.of("bid")}
        best, *rest = choices
        assert best.right and best.behind == 0 and any(not one.right for one in rest)
        assert sum(one.right for one in choices) <= len(choices) / 2
        assert all(one.mean <= best.mean + 0.01 and one.behind >= 0 for one in rest)
        assert all(one.behind > 0 for one in rest if not one.right)


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_right_so_often_that_guessing_pays(game: str) -> None:
    table = rules.load(game)
    compared = decisions_of(table)
    best = Counter(choices[0].word for choices in compared.values())
    assert len(best) >= 2 and max(best.values()) <= 0.6 * len(compared), best
    by_chance = sum(sum(one.right for one in c) / len(c) for c in compared.values())
    for name, guess in GUESSES.items():
        right = sum(
            one.right
            for decision, choices in compared.items()
            for one in choices
            if one.word == guess(shown_words(decision, [each.word for each in choices]))
        )
        assert right <= by_chance + 0.25 * len(compared), (name, right, by_chance)


def test_with_other_luck_the_best_is_seldom_clearly_worse() -> None:
    worse = []
    for game in GAMES:
        table = rules.load(game)
        for decision, choices in [*decisions_of(table).items()][::13]:
            again = analysis(hand_at(table, decision), Effort(deals=72, batch=12), "fresh")
            assert again is not None
            did = next(one for one in again.choices if one.action.what[0] == choices[0].word)
            worse += [decision] if did.worse else []
    assert len(worse) <= 1, worse


@pytest.mark.parametrize("game", GAMES)
def test_a_right_choice_solves_and_a_wrong_one_has_its_price(game: str) -> None:
    table = rules.load(game)
    for topic in KIND.topics:
        if not KIND.has(table, topic):
            continue
        exercise = make("pick-best", topic, "t1", game)
        choices = decisions_of(table)[exercise.position]
        for one in choices:
            state = State("w", exercise, ({"call": one.word},))
            outcome = widgets.judge(state)
            assert outcome.done == one.right and outcome.feedback is not None
            assert outcome.feedback.tone == ("right" if one.right else "wrong")
            said = outcome.feedback.message.text()
            if not one.right:
                assert f"{one.behind:.2f}" in said and outcome.tries == 1
            elif one.behind == 0:
                strength, prices = (message.text() for message, _ in outcome.feedback.more)
                assert strength.startswith("Strength ")
                brings = [f"{each.mean:+.2f}".replace("-", "−") for each in choices]
                assert re.findall(r"[+−][\d.]+\d", prices) == brings  # the best first


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_nobody_elses_cards(game: str) -> None:
    table = rules.load(game)
    topic = next(topic for topic in KIND.topics if KIND.has(table, topic))
    state = State("w", make("pick-best", topic, "t1", game))
    decision = state.exercise.position
    assert isinstance(decision, Decision)
    hand = hand_at(table, decision)
    asked = current(hand)
    assert asked is not None
    data = json.dumps(state.as_json())
    hidden = {card for seat in table.active if seat != asked[1] for card in hand.holds(seat)}
    assert hidden and not hidden & {*re.findall(r"[^\W_]+", data)}
    assert set(decision.plain()) <= {"deal", "said"}


def test_the_hints_count_the_strength_of_the_hand_that_is_shown() -> None:
    state = State("w", make("pick-best", "answer", "t1", "hlucin"))
    first, second = KIND.hints(state)
    assert "one for each tarok" in first
    hand = hand_at(state.exercise.table, state.exercise.position)
    asked = current(hand)
    assert asked is not None
    cards = hand.holds(asked[1])
    pack = state.exercise.table.cards
    taroky, five = sum(map(pack.is_tarok, cards)), sum(pack.value(card) == 5 for card in cards)
    assert (
        second
        == f"Strength {taroky + five}: {taroky} for taroky and {five} for cards worth five points."
    )


def test_a_house_and_a_turn_that_nobody_compared_have_no_such_task() -> None:
    house = rules.parse("table: ours\ntitle: Ours\nextends: hlucin\n")
    assert not decisions_of(house) and not KIND.has(house, "open")
    chosen = rules.load("hlucin", {"pool.enabled": "yes"})
    assert not KIND.has(chosen, "answer")
    with pytest.raises(TarokyError):
        from_json({"kind": "pick-best", "rules": "hlucin", "deal": "0", "said": []})
