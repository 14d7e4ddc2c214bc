"""Actions in the hand: the others' and yours, by cards and by buttons."""

from __future__ import annotations

from dataclasses import replace

from taroky.errors import IllegalAction
from taroky.game import apply
from taroky.hand import Action, Choice
from taroky.messages import say
from taroky.phases.deal import usual_places

from taroky_tutorials.play_page.events.choices import CUTS, several, touchable, value_of
from taroky_tutorials.play_page.events.reviewing import judge_next
from taroky_tutorials.play_page.events.step import Step, misplaced, step_to
from taroky_tutorials.play_page.opponents import decision
from taroky_tutorials.play_page.state import OF_HAND, Sitting, before_your_last, goes_by_itself, sit


def go_on(at: Sitting, value: str, patient: bool) -> Sitting:
    """The others have acted, once or until it is up to you. A word that came too late changes nothing."""
    if value != str(len(at.evening.hand.done)):
        return at
    if at.over and at.evening.hand.panel == "review":
        return judge_next(at)
    if at.resting and at.evening.settings.pace != "at_once":
        return sit(at.evening.in_hand(resting=False))
    hurries = True
    while goes_by_itself(at) and (hurries or _at_once(at)):
        action = decision(at, patient)
        at = _acted(at, action)
        hurries = action.what == ("nothing",)  # silence takes no time
    return at


def _at_once(at: Sitting) -> bool:
    """Whether the next one does not wait."""
    return at.evening.settings.pace == "at_once" or (at.phase == "deal" and not at.hand.deal.dealt)


def _acted(at: Sitting, action: Action) -> Sitting:
    """After an action; the trick that it completes rests."""
    after = sit(at.evening.with_done(action))
    ended = len(after.hand.play.tricks) > len(at.hand.play.tricks)
    # A card that was lifted while others played stays lifted.
    kept = at.evening.hand.picked if action.seat != at.you else ()
    return replace(after, evening=after.evening.in_hand(resting=ended, picked=kept))


def tap(at: Sitting, card: str) -> Step:
    """A card of the hand: played, laid out for the discard, lifted, or told why it may not go."""
    if at.over or card not in at.hand.holds(at.you):
        raise misplaced({"tap": card})
    choice = next((c for c in touchable(at) if c.kind in OF_HAND and c.what == card), None)
    if choice is None:
        return _lift(at, card)
    if choice.refusal is not None:
        return _refuse(at, choice)
    if at.several(choice.kind) is not None and choice.kind != "play":
        return _pick(at, choice)
    if "lift" in at.evening.settings.help and card not in at.evening.hand.picked:
        return _lift(at, card)
    return Step(_acted(at, Action(at.you, choice.kind, (card,))))


def _lift(at: Sitting, card: str) -> Step:
    picked = () if card in at.evening.hand.picked else (card,)
    return step_to(at.evening.in_hand(picked=picked))


def _refuse(at: Sitting, choice: Choice) -> Step:
    assert choice.refusal is not None
    if "reasons" not in at.evening.settings.help:
        return Step(at, say("table.not_now"))
    return Step(at, choice.refusal.message, choice.refusal.points)


def act(at: Sitting, value: str) -> Step:
    """A button."""
    kind, _, what = value.partition(" ")
    if kind in ("cut", "talon"):
        return _deal(at, kind, what)
    choice = next(
        (c for c in touchable(at) if value_of(c) == value and c.kind not in OF_HAND), None
    )
    if choice is None:
        raise misplaced({"act": value})
    if at.several(kind) is not None and at.options is not None and choice in at.options.choices:
        return _pick(at, choice)
    return Step(_acted(at, Action(at.you, kind, tuple(what.split()))))


def _pick(at: Sitting, choice: Choice) -> Step:
    """One more of several, or one less."""
    many = (at.several(choice.kind) or (1, 1))[1]
    value = choice.what if choice.kind in OF_HAND else value_of(choice)
    picked = tuple(one for one in at.evening.hand.picked if one != value)
    if picked == at.evening.hand.picked:
        if len(picked) >= many:
            return Step(at, say("table.enough", n=many))
        picked = (*picked, value)
    return step_to(at.evening.in_hand(picked=picked))


def done(at: Sitting, value: str) -> Step:
    """The button that ends a choice of several things."""
    kind = several(at)
    if kind is None or at.options is None:
        raise misplaced({"done": value})
    picked = at.evening.hand.picked
    what = tuple(
        c.what
        for c in at.options.of(kind)
        if (c.what if kind in OF_HAND else value_of(c)) in picked
    )
    if kind == "say":
        what = what or ("nothing",)
    return _try(at, Action(at.you, kind, what))


def _try(at: Sitting, action: Action) -> Step:
    try:
        apply(at.hand, action)
    except IllegalAction as problem:
        reason = dict(problem.message.params).get("reason", problem.message)
        return Step(at, reason, problem.points)
    return Step(_acted(at, action))


def _deal(at: Sitting, kind: str, what: str) -> Step:
    """Cutting the pack, or laying out the talon as usual."""
    if at.options is None or kind not in at.options.kinds:
        raise misplaced({"act": f"{kind} {what}"})
    table = at.hand.table
    if kind == "talon":
        return _try(at, Action(at.you, kind, tuple(map(str, usual_places(table)))))
    if table.deal.ways[kind].pack != "cut":
        return _try(at, Action(at.you, kind))
    if what not in CUTS:
        raise misplaced({"act": f"{kind} {what}"})
    return _try(at, Action(at.you, kind, (str(len(at.hand.deal.pack) * int(what) // 4),)))


def back(at: Sitting, value: str) -> Step:
    before = before_your_last(at) if "back" in at.evening.settings.help else None
    if before is None:
        raise misplaced({"back": value})
    return step_to(before)
