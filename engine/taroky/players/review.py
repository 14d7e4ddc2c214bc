"""What each decision of a seat in a played hand has cost: the hand is gone through, and wherever there
was something to choose the choice is compared with the best one by what the table pays.

A decision is called a mistake only where the loss lies beyond the noise twice: in the analysis of the
position, which is the one that hints give (`taroky.players.advice`), and in a comparison of the best with
what was done in other imagined hands, so that luck in the first does not count as skill.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from taroky.errors import RecordError
from taroky.game import Record, apply, current, legal
from taroky.hand import Action, Hand, Reason
from taroky.messages import say
from taroky.players.advice import Advice, analysis
from taroky.players.comparing import Worth
from taroky.players.reasons import reasons
from taroky.players.search import Effort, LooksAhead
from taroky.rules.table import Seat


@dataclass(frozen=True)
class Decision:
    """One decision of the seat that was asked about.

    number: of the action in the record, from 1; trick: of the trick, from 1, 0 before the play. did,
    best: what was done and what was found best; loss: by how much the best is better, in the money of
    the game, with half the width of its 95% interval. reasons: why, if it was a mistake.
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
    effort: Effort | None = None,
    seed: int | str = 0,
    only: Collection[int] | None = None,
) -> Iterator[Decision]:
    """Each decision of a seat, in order, as soon as it is judged. effort: how hard the reviewer thinks, as
    for a hint if it is not given; only: numbers of actions that matter, all if not given. Raises RecordError for a seat that
    does not play, and with its line for a record that does not hold."""
    hand = record.start()
    end = record.replay()
    if seat not in end.active:
        raise RecordError(say("hand.no_seat", seat=seat, seats=list(end.active)))
    for number, action in enumerate(end.actions, start=1):
        asked = current(hand) if only is None or number in only else None
        if asked is not None and asked[1] == seat == action.seat and asked[0].name != "deal":
            decision = _judged(hand, action, number, effort, seed)
            if decision is not None:
                yield decision
        hand = apply(hand, action)


def _judged(
    hand: Hand, action: Action, number: int, effort: Effort | None, seed: int | str
) -> Decision | None:
    """The decision; None where there was nothing to choose, or for a mishap that nobody plans."""
    options = legal(hand)
    assert options is not None
    if action.kind in options.irregular or action.kind not in options.offered:
        return None
    advice = analysis(hand, effort, seed)
    if advice is None or not advice.hands:
        return None
    trick = len(hand.play.tricks) + 1 if options.phase == "play" else 0
    best, did = advice.choices[0], advice.of(action)
    if did is not None and not did.worse:
        return Decision(number, options.phase, trick, did, best, did.behind, did.half_behind)
    decision = None
    # What the analysis did not look at is compared twice, too.
    for again in ("once more",) if did is not None else ("first", "once more"):
        decision = _compared(advice, action, (number, options.phase, trick), f"{seed}/{again}")
        if decision is None or not decision.mistake:
            return decision
    assert decision is not None
    why = reasons(hand.table, advice.view, decision.best, decision.did)
    return replace(decision, reasons=tuple(why))


def _compared(
    advice: Advice, action: Action, where: tuple[int, str, int], seed: str
) -> Decision | None:
    """The best compared with what was done, in other imagined hands; None if it could not be done in
    any."""
    looks = advice.looks
    rng = random.Random(f"{seed}/{where[0]}")
    other = LooksAhead(looks.table, rng, looks.effort, looks.pots, explains=True)
    again = other.compare(advice.view, [advice.choices[0].action, action])
    if again is None or again.hands == 0:
        return None
    worth = {choice.action: choice for choice in again.choices}
    did, best = worth.get(action), worth.get(advice.choices[0].action)
    if did is None or best is None:
        return None
    # Of the two, the one that did worse this time says by how much.
    loss, half = (did.behind, did.half_behind) if did.behind else (-best.behind, best.half_behind)
    return Decision(*where, did, best, loss, half)
