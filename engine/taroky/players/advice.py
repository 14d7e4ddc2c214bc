"""Advice: what a player that looks ahead would do at a turn, what each choice brings, and why the best is
better than another. Hints, reviews, the worth of a hand and the command line all read it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from taroky.game import legal, view
from taroky.game.view import View
from taroky.hand import Action, Hand, Reason
from taroky.messages import Message
from taroky.players.comparing import Judged, Worth
from taroky.players.reasons import reasons
from taroky.players.search import Effort, LooksAhead


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
    why_usual: Message | None
    judged: Judged | None

    @property
    def choices(self) -> tuple[Worth, ...]:
        """Everything that was compared, the best first; nothing where there was no choice."""
        return self.judged.choices if self.judged is not None else ()

    @property
    def hands(self) -> int:
        """On how many imagined hands the choices were compared."""
        return self.judged.hands if self.judged is not None else 0

    def reasons(self) -> list[Reason]:
        """Return why the best is better than the second, the most telling first; none for an only choice."""
        if len(self.choices) < 2:
            return []
        best, second, *_ = self.choices
        return reasons(self.looks.table, self.view, best, second)


def advise(
    hand: Hand, effort: Effort, rng: random.Random, usual: Action | None = None
) -> Advice | None:
    """Advice for the seat whose turn it is; None for a hand that is over. usual: an action that is
    compared with the others in any case, the one by rules of thumb if none is named."""
    options = legal(hand)
    if options is None:
        return None
    seen, why_usual = view(hand, options.seat), None
    looks = LooksAhead(hand.table, rng, effort, explains=True)
    if usual is None:
        usual, why_usual = looks.usual.act(seen, options)
    judged = None if options.phase == "deal" else looks.judge(seen, options, usual)
    return Advice(seen, looks, usual, why_usual, judged)
