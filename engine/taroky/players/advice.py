"""Advice: what a player that looks ahead would do at a turn, what each choice brings, and why the best is
better than another. Hints, reviews, the worth of a hand and the command line all read it.

One position has one analysis: asked again, with the same effort and seed, it says the same. So what a hint
has advised is no mistake when the hand is reviewed.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from taroky.game import legal, view
from taroky.game.view import View
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message, say
from taroky.players.comparing import Judged, Worth
from taroky.players.reasons import because, card_reasons, named, reasons
from taroky.players.search import Effort, LooksAhead

#: How hard a position is looked at, for hints as for reviews. There is no limit of time: with one a slower
#: machine would find something else.
EFFORT = Effort(cards=80, plays=2, deals=36, batch=12)


@dataclass(frozen=True)
class Advice:
    """The view of a turn that a player has who looks ahead.

    view: what the seat sees; looks: the player, who may be asked for more. usual: what is done without
    looking ahead, and why_usual what a player by rules of thumb says of it. judged: the choices that were
    compared, the best first; None where there was nothing to compare.
    """

    view: View
    looks: LooksAhead
    usual: Action
    why_usual: Message
    judged: Judged | None

    @property
    def choices(self) -> tuple[Worth, ...]:
        """Everything that was compared, the best first; nothing where there was no choice."""
        return self.judged.choices if self.judged is not None else ()

    @property
    def hands(self) -> int:
        """On how many imagined hands the choices were compared."""
        return self.judged.hands if self.judged is not None else 0

    @property
    def equal(self) -> tuple[Worth, ...]:
        """The choices that are as good as the best, as far as one can know: behind it within the noise."""
        return tuple(choice for choice in self.choices[1:] if not choice.worse)

    def of(self, action: Action) -> Worth | None:
        """Return what an action brings; None if it was not compared. The order of cards or words is
        nothing."""
        kind, what = action.kind, {*action.what}
        return next(
            (
                choice
                for choice in self.choices
                if choice.action.kind == kind and {*choice.action.what} == what
            ),
            None,
        )

    def reasons(self) -> list[Reason]:
        """Return why the best is better than the second, the most telling first; none for an only choice.
        Of two that are as good that is all there is to say."""
        if len(self.choices) < 2:
            return []
        best, second, *_ = self.choices
        if not second.worse:
            return [
                because(say("reason.equal", best=named(best.action), other=named(second.action)))
            ]
        return reasons(self.looks.table, self.view, best, second)

    def card_reasons(self) -> list[Reason]:
        """Return what can be seen of the cards that speaks for the best."""
        if not self.choices:
            return []
        hand = self.view.unseen().hand
        return card_reasons(self.looks.table, self.view, hand, self.choices[0].action)


def analysis(hand: Hand, effort: Effort | None = None, seed: int | str = 0) -> Advice | None:
    """The advice at this position, always the same; None for a hand that is over. effort: the usual one
    if none is named."""
    return _analysis(hand, effort or EFFORT, seed)


@lru_cache(maxsize=32)
def _analysis(hand: Hand, effort: Effort, seed: int | str) -> Advice | None:
    return advise(hand, effort, random.Random(f"{seed}/{len(hand.actions)}"))


def advise(hand: Hand, effort: Effort, rng: random.Random) -> Advice | None:
    """Advice for the seat whose turn it is; None for a hand that is over."""
    options = legal(hand)
    if options is None:
        return None
    seen = view(hand, options.seat)
    looks = LooksAhead(hand.table, rng, effort, explains=True)
    usual, why_usual = looks.usual.act(seen, options)
    judged = None if options.phase == "deal" else looks.judge(seen, options, usual)
    return Advice(seen, looks, usual, why_usual, judged)
