"""The driver of a hand: whose turn it is, what is legal and why not the rest, what an action leads to.

It knows the list of phases and asks each of them the same questions; `legal` and `apply` are the only
doors through which a hand goes on.
"""

from __future__ import annotations

from collections.abc import Iterable

from taroky.errors import IllegalAction
from taroky.hand import Action, Choice, Hand, Legal, Phase, Refusal, replace
from taroky.messages import say
from taroky.phases import PHASES, offers
from taroky.rules.table import Seat


def current(hand: Hand) -> tuple[Phase, Seat] | None:
    """The phase that asks now and whom; None when the hand is over."""
    return hand.asked


def finished(hand: Hand) -> bool:
    """Whether nothing more can be done in this hand."""
    return hand.asked is None


def legal(hand: Hand) -> Legal | None:
    """Return what the seat whose turn it is may do, every choice with its reason; None when it is over."""
    options = hand.options
    if options is None or "say" in options.offered:
        return options
    sayings = asides(hand, options.seat, "say")
    if not any(choice.legal for choice in sayings):
        return options
    return Legal(
        options.seat,
        options.phase,
        options.offered | {"say"},
        lambda: (*options.choices, *sayings),
        {**options.several, "say": (1, None)},
        options.irregular,
    )


def asides(hand: Hand, seat: Seat, kind: str = "") -> tuple[Choice, ...]:
    """Return what a seat may do besides, no matter whose turn it is: a misdeal of the dealer, a claim.
    kind: only this kind of choice."""
    if hand.ended:
        return ()
    choices: list[Choice] = []
    for phase in hand.waiting:
        if not kind or kind in phase.aside_kinds:
            choices += [c for c in phase.aside(hand, seat) if not kind or c.kind == kind]
    return tuple(choices)


def check(hand: Hand, action: Action) -> Refusal | None:
    """Why an action cannot be done now; None if it can."""
    answer = _find(hand, action)
    return answer if isinstance(answer, Refusal) else None


def apply(hand: Hand, action: Action) -> Hand:
    """The hand after the action. Raises IllegalAction with the reason and its rule points."""
    answer = _find(hand, action)
    if isinstance(answer, Refusal):
        raise IllegalAction(
            say("hand.illegal", action=str(action), reason=answer.message),
            points=answer.points,
            action=str(action),
        )
    before, phase = answer
    after = phase.apply(before, action)
    if after is before:
        after = replace(after)
    # Nobody else has seen this hand yet, and nothing that it has worked out depends on its actions.
    after.__dict__["actions"] = (*hand.actions, action)
    return settled_by_itself(after)


def replay(start: Hand, actions: Iterable[Action]) -> Hand:
    """The hand after all these actions. Raises IllegalAction at the first that is not legal."""
    hand = start
    for action in actions:
        hand = apply(hand, action)
    return hand


def settled_by_itself(hand: Hand) -> Hand:
    """The hand with what happens without anybody's doing, and without the phases that are over."""
    if hand.ended or not hand.deal.dealt:
        return hand
    for phase in hand.waiting:
        hand = phase.by_itself(hand)
    last = hand.waiting[-1]
    if len(hand.waiting) > 1 and hand.play.trick is None and hand.asked and hand.asked[0] is last:
        left = tuple(p for p in hand.waiting if p is last or not p.done(hand))
        if len(left) < len(hand.waiting):
            hand = replace(hand, waiting=left)
    return hand


def _find(hand: Hand, action: Action) -> Refusal | tuple[Hand, Phase]:
    """The phase that takes the action, with the hand as it finds it; or why none does."""
    options = hand.options
    if hand.asked is None or options is None:
        return Refusal(say("hand.over", seat=action.seat))
    phase, seat = hand.asked
    if action.seat not in hand.at_table:
        return Refusal(say("hand.no_seat", seat=action.seat, seats=list(hand.at_table)))
    offered = options.offered
    in_turn = action.seat == seat and action.kind in offered
    if not in_turn or action.kind == "choose":
        aside = _aside(hand, action)
        if aside is not None:
            return aside
    if action.kind not in offered:
        implied = phase.implied(hand, action)
        if implied is not None:
            return _find(implied, action)
        return _not_now(hand, action) or Refusal(
            say(
                "hand.wrong_kind",
                seat=action.seat,
                kind=action.kind,
                phase=phase.name,
                turn=seat,
                expected=sorted(offered),
            ),
            _places(hand, action),
        )
    if action.seat != seat:
        return _not_now(hand, action) or Refusal(
            say("hand.not_turn", seat=action.seat, turn=seat, phase=phase.name),
            _places(hand, action),
        )
    refusal = phase.check(hand, action)
    return refusal if refusal is not None else (hand, phase)


def _aside(hand: Hand, action: Action) -> Refusal | tuple[Hand, Phase] | None:
    """The phase that takes the action out of turn, or why it does not; None if none has it."""
    for phase in hand.waiting:
        if action.kind not in phase.aside_kinds:
            continue
        for choice in phase.aside(hand, action.seat):
            if choice.kind != action.kind:
                continue
            if choice.kind in phase.together:
                return phase.check(hand, action) or (hand, phase)
            if choice.what == " ".join(action.what):
                return choice.refusal or (hand, phase)
    return None


def _places(hand: Hand, action: Action) -> tuple[str, ...]:
    """The rule points that say when, and how often, an action of this kind has its place; if none
    do, those of the order of a hand. All phases are asked, the latest first: one that the table does
    without knows why there is no place."""
    table = hand.table
    cells = next(filter(None, (p.places(hand, action) for p in reversed(PHASES.values()))), [])
    points = [point for cell in cells for point in table.points_of(cell)]
    return tuple(dict.fromkeys(points or table.points_of("phases")))


def _not_now(hand: Hand, action: Action) -> Refusal | None:
    """Why an offer of the table is not open to this seat at this moment, or why something is said
    too late; None for other actions."""
    for phase in hand.phases:
        refusal = phase.closed(hand, action)
        if refusal is not None:
            return refusal
    return offers.closed(hand, action)
