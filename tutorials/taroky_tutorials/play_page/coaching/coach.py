"""What the coach says at a moment, what is advised, and what has been heard and shown since."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from taroky.hand import Action
from taroky.messages import Message, say

from taroky_tutorials.page_parts.placeholders import coins
from taroky_tutorials.play_page.coaching.lines import CARD, LINES, PLATE, TRICK, Line
from taroky_tutorials.play_page.coaching.moment import Moment
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.hints import in_words
from taroky_tutorials.play_page.modes import COACH, Coached
from taroky_tutorials.play_page.state import OF_HAND, PlayState, state_of

#: A player who has done right so often, without help, what a line is about, does not hear it any more.
_ENOUGH = 2


def coaching(evening: Evening) -> Coached | None:
    """Return the mode of a table with a coach who has not been switched off."""
    mode, hand = evening.mode, evening.hand
    tried = hand.watched or hand.real
    return (
        mode if isinstance(mode, Coached) and COACH in evening.settings.help and not tried else None
    )


def line(state: PlayState) -> Line | None:
    """Return what the coach says now, None for nothing."""
    mode = coaching(state.evening)
    if mode is None:
        return None
    moment = Moment(state)
    return next((one for one in LINES if _due(mode, one) and one.when(moment)), None)


def _due(mode: Coached, one: Line) -> bool:
    """Whether a line may be said: not yet in this hand, not too often, and not if you have shown that you know it."""
    return (
        one.name not in mode.now
        and mode.heard.get(one.name, 0) < one.hands
        and mode.shown.get(one.name, 0) < _ENOUGH
    )


def waits(state: PlayState) -> bool:
    """Whether the table waits until you have read what the coach says."""
    shown = line(state)
    return shown is not None and shown.waits


def advice(state: PlayState) -> Action | None:
    """Return what the coach shows you to do: everything in the first hand, later what is talked of; None for nothing."""
    if coaching(state.evening) is None or waits(state):
        return None
    if state.evening.number and line(state) is None:
        return None
    return Moment(state).advised


def words(state: PlayState) -> Message | None:
    """Return the sentence of the line that is said now."""
    shown = line(state)
    if shown is None:
        return None
    moment = Moment(state)
    if shown.log:
        return moment.says(*shown.log)
    return say(f"coach.{shown.name}", **_params(moment))


def _params(moment: Moment) -> dict[str, Any]:
    """Return what the sentences can name."""
    state = moment.state
    hand, pack = state.hand, state.hand.table.cards
    held = hand.holds(state.you) if state.you in hand.active else ()
    ahead = moment.ahead or hand.declarer or state.you
    few, _ = state.several(moment.kind) or (0, 0)
    return {
        "n": few or len(held),
        "taroky": sum(map(pack.is_tarok, held)),
        "do": in_words(hand, moment.advised) if moment.advised else "",
        "seat": ahead,
        "suit": moment.suit,
        "card": moment.little or pack.trumps[-1],
        "play": moment.advised_card,
        "best": moment.best,
        "cards": list(moment.valuable),
        "worth": moment.worth,
        "value": pack.value(pack.trumps[-1]),
        "amount": coins(abs(moment.brought), hand.table) if moment.is_over else "",
    }


def points_at(state: PlayState) -> tuple[str, str]:
    """Return at what the line that is said now points, and which card or seat of it that is, "" for all of it."""
    shown = line(state)
    if shown is None:
        return "", ""
    moment = Moment(state)
    if shown.points == CARD:
        return CARD, moment.little
    if shown.points == PLATE:
        return PLATE, state.hand.declarer
    return shown.points, moment.ahead if shown.points == TRICK else ""


# -- what has been heard and shown -------------------------------------------------------------------


def read(state: PlayState) -> PlayState:
    """The state with the line that waits as read; the same state if none does."""
    mode, shown = coaching(state.evening), line(state)
    if mode is None or shown is None or not shown.waits:
        return state
    return state_of(laid_out(replace(state.evening, mode=mode.said(shown.name))))


def helped(evening: Evening) -> Evening:
    """The evening after a hint or a refusal at the decision under way."""
    mode = coaching(evening)
    return evening if mode is None else replace(evening, mode=replace(mode, helped=True))


def acted(before: PlayState, after: Evening) -> Evening:
    """The evening with what follows from something that has been done: a line is heard, something is shown to be known,
    and where several things are asked for, those that are advised are laid out."""
    mode = coaching(after)
    if mode is None or len(after.hand.done) <= len(before.evening.hand.done):
        return after
    action = after.hand.done[len(before.evening.hand.done)]
    if before.kind and action.seat == before.you:
        mode = _after_yours(mode, before, action)
    return laid_out(replace(after, mode=mode))


def _after_yours(mode: Coached, before: PlayState, action: Action) -> Coached:
    shown_now, was_advised = line(before), advice(before)
    if shown_now is not None:
        mode = mode.said(shown_now.name)
    elif was_advised is None and not mode.helped and not before.evening.hand.hints:
        moment = Moment(before)
        known = {
            one.name: mode.shown.get(one.name, 0) + 1
            for one in LINES
            if not one.waits
            and mode.heard.get(one.name)
            and one.when(moment)
            and (not one.choice or action == moment.advised)
        }
        mode = replace(mode, shown={**mode.shown, **known})
    return replace(mode, helped=False)


def laid_out(evening: Evening) -> Evening:
    """The evening with what is advised laid out already, where several cards or words are put together."""
    state = state_of(evening)
    action = advice(state) if state.yours and not evening.hand.picked else None
    if action is None or state.several(action.kind) is None or action.kind == "play":
        return evening
    of_hand = action.kind in OF_HAND
    picked = tuple(w if of_hand else f"{action.kind} {w}" for w in action.what if w != "nothing")
    return evening.in_hand(picked=picked)


# -- what is shown -----------------------------------------------------------------------------------


def touches(state: PlayState) -> frozenset[str]:
    """Return what is to be touched for what is advised: cards of your hand, values of buttons, "done"."""
    action = advice(state)
    if action is None:
        return frozenset()
    if state.several(action.kind) is not None and action.kind != "play":
        return frozenset({"done"})
    if action.kind in OF_HAND:
        return frozenset(action.what)
    return frozenset({f"{action.kind} {' '.join(action.what)}".strip()})
