"""An event at the table, and the evening after it. An event is one pair of words: {"tap": "KS"}, {"act": "bid solo"},
{"done": "1"}, {"go": "12"} (the others act; how many actions there were), {"next": "2026-11-25"} (today), {"back": "1"},
{"hint": "1"}, {"open": "log"}, {"look": "17"} (a place of the review), {"ask": "1"}, {"from": "17"} (play on from there),
{"real": "1"} (back to the hand as it was played), {"watch": "1"} (a master plays in your place), {"seat": "B"} (of a
record, or of several people here: whose play), {"me": "B"} (who takes the device), {"help": "hints"}, {"pace": "fast"}."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from taroky.errors import IllegalAction, RecordError
from taroky.game import apply
from taroky.hand import Action, Choice
from taroky.messages import Message, quoted, say
from taroky.phases.deal import usual_places
from taroky.rules.table import RulePoints

from taroky_tutorials.play_page import review
from taroky_tutorials.play_page.evening import Evening
from taroky_tutorials.play_page.evening_parts import NOBODY, PACES, PANELS, Review
from taroky_tutorials.play_page.opponents import decision
from taroky_tutorials.play_page.same_deal import of_record
from taroky_tutorials.play_page.seating import as_played, next_hand
from taroky_tutorials.play_page.state import (
    OF_HAND,
    Sitting,
    before_your_last,
    goes_by_itself,
    sit,
    those_here,
    when_dealt,
)

Event = Mapping[str, str]


@dataclass(frozen=True)
class Step:
    """The result of an event: the evening, the hand replayed, and why what was touched may not be done."""

    at: Sitting
    refused: Message | None = None
    points: RulePoints = ()

    @property
    def evening(self) -> Evening:
        """The evening after it."""
        return self.at.evening


def update(evening: Evening, event: Event, patient: bool = False) -> Step:
    """The evening after an event. Raises TarokyError for one that makes no sense there."""
    if len(event) != 1:
        raise _misplaced(event)
    name, value = next(iter(event.items()))
    if name not in _EVENTS or not isinstance(value, str):
        raise _misplaced(event)
    at = sit(evening)
    if at.you == NOBODY and name not in ("me", "go"):
        raise _misplaced(event)
    if name == "go":
        return Step(_gone_on(at, value, patient))
    return _EVENTS[name](at, value)


def _misplaced(event: object) -> RecordError:
    return RecordError(say("exercise.event", what=quoted(event)))


# -- the others ------------------------------------------------------------------------------------------


def _gone_on(at: Sitting, value: str, patient: bool) -> Sitting:
    """The others have acted, once or until it is up to you. A word that came too late changes nothing."""
    if value != str(len(at.evening.hand.done)):
        return at
    if at.over and at.evening.hand.panel == "review":
        return _judged(at)
    if at.resting and at.evening.settings.pace != "at_once":
        return sit(at.evening.in_hand(resting=False))
    hurries = True
    while goes_by_itself(at) and (hurries or _at_once(at)):
        action = decision(at, patient)
        at = _acted(at, action)
        hurries = action.what == ("nothing",)  # silence takes no time
    return at


def _judged(at: Sitting) -> Sitting:
    """One more of your decisions has been judged."""
    number = review.next_to_judge(at)
    if number is None:
        return at
    judged = (*at.evening.review.judged, review.judge(at, number))
    return sit(_reviewed(at.evening, judged=judged))


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


# -- you -------------------------------------------------------------------------------------------------


def touchable(at: Sitting) -> tuple[Choice, ...]:
    """What can be touched now: cards of your hand, legal or not, and everything else that is legal."""
    if at.evening.hand.watched:
        return ()
    if at.options is None:
        return at.aside
    held = at.hand.holds(at.you)
    return tuple(
        choice
        for choice in (*at.options.choices, *at.aside)
        if choice.legal or (choice.kind in OF_HAND and choice.what in held)
    )


def value_of(choice: Choice) -> str:
    """Return what a button of this choice sends."""
    return f"{choice.kind} {choice.what}".strip()


def _tap(at: Sitting, card: str) -> Step:
    """A card of the hand: played, laid out for the discard, lifted, or told why it may not go."""
    if at.over or card not in at.hand.holds(at.you):
        raise _misplaced({"tap": card})
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
    return Step(sit(at.evening.in_hand(picked=picked)))


def _refuse(at: Sitting, choice: Choice) -> Step:
    assert choice.refusal is not None
    if "reasons" not in at.evening.settings.help:
        return Step(at, say("table.not_now"))
    return Step(at, choice.refusal.message, choice.refusal.points)


def _act(at: Sitting, value: str) -> Step:
    """A button."""
    kind, _, what = value.partition(" ")
    if kind in ("cut", "talon"):
        return _dealt(at, kind, what)
    choice = next(
        (c for c in touchable(at) if value_of(c) == value and c.kind not in OF_HAND), None
    )
    if choice is None:
        raise _misplaced({"act": value})
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
    return Step(sit(at.evening.in_hand(picked=picked)))


def _done(at: Sitting, value: str) -> Step:
    """The button that ends a choice of several things."""
    kind = several(at)
    if kind is None or at.options is None:
        raise _misplaced({"done": value})
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


def several(at: Sitting) -> str | None:
    """The kind of what is put together by several touches now, None if one touch does it."""
    if at.options is None or not at.yours or at.phase == "deal":
        return None
    kinds = [kind for kind in at.options.kinds if at.several(kind) is not None and kind != "play"]
    if "say" in kinds and at.kind == "play" and at.evening.hand.panel != "sayings":
        kinds.remove("say")
    return kinds[0] if kinds else None


#: Where in the pack somebody cuts, in quarters.
CUTS = ("1", "2", "3")


def _dealt(at: Sitting, kind: str, what: str) -> Step:
    """Cutting the pack, or laying out the talon as usual."""
    if at.options is None or kind not in at.options.kinds:
        raise _misplaced({"act": f"{kind} {what}"})
    table = at.hand.table
    if kind == "talon":
        return _try(at, Action(at.you, kind, tuple(map(str, usual_places(table)))))
    if table.deal.ways[kind].pack != "cut":
        return _try(at, Action(at.you, kind))
    if what not in CUTS:
        raise _misplaced({"act": f"{kind} {what}"})
    return _try(at, Action(at.you, kind, (str(len(at.hand.deal.pack) * int(what) // 4),)))


# -- the rest ----------------------------------------------------------------------------------------------


def _next(at: Sitting, value: str) -> Step:
    if at.evening.mode.one_hand:
        raise _misplaced({"next": value})
    return Step(sit(next_hand(at, value)))


def _back(at: Sitting, value: str) -> Step:
    before = before_your_last(at) if "back" in at.evening.settings.help else None
    if before is None:
        raise _misplaced({"back": value})
    return Step(sit(before))


def _hint(at: Sitting, value: str) -> Step:
    if not at.may_hint:
        raise _misplaced({"hint": value})
    return Step(sit(at.evening.in_hand(hints=min(at.evening.hand.hints + 1, 2))))


def _open(at: Sitting, value: str) -> Step:
    if value not in PANELS:
        raise _misplaced({"open": value})
    panel = "" if value == at.evening.hand.panel else value
    return Step(sit(at.evening.in_hand(panel=panel)))


def _reviewed(evening: Evening, **changes: Any) -> Evening:
    """The evening with these changes to what is looked at."""
    return replace(evening, review=replace(evening.review, **changes))


def _look(at: Sitting, value: str) -> Step:
    """Another place of the review."""
    if not at.over or not value.isdecimal() or int(value) > len(at.evening.hand.done):
        raise _misplaced({"look": value})
    evening = _reviewed(at.evening, looks_at=int(value), asked=0)
    return Step(sit(evening.in_hand(panel="review")))


def _ask(at: Sitting, value: str) -> Step:
    """What would have been better there."""
    if not at.over or at.evening.hand.panel != "review":
        raise _misplaced({"ask": value})
    return Step(sit(_reviewed(at.evening, asked=1)))


def _from(at: Sitting, value: str) -> Step:
    """Play on from some place of the review: the hand counts as it was played all the same."""
    evening = at.evening
    if not at.over or not value.isdecimal() or int(value) > len(evening.hand.done):
        raise _misplaced({"from": value})
    tried = evening.in_hand(
        real=evening.hand.real or evening.hand.done,
        done=evening.hand.done[: int(value)],
        panel="",
        hints=0,
        picked=(),
        resting=False,
    )
    return Step(sit(replace(tried, review=Review())))


def _watch(at: Sitting, value: str) -> Step:
    """The hand again, with a master in your place: it counts as it was played all the same."""
    if not at.over or at.you not in at.hand.active:
        raise _misplaced({"watch": value})
    tried = _from(at, str(when_dealt(at))).evening
    return Step(sit(tried.in_hand(watched=True)))


def _real(at: Sitting, value: str) -> Step:
    """Back to the hand as it was played."""
    if not at.evening.hand.real:
        raise _misplaced({"real": value})
    return Step(sit(as_played(at.evening)))


def _seat(at: Sitting, value: str) -> Step:
    """Go to another player's place, in a record that is looked at or where several people play here."""
    if at.over and value in those_here(at):
        place = at.evening.session.place_of(value)
        evening = _reviewed(at.evening, judged=(), asked=0)
        return Step(sit(evening.in_hand(eyes=place)))
    if not at.shows_record or value not in at.hand.active:
        raise _misplaced({"seat": value})
    there = of_record(at.shows_record, value)
    return Step(sit(replace(there, past=at.evening.past, settings=at.evening.settings)))


def _me(at: Sitting, value: str) -> Step:
    """The next person has the device."""
    if not at.due or value != at.due:
        raise _misplaced({"me": value})
    place = at.evening.session.place_of(value)
    return Step(sit(at.evening.in_hand(eyes=place, picked=(), hints=0, panel="")))


def _help(at: Sitting, value: str) -> Step:
    if value not in at.evening.mode.helps:
        raise _misplaced({"help": value})
    settings = at.evening.settings
    return Step(sit(replace(at.evening, settings=replace(settings, help=settings.help ^ {value}))))


def _pace(at: Sitting, value: str) -> Step:
    if value not in PACES:
        raise _misplaced({"pace": value})
    settings = replace(at.evening.settings, pace=value)
    return Step(sit(replace(at.evening, settings=settings)))


_EVENTS: dict[str, Callable[[Sitting, str], Step]] = {
    "tap": _tap,
    "act": _act,
    "done": _done,
    "next": _next,
    "back": _back,
    "hint": _hint,
    "open": _open,
    "help": _help,
    "pace": _pace,
    "look": _look,
    "ask": _ask,
    "from": _from,
    "real": _real,
    "seat": _seat,
    "watch": _watch,
    "me": _me,
    "go": lambda at, value: Step(at),
}
