"""What your hands come to: a curve, the commonest mistake of a week, and another level."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal

import pytest
from table_events import moments
from taroky.errors import TarokyError
from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.evening import Evening, from_json
from taroky_tutorials.play_page.evening_parts import Past
from taroky_tutorials.play_page.events import step_to, update
from taroky_tutorials.play_page.view.layout import view_of

TODAY = "2026-11-27"


def _evening(*past: Past) -> Evening:
    begun = from_json(moments("hlucin", "progress")["leads"])
    return replace(begun, past=past, today=TODAY).in_hand(panel="sheet")


def _hand(amount: str, day: str = TODAY, level: str = "thumb", *mistakes: str) -> Past:
    return Past(day, "hlucin", "trojka", False, Decimal(amount), level, mistakes)


def _shown(*past: Past) -> str:
    return view_of(step_to(_evening(*past)), "../")


def test_a_curve_is_drawn_from_two_hands_on_and_told_in_words() -> None:
    assert "tk-curve" not in _shown() and "tk-curve" not in _shown(_hand("1"))
    table = _shown(_hand("1.20"), _hand("-2"), _hand("3"))
    assert "Your last 3 hands: +2.20 Kč together" in table
    assert "lowest −0.80, highest +2.20" in table and "tk-curve-line" in table
    many = _shown(*(_hand("1") for _ in range(40)))
    assert "Your last 30 hands: +30.00 Kč" in many


def test_hands_of_another_game_are_not_in_the_curve() -> None:
    other = replace(_hand("9"), game="heun")
    assert "Your last 2 hands" in _shown(_hand("1"), other, _hand("2"))


def test_the_commonest_mistake_of_the_week_leads_to_what_trains_it() -> None:
    old = _hand("0", "2026-11-20", "thumb", "bid", "bid", "bid")
    week = _hand("0", "2026-11-21", "thumb", "play", "discard"), _hand("0", TODAY, "thumb", "play")
    table = _shown(old, *week)
    assert "playing a card (2 of 3)" in table and "learn/hlucin/play-points/#drill" in table
    assert "Your most common mistake" not in _shown(old)
    assert "taking from the talon (1 of 1)" in _shown(_hand("0", TODAY, "thumb", "draw"))


@pytest.mark.parametrize(
    ("amount", "level", "said"),
    [
        ("1", "thumb", "went well. For the next evening try this level: Club players"),
        ("-1", "thumb", "were hard. For the next evening try this level: Beginners"),
        ("1", "master", ""),
        ("-1", "beginner", ""),
        ("0", "thumb", ""),
        ("1", "", ""),
    ],
)
def test_ten_hands_at_one_level_may_suggest_another(amount: str, level: str, said: str) -> None:
    hands = [_hand(amount, TODAY, level) for _ in range(10)]
    table = _shown(*hands)
    assert said in table and ("For the next evening" in table) == bool(said)
    mixed = [*hands[1:], _hand(amount, TODAY, "club" if level != "club" else "thumb")]
    assert "For the next evening" not in _shown(*mixed) and "For the next" not in _shown(*hands[1:])


def test_a_mistake_that_the_review_finds_stays_with_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    over = step_to(replace(from_json(moments("hlucin", "progress")["over"]), today=TODAY))
    first, *_ = review.decisions(over.state)
    monkeypatch.setattr(review, "judge", lambda state, n: (n, "0.40" if n == first else ""))
    step = update(over.evening, {"open": "review"})
    while review.next_to_judge(step.state) is not None:
        step = update(step.evening, {"go": str(len(step.evening.hand.done))})
    kind = step.evening.hand.done[first - 1].kind
    assert step.evening.mistakes == ((first, kind),)
    kept = from_json(json.loads(json.dumps(step.evening.as_json())))
    assert kept.mistakes == step.evening.mistakes
    # Tried otherwise and looked at again, it is the same one mistake.
    tried = update(kept, {"from": str(first)})
    again = update(update(tried.evening, {"real": "1"}).evening, {"open": "review"})
    again = update(again.evening, {"go": str(len(again.evening.hand.done))})
    assert again.evening.mistakes == ((first, kind),)
    after = update(again.evening, {"next": TODAY}).evening
    assert after.past[-1].mistakes == (kind,) and after.past[-1].level == "thumb"
    assert after.mistakes == () and from_json(after.as_json()).past == after.past


def test_hands_kept_before_levels_and_mistakes_were_kept_are_read() -> None:
    document = _evening().as_json() | {"past": [[TODAY, "hlucin", "trojka", True, "1.20"]]}
    (hand,) = from_json(document).past
    assert (hand.amount, hand.level, hand.mistakes) == (Decimal("1.20"), "", ())
    assert hand.as_json() == document["past"][0]
    for bad in ([["x"]], [[1]], [[1, 2]], [1], "x"):
        with pytest.raises(TarokyError):
            from_json({**_evening().as_json(), "mistakes": bad})
