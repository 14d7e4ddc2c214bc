"""The hand that lies dealt on a first visit. The build works out what the table looks like before your first decision
and after it, so that nobody waits for Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.events import Step, update
from taroky_tutorials.play_page.events.choices import touchable, value_of
from taroky_tutorials.play_page.opponents import dealt, decision
from taroky_tutorials.play_page.page import reply
from taroky_tutorials.play_page.seating import FIRST, sit_down, with_coach
from taroky_tutorials.play_page.state import OF_HAND, PlayState, state_of
from taroky_tutorials.play_page.view.result import settled

#: Among so many deals one is looked for in which you speak first, declare, and win by a rule of thumb, and in which a
#: card falls whatever you say.
_DEALS = 240


def first_hand(game: str, base: str) -> dict[str, Any] | None:
    """The table as a page shows it, and under `answers` what becomes of it, by the event as compact JSON; what is kept
    is named there as far as it differs. None if somebody else always decides first."""
    state = _chosen(game)
    if state is None:
        return None
    return _with_answers(Step(state), 0, base)


def coached_hand(game: str, base: str) -> dict[str, Any]:
    """The same of the first hand with a coach. Under `answers` is also what follows when you go on ("go"), where the coach
    waits for that."""
    return _with_answers(Step(state_of(with_coach(game))), 0, base)


def _with_answers(step: Step, before: int, base: str) -> dict[str, Any]:
    """A step as the page gets it, and what becomes of it by what is pressed next. before: how many actions the page knows
    of already."""
    state, evening = step.state, step.evening
    shown, done = reply(step, before, base), len(evening.hand.done)
    values = [value_of(choice) for choice in touchable(state) if choice.kind not in OF_HAND]
    answers = {value: reply(update(evening, {"act": value}), done, base) for value in values}
    if coach.waits(state):
        answers["go"] = _with_answers(update(evening, {"go": str(done)}), done, base)
    for answer in answers.values():
        answer["kept"] = {
            key: kept for key, kept in answer["kept"].items() if kept != shown["kept"].get(key)
        }
    return {**shown, "answers": answers}


def _chosen(game: str) -> PlayState | None:
    """Return the first decision of the best deal: in which a card falls whatever you say first, and which you win."""
    best: tuple[bool, bool] | None = None
    chosen = None
    for number in range(_DEALS):
        state = _yours(game, f"{FIRST}-{number}")
        if state is None:
            continue
        worth = (all(map(_is_played, _after_each(state))), _won(state))
        if best is None or worth > best:
            best, chosen = worth, state
        if best == (True, True):
            break
    return chosen


def _yours(game: str, seed: str) -> PlayState | None:
    """Your first decision when the cards are dealt; None if another player decides before you."""
    state = state_of(dealt(sit_down({"rules": game, "seed": seed})))
    return state if state.yours else None


def _after_each(state: PlayState) -> Iterator[PlayState]:
    """Yield what comes of each thing that you can say."""
    for choice in touchable(state):
        if choice.kind not in OF_HAND and state.several(choice.kind) is None:
            yield update(state.evening, {"act": value_of(choice)}).state


def _is_played(state: PlayState) -> bool:
    """Whether a card falls if all go by a rule of thumb."""
    while state.phase != "play" and not state.over:
        state = state_of(state.evening.with_done(decision(state, patient=True)))
    return not state.hand.ended


def _won(state: PlayState) -> bool:
    """Whether a rule of thumb in your place declares and wins."""
    you = state.you
    while not state.over:
        state = state_of(state.evening.with_done(decision(state, patient=True)))
    return state.hand.declarer == you and settled(state).payments.get(you, 0) > 0
