"""Actions in the hand: the others' and yours, by cards and by buttons."""

from __future__ import annotations

from dataclasses import replace

from taroky.errors import IllegalAction
from taroky.game import apply
from taroky.hand import Action, Choice
from taroky.messages import say
from taroky.phases.deal import usual_places

from taroky_tutorials.play_page.coaching import coach
from taroky_tutorials.play_page.events.choices import CUTS, several, touchable, value_of
from taroky_tutorials.play_page.events.reviewing import judge_next
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.opponents import decision
from taroky_tutorials.play_page.review import looks_on
from taroky_tutorials.play_page.state import (
    OF_HAND,
    PlayState,
    before_your_last,
    goes_by_itself,
    state_of,
)


def go_on(state: PlayState, value: str, patient: bool) -> PlayState:
    """The others have acted, once or until it is up to you. A word that came too late changes nothing."""
    if value != str(len(state.evening.hand.done)):
        return state
    if looks_on(state):
        return judge_next(state)
    read = coach.read(state)
    if read is not state and (coach.waits(read) or not (read.resting or goes_by_itself(read))):
        return read
    state = read
    if state.resting and state.evening.settings.pace != "at_once":
        return state_of(state.evening.in_hand(resting=False))
    hurries = True
    while goes_by_itself(state) and not coach.waits(state) and (hurries or _at_once(state)):
        action = decision(state, patient)
        state = _acted(state, action)
        hurries = action.what == ("nothing",)  # silence takes no time
    return state


def _at_once(state: PlayState) -> bool:
    """Whether the next one does not wait."""
    return state.evening.settings.pace == "at_once" or (
        state.phase == "deal" and not state.hand.deal.dealt
    )


def _acted(state: PlayState, action: Action) -> PlayState:
    """After an action; the trick that it completes rests."""
    after = state_of(state.evening.with_done(action))
    ended = len(after.hand.play.tricks) > len(state.hand.play.tricks)
    # A card that was lifted while others played stays lifted.
    kept = state.evening.hand.picked if action.seat != state.you else ()
    evening = after.evening.in_hand(resting=ended, picked=kept)
    coached = coach.acted(state, evening)
    return replace(after, evening=evening) if coached is evening else state_of(coached)


def tap(state: PlayState, card: str) -> Step:
    """A card of the hand: played, laid out for the discard, lifted, or told why it may not go."""
    if state.over or card not in state.hand.holds(state.you):
        raise misplaced({"tap": card})
    choice = next((c for c in touchable(state) if c.kind in OF_HAND and c.what == card), None)
    if choice is None:
        return _lift(state, card)
    if choice.refusal is not None:
        return _refuse(state, choice)
    if state.several(choice.kind) is not None and choice.kind != "play":
        return _pick(state, choice)
    if "lift" in state.evening.helps and card not in state.evening.hand.picked:
        return _lift(state, card)
    return Step(_acted(state, Action(state.you, choice.kind, (card,))))


def _lift(state: PlayState, card: str) -> Step:
    picked = () if card in state.evening.hand.picked else (card,)
    return step_to(state.evening.in_hand(picked=picked))


def _refuse(state: PlayState, choice: Choice) -> Step:
    assert choice.refusal is not None
    if "reasons" not in state.evening.helps:
        return Step(state, say("table.not_now"))
    return Step(state, choice.refusal.message, choice.refusal.points)


def act(state: PlayState, value: str) -> Step:
    """A button."""
    kind, _, what = value.partition(" ")
    if kind in ("cut", "talon"):
        return _deal(state, kind, what)
    choice = next(
        (c for c in touchable(state) if value_of(c) == value and c.kind not in OF_HAND), None
    )
    if choice is None:
        raise misplaced({"act": value})
    if (
        state.several(kind) is not None
        and state.options is not None
        and choice in state.options.choices
    ):
        return _pick(state, choice)
    return Step(_acted(state, Action(state.you, kind, tuple(what.split()))))


def _pick(state: PlayState, choice: Choice) -> Step:
    """One more of several, or one less."""
    many = (state.several(choice.kind) or (1, 1))[1]
    value = choice.what if choice.kind in OF_HAND else value_of(choice)
    picked = tuple(item for item in state.evening.hand.picked if item != value)
    if picked == state.evening.hand.picked:
        if len(picked) >= many:
            return Step(state, say("table.enough", n=many))
        picked = (*picked, value)
    return step_to(state.evening.in_hand(picked=picked))


def done(state: PlayState, value: str) -> Step:
    """The button that ends a choice of several things."""
    kind = several(state)
    if kind is None or state.options is None:
        raise misplaced({"done": value})
    picked = state.evening.hand.picked
    what = tuple(
        c.what
        for c in state.options.of(kind)
        if (c.what if kind in OF_HAND else value_of(c)) in picked
    )
    if kind == "say":
        what = what or ("nothing",)
    return _try(state, Action(state.you, kind, what))


def _try(state: PlayState, action: Action) -> Step:
    try:
        apply(state.hand, action)
    except IllegalAction as problem:
        reason = dict(problem.message.params).get("reason", problem.message)
        return Step(state, reason, problem.points)
    return Step(_acted(state, action))


def _deal(state: PlayState, kind: str, what: str) -> Step:
    """Cutting the pack, or laying out the talon as usual."""
    if state.options is None or kind not in state.options.kinds:
        raise misplaced({"act": f"{kind} {what}"})
    table = state.hand.table
    if kind == "talon":
        return _try(state, Action(state.you, kind, tuple(map(str, usual_places(table)))))
    if table.deal.ways[kind].pack != "cut":
        return _try(state, Action(state.you, kind))
    if what not in CUTS:
        raise misplaced({"act": f"{kind} {what}"})
    return _try(state, Action(state.you, kind, (str(len(state.hand.deal.pack) * int(what) // 4),)))


def back(state: PlayState, value: str) -> Step:
    before = before_your_last(state) if "back" in state.evening.helps else None
    if before is None:
        raise misplaced({"back": value})
    return step_to(before)
