"""Hints: a move in the words of the buttons and one reason about the cards; figures only when asked for more;
and nothing that a hint has advised is a mistake afterwards."""

from __future__ import annotations

import re

import pytest
from spoken_languages import EVERY
from table_events import moments
from taroky import rules
from taroky.messages import say, speaking
from taroky.players import advice
from taroky.players.search import Effort
from taroky_devtools.hinted_hands import mistakes, played_by_hints
from taroky_tutorials.play_page import hints
from taroky_tutorials.play_page.button_words import on_button
from taroky_tutorials.play_page.evening import from_json
from taroky_tutorials.play_page.events import step_to
from taroky_tutorials.play_page.events.choices import touchable
from taroky_tutorials.play_page.state import OF_HAND, PlayState, state_of
from taroky_tutorials.play_page.view.labels import sentence
from taroky_tutorials.play_page.view.layout import view_of

QUICK = Effort(cards=16, plays=1, deals=6, batch=6)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "EFFORT", QUICK)


@pytest.mark.parametrize("game", rules.ids())
def test_who_plays_by_hints_makes_no_mistake(game: str) -> None:
    looked, wrong = mistakes(played_by_hints(game, "by hints"))
    assert looked and not wrong


def told(state: PlayState, asked: int) -> list[str]:
    state = state_of(state.evening.in_hand(hints=asked))
    return [sentence(state, reason.message) for reason in hints.hint(state)]


def places(game: str) -> list[PlayState]:
    """A place of each kind at which a hint may be asked for."""
    kept = moments(game, "letters", level="thumb").values()
    return [state for one in kept if (state := state_of(from_json(one))).may_hint]


@pytest.mark.parametrize("game", rules.ids())
@pytest.mark.parametrize("language", EVERY)
def test_a_hint_is_a_move_and_a_reason_without_figures(game: str, language: str) -> None:
    with speaking(language):
        for state in places(game):
            hints._advice.cache_clear()
            move, why = told(state, 1)
            assert move and why and not re.search(r"\d[,.]\d|100", move + why), (move, why)
            # What is no card is called as on its button.
            names = [on_button(state, c) for c in touchable(state) if c.kind not in OF_HAND]
            quoted = re.findall("[“„]([^”“]*)[”“]", move)
            silent = say("guide.do.nothing").text()
            assert {*quoted} <= {*names, silent}, (quoted, names)
            more = told(state, 2)
            assert more[0] == move and more[-1] == why


def test_the_button_asks_for_more() -> None:
    (bid,) = [state for state in places("hlucin") if state.kind == "bid"][:1]
    first = view_of(step_to(bid.evening), "../")
    again = view_of(step_to(bid.evening.in_hand(hints=1)), "../")
    assert ">Hint<" in first and ">More<" not in first
    assert ">More<" in again and ">Hint<" not in again


@pytest.mark.parametrize("game", rules.ids())
def test_a_hint_never_advises_the_lower_figure(game: str) -> None:
    """What is better within the noise only is called equal."""
    for state in places(game):
        asked = state_of(state.evening.in_hand(hints=2))
        ids = [reason.message.id for reason in hints.hint(asked)]
        if len(hints.advised(asked)) > 1:
            assert ids[0] in EQUAL and "table.hint.compared" not in ids
        for reason in hints.hint(asked):
            if reason.message.id in ("table.hint.compared", "table.hint.next"):
                params = dict(reason.message.params)
                worth, less = (float(params[name].replace("−", "-")) for name in ("worth", "less"))
                assert worth > less
                assert ids[0] == "table.hint.move"


#: What is said where two choices are as good.
EQUAL = {f"table.hint.{n}" for n in ("equal", "several", "either_card", "either_button")}
