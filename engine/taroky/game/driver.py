"""The driver of a hand: whose turn it is, what is legal and why not the rest, what an action leads to.

It knows the list of phases and asks each of them the same questions; `legal` and `apply` are the only
doors through which a hand goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from taroky.errors import IllegalAction
from taroky.hand import Action, Actions, Choice, Hand, Legal, Phase, Refusal, replace
from taroky.immutable import FrozenDict
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
    if options is None:
        return None
    whole = partial(_actions, hand)
    sayings = asides(hand, options.seat, "say") if "say" not in options.offered else ()
    if not any(choice.legal for choice in sayings):
        # These options are the hand's own, with what has been worked out of them; nobody else sees them.
        options.__dict__["whole"] = whole
        return options
    return Legal(
        options.seat,
        options.phase,
        options.offered | {"say"},
        partial(_with_asides, options, sayings),
        FrozenDict({**options.several, "say": (1, None)}),
        options.irregular,
        whole=whole,
    )


def _with_asides(options: Legal, sayings: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return (*options.choices, *sayings)


def _actions(hand: Hand) -> Actions:
    """Every legal action of the seat whose turn it is."""
    assert hand.asked is not None
    assert hand.options is not None
    phase, seat = hand.asked
    kinds: Iterable[str] = _ordered(hand, phase)
    if type(phase).implied is Phase.implied:  # nothing is said in silence: most kinds cannot be
        possible = hand.options.offered.union(*[other.aside_kinds for other in hand.waiting])
        kinds = [kind for kind in kinds if kind in possible]
    parts = [_of_kind(hand, seat, kind) for kind in kinds]
    return Actions([part for part in parts if len(part)], partial(_is_listed, hand))


def _ordered(hand: Hand, phase: Phase) -> list[str]:
    """Every kind of action that may be legal, those of the phase that asks first."""
    assert hand.options is not None
    known: tuple[tuple[str, ...], set[str]] | None = hand.table.memo.get("kinds of action")
    if known is None:
        named = [kind for one in hand.phases for kind in (*one.kinds, *one.aside_kinds)]
        irregular = {kind for one in hand.phases for kind in one.irregular_kinds}
        known = hand.table.memo["kinds of action"] = (tuple(named), irregular)
    ordered = dict.fromkeys((*hand.options.kinds, *phase.kinds, *known[0]))
    return [kind for kind in ordered if kind not in known[1]]


def _of_kind(hand: Hand, seat: Seat, kind: str) -> Sequence[Action]:
    """The legal actions of a kind: in turn, besides the turn, or with something that they say in silence."""
    if hand.asked is None or hand.options is None:
        return ()
    phase, asked = hand.asked
    in_turn = asked == seat and kind in hand.options.offered
    listed = [*(phase.actions(hand, seat, kind) if in_turn else ())] if kind == "choose" else None
    if listed is not None:  # an offer may be open in turn, besides it, or both
        more = (action for action in _besides(hand, seat, kind) if action not in listed)
        return (*listed, *more)
    if in_turn:
        return phase.actions(hand, seat, kind)
    for other in hand.waiting:
        if kind in other.aside_kinds and any(c.kind == kind for c in other.aside(hand, seat)):
            if kind in other.together:
                return other.actions(hand, seat, kind)
            return (*_besides(hand, seat, kind),)
    implied = phase.implied(hand, Action(seat, kind)) if kind not in hand.options.offered else None
    return () if implied is None else _of_kind(implied, seat, kind)


def _besides(hand: Hand, seat: Seat, kind: str) -> Iterator[Action]:
    """Yield what may be done besides the turns, each a single choice."""
    for choice in asides(hand, seat, kind):
        if choice.legal:
            yield Action(seat, kind, (choice.what,) if choice.what else ())


def _is_listed(hand: Hand, action: Action) -> bool:
    """Whether it is a legal action of the seat whose turn it is, written as it is recorded."""
    assert hand.asked is not None
    if action.seat != hand.asked[1] or action.kind not in _ordered(hand, hand.asked[0]):
        return False
    answer = _find(hand, action)
    return not isinstance(answer, Refusal) and answer[1].recorded(answer[0], action) == action


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
    action = phase.recorded(before, action)
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
