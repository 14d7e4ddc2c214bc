"""What each decision of a seat in a played hand has cost: the hand is gone through, and wherever there
was something to choose the choice is compared with the best one by what the table pays.

A decision is called a mistake only where the loss lies beyond the noise. The best action is found in one
set of imagined hands and compared with what was done in another, so that luck in the first does not
count as skill.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from taroky.errors import RecordError
from taroky.game import Record, apply, current, legal
from taroky.hand import Action, Hand, Reason
from taroky.messages import say
from taroky.players.advice import advise
from taroky.players.comparing import Worth
from taroky.players.reasons import reasons
from taroky.players.search import Effort
from taroky.rules.table import Seat

#: How hard the reviewer thinks; nobody waits for a single decision.
EFFORT = Effort(cards=80, plays=2, deals=48, batch=12)


@dataclass(frozen=True)
class Decision:
    """One decision of the seat that was asked about.

    number: of the action in the record, from 1; trick: of the trick, from 1, 0 before the play. did,
    best: what was done and what was found best; loss: by how much the best is better, in the money of
    the game, with half the width of its 95 % interval. reasons: why, if it was a mistake.
    """

    number: int
    phase: str
    trick: int
    did: Worth
    best: Worth
    loss: float
    half: float
    reasons: tuple[Reason, ...] = ()

    @property
    def mistake(self) -> bool:
        """Whether the loss is sure."""
        return self.did.action != self.best.action and self.loss - self.half > 0


def review(
    record: Record,
    seat: Seat,
    effort: Effort = EFFORT,
    seed: int | str = 0,
    only: Collection[int] | None = None,
) -> Iterator[Decision]:
    """Each decision of a seat, in order, as soon as it is judged. only: numbers of actions that matter,
    all if not given. Raises RecordError for a seat that
    does not play, and with its line for a record that does not hold."""
    hand = record.start()
    end = record.replay()
    if seat not in end.active:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(end.active)))
    for number, action in enumerate(end.actions, start=1):
        asked = current(hand) if only is None or number in only else None
        if asked is not None and asked[1] == seat == action.seat and asked[0].name != "deal":
            decision = _judged(hand, action, number, effort, random.Random(f"{seed}/{number}"))
            if decision is not None:
                yield decision
        hand = apply(hand, action)


def _judged(
    hand: Hand, action: Action, number: int, effort: Effort, rng: random.Random
) -> Decision | None:
    """The decision; None where there was nothing to choose, or for a mishap that nobody plans."""
    options = legal(hand)
    assert options is not None
    if action.kind in options.irregular or action.kind not in options.offered:
        return None
    advice = advise(hand, effort, rng, action)
    if advice is None or not advice.hands:
        return None
    best = advice.choices[0]
    trick = len(hand.play.tricks) + 1 if options.phase == "play" else 0
    if best.action == action:
        return Decision(number, options.phase, trick, best, best, 0.0, best.half_behind)
    again = advice.looks.compare(advice.view, [best.action, action])
    if again is None or again.hands == 0:
        return None
    worth = {choice.action: choice for choice in again.choices}
    did, best = worth[action], worth[best.action]
    # Of the two, the one that did worse this time says by how much.
    loss, half = (did.behind, did.half_behind) if did.behind else (-best.behind, best.half_behind)
    decision = Decision(number, options.phase, trick, did, best, loss, half)
    if decision.mistake:
        return replace(decision, reasons=tuple(reasons(hand.table, advice.view, best, did)))
    return decision
